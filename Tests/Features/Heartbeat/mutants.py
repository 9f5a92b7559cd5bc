"""Mutants of Sources/Models/Heartbeat."""

from mutant import Mutant

HERE = "Sources/Models/Heartbeat/"

MUTANTS = [
    Mutant(
        "R8", HERE + "Heartbeat.swift",
        "(heartbeat.lastSend, heartbeat.count) = (turn.now, 0)", "(heartbeat.lastSend, heartbeat.count) = (min(turn.now, heartbeat.lastSend), 0)",
        "a push of the queue does not begin the quiet time anew"),
    Mutant(
        "R8", HERE + "Heartbeat.swift",
        "turn.books.arrivals.next <= time", "turn.books.arrivals.next <= .never",
        "no quiet time is longer than the time to the next message"),
    Mutant(
        "R8", HERE + "Heartbeat.swift",
        "turn.books.numbersByMessage && plan", "plan",
        "a message that the provider never gets begins the quiet time anew"),
    Mutant(
        "R8", HERE + "Heartbeat.swift",
        "heartbeat.count < plan.heartbeatTimes", "heartbeat.count <= plan.heartbeatTimes",
        "there is a heartbeat too many"),
    Mutant(
        "R0.3", HERE + "HeartbeatTimer+Wiring.swift",
        "guard push.content == .heartbeat, push.type == type else", "guard false else",
        "what a heartbeat under way would bring is lost"),
    Mutant(
        "R0.3", HERE + "HeartbeatTimer+Wiring.swift",
        "if device.provider.awaitsHeartbeat, plan", "if false, plan",
        "what a heartbeat to come would bring is lost"),
]
