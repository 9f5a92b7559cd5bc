"""Mutants of Sources/Models/Reactions."""

from mutant import Mutant

HERE = "Sources/Models/Reactions/"

MUTANTS = [
    Mutant(
        "R10.1", HERE + "ReactionStation.swift",
        "    disappointments = 0\n    ends.trust", "    ends.trust",
        "agreement: the count of disappointments does not start anew",
        tests="AgreementTests"),
    Mutant(
        "R10.1", HERE + "ReactionStation+Wiring.swift",
        "    if device.reactions.isOn { hearAlert(&device, &turn) }\n", "",
        "nobody minds alerts"),
    Mutant(
        "R10.1", HERE + "ReactionStation+Wiring.swift",
        "    if device.reactions.isOn { learnInApp(message, &device, &turn) }\n", "",
        "nobody minds what is found too late"),
    Mutant(
        "R10.1", HERE + "ReactionStation+Wiring.swift",
        "      plan(device.reactions.learn(of: message, &turn), &turn)\n    }\n", "    }\n",
        "what was fetched unseen disappoints nobody"),
    Mutant(
        "R10.1", HERE + "ReactionStation+Wiring.swift",
        "    case .uninstall: TokenStation.uninstall(&device, &turn)\n", "    case .uninstall: break\n",
        "nobody leaves"),
    Mutant(
        "R10.1", HERE + "ReactionStation+Wiring.swift",
        "    device.authorisation = .alertsOff\n", "",
        "alerts stay on"),
    Mutant(
        "R10.1", HERE + "ReactionStation+Wiring.swift",
        "    device.app.visitLog.keep(since: turn.now, isOpen: device.app.isInForeground)\n", "",
        "with alerts off what is fetched unseen is known at once"),
    Mutant(
        "R10.1", HERE + "ReactionStation.swift",
        "    forget(until: turn.now)\n", "",
        "annoyances are never forgotten"),
    Mutant(
        "R10.1", HERE + "ReactionStation.swift",
        "now - annoyances[remembered] >= plan", "now - annoyances[remembered] > plan",
        "an annoyance is forgotten a moment too late"),
    Mutant(
        "R10.1", HERE + "ReactionStation.swift",
        "    annoyances.removeAll(keepingCapacity: true)\n    remembered = 0\n    turn.note", "    turn.note",
        "the count does not start anew"),
    Mutant(
        "R10.1", HERE + "ReactionStation.swift",
        "law).rounded(.up))", "law).rounded(.down))",
        "patience is rounded down"),
    Mutant(
        "R10.1", HERE + "ReactionStation.swift",
        "    case .duplicate: return .duplicate\n    case .redundant, .none: return .redundant\n",
        "    case .duplicate, .redundant, .none: return .redundant\n",
        "duplicates are redundant"),
    Mutant(
        "R10.1", HERE + "ReactionStation.swift",
        "      guard isWanted else { return .redundant }\n", "",
        "what the user does not want is news"),
    Mutant(
        "R10.1", HERE + "ReactionStation.swift",
        "? .late : .useful", "? .useful : .useful",
        "nothing is late"),
    Mutant(
        "R10.1", HERE + "ReactionStation.swift",
        "guard isLate(turn.ledger[Int(message)], at: turn.now),\n", "guard\n",
        "what is found in time disappoints"),
    Mutant(
        "R10.1", HERE + "ReactionStation.swift",
        "    openingShare *= plan.distrust.factor.value\n", "",
        "who has lost trust opens the app as often"),
    Mutant(
        "R10.1", HERE + "ReactionPlan.swift",
        "    if place < uninstall.value { return .uninstall }\n    if place < switching", "    if place < switching",
        "who would leave switches alerts off"),
    Mutant(
        "R10.2", HERE + "ReactionStation.swift",
        "turn.happens(ReactionStream.annoyance, probability, index: message, copy: number)",
        "turn.happens(ReactionStream.annoyance, probability, index: UInt32(turn.books.counts.sent), copy: number)",
        "whether an alert annoys depends on what else was sent"),
    Mutant(
        "R10.2", HERE + "ReactionStation+Wiring.swift",
        "let left = min(off, device.token", "let left = min(device.token",
        "who has switched alerts off is reachable"),
    Mutant(
        "R10.2", HERE + "ReactionStation+Wiring.swift",
        "turn.isCounted(min(device.reactions.optedOut, device.centre.turnedOff))", "turn.isCounted(device.reactions.optedOut)",
        "who turns notifications off after a trial has not opted out"),
    Mutant(
        "R10.2", HERE + "ReactionStation+Wiring.swift",
        "off, device.token.revoked, device.token", "off, device.token",
        "who has no permission is reachable"),
    Mutant(
        "R10.2", HERE + "ReactionStation+Wiring.swift",
        "    guard turn.hasReactions else { return }\n", "    guard device.reactions.isOn else { return }\n",
        "who does not react is not reachable"),
    Mutant(
        "R11.4", HERE + "ReactionStation+Wiring.swift",
        '\n      || device.centre.turnedOff != .never', '',
        "who has turned notifications off was never reachable"),
]
