"""Mutants of Sources/Models/Escalation."""

from mutant import Mutant

HERE = "Sources/Models/Escalation/"

MUTANTS = [
    Mutant(
        "R11.1", HERE + "EscalationStation+Closing.swift",
        "rule.unless, device) > due", "rule.unless, device) >= due",
        "a confirmation at the very moment is too late"),
    Mutant(
        "R11.1", HERE + "EscalationStation+Closing.swift",
        "min(turn.now, device.token.uninstalled)", "turn.now",
        "who has left gets an SMS"),
    Mutant(
        "R11.1", HERE + "EscalationStation+Closing.swift",
        "device.plan(at: entry.created).escalation", "device.plan.escalation",
        "the strategy at the end decides about all messages"),
    Mutant(
        "R11.1", HERE + "EscalationStation+Closing.swift",
        "min(device.escalations.acknowledgement(of: message), receipt(of: message, device))",
        "device.escalations.acknowledgement(of: message)",
        "receipts of telemetry confirm nothing"),
    Mutant(
        "R11.1", HERE + "Escalation.swift",
        "      turn.ledger[message].copiesOut += 1\n", "",
        "what is under way by the second channel is lost"),
    Mutant(
        "R11.1", HERE + "Escalation.swift",
        "known <= due ? 1 : 0", "known < .never ? 1 : 0",
        "what comes later makes an escalation needless"),
    Mutant(
        "R11.1", HERE + "Escalation.swift",
        "    guard chance.happens(plan.delivery) else {", "    guard chance.happens(.one) else {",
        "the second channel loses nothing"),
    Mutant(
        "R11.1", HERE + "EscalationStation+Closing.swift",
        "escalations.opening(from: entry.created)", "escalations.opening(from: .zero)",
        "agreement: an opening before the message confirms it",
        tests="AgreementTests"),
]
