"""Mutants of Sources/Models/Connectivity."""

from mutant import Mutant

HERE = "Sources/Models/Connectivity/"

MUTANTS = [
    Mutant(
        "R1.1", HERE + "NetworkStation.swift",
        "bus.span(.offline, plan.offline, index)",
        "SimTime(\n        seconds: plan.offline.sample(\n"
        "          bus.random.stream(ConnectivityStream.offline, device: bus.device + bus.books.counts.sent).draws(index: index)))",
        "offline spans depend on what the strategy has sent"),
    Mutant(
        "R1.6", HERE + "NetworkStation.swift",
        "own.isUp && regionIsUp", "(own.isUp || regionIsUp)",
        "online although the region is down"),
    Mutant(
        "R1.6", HERE + "NetworkStation.swift",
        "    let wasOnline = isOnline\n    let index",
        "    guard regionIsUp else { return (.none, .never, bus.reserveNumber()) }\n    let wasOnline = isOnline\n"
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
        "let there = bus.span(.online, plan.online,", "let there = bus.span(.online, plan.offline,",
        "unnoticed: online spans last as long as absences"),
    Mutant(
        "R1.7", HERE + "NetworkStation.swift",
        "let delay = bus.span(.reconnect, plan.reconnect, returns)",
        "let delay = min(.zero, bus.span(.reconnect, plan.reconnect, returns))",
        "a device that is online is connected"),
    Mutant(
        "R1.7", HERE + "NetworkStation.swift",
        "let delay = bus.span(.reconnect, plan.reconnect, returns)",
        "let delay = bus.span(.reconnect, plan.reconnect, disconnections / 2)",
        "two returns share a delay"),
    Mutant(
        "R1.9", HERE + "NetworkStation.swift",
        "    guard let paces = plan.paces else { return start + span }\n",
        "    guard let paces = plan.paces, isOnline else { return start + span }\n",
        "offline spans have no pace"),
    Mutant(
        "R1.9", HERE + "NetworkStation.swift",
        "bus.schedule(ConnectivityEventKind.connectivityFlips, at: endOfSpan(rest, bus))",
        "bus.schedule(ConnectivityEventKind.connectivityFlips, at: rest)",
        "the first span is used up at the pace of the clock"),
    Mutant(
        "R1.9", HERE + "Paces.swift",
        "(isOnline ? online : offline)", "(isOnline ? offline : online)",
        "the paces are exchanged"),
    Mutant(
        "R1.10", HERE + "AbsenceReplay.swift",
        "if next == .zero { _ = own.beginSpan() }\n    bus.schedule(ConnectivityEventKind.connectivityFlips, at: own.isUp ? next : replay.end)",
        "if next == .zero { bus.schedule(ConnectivityEventKind.connectivityFlips, at: replay.end) } else {\n"
        "      bus.schedule(ConnectivityEventKind.connectivityFlips, at: next)\n    }",
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
        "at: next == bus.now ? replay.end : next)\n      if next == bus.now { return .none }",
        "at: next == bus.now ? replay.end : next)",
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
        "isLow = bus.happens(.lowPower, plan.always)", "_ = plan.always",
        "no device is in low-power mode"),
    Mutant(
        "R11.2", HERE + "NetworkStation+Wiring.swift",
        "    SocketStation.reconnect(&device, &bus)\n", "",
        "there is no new connection before the next opening"),
    Mutant(
        "R4.6", HERE + "NetworkStation+Wiring.swift",
        "    device.app.failOpenFetches(&bus)\n", "",
        "an answer reaches a device that has gone"),
    Mutant(
        "R3.8", HERE + "NetworkStation+Wiring.swift",
        "detection < limit, bus.isNext", "bus.isNext",
        "a dead connection is noticed after the device is back"),
    Mutant(
        "R3.4", HERE + "NetworkStation+Wiring.swift",
        "      if hasMore { device.handOverHeld(before: end, &bus) }\n", "",
        "the end of a reserving period brings nothing"),
    Mutant(
        "R2.4", HERE + "NetworkStation+Wiring.swift",
        "    if !device.serviceExtension.gaps.openRequests.isEmpty {\n      for step in device.serviceExtension.failOpenRequests(&bus) {\n        ExtensionStation.carryOut(step, &device, &bus)\n      }\n    }\n",
        "",
        "a device that has left still gets its answer"),
    Mutant(
        "R6.2", HERE + "NetworkStation+Wiring.swift",
        "    AppStation.fetchInForeground(&device, &bus)\n    SocketStation.reconnect(&device, &bus)\n",
        "    SocketStation.reconnect(&device, &bus)\n",
        "an open app does not wait for the network"),
]
