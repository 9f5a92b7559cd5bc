"""Mutants of Sources/Models/Poll."""

from mutant import Mutant

HERE = "Sources/Models/Poll/"

MUTANTS = [
    Mutant(
        "R0.6", HERE + "Poll.swift",
        "Cause.provider(.retentionOver) : .app(.neverAsked)", "Cause.provider(.retentionOver) : .provider(.retentionOver)",
        "what nobody will ask for has expired"),
    Mutant(
        "R4.6", HERE + "Poll.swift",
        "mayRunUnseen, isOnline", "isOnline",
        "polls go on with background refresh off"),
    Mutant(
        "R8", HERE + "Poll.swift",
        "guard state != .killed, mayRunUnseen", "guard mayRunUnseen",
        "an app that the user has ended is refreshed"),
    Mutant(
        "R8", HERE + "Poll.swift",
        "isUsed ? law.every : min", "true ? law.every : min",
        "refreshes do not stretch"),
    Mutant(
        "R8", HERE + "Poll.swift",
        "kept <= last ? Cause.provider(.retentionOver)", "kept < .zero ? Cause.provider(.retentionOver)",
        "what nobody asks for is kept for ever"),
]
