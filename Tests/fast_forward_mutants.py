"""Mutants of rules that are built in several ways: most messages are taken at once, to the screen in
blocks, or to the store (FastForward.swift, StraightStretch.swift); the others go from station to station.
Each switches a rule off on one of the ways only.
"""

from mutant import SOURCES, Mutant
from mutant_list import MODELS

FAST_FORWARD_MUTANTS = [
    # R0 Accounts kept
    Mutant(
        "R0.3", MODELS + "FastWay/StraightStretch.swift",
        "isStraight(place, passage, before: end)", "isStraight(place, passage, before: .never)",
        "fast forward: what is in flight at the end arrives"),
    Mutant(
        "R0.3", MODELS + "FastWay/StraightStretch.swift",
        "    bus.books.counts.ended &+= messages\n", "",
        "fast forward: what arrives has not ended"),
    Mutant(
        "R0.5", MODELS + "FastWay/StraightStretch.swift",
        "= (1, passage.arrived, arrival)", "= (1, passage.created, arrival)",
        "fast forward: shown counts from the creation"),
    # R1 World
    Mutant(
        "R1.2", MODELS + "Randomness/Bus+Variates.swift",
        "    if copy == 0 && attempt == 0 { return span(variate, law, index) }\n",
        "    if attempt == 0 { return span(variate, law, index) }\n",
        "every send of a message has the same latency"),
    Mutant(
        "R1.7", MODELS + "FastWay/FastForward.swift",
        "guard network.isConnected, plan.fastForward.isPossible", "guard network.isOnline, plan.fastForward.isPossible",
        "fast forward: a device that is online is connected"),
    # R2 Provider
    Mutant(
        "R2.3", MODELS + "FastWay/StraightStretch.swift",
        "gaps.savedPosition = UInt32(bus.ledger.count)\n", "gaps.savedPosition = serviceExtension.gaps.arrivals\n",
        "fast forward: positions number what arrives"),
    Mutant(
        "R11.2", MODELS + "FastWay/FastForward.swift",
        "guard bus.books.numbersByMessage, !bus.isRecorded", "guard !bus.isRecorded",
        "fast forward: after an own connection positions are numbers of messages"),
    Mutant(
        "R2.6", MODELS + "FastWay/StraightStretch.swift",
        "losses: loss > 0 ? bus.losses", "losses: loss > 1 ? bus.losses",
        "fast forward: hop 2 loses nothing"),
    Mutant(
        "R2.6", MODELS + "FastWay/StraightStretch.swift",
        "created[place].microseconds &+ link[place].microseconds", "created[place].microseconds",
        "fast forward: hop 2 takes no time"),
    Mutant(
        "R2.6", MODELS + "Provider/ProviderStation.swift",
        "(.service, bus.now + linkSpan(push, &bus))", "(.service, bus.now)",
        "not fast forward: hop 2 takes no time"),
    # R3 Push service
    Mutant(
        "R3.3", MODELS + "FastWay/StraightStretch.swift",
        "accepted &+ service[place].microseconds", "accepted",
        "fast forward: the way to the device takes no time"),
    Mutant(
        "R3.3", MODELS + "PushService/PushServiceStation.swift",
        "(.device, bus.now + span(push, &bus))", "(.device, bus.now)",
        "not fast forward: the way to the device takes no time"),
    Mutant(
        "R3.3", MODELS + "FastWay/StraightStretch.swift",
        "(bus.books.eventsInWindow, bus.nextTime())", "(bus.books.eventsInWindow, bus.simulation.horizon)",
        "fast forward: the connection is not examined on arrival"),
    Mutant(
        "R3.3", SOURCES / "Simulation.swift",
        "    guard isFree(until: time) else { return false }\n", "    guard time < end else { return false }\n",
        "a push arrives before what happens on its way"),
    Mutant(
        "R3.4", MODELS + "FastWay/StraightStretch.swift",
        "block.created[passed] >= end", "block.created[passed] >= bus.simulation.horizon",
        "fast forward: messages are made before the device leaves"),
    Mutant(
        "R3.9", MODELS + "FastWay/StraightStretch.swift",
        "passage.arrived < created[place &+ 1] && passage", "passage",
        "fast forward: pushes arrive in the order of their messages"),
    Mutant(
        "R3.9", MODELS + "Engine/Device+Notification.swift",
        "bus.advance(to: push.legEnd, before: limit)", "bus.advance(to: push.legEnd)",
        "not fast forward: pushes arrive in the order of their messages"),
    # R5 Notification service extension
    Mutant(
        "R5.1", MODELS + "Strategies/GapClient.swift",
        "gaps.savedPosition == message &&", "gaps.savedPosition != nil &&",
        "fast forward: nothing is ever missing"),
    Mutant(
        "R5.1", MODELS + "FastWay/StraightStretch.swift",
        "    if rules.numbersPushes || rules.acknowledges {\n      bus.tally.add(counted, to: ExtensionCounter.extensionRuns)\n    }\n", "",
        "fast forward: the extension does not run"),
    Mutant(
        "R5.1", MODELS + "Strategies/GapClient.swift",
        "    gaps.noteArrival(first...position, &bus)\n    bus.countExtensionRun()\n",
        "    gaps.noteArrival(first...position, &bus)\n",
        "not fast forward: the extension does not run"),
    Mutant(
        "R5.3", MODELS + "Strategies/GapClient.swift",
        "gaps.savedPosition == message && plan.gaps.savesInOrder", "gaps.savedPosition == message",
        "fast forward: as printed, an in-order push advances the position"),
    Mutant(
        "R5.3", MODELS + "Strategies/GapClient.swift",
        "if isNew, plan.gaps.savesInOrder {", "if isNew {",
        "not fast forward: as printed, an in-order push advances the position"),
    Mutant(
        "R5.3", MODELS + "FastWay/StraightStretch.swift",
        "    serviceExtension.gaps.savedPosition = UInt32(bus.ledger.count)\n", "",
        "fast forward: an in-order push never advances the position"),
    Mutant(
        "R5.3", MODELS + "Strategies/GapClient.swift",
        "if isNew, plan.gaps.savesInOrder {", "if isNew, !isNew {",
        "not fast forward: an in-order push never advances the position"),
    # R4 On the device
    Mutant(
        "R4.1", MODELS + "FastWay/FastForward.swift",
        "fastForward.isPossible, drawsAlerts,", "fastForward.isPossible,",
        "fast forward: alerts that are off are drawn"),
    # R6 Notification centre, R8 Strategies
    Mutant(
        "R6.1", MODELS + "FastWay/StraightStretch.swift",
        "    bus.tally.add(counted, to: .interruptions)\n", "",
        "fast forward: what is shown does not interrupt"),
    Mutant(
        "R6.1", MODELS + "FastWay/StraightStretch.swift",
        "window.contains(passage(at: $0).arrived)", "window.contains(passage(at: $0).created)",
        "fast forward: an interruption counts when its message is made"),
    Mutant(
        "R6.1", MODELS + "FastWay/StraightStretch.swift",
        "block.passage(at: count &- 1).arrived <", "block.passage(at: count &- 1).created <",
        "fast forward: the last of a block counts when it is made"),
    Mutant(
        "R6.1", MODELS + "Phone/CentreStation.swift",
        "      return alert(message, isKnown ? .redundant : .news, isInApp: isInApp, &bus)\n",
        "      return .alert(at: bus.now)\n",
        "not fast forward: what is shown does not interrupt"),
    Mutant(
        "R6.1", MODELS + "FastWay/StraightStretch.swift",
        "    bus.tally.add(counted, to: .wakeUps)\n", "",
        "fast forward: what is shown has not reached the device"),
    Mutant(
        "R8", MODELS + "FastWay/FastForward.swift",
        "      provider.isDigestKnown(before: message, bus), ", "      ",
        "fast forward: a digest with something to tell is taken for a plain push"),
    Mutant(
        "R8", MODELS + "FastWay/StraightStretch.swift",
        "if rules.numbersPushes || rules.acknowledges {\n      bus.tally.add(counted, to: ExtensionCounter.extensionRuns)\n    }", "bus.tally.add(counted, to: .extensionRuns)",
        "fast forward: fire-and-forget runs the extension"),
    Mutant(
        "R8", MODELS + "FastWay/StraightStretch.swift",
        "passage(at: place).arrived + span <= created", "created[place] + span <= created",
        "fast forward: a push that takes long is not sent again meanwhile"),
    Mutant(
        "R8", MODELS + "FastWay/StraightStretch.swift",
        "guard plan.fastForward.acknowledges else", "guard false else",
        "fast forward: nothing is acknowledged"),
    Mutant(
        "R8", MODELS + "FastWay/StraightStretch.swift",
        "provider.firstQuietEnd(block.created, block.count)", ".never",
        "fast forward: no heartbeat comes in between"),
    Mutant(
        "R8", MODELS + "FastWay/FastForward.swift",
        "        beQuiet(until: next, &bus)\n", "",
        "fast forward: no quiet time begins"),
    Mutant(
        "R8", MODELS + "FastWay/FastForward.swift",
        "guard bus.advance(to: due) else", "bus.skip(to: due)\n    guard true else",
        "fast forward: a heartbeat comes before what happens in between"),
    Mutant(
        "R8", MODELS + "FastWay/StraightStretch.swift",
        "losses: loss > 0 ? bus.uniforms", "losses: loss > 1 ? bus.uniforms",
        "fast forward: no acknowledgement is lost"),
    Mutant(
        "R8", MODELS + "FastWay/StraightStretch.swift",
        "    if rules.acknowledges { bus.tally.add(counted, to: .acknowledgements) }\n", "",
        "fast forward: acknowledgements are not counted"),
    Mutant(
        "R8", MODELS + "FastWay/FastForward.swift",
        "receiveAwake(push, before: limit, &bus)", "receive(push, before: limit, &bus)",
        "fast forward: a heartbeat brings nothing along"),
    # What comes next needs no event
    Mutant(
        "R8", MODELS + "Engine/Device+Notification.swift",
        "if bus.now == time { handOverHeld(before: limit, &bus) }", "handOverHeld(before: limit, &bus)",
        "at once: what is held back comes along with a push before it"),
    Mutant(
        "R1.5", MODELS + "Engine/Device+Notification.swift",
        "let limit = workload.isMixed(push) || token", "let limit = token",
        "at once: a run of the extension ends before a mixed message wakes the app"),
    Mutant(
        "R2.4", MODELS + "Strategies/GapClient.swift",
        "if time <= deadline, bus.advance(to: time, before: limit)", "if time <= deadline, bus.advance(to: time)",
        "at once: an answer overtakes the next message"),
    Mutant(
        "R2.4", MODELS + "Extension/ExtensionStation+Wiring.swift",
        "before: hearsMore ? .zero : limit", "before: limit",
        "at once: a client from outside asks again when the repeat has come"),
    Mutant(
        "R3.8", MODELS + "PushService/PushServiceStation.swift",
        ", connection == lost else", " else",
        "a notice that comes too late may find another connection"),
    Mutant(
        "R3.4", MODELS + "Engine/Device+Notification.swift",
        "before: service.holdsBack ? .zero : limit", "before: limit",
        "at once: what is held back comes along later"),
    Mutant(
        "R3.10", MODELS + "Engine/Device+Notification.swift",
        "handOver(push, before: .zero, &bus) }", "handOver(push, before: limit, &bus) }",
        "at once: what is stored comes one after the other"),
    Mutant(
        "R2.4", MODELS + "Extension/ExtensionStation+Wiring.swift",
        "let limit = positions.count == 1 ? limit : .zero\n", "",
        "at once: repeats are sent one after the other has arrived"),
    Mutant(
        "R4.6", MODELS + "App/AppFetch.swift",
        "bus.advance(to: end, before: limit)", "bus.advance(to: end)",
        "at once: a fetch overtakes the next message"),
    Mutant(
        "R5.6", MODELS + "Extension/ExtensionStation.swift",
        "bus.advance(to: end, before: limit)", "bus.advance(to: end)",
        "at once: a run of the extension overtakes the next message"),
    Mutant(
        "R3.7", MODELS + "FastWay/FastForward.swift",
        "{ follow(&push, before: next, &bus) }", "{ follow(&push, before: .never, &bus) }",
        "at once: a push without a message overtakes the next one"),
    Mutant(
        "R7.1", MODELS + "FastWay/StraightStretch.swift",
        "? plan.serviceExtension.exists : app.isInForeground", "? true : app.isInForeground",
        "fast forward: a device without an extension writes receipts"),
    Mutant(
        "R7.1", MODELS + "FastWay/StraightStretch.swift",
        "    telemetry.writeReceipt(for: message, at: passage.arrived, &bus)\n", "",
        "fast forward: no receipt is written"),
    Mutant(
        "R8", MODELS + "FastWay/StraightStretch.swift",
        "created[place].advanced(bySpan: wait)", ".never",
        "fast forward: every acknowledgement is in time"),
    Mutant(
        "R3.7", MODELS + "FastWay/FastForward.swift",
        "plan.fastForward.takesOthers, authorisation == .allowed,", "plan.fastForward.takesOthers,",
        "fast forward: alerts are on for what carries no message"),
    Mutant(
        "R3.7", MODELS + "FastWay/FastForward.swift",
        "!token.isUnregistered, !android.isStopped", "!android.isStopped",
        "fast forward: an old token gets what carries no message"),
    Mutant(
        "R3.7", MODELS + "FastWay/FastForward.swift",
        "!android.isStopped, !service.isHeldBack(other, reach),", "!android.isStopped,",
        "fast forward: no extra push is held back"),
    Mutant(
        "R3.7", MODELS + "FastWay/FastForward.swift",
        "      !service.holdsBack, let loss", "      let loss",
        "fast forward: an extra push brings nothing along"),
    Mutant(
        "R3.7", MODELS + "FastWay/FastForward.swift",
        "      bus.countWakeUp()\n      bus.release(other)\n", "      bus.release(other)\n",
        "fast forward: an extra push has not reached the device"),
    Mutant(
        "R3.8", MODELS + "Engine/Device+Life.swift",
        "detection < limit, bus.isNext", "bus.isNext",
        "a dead connection is noticed after the device is back"),
    Mutant(
        "R4.5", MODELS + "App/AppStation.swift",
        "if nextOpening < end, !skipsOpenings {", "if nextOpening < end {",
        "an app that is opened on a switched-off device lives on"),
    # Absences that nobody notices
    Mutant(
        "R1.6", MODELS + "Connectivity/NetworkStation.swift",
        "let there = bus.span(.online, plan.online,", "let there = bus.span(.online, plan.offline,",
        "unnoticed: online spans last as long as absences"),
    Mutant(
        "R1.7", MODELS + "FastWay/FastForward.swift",
        "guard absence.connected < min(bus.nextTime(), absence.end),", "guard absence.back < min(bus.nextTime(), absence.end),",
        "unnoticed: a device that is online is connected"),
    Mutant(
        "R2.4", MODELS + "FastWay/FastForward.swift",
        "serviceExtension.gaps.openRequests.isEmpty && ", "",
        "unnoticed: requests outlive an absence"),
    Mutant(
        "R3.4", MODELS + "FastWay/FastForward.swift",
        "!service.store.isInUse && ", "",
        "unnoticed: what is held back stays there when the device connects"),
    Mutant(
        "R3.8", MODELS + "FastWay/FastForward.swift",
        "noticed < absence.back || noticed > absence.connected", "noticed != absence.connected",
        "unnoticed: a dead connection is not noticed while the device connects"),
    Mutant(
        "R3.8", MODELS + "FastWay/FastForward.swift",
        "noticed > absence.began, noticed < absence.back {", "noticed > absence.began, noticed > absence.back {",
        "unnoticed: a dead connection is not noticed"),
    Mutant(
        "R4.6", MODELS + "FastWay/FastForward.swift",
        " && !app.fetches.isRunning\n      && !socket.isOn", "\n      && !socket.isOn",
        "unnoticed: fetches outlive an absence"),
    Mutant(
        "R11.2", MODELS + "FastWay/FastForward.swift",
        " && !app.fetches.isRunning\n      && !socket.isOn", " && !app.fetches.isRunning",
        "unnoticed: the own connection outlives an absence"),
    # What some scenarios ask of each message
    Mutant(
        "R2.6", MODELS + "FastWay/FastForward.swift",
        "service.collapse.isOn || provider.link.changes", "service.collapse.isOn",
        "fast forward: hop 2 never changes"),
    Mutant(
        "R2.6", MODELS + "FastWay/StraightStretch.swift",
        "provider.linkLoss(at: created, &bus)", "provider.linkLoss(&bus)",
        "fast forward: hop 2 is as it is for the first message"),
    Mutant(
        "R3.10", MODELS + "FastWay/FastForward.swift",
        "choosesMessages = service.collapse.isOn || ", "choosesMessages = ",
        "fast forward: no message is looked at for its collapse key"),
    Mutant(
        "R8", MODELS + "FastWay/FastForward.swift",
        " || provider.link.changes || provider.retry.isOn", " || provider.link.changes",
        "fast forward: no message is looked at for its acknowledgement"),
]
