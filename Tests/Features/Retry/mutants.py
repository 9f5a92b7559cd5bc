"""Mutants of Sources/Models/Retry."""

from mutant import Mutant

HERE = "Sources/Models/Retry/"

MUTANTS = [
    Mutant(
        "R0.3", HERE + "RetryUntilAcked.swift",
        ", account.acknowledged > account.due\n", "\n",
        "a retry that has been acknowledged would still come"),
    Mutant(
        "R8", HERE + "RetryUntilAcked.swift",
        "guard account.due == turn.now, account.acknowledged > turn.now else",
        "guard account.due == turn.now else",
        "what has been acknowledged is sent again"),
    Mutant(
        "R8", HERE + "RetryUntilAcked.swift",
        "guard account.isLastWord || turn.isNext(turn.now) else {", "guard account.due > .zero else {",
        "retry: an acknowledgement at the very end of the wait is late"),
    Mutant(
        "R8", HERE + "RetryUntilAcked.swift",
        "if turn.ledger[account].isKept(for: plan.retention, at: time) { due = time }", "due = time",
        "retry: payloads are kept for ever"),
    Mutant(
        "R8", HERE + "RetryUntilAcked.swift",
        "plan.retry.waits[Int(copy)])", "plan.retry.waits[0])",
        "retry: the back-off does not grow"),
    Mutant(
        "R8", HERE + "RetryUntilAcked.swift",
        "attempts: 10, first", "attempts: 9, first",
        "retry: 9 attempts by default"),
    Mutant(
        "R8", HERE + "RetryUntilAcked.swift",
        "= min(accounts[account].acknowledged, time)", "= time",
        "the last acknowledgement counts, not the first"),
    Mutant(
        "R8", HERE + "RetryUntilAcked.swift",
        "      ledger[message].copiesOut += 1\n", "      ledger[message].copiesOut += 0\n",
        "a retry to come is not pending"),
    Mutant(
        "R8", HERE + "RetryUntilAcked.swift",
        "while waits.count < RandomStream.copyLimit - 1,", "while waits.count < RandomStream.copyLimit,",
        "a schedule without an end hits the limit of copies"),
]
