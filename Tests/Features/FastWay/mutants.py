"""Mutants of Sources/Models/FastWay: each switches a rule off for messages that are taken at once.

The others go from station to station, and keep the rule.
"""

from mutant import Mutant

HERE = "Sources/Models/FastWay/"

MUTANTS = [
    Mutant(
        "R0.3", HERE + "StraightStretch.swift",
        "isStraight(place, passage, before: end)", "isStraight(place, passage, before: .never)",
        "fast forward: what is in flight at the end arrives"),
    Mutant(
        "R0.3", HERE + "StraightStretch.swift",
        "    turn.books.counts.ended &+= messages\n", "",
        "fast forward: what arrives has not ended"),
    Mutant(
        "R0.5", HERE + "StraightStretch.swift",
        "= (1, passage.arrived, arrival)", "= (1, passage.created, arrival)",
        "fast forward: shown counts from the creation"),
    Mutant(
        "R1.7", HERE + "FastForward.swift",
        "guard network.isConnected, plan.fastForward.isPossible", "guard network.isOnline, plan.fastForward.isPossible",
        "fast forward: a device that is online is connected"),
    Mutant(
        "R1.7", HERE + "FastForward.swift",
        "guard absence.connected < min(turn.nextTime(), absence.end),", "guard absence.back < min(turn.nextTime(), absence.end),",
        "unnoticed: a device that is online is connected"),
    Mutant(
        "R2.3", HERE + "StraightStretch.swift",
        "gaps.savedPosition = UInt32(turn.ledger.count)\n", "gaps.savedPosition = serviceExtension.gaps.arrivals\n",
        "fast forward: positions number what arrives"),
    Mutant(
        "R2.4", HERE + "FastForward.swift",
        "serviceExtension.gaps.openRequests.isEmpty && ", "",
        "unnoticed: requests outlive an absence"),
    Mutant(
        "R2.6", HERE + "StraightStretch.swift",
        "losses: loss > 0 ? turn.losses", "losses: loss > 1 ? turn.losses",
        "fast forward: hop 2 loses nothing"),
    Mutant(
        "R2.6", HERE + "StraightStretch.swift",
        "created[place].microseconds &+ link[place].microseconds", "created[place].microseconds",
        "fast forward: hop 2 takes no time"),
    # Some scenarios ask this of each message
    Mutant(
        "R2.6", HERE + "FastForward.swift",
        "service.collapse.isOn || provider.link.changes", "service.collapse.isOn",
        "fast forward: hop 2 never changes"),
    Mutant(
        "R2.6", HERE + "StraightStretch.swift",
        "provider.linkLoss(at: created, &turn)", "provider.linkLoss(&turn)",
        "fast forward: hop 2 is as it is for the first message"),
    Mutant(
        "R2.10", HERE + "FastForward.swift",
        "    if token.isRefused { return skipExtraPush(content, &turn) }\n", "",
        "badge updates end with the first refused token"),
    Mutant(
        "R2.10", HERE + "FastForward.swift",
        "nextExtraPush(content, number: number + 1, &turn)",
        "nextExtraPush(content, number: number, &turn)",
        "badge updates that are not sent keep their random numbers"),
    Mutant(
        "R3.3", HERE + "StraightStretch.swift",
        "accepted &+ service[place].microseconds", "accepted",
        "fast forward: the way to the device takes no time"),
    Mutant(
        "R3.3", HERE + "StraightStretch.swift",
        "(turn.books.eventsInWindow, turn.nextTime())", "(turn.books.eventsInWindow, turn.simulation.horizon)",
        "fast forward: the connection is not examined on arrival"),
    Mutant(
        "R3.4", HERE + "FastForward.swift",
        ", service.passesMessages(reach)\n", "\n",
        "messages are fast-forwarded although power is reserved"),
    Mutant(
        "R3.4", HERE + "StraightStretch.swift",
        "block.created[passed] >= end", "block.created[passed] >= turn.simulation.horizon",
        "fast forward: messages are made before the device leaves"),
    Mutant(
        "R3.4", HERE + "FastForward.swift",
        "!service.store.isInUse && ", "",
        "unnoticed: what is held back stays there when the device connects"),
    Mutant(
        "R3.7", HERE + "FastForward.swift",
        "{ follow(&push, before: next, &turn) }", "{ follow(&push, before: .never, &turn) }",
        "at once: a push without a message overtakes the next one"),
    Mutant(
        "R3.7", HERE + "FastForward.swift",
        "plan.fastForward.takesOthers, authorisation == .allowed,", "plan.fastForward.takesOthers,",
        "fast forward: alerts are on for what carries no message"),
    Mutant(
        "R3.7", HERE + "FastForward.swift",
        "!token.isUnregistered, !android.isStopped", "!android.isStopped",
        "fast forward: an old token gets what carries no message"),
    Mutant(
        "R3.7", HERE + "FastForward.swift",
        "!android.isStopped, !service.isHeldBack(other, reach),", "!android.isStopped,",
        "fast forward: no extra push is held back"),
    Mutant(
        "R3.7", HERE + "FastForward.swift",
        "      !service.holdsBack, let loss", "      let loss",
        "fast forward: an extra push brings nothing along"),
    Mutant(
        "R3.7", HERE + "FastForward.swift",
        "      turn.count(CoreCounter.wakeUps)\n      turn.release(other)\n", "      turn.release(other)\n",
        "fast forward: an extra push has not reached the device"),
    Mutant(
        "R3.8", HERE + "FastForward.swift",
        "noticed < absence.back || noticed > absence.connected", "noticed != absence.connected",
        "unnoticed: a dead connection is not noticed while the device connects"),
    Mutant(
        "R3.8", HERE + "FastForward.swift",
        "noticed > absence.began, noticed < absence.back {", "noticed > absence.began, noticed > absence.back {",
        "unnoticed: a dead connection is not noticed"),
    Mutant(
        "R3.9", HERE + "StraightStretch.swift",
        "passage.arrived < created[place &+ 1] && passage", "passage",
        "fast forward: pushes arrive in the order of their messages"),
    Mutant(
        "R3.10", HERE + "StraightStretch.swift",
        "    if service.plan.collapse.isCollapsible(message, turn) { return false }\n", "",
        "collapsible messages are fast-forwarded past the throttle"),
    Mutant(
        "R3.10", HERE + "FastForward.swift",
        "choosesMessages = service.collapse.isOn || ", "choosesMessages = ",
        "fast forward: no message is looked at for its collapse key"),
    Mutant(
        "R4.1", HERE + "FastForward.swift",
        "fastForward.isPossible, drawsAlerts,", "fastForward.isPossible,",
        "fast forward: alerts that are off are drawn"),
    Mutant(
        "R4.6", HERE + "FastForward.swift",
        " && !app.fetches.isRunning\n      && !socket.isOn", "\n      && !socket.isOn",
        "unnoticed: fetches outlive an absence"),
    Mutant(
        "R5.1", HERE + "StraightStretch.swift",
        "    if rules.numbersPushes || rules.acknowledges {\n      turn.tally.add(counted, to: ExtensionCounter.extensionRuns)\n    }\n", "",
        "fast forward: the extension does not run"),
    Mutant(
        "R5.3", HERE + "StraightStretch.swift",
        "    serviceExtension.gaps.savedPosition = UInt32(turn.ledger.count)\n", "",
        "fast forward: an in-order push never advances the position"),
    Mutant(
        "R6.1", HERE + "StraightStretch.swift",
        "    turn.tally.add(counted, to: .interruptions)\n", "",
        "fast forward: what is shown does not interrupt"),
    Mutant(
        "R6.1", HERE + "StraightStretch.swift",
        "window.contains(passage(at: $0).arrived)", "window.contains(passage(at: $0).created)",
        "fast forward: an interruption counts when its message is made"),
    Mutant(
        "R6.1", HERE + "StraightStretch.swift",
        "block.passage(at: count &- 1).arrived <", "block.passage(at: count &- 1).created <",
        "fast forward: the last of a block counts when it is made"),
    Mutant(
        "R6.1", HERE + "StraightStretch.swift",
        "    turn.tally.add(counted, to: .wakeUps)\n", "",
        "fast forward: what is shown has not reached the device"),
    Mutant(
        "R7.1", HERE + "StraightStretch.swift",
        "? plan.serviceExtension.exists : app.isInForeground", "? true : app.isInForeground",
        "fast forward: a device without an extension writes receipts"),
    Mutant(
        "R7.1", HERE + "StraightStretch.swift",
        "    telemetry.writeReceipt(for: message, at: passage.arrived, &turn)\n", "",
        "fast forward: no receipt is written"),
    Mutant(
        "R8", HERE + "FastForward.swift",
        "provider.plan.digest?.isKnown(before: message, turn) ?? true", "true",
        "fast forward: a digest with something to tell is taken for a plain push"),
    Mutant(
        "R8", HERE + "StraightStretch.swift",
        "if rules.numbersPushes || rules.acknowledges {\n      turn.tally.add(counted, to: ExtensionCounter.extensionRuns)\n    }", "turn.tally.add(counted, to: ExtensionCounter.extensionRuns)",
        "fast forward: fire-and-forget runs the extension"),
    Mutant(
        "R8", HERE + "StraightStretch.swift",
        "passage(at: place).arrived + span <= created", "created[place] + span <= created",
        "fast forward: a push that takes long is not sent again meanwhile"),
    Mutant(
        "R8", HERE + "StraightStretch.swift",
        "guard plan.fastForward.acknowledges else", "guard false else",
        "fast forward: nothing is acknowledged"),
    Mutant(
        "R8", HERE + "StraightStretch.swift",
        "provider.firstQuietEnd(block.created, block.count)", ".never",
        "fast forward: no heartbeat comes in between"),
    Mutant(
        "R8", HERE + "FastForward.swift",
        "        beQuiet(until: next, &turn)\n", "",
        "fast forward: no quiet time begins"),
    Mutant(
        "R8", HERE + "FastForward.swift",
        "guard turn.advance(to: due) else", "turn.skip(to: due)\n    guard true else",
        "fast forward: a heartbeat comes before what happens in between"),
    Mutant(
        "R8", HERE + "StraightStretch.swift",
        "losses: loss > 0 ? turn.uniforms", "losses: loss > 1 ? turn.uniforms",
        "fast forward: no acknowledgement is lost"),
    Mutant(
        "R8", HERE + "StraightStretch.swift",
        "    if rules.acknowledges { turn.tally.add(counted, to: .acknowledgements) }\n", "",
        "fast forward: acknowledgements are not counted"),
    Mutant(
        "R8", HERE + "FastForward.swift",
        "receiveAwake(push, before: limit, &turn)", "receive(push, before: limit, &turn)",
        "fast forward: a heartbeat brings nothing along"),
    Mutant(
        "R8", HERE + "StraightStretch.swift",
        "created[place].advanced(bySpan: wait)", ".never",
        "fast forward: every acknowledgement is in time"),
    Mutant(
        "R8", HERE + "FastForward.swift",
        " || provider.link.changes || provider.retry.isOn", " || provider.link.changes",
        "fast forward: no message is looked at for its acknowledgement"),
    Mutant(
        "R11.1", HERE + "StraightStretch.swift",
        "    escalations.noteAcknowledgement(of: message, at: passage.arrived + span)\n", "",
        "acknowledgements in fast forward confirm nothing"),
    Mutant(
        "R11.2", HERE + "FastForward.swift",
        "guard turn.books.numbersByMessage, !turn.isRecorded", "guard !turn.isRecorded",
        "fast forward: after an own connection positions are numbers of messages"),
    Mutant(
        "R11.2", HERE + "FastForward.swift",
        " && !app.fetches.isRunning\n      && !socket.isOn", " && !app.fetches.isRunning",
        "unnoticed: the own connection outlives an absence"),
    Mutant(
        "R12.4", HERE + "FastForward.swift",
        "guard other.hasAlert else", "guard other.content == .heartbeat else",
        "nobody sees another service's push"),
    Mutant(
        "R7.4", HERE + "StraightStretch.swift",
        "if rules.countsAccepted {", "if rules.countsAccepted, accepted > 1 << 40 {",
        "what goes straight to the screen is not counted"),
]
