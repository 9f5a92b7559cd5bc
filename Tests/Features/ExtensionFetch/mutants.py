"""Mutants of Sources/Models/ExtensionFetch."""

from mutant import Mutant

HERE = "Sources/Models/ExtensionFetch/"

MUTANTS = [
    Mutant(
        "R0.3", HERE + "ExtensionFetch.swift",
        "guard awaitsFetch || isHeard && willAsk", "guard awaitsFetch || false && willAsk",
        "what a push under way will ask for is lost"),
    Mutant(
        "R0.3", HERE + "ExtensionFetch.swift",
        "if ask == .always || turn.position(of: UInt32(message)) > lowest { return true }", "return true",
        "a push under way asks for what comes after it"),
    Mutant(
        "R5.6", HERE + "ExtensionFetch.swift",
        "    gaps.runs[index].awaitsAnswer = false\n    turn.countFailure()\n", "    turn.countFailure()\n",
        "an extension that has been ended hears the answer"),
    Mutant(
        "R8", HERE + "ExtensionFetch.swift",
        "guard plan.gaps.fetch == .always else { return nil }",
        "guard plan.gaps.fetch == nil else { return nil }",
        "extension-fetch never asks without a gap"),
    Mutant(
        "R8", HERE + "ExtensionFetch.swift",
        "    moveCursor(to: state)\n    return missing", "    return missing",
        "the cursor does not move when an answer comes"),
    Mutant(
        "R8", HERE + "ExtensionFetch.swift",
        "retention, besides: run.trigger, turn)", "retention, turn)",
        "the push that has asked is not shown last"),
]
