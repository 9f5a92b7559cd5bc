"""Mutants of Sources/Models/App."""

from mutant import SOURCES, Mutant

HERE = "Sources/Models/App/"

MUTANTS = [
    Mutant(
        "R3.15", HERE + "AppStation+Wiring.swift",
        "guard device.app.plan.postsWhatComes else", "guard device.app.plan.postsWhatComes, turn.now < .zero else",
        "the app fetches whatever its pushes bring"),
    Mutant(
        "R3.15", HERE + "AppStation+Wiring.swift",
        "if !turn.userHas(push.message) {", "if true {",
        "copies are posted again"),
    Mutant(
        "R0.3", HERE + "AppStation.swift",
        "case .background where mayRunUnseen && state != .killed:", "case .background where mayRunUnseen:",
        "a heartbeat wakes an app that the user has ended"),
    Mutant(
        "R0.3", HERE + "AppStation.swift",
        "case .voip where mayBeCalled:", "case .voip where mayBeCalled && state == .killed:",
        "a VoIP push under way brings nothing else"),
    Mutant(
        "R2.2", HERE + "AppStation+Wiring.swift",
        "device.app.fetches.takeAll(before: turn.ledger.count)", "device.app.fetches.take(before: turn.ledger.count)",
        "an opening leaves out what a fetch has found too old"),
    Mutant(
        "R0.6", HERE + "AppFetch.swift",
        "      turn.end(push, .app(.fetchFailed))\n", "      turn.end(push, .provider(.linkLost))\n",
        "a fetch that fails is a loss on hop 2"),
    Mutant(
        "R0.6", HERE + "AppFetch.swift",
        "fetches.failed = max(fetches.failed, Int(asked.messages))", "fetches.failed = 0",
        "nobody knows that a fetch for others has failed"),
    Mutant(
        "R0.6", HERE + "AppStation.swift",
        "mayRunUnseen && (opens || state != .killed)", "mayRunUnseen",
        "an app that the user has ended polls again"),
    Mutant(
        "R0.6", HERE + "AppStation.swift",
        "mayRunUnseen && (opens || state != .killed)", "mayRunUnseen && state != .killed",
        "an opening does not let the app poll again"),
    Mutant(
        "R1.5", HERE + "AppWakes.swift",
        "launches(push, moments, turn) && maySpend(at: turn.now)", "launches(push, moments, turn)",
        "mixed messages are not throttled"),
    Mutant(
        "R1.5", HERE + "AppFetch.swift",
        "    case .mixed, .action: false\n    case .push, .heartbeat, .timer: true\n", "    case .action: false\n    case .mixed, .push, .heartbeat, .timer: true\n",
        "what a mixed message makes the app fetch is drawn"),
    Mutant(
        "R2.8", HERE + "AppStation.swift",
        "guard waitsToRegister, isOnline else", "guard waitsToRegister else",
        "the app registers without a network"),
    Mutant(
        "R4.1", HERE + "VisitLog.swift",
        "ends[middle] < time", "begins[middle] < time",
        "what is fetched in an open app is known from the next opening"),
    Mutant(
        "R4.4", HERE + "AppPlan.swift",
        "handlers.implemented.contains(.willPresent)", "true",
        "alerts in the foreground need no method"),
    Mutant(
        "R4.5", HERE + "AppStation.swift",
        "    turn.note(.app(.ended))\n", "",
        "nobody hears that the system ends the app"),
    Mutant(
        "R4.5", HERE + "AppStation.swift",
        "if nextOpening < end, !skipsOpenings {", "if nextOpening < end {",
        "an app that is opened on a switched-off device lives on"),
    Mutant(
        "R4.6", HERE + "AppWakes.swift",
        "guard maySpend(at: turn.now) else {", "guard turn.now >= .zero else {",
        "silent pushes are never throttled"),
    Mutant(
        "R4.6", HERE + "AppWakes.swift",
        "    guard mayRunUnseen || isInForeground else {\n      turn.end(push, .app(.refreshOff))\n      return false\n    }\n",
        "",
        "silent pushes wake an app with background refresh off"),
    Mutant(
        "R4.6", HERE + "AppWakes.swift",
        "    guard mayRunUnseen || isInForeground else { return false }\n", "",
        "mixed pushes wake an app with background refresh off"),
    Mutant(
        "R4.6", HERE + "AppWakes.swift",
        "guard mayRunUnseen || isInForeground else {\n", "guard mayRunUnseen else {\n",
        "an open app gets no silent pushes with background refresh off"),
    Mutant(
        "R4.6", HERE + "AppStation.swift",
        " && !isInLowPowerMode", "",
        "low-power mode stops nothing"),
    Mutant(
        "R4.6", HERE + "AppStation.swift",
        "turn.happens(.backgroundRefresh, plan.backgroundRefresh)", "turn.happens(.backgroundRefresh, .one)",
        "background refresh is on everywhere"),
    Mutant(
        "R4.6", HERE + "AppWakes.swift",
        "(wakes.day, wakes.today) = (day, 0)", "wakes.day = day",
        "the daily budget is one for ever"),
    Mutant(
        "R4.6", HERE + "AppWakes.swift",
        "      turn.end(turn.pushes.remove(older), .app(.silentReplaced), by: push)\n", "      _ = older\n",
        "the device holds every silent push"),
    Mutant(
        "R4.6", HERE + "AppFetch.swift",
        "span <= timeLimit && !fails", "span <= max(span, timeLimit) && !fails",
        "a fetch may take as long as it likes"),
    Mutant(
        "R4.6", HERE + "AppFetch.swift",
        "turn.advance(to: end, before: limit)", "turn.advance(to: end)",
        "at once: a fetch overtakes the next message"),
    Mutant(
        "R4.7", HERE + "AppWakes.swift",
        "wakes.misuses += 1", "wakes.misuses += 0",
        "misuses are not counted"),
    Mutant(
        "R4.7", HERE + "AppWakes.swift",
        "wakes.endsProcess = true", "wakes.endsProcess = false",
        "an app that reports no call lives on"),
    Mutant(
        "R4.8", HERE + "AppFetch.swift",
        "turn.ledger[message].isMissing(keptFor: plan.retention, at: turn.now)",
        "turn.ledger[message].isKept(for: plan.retention, at: turn.now)",
        "what was posted is posted again"),
    Mutant(
        "R6.2", HERE + "AppPlan.swift",
        "app?.syncsOnOpening ?? false || setup.strategy.fetchesOnOpening", "setup.strategy.fetchesOnOpening",
        "opening the app fetches nothing"),
    Mutant(
        "R6.2", HERE + "AppStation.swift",
        "isOfKiller && turn.happens", "turn.happens",
        "every user ends apps"),
    Mutant(
        "R8", HERE + "AppPlan.swift",
        "(app?.voipMisuses, setup.strategy.polling)",
        "(app?.voipMisuses, setup.strategy.provider.pushType == nil ? setup.strategy.polling : nil)",
        "an app that gets pushes does not poll"),
    Mutant(
        "R11.3", HERE + "AppStation.swift",
        "    failOpenFetches(&turn)\n    (state, end)", "    (state, end)",
        "a fetch goes on after the app was stopped"),
    Mutant(
        "R12.2", HERE + "AppStation+Wiring.swift",
        "Int64(repeats.times)", "Int64(repeats.times) + 1",
        "one repeat more than allowed"),
    Mutant(
        "R12.2", HERE + "AppStation+Wiring.swift",
        "    guard let repeats = device.app.plan.localRepeats else { return }\n    guard Int",
        "    guard let repeats = device.app.plan.localRepeats, turn.now == .never else { return }\n    guard Int",
        "a local notification alerts once"),
    Mutant(
        "R11.3", HERE + "AppStation+Wiring.swift",
        "    if !device.android.isStopped { fetchInBackground", "    if turn.now >= .zero { fetchInBackground",
        "a button wakes an app that is stopped"),
    Mutant(
        "R11.3", HERE + "AppStation+Wiring.swift",
        "      !device.android.isStopped, device.user.isUntouched(message)\n", "      device.user.isUntouched(message)\n",
        "what an app has posted alerts again after it was stopped"),
    Mutant(
        "R7.1", HERE + "AppStation+Wiring.swift",
        "    device.telemetry.leaveApp()\n", "",
        "an app that was left uploads when there is a network"),
    Mutant(
        "R5.8", HERE + "AppStation+Wiring.swift",
        "    device.serviceExtension.moveCursor(to: turn.serverState)\n", "",
        "the app's fetches do not move the cursor"),
    Mutant(
        "R4.8", HERE + "AppStation+Wiring.swift",
        "app.fetches.take(before: end) where", "app.fetches.take(before: end).suffix(1) where",
        "a fetch brings only the newest"),
    Mutant(
        "R4.6", HERE + "AppStation+Wiring.swift",
        "    if let push = device.app.takeHeld(&turn) { wake(by: push, &device, &turn) }\n", "",
        "what the device holds is never handed over"),
    Mutant(
        "R4.1", HERE + "AppStation+Wiring.swift",
        "device.network.isOnline && !device.android.isStopped, &turn",
        "device.network.isOnline && !device.android.isStopped && device.authorisation == .allowed, &turn",
        "polls need permission"),
    Mutant(
        "R1.5", HERE + "AppStation+Wiring.swift",
        "guard device.app.isWokenBesides", "guard device.authorisation == .allowed, device.app.isWokenBesides",
        "mixed messages wake no app that draws nothing"),
    Mutant(
        "R0.6", HERE + "AppStation+Wiring.swift",
        "    turn.end(push, .provider(.retentionOver))\n", "    turn.release(push)\n",
        "what a fetch came too late for has no cause"),
    Mutant(
        "R11.2", HERE + "AppStation+Wiring.swift",
        "    device.app.endWake(&turn)\n    SocketStation.endWithProcess(&device, &turn)\n", "    device.app.endWake(&turn)\n",
        "the connection outlives an app that the system ends after a call"),
]
