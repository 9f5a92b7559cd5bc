"""Mutants of Sources/Models/Extension."""

from mutant import Mutant

HERE = "Sources/Models/Extension/"

MUTANTS = [
    Mutant(
        "R5.6", HERE + "ExtensionPlan.swift",
        "showsTwice = law.doubleShows == .twice && !gaps", "showsTwice = !gaps",
        "every second call shows its push again"),
    Mutant(
        "R5.6", HERE + "ExtensionPlan.swift",
        "law.doubleShows == .twice && !gaps.isOn && foreign", "law.doubleShows == .twice && foreign",
        "second calls show again what a position tells of"),
    Mutant(
        "R5.6", HERE + "ExtensionStation+Wiring.swift",
        "if device.plan.serviceExtension.showsTwice, push", "if device.plan.serviceExtension.showsTwice, turn.now < .zero, push",
        "a second call never shows anything"),
    Mutant(
        "R5.6", HERE + "ExtensionLimits.swift",
        "decorates || doubleShows == .twice", "decorates",
        "an extension that shows twice is none without another reason"),
    Mutant(
        "R0.3", HERE + "ExtensionStation.swift",
        "turn.ledger[Int(turn.message(at: position))].copiesOut += 1",
        "turn.ledger[Int(turn.message(at: position))].copiesOut += 0",
        "what has been asked for is not pending"),
    Mutant(
        "R2.4", HERE + "ExtensionStation+Wiring.swift",
        "for position in positions {", "for position in positions.reversed() {",
        "repeats are sent in descending position"),
    Mutant(
        "R2.4", HERE + "ExtensionStation+Wiring.swift",
        "    if answer == .success {\n      let positions", "    if answer == .success, run.awaitsAnswer {\n      let positions",
        "the provider forgets the request of a device that has left"),
    Mutant(
        "R2.4", HERE + "ExtensionStation+Wiring.swift",
        "before: hearsMore ? .zero : limit", "before: limit",
        "at once: a client from outside asks again when the repeat has come"),
    Mutant(
        "R2.4", HERE + "ExtensionStation+Wiring.swift",
        "let limit = positions.count == 1 ? limit : .zero\n", "",
        "at once: repeats are sent one after the other has arrived"),
    Mutant(
        "R2.9", HERE + "ForeignClient.swift", "run.client == clients", "run.client != nil",
        "a client from outside hears answers to the one before"),
    Mutant(
        "R2.9", HERE + "ExtensionStation+Wiring.swift",
        "    if device.serviceExtension.gaps.runs.count > 0 {\n"
        "      device.serviceExtension.gaps.noteArrival(first...turn.position(of: push.message), &turn)\n    }\n",
        "",
        "a run that waits hears nothing of what arrives under another strategy"),
    Mutant(
        "R2.10", HERE + "ExtensionStation+Wiring.swift",
        "    if device.token.isMissing { return turn.setRepair(positions, .failed) }\n", "",
        "repeats are sent to a refused token"),
    Mutant(
        "R5.6", HERE + "ExtensionStation.swift",
        "plan.acknowledges && push.carriesMessage && push.hasContent", "plan.acknowledges && push.carriesMessage",
        "the second call acknowledges a push without content"),
    Mutant(
        "R5.6", HERE + "ExtensionLimits.swift",
        "random.happens(.extensionAbsent, absent, device: device)", "random.happens(.extensionAbsent, .zero, device: device)",
        "every device has an extension"),
    Mutant(
        "R5.6", HERE + "ExtensionPlan.swift",
        "var runsFreely: Bool { exists && !limitsRuns }", "var runsFreely: Bool { !limitsRuns }",
        "a device without an extension does what an extension does"),
    Mutant(
        "R5.6", HERE + "ExtensionPlan.swift",
        "acknowledges = exists && setup", "acknowledges = setup",
        "a device without an extension acknowledges"),
    Mutant(
        "R5.6", HERE + "ExtensionStation+Wiring.swift",
        "return device.showAsItCame(push, itemsEndBy: .phone(.ignoredPayload), &turn)\n    }\n    if device.serviceExtension",
        "return work(on: push, ExtensionStart(began: turn.now, saved: nil), &device, &turn)\n    }\n    if device.serviceExtension",
        "without an extension digests are unpacked"),
    Mutant(
        "R5.6", HERE + "ExtensionStation.swift",
        "plan.crash.probability, push", ".zero, push",
        "no run crashes by chance"),
    Mutant(
        "R5.6", HERE + "ExtensionStation.swift",
        "attempt: attempt) > limit\n", "attempt: attempt) >= limit\n",
        "a run that uses all the memory there is crashes"),
    Mutant(
        "R5.6", HERE + "ExtensionStation.swift",
        "    case .nothing:\n      turn.end(push, .serviceExtension(.crashed))\n      return .nothing\n",
        "    case .nothing: return .crashed\n",
        "a crash always shows the original"),
    Mutant(
        "R5.6", HERE + "ExtensionStation.swift",
        "crashes(push, &turn) { return crash(push, &turn) }",
        "crashes(push, &turn) {\n      gaps.savedPosition = push.message + 1\n      return crash(push, &turn)\n    }",
        "a crashed run saves its position"),
    Mutant(
        "R5.6", HERE + "ExtensionStation.swift",
        "if plan.limitsRuns, crashes(push, &turn) {", "if !plan.limitsRuns, crashes(push, &turn) {",
        "no run crashes"),
    Mutant(
        "R5.6", HERE + "ExtensionPlan.swift",
        "let isIdeal = !limitsRuns && ", "let isIdeal = ",
        "fast forward: the extension's work takes no time"),
    Mutant(
        "R5.6", HERE + "ExtensionStation.swift",
        "return .ends(start, isCut: isCut)", "return .ends(start, isCut: false)",
        "a time limit of 0 cuts nothing"),
    Mutant(
        "R5.6", HERE + "ExtensionStation.swift",
        "span > timeLimit)", "span >= timeLimit)",
        "work of exactly the time limit is cut"),
    Mutant(
        "R5.6", HERE + "ExtensionStation+Wiring.swift",
        "    if isCut { return", "    if isCut, start.saved == nil { return",
        "work that is cut does what it would have done"),
    Mutant(
        "R5.6", HERE + "ExtensionStation.swift",
        "let saved = work.forgotten == gaps.forgotten ? work.start.saved : nil", "let saved = gaps.savedPosition",
        "runs read the position when they write it"),
    Mutant(
        "R5.6", HERE + "ExtensionStation.swift",
        "let saved = work.forgotten == gaps.forgotten ? work.start.saved : nil", "let saved = work.start.saved",
        "a client that begins anew knows the position of another strategy"),
    Mutant(
        "R5.6", HERE + "ExtensionStation.swift",
        "if plan.overlaps ||", "if plan.overlaps || turn.now > .zero ||",
        "runs always overlap"),
    Mutant(
        "R5.6", HERE + "ExtensionStation.swift",
        "    if !queue.isEmpty { turn.schedule(ExtensionEventKind.isFree, at: turn.now) }\n", "",
        "who waits for an answer waits for ever"),
    Mutant(
        "R5.6", HERE + "ExtensionStation.swift",
        "works.count > 0 || gaps.triggersHeld > 0", "works.count > 0",
        "a run that waits for its answer lets the next one begin"),
    Mutant(
        "R5.6", HERE + "ExtensionStation.swift",
        "    countRun(of: push, &turn)\n    switch", "    switch",
        "runs that crash are not counted"),
    Mutant(
        "R5.6", HERE + "ExtensionStation+Wiring.swift",
        "acknowledge(push, call: 1, &device, &turn)", "acknowledge(push, &device, &turn)",
        "a second acknowledgement has the luck of the first"),
    Mutant(
        "R5.6", HERE + "ExtensionStation+Wiring.swift",
        "    guard device.serviceExtension.isCalledAgain(",
        "    if push.carriesMessage, device.serviceExtension.plan.doubled.value > 0 {\n"
        "      device.show(push.message, copy: push.copy, &turn)\n    }\n    guard device.serviceExtension.isCalledAgain(",
        "a second call shows its push again"),
    Mutant(
        "R5.6", HERE + "ExtensionStation.swift",
        "    turn.countExtensionTime(since: began)\n", "",
        "a second call takes no time"),
    Mutant(
        "R5.6", HERE + "ExtensionStation.swift",
        "    turn.countExtensionTime(since: start.began)\n", "",
        "the extension's work costs no time"),
    Mutant(
        "R5.6", HERE + "ExtensionStation.swift",
        "turn.advance(to: end, before: limit)", "turn.advance(to: end)",
        "at once: a run of the extension overtakes the next message"),
    Mutant(
        "R5.7", HERE + "ExtensionStation.swift",
        "time >= unreadableUntil", "time > unreadableUntil",
        "at the unlock itself nothing can be read"),
    Mutant(
        "R5.9", HERE + "ExtensionStation+Wiring.swift",
        "      device.showOriginal(push, &turn)\n", "      device.showContent(push, &turn)\n",
        "a run whose time is over has added something"),
    Mutant(
        "R5.9", HERE + "ExtensionLimits.swift",
        "(strategy.needsExtension || serviceExtension.isSeen)", "strategy.needsExtension",
        "decoration takes no time and never crashes"),
    Mutant(
        "R5.9", HERE + "ExtensionPlan.swift",
        " && (exists || !decorates)\n", "\n",
        "in fast forward nothing is degraded"),
    Mutant(
        "R8", HERE + "ExtensionStation.swift",
        ".acknowledgementLoss, plan.acknowledgementLoss, message", ".acknowledgementLoss, .zero, message",
        "acknowledgements are never lost"),
    Mutant(
        "R8", HERE + "ExtensionStation.swift",
        "    return turn.now + span\n", "    return turn.now\n",
        "acknowledgements take no time"),
    Mutant(
        "R8", HERE + "ExtensionStation.swift",
        "plan.acknowledgementLatency, message, copy,", "plan.acknowledgementLatency, message, 0,",
        "all acknowledgements of a message take the same time"),
    Mutant(
        "R8", HERE + "ExtensionStation.swift",
        "plan.acknowledgementLoss, message, copy,", "plan.acknowledgementLoss, message, 0,",
        "all acknowledgements of a message have the same luck"),
    Mutant(
        "R8", HERE + "ExtensionStation.swift",
        "    turn.count(CoreCounter.acknowledgements)\n", "",
        "acknowledgements are not counted"),
    Mutant(
        "R8", HERE + "ExtensionStation.swift",
        "if call == 1 || !plan.gaps.isOn { turn.count(ExtensionCounter.extensionRuns) }\n", "",
        "the extension acknowledges without running"),
    Mutant(
        "R8", HERE + "ExtensionStation.swift",
        "if call == 1 || !plan.gaps.isOn { turn", "if true { turn",
        "a run that fetches and acknowledges is counted twice"),
    Mutant(
        "R8", HERE + "ExtensionStation+Wiring.swift",
        "if runs.acknowledges, push.hasContent {", "if runs.acknowledges {",
        "a push without content is acknowledged before the answer"),
    Mutant(
        "R8", HERE + "ExtensionStation+Wiring.swift",
        "if tellsMore, device.serviceExtension", "if false, device.serviceExtension",
        "answers are not acknowledged"),
    Mutant(
        "R8", HERE + "ExtensionStation+Wiring.swift",
        "let tellsMore = !news.isEmpty || ", "let tellsMore = true || ",
        "an answer that brings nothing is acknowledged"),
    Mutant(
        "R11.1", HERE + "ExtensionStation+Wiring.swift",
        "    device.escalations.noteAcknowledgement(of: push.message, at: time)\n", "",
        "acknowledgements confirm nothing"),
    Mutant(
        "R12.4", HERE + "ExtensionStation+Wiring.swift",
        "    guard push.content == .heartbeat else { return device.showContent(push, &turn) }\n", "",
        "the extension takes another service's push for a heartbeat"),
]
