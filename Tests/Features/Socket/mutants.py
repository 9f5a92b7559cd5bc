"""Mutants of Sources/Models/Socket."""

from mutant import Mutant

HERE = "Sources/Models/Socket/"

MUTANTS = [
    Mutant(
        "R11.2", HERE + "SocketStation+Wiring.swift",
        "    guard device.socket.isTrusted else { return false }\n",
        "    guard device.socket.isTrusted, turn.now == .never else { return false }\n",
        "no message comes over the connection"),
    Mutant(
        "R11.2", HERE + "Socket.swift",
        "guard isRunning, let background = plan?.background, background > .zero else {",
        "guard isRunning, let background = plan?.background, background == .never else {",
        "the connection is closed when the app is left"),
    Mutant(
        "R11.2", HERE + "Socket.swift",
        "    guard let law = plan?.detect else {", "    guard let law = plan?.detect, turn.now == .never else {",
        "the provider notices a dead connection at once"),
    Mutant(
        "R11.2", HERE + "SocketStation+Wiring.swift",
        "    if !device.app.state.isRunning { end(&device, &turn) }\n", "",
        "the connection outlives the process"),
    Mutant(
        "R11.2", HERE + "SocketStation+Wiring.swift",
        "    if device.provider.holds(push.message, turn) { return }\n", "    if turn.now >= .zero { return }\n",
        "what the provider no longer keeps is pushed"),
    Mutant(
        "R11.2", HERE + "Socket.swift",
        "place == turns & Event.payloadMax ? close(&turn) : []", "close(&turn)",
        "agreement: the connection is closed although the app was opened again",
        tests="AgreementTests"),
]
