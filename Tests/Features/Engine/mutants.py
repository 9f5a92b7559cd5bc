"""Mutants of Sources/Models/Engine."""

from mutant import SOURCES, Mutant

HERE = "Sources/Models/Engine/"

MUTANTS = [
    Mutant(
        "R0.1", HERE + "Device+Closing.swift",
        "    add(UInt64(messages.count), to: .owed)\n",
        "    add(UInt64(messages.count { ledger[$0].fate != .lost }), to: .owed)\n",
        "what is lost is not owed"),
    Mutant(
        "R0.3", HERE + "Ledger.swift",
        "if shown != .never {", "if shown != .never, summarised == .never {",
        "summarised comes before shown"),
    Mutant(
        "R0.3", HERE + "Ledger.swift",
        "copiesOut > 0 ? .pending : .lost", "copiesOut > 255 ? .pending : .lost",
        "nothing is pending"),
    Mutant(
        "R0.3", HERE + "Device+Closing.swift",
        "to: entry.shown)", "to: entry.summarised == .never ? entry.shown : .never)",
        "in the sums, summarised comes before shown"),
    Mutant(
        "R0.3", HERE + "Device+Closing.swift",
        "let isHeard = authorisation == .allowed", "let isHeard = true",
        "an extension that is never called will ask"),
    Mutant(
        "R0.3", HERE + "Ledger.swift",
        "if synced != .never { return .synced }", "if synced != .never { return .lost }",
        "what was synced is lost"),
    Mutant(
        "R0.4", HERE + "Ledger.swift",
        "guard time >= destroyed else", "guard time >= .zero else",
        "the cause noticed last counts, not the last in simulated time"),
    Mutant(
        "R0.4", HERE + "Turn+Pushes.swift",
        "    ledger[place].repair = repair\n", "    _ = repair\n",
        "a summary does not tell the repair"),
    Mutant(
        "R0.5", HERE + "Device+Closing.swift",
        "entry.had(synced: synced) <= limit", "entry.had(synced: synced) < limit",
        "shown exactly at the limit is late"),
    Mutant(
        "R0.5", HERE + "Ledger.swift",
        "{ min(shown, synced, escalated) }", "{ min(shown, escalated) }",
        "a sync does not count for timeliness"),
    Mutant(
        "R1.5", HERE + "Device+Closing.swift",
        "UInt64(bytes) * UInt64(entry.sends)", "UInt64(bytes)",
        "a repeat weighs nothing"),
    Mutant(
        "R1.5", HERE + "Device+Notification.swift",
        "      if workload.isMixed(push) { AppStation.wakeBesides(push, &self, &turn) }\n", "",
        "mixed messages wake nobody"),
    Mutant(
        "R1.5", HERE + "Device+Notification.swift",
        "let limit = workload.isMixed(push) || token", "let limit = token",
        "at once: a run of the extension ends before a mixed message wakes the app"),
    Mutant(
        "R1.8", HERE + "DeviceBatch.swift",
        "var staged = setups[place / stageCount]\n",
        "let all = setups[place / stageCount]\n"
        "      var staged = DeviceSetup(workload: all.workload, network: all.network)\n",
        "the device's own parameters are ignored"),
    Mutant(
        "R1.8", HERE + "DeviceBatch.swift",
        "(plans + place).initialize(to: DevicePlan(staged, hasExtension: true, &arena))",
        "(plans + place).initialize(\n        to: DevicePlan(\n          DeviceSetup(\n"
        "            workload: staged.workload, network: staged.network, strategy: staged.strategy),\n"
        "          hasExtension: true, &arena))",
        "the device's own plan is ignored"),
    Mutant(
        "R1.8", HERE + "DeviceBatch.swift",
        "let setups = world.setups\n", "let setups = world.setups.map { _ in world.setup }\n",
        "all groups are set up in the same way"),
    Mutant(
        "R1.8", HERE + "Turn.swift",
        "} else if group != account {", "} else if group < 0 {",
        "one group counts for all"),
    Mutant(
        "R1.8", HERE + "Tally.swift",
        "groups[place].add(other.groups[place])", "groups[place] = other.groups[place]",
        "a group counts the last devices only"),
    Mutant(
        "R1.8", HERE + "DeviceBatch.swift",
        "    turn.turnToAll()\n", "",
        "what all devices share belongs to the last one's group"),
    Mutant(
        "R2.1", HERE + "Device+Notification.swift",
        "if refusal == nil, !subscriptions.isKnown(push.message) {", "if false {",
        "the provider sends what nobody wants"),
    Mutant(
        "R2.2", HERE + "Device+Notification.swift",
        " || entry.synced != .never || provider.holds(message, turn))", " || true)",
        "the answer has what the server no longer keeps"),
    Mutant(
        "R2.7", HERE + "Device+Notification.swift",
        "provider.wait(&push, .tooManyPushes, orEndBy: .pushService(.throttled), &turn)",
        "turn.end(push, .pushService(.throttled))",
        "the provider does not try again after a 429"),
    Mutant(
        "R2.8", HERE + "Device+Notification.swift",
        "    if token.isGone(sent: push.sent) { return turn.end(push, .tokens(.unregistered)) }\n", "",
        "what is under way arrives at the new token"),
    Mutant(
        "R2.8", HERE + "Device+Notification.swift",
        "token.isMissing && !socket.isTrusted ? Cause.tokens(.noToken) : nil", "Cause?.none",
        "pushes are sent without a token"),
    Mutant(
        "R2.9", HERE + "Device.swift",
        "adoption.at.advanced(bySpan: delay)", "adoption.at.advanced(bySpan: min(delay, .zero))",
        "all devices adopt at once"),
    Mutant(
        "R2.9", HERE + "Device.swift",
        "guard place > stage else { return }", "",
        "a device goes back to an earlier strategy"),
    Mutant(
        "R2.9", HERE + "Device.swift",
        "adopted.last { $0.time < time }", "adopted.last { $0.time <= time }",
        "a message of the moment of the change belongs to the new strategy"),
    Mutant(
        "R2.10", HERE + "Device+Notification.swift",
        "endWait(for: message, &turn), !token.isMissing else", "endWait(for: message, &turn) else",
        "what is not acknowledged is sent to a refused token"),
    Mutant(
        "R2.10", HERE + "Device+Notification.swift",
        "guard push.retries == 0 || !token.wasRefused(sent: push.sent) else", "guard push.retries < 65_535 else",
        "what waits for a retry is sent to a refused token"),
    Mutant(
        "R2.10", HERE + "Device.swift",
        "if !token.isUninstalled || !kind.isOnDevice {", "do {",
        "the device goes on without the app"),
    Mutant(
        "R2.10", HERE + "Device+Closing.swift",
        "    if token.isUninstalled { dropAll(&turn) } else { keepPending(&turn) }\n", "    keepPending(&turn)\n",
        "what is on its way to nobody is pending"),
    Mutant(
        "R2.10", HERE + "Device+Closing.swift",
        "min(token.uninstalled, turn.world.duration)", "turn.world.duration",
        "device-days go on without the app"),
    Mutant(
        "R2.10", HERE + "Device+Closing.swift",
        "turn.tally.add(UInt64(turn.ledger[message].sends), to: .unwanted)\n    }\n    return",
        "turn.tally.add(0, to: .unwanted)\n    }\n    return",
        "what is sent to who has left counts nowhere"),
    Mutant(
        "R3.3", HERE + "Device+Notification.swift",
        "guard network.isConnected else { return service.keep",
        "guard network.isConnected || !service.isHalfOpen else { return service.keep",
        "the connection is not examined on arrival"),
    Mutant(
        "R3.4", HERE + "Device+Notification.swift",
        "    if turn.now == time { handOverHeld(before: limit, &turn) }\n", "",
        "a push that wakes the device brings nothing along"),
    Mutant(
        "R3.4", HERE + "Device+Notification.swift",
        "before: service.holdsBack ? .zero : limit", "before: limit",
        "at once: what is held back comes along later"),
    Mutant(
        "R3.9", HERE + "Device+Notification.swift",
        "turn.advance(to: push.legEnd, before: limit)", "turn.advance(to: push.legEnd)",
        "not fast forward: pushes arrive in the order of their messages"),
    Mutant(
        "R3.10", HERE + "Device+Notification.swift",
        "    turn.ledger[place].synced = turn.now\n", "",
        "the app does not sync"),
    Mutant(
        "R3.10", HERE + "Device+Notification.swift",
        "handOver(push, before: .zero, &turn) }", "handOver(push, before: limit, &turn) }",
        "at once: what is stored comes one after the other"),
    Mutant(
        "R4.1", HERE + "Device+Notification.swift",
        "    if push.wakesApp {\n",
        "    if push.wakesApp {\n      if let cause = authorisation.refusalOfAlerts { return turn.end(push, cause) }\n",
        "silent and VoIP pushes need permission"),
    Mutant(
        "R4.1", HERE + "Device.swift",
        "    if authorisation != .allowed { app.visitLog.keep(since: .zero, isOpen: false) }\n", "",
        "what is fetched unseen is known at once"),
    Mutant(
        "R4.1", HERE + "Device.swift",
        "if authorisation != .allowed { app.visitLog", "if turn.now >= .zero { app.visitLog",
        "where alerts are drawn a fetch counts from the next opening"),
    Mutant(
        "R4.1", HERE + "Device.swift",
        "if authorisation != .allowed { app.visitLog", "if authorisation == .denied { app.visitLog",
        "with alerts off what is fetched is known at once"),
    Mutant(
        "R4.2", HERE + "Device.swift",
        "&& !centre.maySilence && ", "&& ",
        "fast forward: there are no quiet hours"),
    Mutant(
        "R4.3", HERE + "Device+Notification.swift",
        "      if app.isWoken(by: push, &turn) {",
        "      if workload.isBlank(push, turn) { return turn.end(push, .phone(.ignoredPayload)) }\n"
        "      if app.isWoken(by: push, &turn) {",
        "silent pushes are ignored too"),
    Mutant(
        "R4.4", HERE + "Device+Notification.swift",
        "    if app.isOnScreen { return sync(message, &turn) }\n", "",
        "what arrives in the foreground is drawn whatever the app says"),
    Mutant(
        "R4.6", HERE + "Device.swift",
        "isInLowPowerMode: power.isLow, &turn", "isInLowPowerMode: power.isReserving, &turn",
        "saving power for a while is low-power mode"),
    Mutant(
        "R4.6", HERE + "DeviceBatch.swift",
        "= world.setup.strategy.sendsSilently", "= staged.strategy.sendsSilently",
        "what waits is forgotten with its strategy"),
    Mutant(
        "R5.2", HERE + "Device+Notification.swift",
        "      turn.noteSummarised(trigger.message, repair)\n", "",
        "a summary does not cover its trigger"),
    Mutant(
        "R5.2", HERE + "Device+Notification.swift",
        "    for position in missed { turn.noteSummarised(turn.message(at: position), repair) }\n", "",
        "a summary covers its trigger only"),
    Mutant(
        "R5.6", HERE + "DeviceBatch.swift",
        "hasExtension: false, &arena", "hasExtension: place % stageCount > 0, &arena",
        "the next strategy brings an extension"),
    Mutant(
        "R5.6", HERE + "Device+Notification.swift",
        "    push.isFiltered = false\n", "",
        "heartbeats are filtered without an extension"),
    Mutant(
        "R5.6", HERE + "Turn+Pushes.swift",
        "      guard ledger[Int(message)].shown == .never else { continue }\n", "",
        "what has been seen ends again in a digest that nobody unpacks"),
    Mutant(
        "R5.8", HERE + "Device+Notification.swift",
        "    if owesSync, serviceExtension.sharesCursor { AppStation.syncAll(&self, &turn) }\n", "",
        "the sync after fcm has discarded does not move the cursor"),
    Mutant(
        "R5.8", HERE + "Device+Closing.swift",
        "service.store.owesSync, serviceExtension.sharesCursor", "false",
        "a sync from a shared cursor that is due brings only what was discarded"),
    Mutant(
        "R5.9", HERE + "Device+Notification.swift",
        "guard plan.serviceExtension.decorates, isFirst", "guard isFirst",
        "something is missing where the extension adds nothing"),
    Mutant(
        "R5.9", HERE + "Device+Notification.swift",
        "push.hasContent && turn.ledger[place].shown == .never\n", "push.hasContent\n",
        "a later showing without the extension counts too"),
    Mutant(
        "R6.2", HERE + "Device.swift",
        " && !user.looksAtAll && !android", " && !android",
        "fast forward: nobody looks"),
    Mutant(
        "R7.1", HERE + "Device+Notification.swift",
        "if app.isInForeground { telemetry.writeReceipts(by: .app, for: push, &turn) }",
        "telemetry.writeReceipts(by: .app, for: push, &turn)",
        "an app writes receipts for what it never sees"),
    Mutant(
        "R8", HERE + "Device+Notification.swift",
        "if !push.hasContent, !hasFetched(push.message, turn) {", "if false {",
        "a push without content shows it"),
    Mutant(
        "R8", HERE + "Push.swift",
        "type.wakesApp && (carriesMessage || content == .heartbeat)", "type.wakesApp && carriesMessage",
        "silent heartbeats wake no app"),
    Mutant(
        "R8", HERE + "Device+Notification.swift",
        "} else if !push.isFiltered, !app.isOnScreen {", "} else if !app.isOnScreen {",
        "filtered heartbeats are seen"),
    Mutant(
        "R8", HERE + "Device+Notification.swift",
        "turn.ledger[place].shown == .never,\n      turn.ledger[place].synced == .never\n    else",
        "turn.ledger[place].shown == .never\n    else",
        "agreement: a later sync moves the time of the first",
        tests="AgreementTests"),
    # The next step needs no event
    Mutant(
        "R8", HERE + "Device+Notification.swift",
        "if turn.now == time { handOverHeld(before: limit, &turn) }", "handOverHeld(before: limit, &turn)",
        "at once: what is held back comes along with a push before it"),
    Mutant(
        "R11.1", HERE + "Device+Closing.swift",
        "    EscalationStation.settle(self, &turn)\n", "",
        "nothing goes out by the second channel"),
    Mutant(
        "R11.1", HERE + "Ledger.swift",
        "    if escalated != .never { return .escalated }\n", "",
        "what the second channel brought stays lost"),
    Mutant(
        "R11.1", HERE + "Ledger.swift",
        "{ min(shown, synced, escalated) }", "{ min(shown, synced) }",
        "the second channel tells nobody in time"),
    Mutant(
        "R11.2", HERE + "Device+Notification.swift",
        "token.isMissing && !socket.isTrusted ?", "token.isMissing ?",
        "the connection needs a token"),
    Mutant(
        "R11.2", HERE + "Device+Closing.swift",
        "    SocketStation.dropUnkept(&self, &turn)\n", "",
        "what is kept no longer is under way at the end"),
    Mutant(
        "R11.3", HERE + "Device.swift",
        'power.isReserving || android.isDozing', 'power.isReserving',
        "nothing waits in Doze"),
    Mutant(
        "R11.3", HERE + "Device+Notification.swift",
        "    guard !android.isStopped else { return turn.end(push, .app(.forceQuit)) }\n", '',
        "an app that is stopped gets its pushes"),
    Mutant(
        "R11.3", HERE + "Device.swift",
        ' && !android.isStopped\n', '\n',
        "messages that nobody looks at reach an app that is stopped"),
    Mutant(
        "R12.7", HERE + "Device+Notification.swift",
        "!token.isGone(sent: push.sent) && !isCutOff", "!token.isGone(sent: push.sent)",
        "nothing is ever cut off"),
    Mutant(
        "R12.7", HERE + "Device+Notification.swift",
        "if !isCutOff, !push.isUnanswered { token.learnOfRefusal(sent: push.sent, &turn) }",
        "if !push.isUnanswered { token.learnOfRefusal(sent: push.sent, &turn) }",
        "a provider that is cut off takes the token for gone"),
    Mutant(
        "R12.7", HERE + "Device+Notification.swift",
        "let isCutOff = plan.provider.cutOff.contains(turn.now)",
        "let isCutOff = push.carriesMessage && plan.provider.cutOff.contains(turn.now)",
        "only messages are cut off"),
    Mutant(
        "R12.8", HERE + "Device+Closing.swift",
        "alertsTell ? entry.shown : user.seen(message)", "entry.shown",
        "an alert without a title tells of its message"),
    Mutant(
        "R3.15", HERE + "Device+Closing.swift",
        "guard provider.plan.pushType?.wakesApp == true, !app.plan.postsWhatComes else", "guard provider.plan.pushType?.wakesApp == true else",
        "a push with content would fetch the others too"),
    Mutant(
        "R2.11", HERE + "Device+Closing.swift",
        "      provider.unanswered.keepPending(&turn.ledger)\n", "",
        "a repeat that is still to come is no copy under way"),
    Mutant(
        "R2.11", HERE + "Device+Notification.swift",
        "if !isCutOff, !push.isUnanswered {", "if !isCutOff {",
        "lost answers tell of tokens that are gone"),
    Mutant(
        "R7.4", HERE + "Device+Notification.swift",
        "hasConsole && !isCutOff && turn", "hasConsole && isCutOff && turn",
        "pushes to a token that is gone are not received"),
    Mutant(
        "R3.12", HERE + "Device+Closing.swift",
        "where service.flights.isOver(turn.pushes[place]) {", "where turn.now < .zero && place < 0 {",
        "what was overwritten is under way to the end of the run"),
    Mutant(
        "R6.4", HERE + "Device+Notification.swift",
        "    if plan.provider.sendsBadge { user.badge.note(push) }\n", "",
        "no push changes the badge"),
]
