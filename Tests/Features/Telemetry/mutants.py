"""Mutants of Sources/Models/Telemetry."""

from mutant import Mutant

HERE = "Sources/Models/Telemetry/"

MUTANTS = [
    Mutant(
        "R7.1", HERE + "TelemetryStation.swift",
        "    if isOnline { comeOnline(&turn) }", "    comeOnline(&turn)",
        "receipts are uploaded without a network"),
    Mutant(
        "R7.2", HERE + "TelemetryReview.swift",
        "end <= horizon && Self.first",
        "Self.first",
        "the last day is in the cohort"),
    Mutant(
        "R7.2", HERE + "TelemetryReview.swift",
        "uploaded < dayEnd + .day",
        "uploaded < .never",
        "a receipt of the cohort may come at any time"),
    Mutant(
        "R7.2", HERE + "TelemetryReview.swift",
        "guard isInCohort(account.sent, telemetry) else { return }",
        "_ = isInCohort(account.sent, telemetry)",
        "every day is in the cohort"),
]
