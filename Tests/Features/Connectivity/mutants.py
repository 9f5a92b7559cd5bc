"""Mutants of Sources/Models/Connectivity."""

from mutant import Mutant

HERE = "Sources/Models/Connectivity/"

MUTANTS = [
    Mutant(
        "R1.1", HERE + "NetworkStation.swift",
        "turn.span(.offline, plan.offline, index)",
        "SimTime(\n        seconds: plan.offline.sample(\n"
        "          turn.random.stream(ConnectivityStream.offline, device: turn.device + turn.books.counts.sent).draws(index: index)))",
        "offline spans depend on what the strategy has sent"),
    Mutant(
        "R1.6", HERE + "NetworkStation.swift",
        "own.isUp && regionIsUp", "(own.isUp || regionIsUp)",
        "online although the region is down"),
    Mutant(
        "R1.6", HERE + "NetworkStation.swift",
        "    let wasOnline = isOnline\n    let index",
        "    guard regionIsUp else { return (.none, .never, turn.reserveNumber()) }\n    let wasOnline = isOnline\n"
        "    let index",
        "its own on-off process stops in an outage"),
    Mutant(
        "R1.6", HERE + "Regions.swift",
        "devices[$0] % law.count", "devices[$0] / law.count",
        "outages hit other devices"),
    Mutant(
        "R1.6", HERE + "NetworkStation.swift",
        "own.isUp && regionIsUp && isSwitchedOn", "own.isUp && regionIsUp",
        "a device that is switched off is online"),
    Mutant(
        "R1.6", HERE + "Nights.swift",
        "from == .zero || to < from && to > .zero", "from == .zero",
        "a night over midnight has not begun at the start"),
    # Absences that nobody notices
    Mutant(
        "R1.6", HERE + "NetworkStation.swift",
        "let there = ofDevice(turn.span(.online, plan.online, own.beginSpan()))", "let there = turn.span(.offline, plan.offline, own.beginSpan())",
        "unnoticed: online spans last as long as absences"),
    Mutant(
        "R1.7", HERE + "NetworkStation.swift",
        "let delay = turn.span(.reconnect, plan.reconnect, returns)",
        "let delay = min(.zero, turn.span(.reconnect, plan.reconnect, returns))",
        "a device that is online is connected"),
    Mutant(
        "R1.7", HERE + "NetworkStation.swift",
        "let delay = turn.span(.reconnect, plan.reconnect, returns)",
        "let delay = turn.span(.reconnect, plan.reconnect, disconnections / 2)",
        "two returns share a delay"),
    Mutant(
        "R1.9", HERE + "NetworkStation.swift",
        "    guard let paces = plan.paces else { return start + span }\n",
        "    guard let paces = plan.paces, isOnline else { return start + span }\n",
        "offline spans have no pace"),
    Mutant(
        "R1.9", HERE + "NetworkStation.swift",
        "endOfSpan(rest, isOnline: own.isUp, from: turn.now)", "rest",
        "the first span is used up at the pace of the clock"),
    Mutant(
        "R1.9", HERE + "Paces.swift",
        "(isOnline ? online : offline)", "(isOnline ? offline : online)",
        "the paces are exchanged"),
    Mutant(
        "R1.10", HERE + "AbsenceReplay.swift",
        "if next == .zero { _ = own.beginSpan() }\n    turn.schedule(ConnectivityEventKind.connectivityFlips, at: own.isUp ? next : replay.end)",
        "if next == .zero { turn.schedule(ConnectivityEventKind.connectivityFlips, at: replay.end) } else {\n"
        "      turn.schedule(ConnectivityEventKind.connectivityFlips, at: next)\n    }",
        "a device that is absent at the start begins online"),
    Mutant(
        "R1.10", HERE + "AbsenceReplay.swift",
        "guard trace.repeats else { return nil }\n", "\n",
        "a recording always starts again"),
    Mutant(
        "R1.10", HERE + "AbsenceReplay.swift",
        "lapStart = lapStart + trace.length", "lapStart = end",
        "a recording starts again with its last absence's end"),
    Mutant(
        "R1.10", HERE + "AbsenceReplay.swift",
        "at: next == turn.now ? replay.end : next)\n      if next == turn.now { return .none }",
        "at: next == turn.now ? replay.end : next)",
        "the end of a recording ends an absence that goes on"),
    Mutant(
        "R1.10", HERE + "AbsenceReplay.swift",
        "let shift = trace.length - cut", "let shift = SimTime.zero",
        "a shifted recording does not wrap"),
    Mutant(
        "R1.10", HERE + "AbsenceReplay.swift",
        "if first < absences.count, absences[first].lowerBound < cut { count += 1 }", "",
        "the first part of an absence that a shift cuts is lost"),
    Mutant(
        "R1.10", HERE + "AbsenceReplay.swift",
        "let follows = absences.followsArrivals", "let follows = false",
        "messages and absences are drawn from different devices"),
    Mutant(
        "R1.10", HERE + "AbsenceTrace.swift",
        "let end = max(last.upperBound, absence.upperBound)", "let end = absence.upperBound",
        "an absence inside another one ends it"),
    Mutant(
        "R3.4", HERE + "PowerStation.swift",
        "isLow = turn.happens(.lowPower, plan.always)", "_ = plan.always",
        "no device is in low-power mode"),
    Mutant(
        "R11.2", HERE + "NetworkStation+Wiring.swift",
        "    SocketStation.reconnect(&device, &turn)\n", "",
        "there is no new connection before the next opening"),
    Mutant(
        "R4.6", HERE + "NetworkStation+Wiring.swift",
        "    device.app.failOpenFetches(&turn)\n", "",
        "an answer reaches a device that has gone"),
    Mutant(
        "R3.8", HERE + "NetworkStation+Wiring.swift",
        "detection < limit, turn.isNext", "turn.isNext",
        "a dead connection is noticed after the device is back"),
    Mutant(
        "R3.4", HERE + "NetworkStation+Wiring.swift",
        "      if hasMore { device.handOverHeld(before: end, &turn) }\n", "",
        "the end of a reserving period brings nothing"),
    Mutant(
        "R2.4", HERE + "NetworkStation+Wiring.swift",
        "    if !device.serviceExtension.gaps.openRequests.isEmpty {\n      for step in device.serviceExtension.failOpenRequests(&turn) {\n        ExtensionStation.carryOut(step, &device, &turn)\n      }\n    }\n",
        "",
        "a device that has left still gets its answer"),
    Mutant(
        "R6.2", HERE + "NetworkStation+Wiring.swift",
        "    AppStation.fetchInForeground(&device, &turn)\n    SocketStation.reconnect(&device, &turn)\n",
        "    SocketStation.reconnect(&device, &turn)\n",
        "an open app does not wait for the network"),
    Mutant(
        "R1.6", HERE + "NetworkStation.swift",
        "pace == 1 ? online : SimTime(seconds: online.seconds / pace)", "online",
        "all devices have the same online spans"),
    Mutant(
        "R1.6", HERE + "NetworkStation.swift",
        "turn.sample(.networkPace, law) / law.mean", "turn.sample(.networkPace, law)",
        "the numbers of devices are not scaled"),
    Mutant(
        "R1.6", HERE + "NetworkStation.swift",
        "process.start(streams, upPace: pace)", "process.start(streams)",
        "each device starts as all do on average"),
]
