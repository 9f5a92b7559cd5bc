"""Mutants of rules that are built in two ways: most messages take the straight way to the screen
(StraightWay.swift), the others go from station to station. Each switches a rule off on one of the ways only.
"""

from mutant_list import MODELS, Mutant

STRAIGHT_WAY_MUTANTS = [
    # R0 Accounts kept
    Mutant(
        "R0.3", MODELS + "Engine/StraightWay.swift",
        "before: min(next, stretch.end), &bus)", "before: next, &bus)",
        "straight: what is in flight at the end arrives"),
    Mutant(
        "R0.3", MODELS + "Engine/StraightWay.swift",
        "    endedPushes &+= stretch.messages\n", "",
        "straight: what arrives has not ended"),
    Mutant(
        "R0.5", MODELS + "Engine/StraightWay.swift",
        "= (1, passage.arrived)", "= (1, passage.created)",
        "straight: shown counts from the creation"),
    # R1 World
    Mutant(
        "R1.2", MODELS + "Engine/SampleWindows.swift",
        "if push.copy == 0 && attempt == 0 {", "if attempt == 0 {",
        "every send of a message has the same latency"),
    Mutant(
        "R1.7", MODELS + "Engine/StraightWay.swift",
        "network.isConnected, drawsAlerts", "network.isOnline, drawsAlerts",
        "straight: a device that is online is connected"),
    # R2 Provider
    Mutant(
        "R2.3", MODELS + "Engine/StraightWay.swift",
        "client.savedPosition = UInt32(bus.ledger.count)\n", "client.savedPosition = client.arrivals\n",
        "straight: positions number what arrives"),
    Mutant(
        "R2.6", MODELS + "Engine/StraightWay.swift",
        "let loss = linkLoss(&bus), !isLostOnLink(push, loss, bus)", "linkLoss(&bus) != nil",
        "straight: hop 2 loses nothing"),
    Mutant(
        "R2.6", MODELS + "Engine/StraightWay.swift",
        "let accepted = created + linkSpan(push, bus)", "let accepted = created",
        "straight: hop 2 takes no time"),
    Mutant(
        "R2.6", MODELS + "Provider/Crossing.swift",
        "(.service, bus.now + linkSpan(push, bus))", "(.service, bus.now)",
        "not straight: hop 2 takes no time"),
    # R3 Push service
    Mutant(
        "R3.3", MODELS + "Engine/StraightWay.swift",
        "let arrived = accepted + serviceSpan(push, bus)", "let arrived = accepted",
        "straight: the way to the device takes no time"),
    Mutant(
        "R3.3", MODELS + "PushService/PushService.swift",
        "(.device, bus.now + serviceSpan(push, bus))", "(.device, bus.now)",
        "not straight: the way to the device takes no time"),
    Mutant(
        "R3.3", MODELS + "Engine/StraightWay.swift",
        "end: bus.nextTime()", "end: bus.horizon",
        "straight: the connection is not examined on arrival"),
    Mutant(
        "R3.3", MODELS + "Engine/Transit.swift",
        "bus.isNext(push.legEnd)", "push.legEnd < bus.horizon",
        "a push arrives before what happens on its way"),
    Mutant(
        "R3.4", MODELS + "Engine/StraightWay.swift",
        "network.isConnected, drawsAlerts", "drawsAlerts",
        "straight: a device that is away gets its pushes"),
    Mutant(
        "R3.4", MODELS + "Provider/Provider.swift",
        "guard bus.isNext(next) else", "guard next < bus.horizon else",
        "messages are made before the device leaves"),
    Mutant(
        "R3.4", MODELS + "Engine/StraightWay.swift",
        "guard isPlain, next < stretch.end else", "guard isPlain, next < bus.horizon else",
        "straight: messages are made before the device leaves"),
    Mutant(
        "R3.9", MODELS + "Engine/StraightWay.swift",
        "before: min(next, stretch.end), &bus)", "before: stretch.end, &bus)",
        "straight: pushes arrive in the order of their messages"),
    Mutant(
        "R3.9", MODELS + "Engine/Transit.swift",
        "guard push.legEnd < limit, bus", "guard bus",
        "not straight: pushes arrive in the order of their messages"),
    # R5 Notification service extension
    Mutant(
        "R5.1", MODELS + "Extension/ServiceExtension.swift",
        "client.savedPosition == message &&", "client.savedPosition != nil &&",
        "straight: nothing is ever missing"),
    Mutant(
        "R5.1", MODELS + "Engine/StraightWay.swift",
        "    bus.tally.add(stretch.counted, to: .extensionRuns)\n", "",
        "straight: the extension does not run"),
    Mutant(
        "R5.1", MODELS + "Extension/ServiceExtension.swift",
        "    noteArrival(first...position, &bus)\n    bus.countExtensionRun()\n",
        "    noteArrival(first...position, &bus)\n",
        "not straight: the extension does not run"),
    Mutant(
        "R5.3", MODELS + "Extension/ServiceExtension.swift",
        "client.savedPosition == message && laws.pointee.savesInOrder", "client.savedPosition == message",
        "straight: as printed, an in-order push advances the position"),
    Mutant(
        "R5.3", MODELS + "Extension/ServiceExtension.swift",
        "if isNew, laws.pointee.savesInOrder {", "if isNew {",
        "not straight: as printed, an in-order push advances the position"),
    Mutant(
        "R5.3", MODELS + "Engine/StraightWay.swift",
        "    client.savedPosition = UInt32(bus.ledger.count)\n", "",
        "straight: an in-order push never advances the position"),
    Mutant(
        "R5.3", MODELS + "Extension/ServiceExtension.swift",
        "if isNew, laws.pointee.savesInOrder {", "if isNew, !isNew {",
        "not straight: an in-order push never advances the position"),
    # R4 On the device
    Mutant(
        "R4.1", MODELS + "Engine/StraightWay.swift",
        "network.isConnected, drawsAlerts, ", "network.isConnected, ",
        "straight: alerts that are off are drawn"),
    # R6 Notification centre, R8 Strategies
    Mutant(
        "R6.1", MODELS + "Engine/StraightWay.swift",
        "    bus.tally.add(stretch.counted, to: .interruptions)\n", "",
        "straight: what is shown does not interrupt"),
    Mutant(
        "R6.1", MODELS + "Engine/StraightWay.swift",
        "bus.isCounted(passage.arrived)", "bus.isCounted(passage.created)",
        "straight: an interruption counts when its message is made"),
    Mutant(
        "R6.1", MODELS + "Phone/NotificationCentre.swift",
        "bus.note(.shown, message: message, copy: copy)\n      expectLook(at: message, from: alert(message, &bus), &bus)\n",
        "bus.note(.shown, message: message, copy: copy)\n",
        "not straight: what is shown does not interrupt"),
    Mutant(
        "R6.1", MODELS + "Engine/StraightWay.swift",
        "    bus.tally.add(stretch.counted, to: .wakeUps)\n", "",
        "straight: what is shown has not reached the device"),
    Mutant(
        "R8", MODELS + "Engine/StraightWay.swift",
        "guard laws.pointee.numbersPushes, stretch.messages", "guard stretch.messages",
        "straight: fire-and-forget runs the extension"),
    Mutant(
        "R8", MODELS + "Engine/StraightWay.swift",
        "isPlain || laws.pointee.isBeforeTimers(span)", "isPlain || span < .never",
        "straight: a push that takes long is not sent again meanwhile"),
    Mutant(
        "R8", MODELS + "Engine/StraightWay.swift",
        "    if laws.pointee.settlesArrivals {\n", "    if laws.pointee.isPlain, laws.pointee.settlesArrivals {\n",
        "straight: nothing is acknowledged or sent again"),
    Mutant(
        "R8", MODELS + "Strategies/RetryUntilAcked.swift",
        "mayRetry(push, &bus), time > due else", "mayRetry(push, &bus), time > .never else",
        "straight: every acknowledgement is in time"),
    Mutant(
        "R8", MODELS + "Engine/DeviceLaws.swift",
        "flatMap { $0 < setup.provider.retention ? $0 : nil }", "flatMap { $0 }",
        "straight: payloads are kept for ever"),
    Mutant(
        "R3.7", MODELS + "Workload/ExtraTraffic.swift",
        "laws.pointee.takesOthersStraight, authorisation == .allowed,", "laws.pointee.takesOthersStraight,",
        "straight: alerts are on for what carries no message"),
    Mutant(
        "R3.7", MODELS + "Workload/ExtraTraffic.swift",
        "!token.isUnregistered, !isHeldBack", "!isHeldBack",
        "straight: an old token gets what carries no message"),
    Mutant(
        "R3.7", MODELS + "Workload/ExtraTraffic.swift",
        "!isHeldBack(push), !wakesOthers", "!wakesOthers",
        "straight: no extra push is held back"),
    Mutant(
        "R3.7", MODELS + "Workload/ExtraTraffic.swift",
        "!isHeldBack(push), !wakesOthers", "!isHeldBack(push)",
        "straight: an extra push brings nothing along"),
    Mutant(
        "R3.7", MODELS + "Workload/ExtraTraffic.swift",
        "    bus.countWakeUp()\n    release(push, &bus)\n    return true", "    release(push, &bus)\n    return true",
        "straight: an extra push has not reached the device"),
    Mutant(
        "R3.8", MODELS + "Connectivity/Network.swift",
        "detection < limit, bus.advance", "bus.advance",
        "a dead connection is noticed after the device is back"),
    Mutant(
        "R4.5", MODELS + "App/AppProcess.swift",
        "process.nextOpening < process.end, !network.hasNights {", "process.nextOpening < process.end {",
        "an app that is opened on a switched-off device lives on"),
]
