"""Mutants of Sources/Models/Randomness."""

from mutant import Mutant

HERE = "Sources/Models/Randomness/"

MUTANTS = [
    Mutant(
        "R1.2", HERE + "Turn+Variates.swift",
        "uniform(leg.loss, push.message, push.copy)", "uniform(leg.loss, push.message)",
        "every send of a message has the same loss"),
    Mutant(
        "R1.2", HERE + "VariateBuffers.swift",
        "ProviderStream.otherLinkLoss", "ProviderStream.linkLoss",
        "pushes without a message share the streams of messages"),
    Mutant(
        "R1.2", HERE + "Turn+Variates.swift",
        "index: index, copy: content.rawValue)", "index: index, copy: 1)",
        "badge updates and read receipts share their streams"),
    Mutant(
        "R1.2", HERE + "Turn+Variates.swift",
        "    if copy == 0 && attempt == 0 { return span(variate, law, index) }\n",
        "    if attempt == 0 { return span(variate, law, index) }\n",
        "every send of a message has the same latency"),
    Mutant(
        "R2.6", HERE + "Turn+Variates.swift",
        "uniform(leg.loss, push.message, push.copy)", "uniform(leg.loss, 0, push.copy)",
        "hop 2 loses all pushes of a device or none"),
    Mutant(
        "R2.11", HERE + "Turn+Variates.swift",
        "chance.happens(link.ackLoss)", "chance.happens(.zero)",
        "no answer is lost"),
    Mutant(
        "R2.11", HERE + "Turn+Variates.swift",
        "retry.attempts > Int(push.retries)", "retry.attempts > Int(push.repeats)",
        "incidents and missing answers have attempts of their own"),
    Mutant(
        "R2.11", HERE + "Turn+Variates.swift",
        "isLost ? self.isLost(push, on: .link, link.loss) :", "isLost ? true :",
        "losses in bursts are noticed"),
    Mutant(
        "R2.11", HERE + "Turn+Variates.swift",
        "isLost ? self.isLost(push, on: .link, link.loss) :", "isLost ? false :",
        "losses stay unnoticed"),
]
