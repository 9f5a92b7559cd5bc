"""Mutants of Sources/Models/Strategies."""

from mutant import Mutant

HERE = "Sources/Models/Strategies/"

MUTANTS = [
    Mutant(
        "R4.6", HERE + "Strategy+Catalogue.swift",
        "    provider.silentPriority = priority\n", "",
        "silent pushes always have priority 5"),
    Mutant(
        "R5.3", HERE + "Strategy.swift",
        "savesInOrder: !recovery.asPrinted", "savesInOrder: true",
        "as printed, an in-order push advances the position"),
    Mutant(
        "R5.3", HERE + "Strategy.swift",
        "savesInOrder: !recovery.asPrinted", "savesInOrder: false",
        "an in-order push never advances the position"),
    Mutant(
        "R8", HERE + "Strategy+Catalogue.swift",
        "client: .showsIt", "client: .recoversGaps(GapRecovery())",
        "fire-and-forget recovers gaps"),
    Mutant(
        "R8", HERE + "Strategy+Catalogue.swift",
        "gapRecovery(_ parameters: GapRecovery = GapRecovery()) -> Strategy {\n"
        "    Strategy(provider: .sendsOnce, client: .recoversGaps(parameters))",
        "gapRecovery(_ parameters: GapRecovery = GapRecovery()) -> Strategy {\n"
        "    Strategy(provider: .sendsOnce, client: .showsIt)",
        "gap-recovery recovers nothing"),
    Mutant(
        "R8", HERE + "Strategy.swift",
        " || provider.retry?.collapse ?? false", "",
        "retries carry no collapse id"),
]
