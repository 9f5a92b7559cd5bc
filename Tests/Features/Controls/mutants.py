"""Mutants of Sources/Models/Controls."""

from mutant import Mutant

HERE = "Sources/Models/Controls/"

MUTANTS = [
    Mutant(
        "OneByOneTests/hits", HERE + "OneByOne.swift",
        "$0.cause != .none || $0.shown == .never", "$0.shown == .never",
        "what was lost and came again was not hit"),
    Mutant(
        "OneByOneTests/others", HERE + "OneByOne.swift",
        "&& setup.tokens == nil && setup.power.isIdeal", "&& setup.tokens == nil",
        "a device that reserves power is like others"),
    Mutant(
        "OneByOneTests/others", HERE + "OneByOne.swift",
        "!provider.intake.changes && !provider.link.changes", "!provider.intake.changes",
        "a burst of a hop is drawn for each push"),
    Mutant(
        "SurplusTests/means", HERE + "SurplusCounter.swift",
        "Self.losses(on: .intake, intakeLoss[group]", "Self.losses(on: .intake, linkLoss[group]",
        "hop 1 loses as much as hop 2"),
    Mutant(
        "SurplusTests/means", HERE + "SurplusUnderWay.swift",
        "SurplusCount(count: isLost ? 1 : 0,", "SurplusCount(count: isLost ? 2 : 0,",
        "a repeat that is lost counts twice"),
]
