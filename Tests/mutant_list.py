"""The mutants: for each rule one or more exact replacements that switch it off."""

from mutant import SOURCES, Mutant

MODELS = "Sources/Models/"

MUTANTS = [
    # R0 Accounts kept
    Mutant(
        "R0.1", MODELS + "Engine/Device+Closing.swift",
        "    add(UInt64(messages.count), to: .owed)\n",
        "    add(UInt64(messages.count { ledger[$0].fate != .lost }), to: .owed)\n",
        "what is lost is not owed"),
    Mutant(
        "R0.2", MODELS + "Provider/Provider.swift",
        "retention: SimTime = .never", "retention: SimTime = .day",
        "payloads are kept for a day by default"),
    Mutant(
        "R0.2", MODELS + "Provider/Hop.swift",
        "    loss: Probability = .zero,", "    loss: Probability = .one,",
        "hops lose by default"),
    Mutant(
        "R0.3", MODELS + "Engine/Ledger.swift",
        "if shown != .never {", "if shown != .never, summarised == .never {",
        "summarised comes before shown"),
    Mutant(
        "R0.3", MODELS + "Engine/Ledger.swift",
        "copiesOut > 0 ? .pending : .lost", "copiesOut > 255 ? .pending : .lost",
        "nothing is pending"),
    Mutant(
        "R0.3", MODELS + "Engine/Device+Closing.swift",
        "to: entry.shown)", "to: entry.summarised == .never ? entry.shown : .never)",
        "in the sums, summarised comes before shown"),
    Mutant(
        "R0.3", MODELS + "Extension/ExtensionStation.swift",
        "bus.ledger[Int(bus.message(at: position))].copiesOut += 1",
        "bus.ledger[Int(bus.message(at: position))].copiesOut += 0",
        "what has been asked for is not pending"),
    Mutant(
        "R0.4", MODELS + "Engine/Ledger.swift",
        "guard time >= destroyed else", "guard time >= .zero else",
        "the cause noticed last counts, not the last in simulated time"),
    Mutant(
        "R0.4", MODELS + "Engine/Bus+Pushes.swift",
        "    ledger[place].repair = repair\n", "    _ = repair\n",
        "a summary does not tell the repair"),
    Mutant(
        "R0.5", MODELS + "PushService/PushStore.swift",
        "if expiry <= bus.now {\n        topics", "if expiry < bus.now {\n        topics",
        "an expiry at exactly the hand-over has not expired"),
    Mutant(
        "R0.5", MODELS + "Engine/Device+Closing.swift",
        "entry.shown <= limit", "entry.shown < limit",
        "shown exactly at the limit is late"),
    Mutant(
        "R0.5", MODELS + "Strategies/GapClient.swift",
        "if time > deadline {", "if time >= deadline {",
        "an answer exactly at the extension's limit is late"),
    # R1 World
    Mutant(
        "R1.1", MODELS + "Connectivity/NetworkStation.swift",
        "bus.span(.offline, plan.offline, index)",
        "SimTime(\n        seconds: plan.offline.sample(\n"
        "          bus.random.stream(ConnectivityStream.offline, device: bus.device + bus.books.counts.sent).draws(index: index)))",
        "offline spans depend on what the strategy has sent"),
    Mutant(
        "R1.2", MODELS + "Randomness/Bus+Variates.swift",
        "uniform(leg.loss, push.message, push.copy)", "uniform(leg.loss, push.message)",
        "every send of a message has the same loss"),
    Mutant(
        "R1.2", MODELS + "Provider/ProviderStation.swift",
        "bus.span(.link, plan.link.latency, push)",
        "bus.span(\n      .link, plan.link.latency,\n      Push(\n"
        "        message: UInt32(bus.books.counts.sent + (Int(push.message) < bus.ledger.count ? 0 : 1)),\n"
        "        copy: push.copy, sent: push.sent))",
        "link latency is drawn in order of sending"),
    Mutant(
        "R1.2", MODELS + "PushService/PushServiceStation.swift",
        "bus.span(.service, plan.latency, push,",
        # In fast forward the push has not been accepted yet.
        "bus.span(\n      .service, plan.latency,\n      Push(\n"
        "        message: push.acceptance > 0 ? push.acceptance : acceptances + 1, copy: push.copy,\n"
        "        sent: push.sent),",
        "service latency is drawn in order of acceptance"),
    Mutant(
        "R1.3", SOURCES / "WeeklyProfile.swift",
        "(Double(hour) + share) * 3600", "(Double((hour + 24) % 168) + share) * 3600",
        "the week starts on Tuesday"),
    Mutant(
        "R1.4", MODELS + "Workload/WorkloadStation.swift",
        "plan.unitExponential, messages)", "plan.unitExponential, messages &+ UInt32(clock.rate * 1e6))",
        "another rate draws other arrivals"),
    Mutant(
        "R1.4", MODELS + "Workload/WorkloadStation.swift",
        "law.between.sampleResidual(&draws)", "law.between.sample(&draws)",
        "bursts start with a whole gap"),
    Mutant(
        "R1.4", MODELS + "Workload/WorkloadStation.swift",
        "random.sample(.rate, law, device: device)", "random.sample(.rate, law, device: 0)",
        "all devices have one rate"),
    Mutant(
        "R1.4", MODELS + "World/RecordingPart.swift",
        ": device % count", ": 0",
        "all devices play the first stream of a trace"),
    Mutant(
        "R1.4", MODELS + "Workload/Trace.swift",
        "let wrap = length - shift", "let wrap = length",
        "a shifted trace does not wrap"),
    Mutant(
        "R1.4", MODELS + "Workload/Trace.swift",
        "trace.shuffles ?", "trace.shuffles && trace.samples ?",
        "a trace is not shuffled"),
    Mutant(
        "R1.5", MODELS + "Engine/Device+Closing.swift",
        "UInt64(bytes) * UInt64(entry.sends)", "UInt64(bytes)",
        "a repeat weighs nothing"),
    Mutant(
        "R1.6", SOURCES / "OnOffProcess.swift",
        "law.sampleResidual(&rest)", "law.sample(&rest)",
        "the first span is a whole one"),
    Mutant(
        "R1.6", MODELS + "Connectivity/NetworkStation.swift",
        "own.isUp && regionIsUp", "(own.isUp || regionIsUp)",
        "online although the region is down"),
    Mutant(
        "R1.6", MODELS + "Connectivity/NetworkStation.swift",
        "    let wasOnline = isOnline\n    let index",
        "    guard regionIsUp else { return (.none, .never, bus.reserveNumber()) }\n    let wasOnline = isOnline\n"
        "    let index",
        "its own on-off process stops in an outage"),
    Mutant(
        "R1.6", MODELS + "Connectivity/Regions.swift",
        "devices[$0] % law.count", "devices[$0] / law.count",
        "outages hit other devices"),
    Mutant(
        "R1.7", MODELS + "Connectivity/NetworkStation.swift",
        "let delay = bus.span(.reconnect, plan.reconnect, returns)",
        "let delay = min(.zero, bus.span(.reconnect, plan.reconnect, returns))",
        "a device that is online is connected"),
    Mutant(
        "R1.7", MODELS + "Connectivity/NetworkStation.swift",
        "let delay = bus.span(.reconnect, plan.reconnect, returns)",
        "let delay = bus.span(.reconnect, plan.reconnect, disconnections / 2)",
        "two returns share a delay"),
    Mutant(
        "R1.9", MODELS + "Connectivity/NetworkStation.swift",
        "    guard let paces = plan.paces else { return start + span }\n",
        "    guard let paces = plan.paces, isOnline else { return start + span }\n",
        "offline spans have no pace"),
    Mutant(
        "R1.9", MODELS + "Connectivity/NetworkStation.swift",
        "bus.schedule(.connectivityFlips, at: endOfSpan(rest, bus))",
        "bus.schedule(.connectivityFlips, at: rest)",
        "the first span is used up at the pace of the clock"),
    Mutant(
        "R1.9", MODELS + "Connectivity/Paces.swift",
        "(isOnline ? online : offline)", "(isOnline ? offline : online)",
        "the paces are exchanged"),
    Mutant(
        "R1.9", SOURCES / "WeeklyPace.swift",
        "start.microseconds % Self.week", "start.microseconds % SimTime.day.microseconds",
        "every day is a Monday"),
    Mutant(
        "R1.9", SOURCES / "WeeklyPace.swift",
        "(hour + 1) % WeeklyPace.hours", "(hour + 1) % 24",
        "after Monday comes Monday"),
    Mutant(
        "R1.9", SOURCES / "WeeklyPace.swift",
        "rest / weights[hour] + 0.5", "rest / max(0.5, weights[hour]) + 0.5",
        "an hour of pace 0 uses something up"),
    Mutant(
        "R1.9", SOURCES / "WeeklyPace.swift",
        "(rest / ofWeek).rounded(.up) - 1", "(rest / ofWeek).rounded(.down)",
        "a span that ends with an hour waits for the next one that counts"),
    Mutant(
        "R1.8", MODELS + "Engine/DeviceBatch.swift",
        "var staged = setups[place / stageCount]\n",
        "let all = setups[place / stageCount]\n"
        "      var staged = DeviceSetup(workload: all.workload, network: all.network)\n",
        "the device's own parameters are ignored"),
    Mutant(
        "R1.8", MODELS + "Engine/DeviceBatch.swift",
        "(plans + place).initialize(to: DevicePlan(staged, hasExtension: true, &shelf))",
        "(plans + place).initialize(\n        to: DevicePlan(\n          DeviceSetup(\n"
        "            workload: staged.workload, network: staged.network, strategy: staged.strategy),\n"
        "          hasExtension: true, &shelf))",
        "the device's own plan is ignored"),
    Mutant(
        "R1.8", MODELS + "Engine/DeviceBatch.swift",
        "let setups = world.setups\n", "let setups = world.setups.map { _ in world.setup }\n",
        "all groups are set up in the same way"),
    Mutant(
        "R1.8", MODELS + "World/Groups.swift",
        "end += group.share.value", "end = group.share.value",
        "groups overlap"),
    Mutant(
        "R1.8", MODELS + "World/Groups.swift",
        "random.uniform(.group, device: device)", "random.uniform(.group, device: 0)",
        "all devices are in the same group"),
    Mutant(
        "R1.8", SOURCES / "EvenWords.swift",
        "device: Self.noDevice", "device: device",
        "what devices are is drawn independently"),
    Mutant(
        "R1.8", MODELS + "Phone/NotificationSettings.swift",
        "let place = random.uniform(.settings, device: device)\n    if place",
        "let place = random.uniform(.group, device: device)\n    if place",
        "who denies notifications goes by the group"),
    Mutant(
        "R1.8", MODELS + "World/Groups.swift",
        "($0.share.value, $0.setup.sharing(setup))", "($0.share.value, $0.setup)",
        "a group has its own incidents, shards and endpoints"),
    Mutant(
        "R1.8", MODELS + "World/Groups.swift",
        "return rest <= DeviceGroup.roundingMax ? 0 : rest", "return max(0, rest)",
        "the rounding of shares leaves somebody over"),
    Mutant(
        "R1.8", MODELS + "World/Groups.swift",
        "$1.share * $1.setup.workload", "$1.setup.workload",
        "each group has as many messages as all devices"),
    Mutant(
        "R1.8", MODELS + "Engine/Bus.swift",
        "} else if group != account {", "} else if group < 0 {",
        "one group counts for all"),
    Mutant(
        "R1.8", MODELS + "Engine/Tally.swift",
        "groups[place].add(other.groups[place])", "groups[place] = other.groups[place]",
        "a group counts the last devices only"),
    Mutant(
        "R1.8", MODELS + "Engine/DeviceBatch.swift",
        "    bus.turnToAll()\n", "",
        "what all devices share belongs to the last one's group"),
    # R2 Provider
    Mutant(
        "R2.2", MODELS + "Provider/ProviderPlan.swift",
        "    time < created", "    time >= .zero || time < created",
        "payloads are kept for ever"),
    Mutant(
        "R2.4", MODELS + "Extension/ExtensionStation+Wiring.swift",
        "for position in positions {", "for position in positions.reversed() {",
        "repeats are sent in descending position"),
    Mutant(
        "R2.4", MODELS + "Extension/ExtensionStation+Wiring.swift",
        "    if answer == .success {\n      let positions", "    if answer == .success, run.awaitsAnswer {\n      let positions",
        "the provider forgets the request of a device that has left"),
    Mutant(
        "R2.4", MODELS + "Engine/Device+Life.swift",
        "    if !serviceExtension.gaps.openRequests.isEmpty {\n"
        "      for step in serviceExtension.failOpenRequests(&bus) {\n        ExtensionStation.carryOut(step, &self, &bus)\n      }\n    }\n",
        "",
        "a device that has left still gets its answer"),
    Mutant(
        "R2.4", MODELS + "Provider/Resend.swift",
        "chance.happens(failure)", "chance.happens(.zero)",
        "re-requests never fail"),
    Mutant(
        "R2.4", MODELS + "Provider/Resend.swift",
        "    if run.timesOut { return .timedOut }\n", "",
        "a request that times out is answered"),
    Mutant(
        "R2.5", MODELS + "Provider/ResendQueue.swift",
        "busy.count < capacity.servers ? time : busy[0]", "time",
        "nobody waits for a server"),
    Mutant(
        "R2.5", MODELS + "Provider/ResendQueue.swift",
        "guard wait <= capacity.timeout else", "guard wait < capacity.timeout || wait == .zero else",
        "a wait that ends exactly at the limit is too long"),
    Mutant(
        "R2.5", MODELS + "World/DeviceSet.swift",
        "let step = world.setup.provider.shards", "let step = max(1, world.setup.provider.shards - 1)",
        "two shards are one"),
    Mutant(
        "R2.6", MODELS + "Provider/Hop.swift",
        "(hop.isIdeal, hop.changes, hop.loss)", "(hop.isIdeal, hop.changes, .zero)",
        "hop 2 loses nothing"),
    Mutant(
        "R2.6", MODELS + "Randomness/Bus+Variates.swift",
        "uniform(leg.loss, push.message, push.copy)", "uniform(leg.loss, 0, push.copy)",
        "hop 2 loses all pushes of a device or none"),
    Mutant(
        "R2.6", MODELS + "Provider/Hop.swift",
        "latency = shelf.sampler(hop.latency)", "latency = shelf.sampler(.zero)",
        "hop 2 takes no time"),
    # R3 Push service
    Mutant(
        "R3.1", MODELS + "PushService/APNs.swift",
        "guard new.acceptance > last.acceptance else { return new.acceptance > first.acceptance }",
        "guard new.acceptance > last.acceptance else { return true }",
        "whatever comes last stays in the slot"),
    Mutant(
        "R3.1", MODELS + "PushService/APNs.swift",
        "if survives(push, over: last, first: bus.pushes[ends.first], bus) {",
        "if !survives(push, over: last, first: bus.pushes[ends.first], bus) {",
        "the oldest stays in the slot"),
    Mutant(
        "R3.2", MODELS + "PushService/APNs.swift",
        "chance.happens(rule.probability)", "chance.happens(.one)",
        "the newest always survives"),
    Mutant(
        "R3.2", MODELS + "PushService/APNs.swift",
        "new.accepted - last.accepted < rule.within", "new.accepted - last.accepted <= rule.within",
        "the window includes its end"),
    Mutant(
        "R3.3", MODELS + "Engine/Device+Notification.swift",
        "guard network.isConnected else { return service.keep",
        "guard network.isConnected || !service.isHalfOpen else { return service.keep",
        "the connection is not examined on arrival"),
    Mutant(
        "R3.3", MODELS + "PushService/PushServiceStation.swift",
        "attempt: Int(push.attempts))", "attempt: 0)",
        "a hand-over has the latency of the first attempt"),
    Mutant(
        "R3.4", MODELS + "PushService/PushServiceStation.swift",
        "guard isHalfOpen else { return store.put(push, &bus) }",
        "guard isHalfOpen else { return bus.end(push, .notStored) }",
        "nothing is stored for a device that is away"),
    Mutant(
        "R3.5", MODELS + "PushService/PushStore.swift",
        "} else if expiry(of: push) <= bus.now {\n      bus.end(push, .expired, at: expiry(of: push))",
        "} else if case let created = bus.ledger[Int(push.message)].created,\n"
        "      case let expiry = created.advanced(bySpan: plan.expiration), expiry <= bus.now\n    {\n"
        "      bus.end(push, .expired, at: expiry)",
        "the expiration counts from the creation"),
    Mutant(
        "R3.5", MODELS + "PushService/PushStore.swift",
        "if plan.expiration == .zero {", "if plan.expiration == .never {",
        "expiration 0 is nothing special"),
    Mutant(
        "R3.6", MODELS + "PushService/APNs.swift",
        "if survives(push, over: last, first: bus.pushes[ends.first], bus) {",
        "if plan.collapsesTopics\n"
        "      || survives(push, over: last, first: bus.pushes[ends.first], bus)\n    {",
        "a collapse id makes the arriving one survive"),
    Mutant(
        "R3.7", MODELS + "PushService/APNs.swift",
        "guard new.acceptance > last.acceptance else { return new.acceptance > first.acceptance }",
        "guard new.message > last.message else { return false }",
        "an old message does not overwrite a newer one"),
    Mutant(
        "R3.8", MODELS + "PushService/PushServiceStation.swift",
        "guard time > bus.now else { return nil }", "guard time < bus.now else { return nil }",
        "a dead connection is noticed at once"),
    Mutant(
        "R3.8", MODELS + "PushService/PushServiceStation.swift",
        "bus.happens(.resumption, plan.resume, place)", "bus.happens(.resumption, .zero, place)",
        "no connection is resumed"),
    Mutant(
        "R3.8", MODELS + "PushService/PushServiceStation.swift",
        "taken.sorted { $0.acceptance < $1.acceptance }", "taken.sorted { $0.acceptance > $1.acceptance }",
        "pushes on a dead connection come back newest first"),
    Mutant(
        "R3.9", MODELS + "PushService/PushServiceStation.swift",
        "bus.span(.service, plan.latency, push,",
        "bus.span(\n      .service, plan.latency, Push(message: 0, copy: push.copy, sent: push.sent),",
        "all pushes have the same latency"),
    # R4 On the device
    Mutant(
        "R4.5", MODELS + "Phone/HandlerMatrix.swift",
        "case (.fetchCompletionHandler, .alert): (.arrival, .tap, .tap, .tap)",
        "case (.fetchCompletionHandler, .alert): (.arrival, .tap, .tap, never)",
        "one cell of the table is empty"),
    Mutant(
        "R4.5", MODELS + "Phone/HandlerMatrix.swift",
        "(.arrival, .arrival, [.arrival, .nextLaunchIfDeclined], never)",
        "(.arrival, .arrival, .arrival, never)",
        "the footnote is missing"),
    Mutant(
        "R4.5", MODELS + "Phone/HandlerMatrix.swift",
        "      && (implemented.contains(.fetchCompletionHandler)\n        || ", "      && (",
        "the fetch handler silences nothing"),
    Mutant(
        "R4.5", MODELS + "Phone/HandlerMatrix.swift",
        "isSuperset(of: [.willPresent, .didReceive])", "isSuperset(of: [.didReceive])",
        "one UN method silences"),
    Mutant(
        "R4.5", MODELS + "Phone/HandlerMatrix.swift",
        "method != .didReceive && implemented.contains(.didReceive)",
        "method == .willPresent && implemented.contains(.didReceive)",
        "the tap goes to all"),
    Mutant(
        "R4.5", MODELS + "Phone/HandlerMatrix.swift",
        "payload.hasAlert && (state != .foreground || implemented.contains(.willPresent))",
        "payload.hasAlert",
        "the system draws alerts in the foreground by itself"),
    Mutant(
        "R4.5", MODELS + "Phone/HandlerMatrix.swift",
        "wakes ? taps.union(.arrival) : taps", "wakes ? taps : taps",
        "a call at the arrival launches nothing"),
    Mutant(
        "R4.5", MODELS + "Phone/HandlerMatrix.swift",
        "let taps: Moments = payload.hasAlert ? .tap : []", "let taps: Moments = []",
        "a tap launches nothing"),
    # R5 Notification service extension
    Mutant(
        "R5.1", MODELS + "Strategies/GapClient.swift",
        "    guard let saved = start.saved, canReadPosition(bus) else {\n      savePosition(position, bus)\n"
        "      return nil\n    }\n",
        "    let saved = start.saved ?? 0\n",
        "the first push misses all before it"),
    Mutant(
        "R5.1", MODELS + "Strategies/GapClient.swift",
        "missed.count <= gaps.runs[index].repeatLimit", "missed.count < gaps.runs[index].repeatLimit",
        "the repeat limit is exclusive"),
    Mutant(
        "R5.1", MODELS + "Strategies/GapClient.swift",
        "missed.count <= gaps.runs[index].repeatLimit", "missed.count >= 0",
        "there is no repeat limit"),
    Mutant(
        "R5.2", MODELS + "Engine/Device+Notification.swift",
        "      bus.noteSummarised(trigger.message, repair)\n", "",
        "a summary does not cover its trigger"),
    Mutant(
        "R5.2", MODELS + "Engine/Device+Notification.swift",
        "    for position in missed { bus.noteSummarised(bus.message(at: position), repair) }\n", "",
        "a summary covers its trigger only"),
    Mutant(
        "R5.3", MODELS + "Strategies/GapRecovery.swift",
        "hasExtension && !recovery.asPrinted", "hasExtension",
        "as printed, an in-order push advances the position"),
    Mutant(
        "R5.3", MODELS + "Strategies/GapRecovery.swift",
        "hasExtension && !recovery.asPrinted", "false",
        "an in-order push never advances the position"),
    Mutant(
        "R5.4", MODELS + "Strategies/GapClient.swift",
        "    gaps.savedPosition = position\n    return noticeGap", "    return noticeGap",
        "the position does not advance on a gap"),
    Mutant(
        "R5.4", MODELS + "Strategies/GapClient.swift",
        "if isNew, plan.gaps.savesInOrder {", "if plan.gaps.savesInOrder {",
        "a repeat sets the position back"),
    Mutant(
        "R5.5", MODELS + "Strategies/GapClient.swift",
        "    if span == .zero {", "    if span >= .zero {",
        "late pushes are not waited for"),
    Mutant(
        "R5.5", MODELS + "Strategies/GapClient.swift",
        "missed = (lowest ?? run.missed.upperBound)..<", "missed = run.missed.lowerBound..<",
        "what arrived during the wait is asked for"),
    Mutant(
        "R5.6", MODELS + "Strategies/GapClient.swift",
        "if time > deadline {", "if time > deadline.advanced(bySpan: .day) {",
        "the trigger waits for a late answer"),
    Mutant(
        "R5.6", MODELS + "Strategies/GapClient.swift",
        "if bus.now + span > run.deadline {", "if bus.now + span > run.deadline.advanced(bySpan: .day) {",
        "the wait may last longer than the extension"),
    # R6 Notification centre, R8 Strategies
    Mutant(
        "R6.1", MODELS + "Phone/CentreStation.swift",
        "if plan.collapses, isThere {", "if !plan.collapses, isThere {",
        "collapse ids do the opposite"),
    Mutant(
        "R6.1", MODELS + "Phone/CentreStation.swift",
        "if plan.alertsAgainOnCollapse {", "if true {",
        "a replacement always interrupts again"),
    Mutant(
        "R8", MODELS + "Strategies/Strategy+Catalogue.swift",
        "client: .showsIt", "client: .recoversGaps(GapRecovery())",
        "fire-and-forget recovers gaps"),
    Mutant(
        "R8", MODELS + "Strategies/Strategy+Catalogue.swift",
        "gapRecovery(_ parameters: GapRecovery = GapRecovery()) -> Strategy {\n"
        "    Strategy(provider: .sendsOnce, client: .recoversGaps(parameters))",
        "gapRecovery(_ parameters: GapRecovery = GapRecovery()) -> Strategy {\n"
        "    Strategy(provider: .sendsOnce, client: .showsIt)",
        "gap-recovery recovers nothing"),
    Mutant(
        "R8", MODELS + "Strategies/GapWindow.swift",
        "      positions += missed\n", "",
        "gap-window forgets what it misses"),
    Mutant(
        "R8", MODELS + "Strategies/GapWindow.swift",
        "guard positions[place] == position else", "guard positions[place] != position else",
        "gap-window asks for what has arrived"),
    Mutant(
        "R8", MODELS + "Strategies/Digest.swift",
        "let count = packing(of: message, digest, &bus).items",
        "let count = min(0, packing(of: message, digest, &bus).items)",
        "pushes carry nothing but their own message"),
    Mutant(
        "R8", MODELS + "Strategies/Digest.swift",
        "guard larger <= limit else",
        "guard larger <= limit + .infinity else",
        "a digest knows no payload limit"),
    # R8 extension-fetch
    Mutant(
        "R8", MODELS + "Strategies/ExtensionFetch.swift",
        "guard plan.gaps.fetch == .always else { return nil }",
        "guard plan.gaps.fetch == nil else { return nil }",
        "extension-fetch never asks without a gap"),
    Mutant(
        "R8", MODELS + "Strategies/ExtensionFetch.swift",
        "    moveCursor(to: state)\n    return missing", "    return missing",
        "the cursor does not move when an answer comes"),
    Mutant(
        "R8", MODELS + "Strategies/ExtensionFetch.swift",
        "retention, besides: run.trigger, bus)", "retention, bus)",
        "the push that has asked is not shown last"),
    Mutant(
        "R8", MODELS + "Engine/Device+Life.swift",
        "      serviceExtension.beginCursor(bus)\n", "",
        "the cursor does not start at the registration of the token"),
    Mutant(
        "R8", MODELS + "Engine/Device+Notification.swift",
        "if !push.hasContent, !hasFetched(push.message, bus) {", "if false {",
        "a push without content shows it"),
    Mutant(
        "R2.2", MODELS + "Engine/Device+Notification.swift",
        " || entry.synced != .never || provider.holds(message, bus))", " || true)",
        "the answer has what the server no longer keeps"),
    Mutant(
        "R2.7", MODELS + "Provider/ProviderStation.swift",
        "push.items == 0, push.hasContent else", "push.items == 0 else",
        "a push without content is refused as too large"),
    Mutant(
        "R5.5", MODELS + "Strategies/GapClient.swift",
        "run.fetch == nil ? lowest != nil : run.fetch == .always", "lowest != nil",
        "extension-fetch asks for nothing after a wait"),
    Mutant(
        "R5.6", MODELS + "Strategies/ExtensionFetch.swift",
        "    gaps.runs[index].awaitsAnswer = false\n    bus.countFailure()\n", "    bus.countFailure()\n",
        "an extension that has been ended hears the answer"),
    Mutant(
        "R5.8", MODELS + "Strategies/GapClient.swift",
        "$0 > fetches.positions && bus", "bus",
        "what the app has fetched during a wait is asked for"),
    Mutant(
        "R5.8", MODELS + "Phone/CentreStation.swift",
        "let isKnown = bus.ledger[place].synced != .never", "let isKnown = false",
        "an alert for what the app has is not redundant"),
    Mutant(
        "R5.8", MODELS + "Engine/Device+Life.swift",
        "    serviceExtension.moveCursor(to: bus.serverState)\n", "",
        "the app's fetches do not move the cursor"),
    Mutant(
        "R5.8", MODELS + "Engine/Device+Notification.swift",
        "    if serviceExtension.sharesCursor { syncAll(&bus) }\n", "",
        "the sync after fcm has discarded does not move the cursor"),
    Mutant(
        "R5.8", MODELS + "Engine/Device+Closing.swift",
        "service.store.isDiscarding, serviceExtension.sharesCursor", "false",
        "a sync from a shared cursor that is due brings only what was discarded"),
    # R5.9
    Mutant(
        "R5.9", MODELS + "Engine/Device+Notification.swift",
        "guard plan.serviceExtension.decorates, isFirst", "guard isFirst",
        "something is missing where the extension adds nothing"),
    Mutant(
        "R5.9", MODELS + "Engine/Device+Notification.swift",
        "push.hasContent && isUnseen(push.message, bus)\n", "push.hasContent\n",
        "a later showing without the extension counts too"),
    Mutant(
        "R5.9", MODELS + "Extension/ExtensionStation+Wiring.swift",
        "      device.showOriginal(push, &bus)\n", "      device.showContent(push, &bus)\n",
        "a run whose time is over has added something"),
    Mutant(
        "R5.9", MODELS + "Extension/ExtensionLimits.swift",
        "(strategy.needsExtension || serviceExtension.decorates)", "strategy.needsExtension",
        "decoration takes no time and never crashes"),
    Mutant(
        "R5.9", MODELS + "Extension/ExtensionPlan.swift",
        " && (exists || !decorates)\n", "\n",
        "in fast forward nothing is degraded"),
    Mutant(
        "R0.3", MODELS + "Strategies/ExtensionFetch.swift",
        "guard awaitsFetch || isHeard && willAsk", "guard awaitsFetch || false && willAsk",
        "what a push under way will ask for is lost"),
    Mutant(
        "R0.3", MODELS + "Strategies/ExtensionFetch.swift",
        "if ask == .always || bus.position(of: UInt32(message)) > lowest { return true }", "return true",
        "a push under way asks for what comes after it"),
    # R8 retry-until-acked
    Mutant(
        "R8", MODELS + "Strategies/RetryUntilAcked.swift",
        "guard account.due == bus.now, account.acknowledged > bus.now else",
        "guard account.due == bus.now else",
        "what has been acknowledged is sent again"),
    Mutant(
        "R8", MODELS + "Strategies/RetryUntilAcked.swift",
        "guard account.isLastWord || bus.isNext(bus.now) else {", "guard account.due > .zero else {",
        "retry: an acknowledgement at the very end of the wait is late"),
    Mutant(
        "R8", MODELS + "Strategies/RetryUntilAcked.swift",
        "if bus.ledger[account].isKept(for: plan.retention, at: time) { due = time }", "due = time",
        "retry: payloads are kept for ever"),
    Mutant(
        "R8", MODELS + "Strategies/RetryUntilAcked.swift",
        "plan.retry.waits[Int(copy)])", "plan.retry.waits[0])",
        "retry: the back-off does not grow"),
    Mutant(
        "R8", MODELS + "Strategies/RetryUntilAcked.swift",
        "attempts: 10, first", "attempts: 9, first",
        "retry: 9 attempts by default"),
    Mutant(
        "R8", MODELS + "Extension/ExtensionStation.swift",
        ".acknowledgementLoss, plan.acknowledgementLoss, message", ".acknowledgementLoss, .zero, message",
        "acknowledgements are never lost"),
    Mutant(
        "R8", MODELS + "Extension/ExtensionStation.swift",
        "    return bus.now + span\n", "    return bus.now\n",
        "acknowledgements take no time"),
    Mutant(
        "R8", MODELS + "Extension/ExtensionStation.swift",
        "plan.acknowledgementLatency, message, copy,", "plan.acknowledgementLatency, message, 0,",
        "all acknowledgements of a message take the same time"),
    Mutant(
        "R8", MODELS + "Extension/ExtensionStation.swift",
        "plan.acknowledgementLoss, message, copy,", "plan.acknowledgementLoss, message, 0,",
        "all acknowledgements of a message have the same luck"),
    Mutant(
        "R8", MODELS + "Strategies/RetryUntilAcked.swift",
        "= min(accounts[account].acknowledged, time)", "= time",
        "the last acknowledgement counts, not the first"),
    Mutant(
        "R8", MODELS + "Extension/ExtensionStation.swift",
        "    bus.countAcknowledgement()\n", "",
        "acknowledgements are not counted"),
    Mutant(
        "R8", MODELS + "Extension/ExtensionStation.swift",
        "if call == 1 || !plan.gaps.isOn { bus.countExtensionRun() }\n", "",
        "the extension acknowledges without running"),
    Mutant(
        "R5.7", MODELS + "Strategies/GapClient.swift",
        "    if plan.gaps.fetch != nil, !canReadPosition(bus) { return }\n", "",
        "before the first unlock the cursor of extension-fetch moves without an answer"),
    # R8 compositions
    Mutant(
        "R8", MODELS + "Extension/ExtensionStation.swift",
        "if call == 1 || !plan.gaps.isOn { bus", "if true { bus",
        "a run that fetches and acknowledges is counted twice"),
    Mutant(
        "R8", MODELS + "Extension/ExtensionStation+Wiring.swift",
        "if runs.acknowledges, push.hasContent {", "if runs.acknowledges {",
        "a push without content is acknowledged before the answer"),
    Mutant(
        "R8", MODELS + "Extension/ExtensionStation+Wiring.swift",
        "if tellsMore, device.serviceExtension", "if false, device.serviceExtension",
        "answers are not acknowledged"),
    Mutant(
        "R8", MODELS + "Extension/ExtensionStation+Wiring.swift",
        "let tellsMore = !news.isEmpty || ", "let tellsMore = true || ",
        "an answer that brings nothing is acknowledged"),
    Mutant(
        "R5.6", MODELS + "Extension/ExtensionStation.swift",
        "push.carriesMessage, push.hasContent { return true }", "push.carriesMessage { return true }",
        "the second call acknowledges a push without content"),
    Mutant(
        "R0.3", MODELS + "Strategies/RetryUntilAcked.swift",
        ", account.acknowledged > account.due\n", "\n",
        "a retry that has been acknowledged would still come"),
    Mutant(
        "R0.3", MODELS + "Engine/Device+Closing.swift",
        "let isHeard = authorisation == .allowed", "let isHeard = true",
        "an extension that is never called will ask"),
    Mutant(
        "R0.3", MODELS + "Engine/Device+Closing.swift",
        "if provider.awaitsHeartbeat, plan", "if false, plan",
        "what a heartbeat to come would bring is lost"),
    Mutant(
        "R0.3", MODELS + "Engine/Device+Closing.swift",
        "guard push.content == .heartbeat, push.type == type else", "guard false else",
        "what a heartbeat under way would bring is lost"),
    Mutant(
        "R0.3", MODELS + "App/AppStation.swift",
        "if isToBeWoken, mayRunUnseen, state != .killed {", "if isToBeWoken, mayRunUnseen {",
        "a heartbeat wakes an app that the user has ended"),
    Mutant(
        "R8", MODELS + "Provider/ProviderPlan.swift",
        "heartbeatType = policy.heartbeat?.form.pushType ?? .alert", "heartbeatType = .alert",
        "silent heartbeats are alerts"),
    Mutant(
        "R8", MODELS + "Engine/Push.swift",
        "type != .alert && (carriesMessage || content == .heartbeat)", "type != .alert && carriesMessage",
        "silent heartbeats wake no app"),
    Mutant(
        "R3.4", MODELS + "PushService/Priorities.swift",
        "case .heartbeat: push.type == .background ? .byPower : .immediate", "case .heartbeat: .immediate",
        "silent heartbeats have priority 10"),
    Mutant(
        "R8", MODELS + "App/AppPlan.swift",
        "(app?.voipMisuses, setup.strategy.polling)",
        "(app?.voipMisuses, setup.strategy.provider.pushType == nil ? setup.strategy.polling : nil)",
        "an app that gets pushes does not poll"),
    Mutant(
        "R8", MODELS + "Strategies/RetryUntilAcked.swift",
        "      bus.ledger[message].copiesOut += 1\n", "      bus.ledger[message].copiesOut += 0\n",
        "a retry to come is not pending"),
    Mutant(
        "R8", MODELS + "Strategies/RetryUntilAcked.swift",
        "while waits.count < RandomStream.copyLimit - 1,", "while waits.count < RandomStream.copyLimit,",
        "a schedule without an end hits the limit of copies"),
    Mutant(
        "R8", MODELS + "Strategies/Strategy.swift",
        " || provider.retry?.collapse ?? false", "",
        "retries carry no collapse id"),
    Mutant(
        "R3.7", MODELS + "Provider/ProviderStation.swift",
        "    retries.await(message, copy: copy, plan, &bus)\n", "",
        "not fast forward: nothing is sent again by itself"),
    # R3.11 How many APNs keeps
    Mutant(
        "R3.11", MODELS + "PushService/APNs.swift",
        "stored.acceptance < bus.pushes[first].acceptance { first = place }",
        "stored.acceptance > bus.pushes[first].acceptance { first = place }",
        "the push accepted last gives way"),
    Mutant(
        "R3.11", MODELS + "PushService/APNs.swift",
        "max: apnsCapacityMax)", "max: 1)",
        "apns keeps one, whatever the capacity"),
    Mutant(
        "R3.11", MODELS + "PushService/APNs.swift",
        "guard self.slot(of: stored) == slot else { continue }",
        "guard self.slot(of: stored) == slot || plan.capacity > 1 else { continue }",
        "types share the room"),
    Mutant(
        "R3.11", MODELS + "PushService/APNs.swift",
        "if plan.collapsesTopics, stored.message == push.message { return place }",
        "if false, stored.message == push.message { return place }",
        "a repeat does not replace its original"),
    Mutant(
        "R3.11", MODELS + "PushService/APNs.swift",
        "[.collapseKeys: .collapseInStore, ", "[",
        "apns does not look at keys"),
    # R3.10 Other push services
    Mutant(
        "R3.10", MODELS + "PushService/FCM.swift",
        "    discard(push, by: push, &bus)\n  }\n", "    addCounted(push, &bus)\n  }\n",
        "the push that finds the store of fcm full is kept"),
    Mutant(
        "R3.10", MODELS + "PushService/FCM.swift",
        "    if isDiscarding { return discard(push, by: push, &bus) }\n", "",
        "fcm stores again before the device has been told"),
    Mutant(
        "R3.10", MODELS + "Engine/Device+Notification.swift",
        "    bus.ledger[place].synced = bus.now\n", "",
        "the app does not sync"),
    Mutant(
        "R3.10", MODELS + "PushService/FCM.swift",
        "expirationMax: fcmExpirationMax", "expirationMax: .never",
        "fcm stores for longer than 28 days"),
    Mutant(
        "R3.10", MODELS + "PushService/PushStore.swift",
        "    dropExpiredOfCounted(&bus)\n    return", "    return",
        "what has expired takes room"),
    Mutant(
        "R3.10", MODELS + "PushService/MQTT.swift",
        "if hasRoom(&bus) { addCounted", "if counted.count > 0 || hasRoom(&bus) { addCounted",
        "the queue of mqtt has no end"),
    Mutant(
        "R3.10", MODELS + "PushService/WebPush.swift",
        "    if let place = topics[push.message] {\n", "    if let place = topics[push.message], place < 0 {\n",
        "a topic replaces nothing"),
    Mutant(
        "R3.10", MODELS + "PushService/WNSToast.swift",
        "storing: .keepsNothing", "storing: .keepsEverything",
        "toasts are kept"),
    Mutant(
        "R0.3", MODELS + "PushService/FCM.swift",
        "bus.ledger[Int(message)].copiesOut += 1", "bus.ledger[Int(message)].copiesOut += 0",
        "a sync that is still to come is no fetch under way"),
    Mutant(
        "R0.3", MODELS + "Engine/Ledger.swift",
        "if synced != .never { return .synced }", "if synced != .never { return .lost }",
        "what was synced is lost"),
    Mutant(
        "R0.5", MODELS + "Engine/Device+Closing.swift",
        " || synced <= limit", "",
        "a sync does not count for timeliness"),
    Mutant(
        "R3.10", MODELS + "PushService/KeepAll.swift",
        "expirationMax: nil", "expirationMax: .never",
        "pushes that keep-all stores expire"),
    Mutant(
        "R3.10", MODELS + "PushService/PushStore.swift",
        ".sorted { $0.acceptance < $1.acceptance }", ".sorted { $0.acceptance > $1.acceptance }",
        "the newest is handed over first"),
    # R3.10 Collapse keys of fcm
    Mutant(
        "R3.10", MODELS + "PushService/CollapseKeys.swift",
        "      if plan.collapse.key(of: stored, bus) == key {\n", "      if key < 0 {\n",
        "a push does not replace the one with its key"),
    Mutant(
        "R3.10", MODELS + "PushService/CollapseKeys.swift",
        "static var keysKept: Int { 4 }", "static var keysKept: Int { 5 }",
        "fcm keeps five keys"),
    Mutant(
        "R3.10", MODELS + "PushService/CollapseKeys.swift",
        "if stored.acceptance < acceptance {", "if acceptance == .max || stored.acceptance > acceptance {",
        "the newest stored key gives way to a fifth"),
    Mutant(
        "R3.10", MODELS + "PushService/CollapseKeys.swift",
        "    dropExpired(&bus)\n    var (oldest,", "    var (oldest,",
        "expired keys take a place"),
    Mutant(
        "R3.10", MODELS + "PushService/CollapseKeys.swift",
        "throttle.passes(at: bus.now, &bucketFull)", "throttle.passes(at: bus.now, &bucketFull) && bus.now < .zero",
        "nothing is throttled"),
    Mutant(
        "R3.10", SOURCES / "Throttle.swift",
        "max(full, now) + refill", "now + refill",
        "the bucket is full all the time"),
    Mutant(
        "R3.10", SOURCES / "Throttle.swift",
        "max(full, now) + refill", "full + refill",
        "the bucket fills without an end"),
    Mutant(
        "R3.10", MODELS + "PushService/FCM.swift",
        "    for other in takeShelf(&bus) { discard(other, by: push, &bus) }\n", "",
        "collapsible pushes outlive a discarding"),
    Mutant(
        "R3.10", MODELS + "FastWay/StraightStretch.swift",
        "    if service.plan.collapse.isCollapsible(message, bus) { return false }\n", "",
        "collapsible messages are fast-forwarded past the throttle"),
    # R4.3 Payloads
    Mutant(
        "R4.3", MODELS + "Workload/WorkloadStation.swift",
        "guard plan.blank.value > 0, push.carriesMessage else",
        "guard plan.blank.value > 1, push.carriesMessage else",
        "payloads with nothing to draw are drawn"),
    Mutant(
        "R4.3", MODELS + "Engine/Device+Notification.swift",
        "      if app.isWoken(by: push, &bus) {",
        "      if workload.isBlank(push, bus) { return bus.end(push, .ignoredPayload) }\n"
        "      if app.isWoken(by: push, &bus) {",
        "silent pushes are ignored too"),
    Mutant(
        "R4.3", MODELS + "Workload/WorkloadPlan.swift",
        "hasKinds ? .all : []", "[]",
        "fast forward: nothing is ignored"),
    Mutant(
        "R1.5", MODELS + "Engine/Device+Notification.swift",
        "      if workload.isMixed(push) { wakeByMixed(push, &bus) }\n", "",
        "mixed messages wake nobody"),
    Mutant(
        "R1.5", MODELS + "App/AppWakes.swift",
        "launches(push, moments, bus) && maySpend(at: bus.now)", "launches(push, moments, bus)",
        "mixed messages are not throttled"),
    Mutant(
        "R1.5", MODELS + "App/AppFetch.swift",
        "    case .mixed, .action: false\n    case .push, .heartbeat, .timer: true\n", "    case .action: false\n    case .mixed, .push, .heartbeat, .timer: true\n",
        "what a mixed message makes the app fetch is drawn"),
    Mutant(
        "R1.5", MODELS + "Engine/Device+Life.swift",
        "guard app.isWokenBesides", "guard authorisation == .allowed, app.isWokenBesides",
        "mixed messages wake no app that draws nothing"),
    Mutant(
        "R2.7", MODELS + "PushService/PushServiceStation.swift",
        "!limit.passes(at: bus.now, &tokenBucketFull)",
        "!limit.passes(at: bus.now, &tokenBucketFull) && bus.now < .zero",
        "a token takes any number of pushes"),
    Mutant(
        "R3.10", MODELS + "PushService/WebPushOptIn.swift",
        "reads(.optIn) ? optIn : nil", "optIn",
        "every service needs the home screen"),
    Mutant(
        "R3.10", MODELS + "PushService/WebPushOptIn.swift",
        "bus.happens(.permission, allowed)", "bus.happens(.permission, .one)",
        "who has it on the home screen has allowed it"),
    Mutant(
        "R4.2", MODELS + "User/UserStation.swift",
        "min(count - 1, Int(draws.uniform() * Double(count)))", "min(0, Int(draws.uniform() * Double(count)))",
        "all threads are one"),
    Mutant(
        "R4.2", MODELS + "User/UserStation.swift",
        "case .thread(let thread): take(thread: thread)", "case .thread: break",
        "a thread stays when it is dismissed"),
    # R3.4 Power and priority
    Mutant(
        "R3.4", MODELS + "PushService/Priorities.swift",
        "case .byPower: !isReserving", "case .byPower: true",
        "what can wait is delivered although power is reserved"),
    Mutant(
        "R3.4", MODELS + "PushService/Priorities.swift",
        "case .passive: false", "case .passive: !isReserving",
        "priority 1 wakes a device that has power to spare"),
    Mutant(
        "R3.4", MODELS + "PushService/Priorities.swift",
        "case .immediate: true", "case .immediate: !isReserving",
        "priority 10 waits too"),
    Mutant(
        "R3.4", MODELS + "Engine/Device+Life.swift",
        "      if hasMore { handOverHeld(before: end, &bus) }\n", "",
        "the end of a reserving period brings nothing"),
    Mutant(
        "R3.4", MODELS + "Connectivity/PowerStation.swift",
        "isLow = bus.happens(.lowPower, plan.always)", "_ = plan.always",
        "no device is in low-power mode"),
    Mutant(
        "R3.4", MODELS + "PushService/PushStore.swift",
        "if isOfKind(bus.pushes[stored.payload]) { isFound = true }", "isFound = true",
        "any push in the store of fcm wakes the device"),
    Mutant(
        "R3.4", MODELS + "PushService/Priorities.swift",
        "guard savesPower, reach.isReserving else { return false }",
        "guard savesPower, !reach.isReserving else { return false }",
        "a connection wakes a device that reserves power"),
    Mutant(
        "R3.4", MODELS + "PushService/Priorities.swift",
        "service.kind.rules.knowsPriorities", "true",
        "every service knows priorities"),
    Mutant(
        "R3.4", MODELS + "Engine/Device+Notification.swift",
        "    if bus.now == time { handOverHeld(before: limit, &bus) }\n", "",
        "a push that wakes the device brings nothing along"),
    Mutant(
        "R3.4", MODELS + "FastWay/FastForward.swift",
        ", service.passesMessages(reach)\n", "\n",
        "messages are fast-forwarded although power is reserved"),
    Mutant(
        "R1.6", MODELS + "Connectivity/NetworkStation.swift",
        "own.isUp && regionIsUp && isSwitchedOn", "own.isUp && regionIsUp",
        "a device that is switched off is online"),
    Mutant(
        "R1.6", MODELS + "Connectivity/Nights.swift",
        "from == .zero || to < from && to > .zero", "from == .zero",
        "a night over midnight has not begun at the start"),
    Mutant(
        "R5.7", MODELS + "Strategies/GapClient.swift",
        "start.saved, canReadPosition(bus) else {\n      savePosition(position,",
        "start.saved else {\n      savePosition(position,",
        "the saved position can be read before the first unlock"),
    Mutant(
        "R5.7", MODELS + "Strategies/GapClient.swift",
        "start.saved, canReadPosition(bus) else {\n      savePosition(last,",
        "start.saved else {\n      savePosition(last,",
        "heartbeats tell gaps before the first unlock"),
    Mutant(
        "R5.7", MODELS + "Extension/ExtensionStation.swift",
        "bus.now >= unreadableUntil", "bus.now > unreadableUntil",
        "at the unlock itself nothing can be read"),
    Mutant(
        "R5.7", MODELS + "Strategies/GapClient.swift",
        "gaps.savedPosition = max(position, least)", "gaps.savedPosition = max(position, least * 0)",
        "an overtaken push takes the saved position back"),
    # R2.6 Hops
    Mutant(
        "R2.6", MODELS + "Provider/Hop.swift",
        "return hop.isInBurst(at: time) ? lossInBurst : loss", "return loss",
        "bursts lose nothing"),
    Mutant(
        "R2.6", MODELS + "Provider/Hop.swift",
        "guard hop.isReachable(at: time) else { return nil }", "",
        "hops are always reachable"),
    Mutant(
        "R2.6", MODELS + "Provider/ProviderStation.swift",
        "Int(push.retries) < retry.attempts", "Int(push.retries) < 0",
        "an unreachable hop is never tried again"),
    Mutant(
        "R2.6", MODELS + "Provider/Hop.swift",
        "min(max, SimTime(seconds: first.seconds * pow(factor, Double(place))))", "min(max, first)",
        "the back-off does not grow"),
    Mutant(
        "R2.6", MODELS + "Provider/Hop.swift",
        "min(max, SimTime(seconds: first.seconds * pow(factor, Double(place))))",
        "SimTime(seconds: first.seconds * pow(factor, Double(place)))",
        "the back-off has no bound"),
    Mutant(
        "R2.6", MODELS + "Provider/ProviderStation.swift",
        "else { return refuse(push, .serverLost, &bus) }",
        "else {\n      bus.books.queue.append(push.message)\n      return refuse(push, .serverLost, &bus)\n    }",
        "what hop 1 loses has a position too"),
    Mutant(
        "R2.9", MODELS + "Extension/ForeignClient.swift", "run.client == clients", "run.client != nil",
        "a client from outside hears answers to the one before"),
    # R3.7 Extra traffic, R8 heartbeat
    Mutant(
        "R1.2", MODELS + "Randomness/VariateBuffers.swift",
        "ProviderStream.otherLinkLoss", "ProviderStream.linkLoss",
        "pushes without a message share the streams of messages"),
    Mutant(
        "R1.2", MODELS + "Randomness/Bus+Variates.swift",
        "index: index, copy: content.rawValue)", "index: index, copy: 1)",
        "badge updates and read receipts share their streams"),
    Mutant(
        "R3.7", MODELS + "PushService/APNs.swift",
        "guard self.slot(of: stored) == slot else { continue }",
        "guard stored.content == push.content, self.slot(of: stored) == slot else { continue }",
        "extra traffic overwrites no message"),
    Mutant(
        "R3.7", MODELS + "PushService/APNs.swift",
        "== .shared && push.type == .background", "== .shared",
        "a VoIP push shares the slot"),
    Mutant(
        "R3.7", MODELS + "PushService/APNs.swift",
        "plan.slot == .shared && push.type == .background", "push.type == .background",
        "slots are shared whatever the scenario says"),
    Mutant(
        "R8", MODELS + "Strategies/Heartbeat.swift",
        "(heartbeat.lastSend, heartbeat.count) = (bus.now, 0)", "(heartbeat.lastSend, heartbeat.count) = (min(bus.now, heartbeat.lastSend), 0)",
        "a push of the queue does not begin the quiet time anew"),
    Mutant(
        "R8", MODELS + "Strategies/Heartbeat.swift",
        "bus.books.arrivals.next <= time", "bus.books.arrivals.next <= .never",
        "no quiet time is longer than the time to the next message"),
    Mutant(
        "R8", MODELS + "Strategies/Heartbeat.swift",
        "bus.books.numbersByMessage && plan", "plan",
        "a message that the provider never gets begins the quiet time anew"),
    Mutant(
        "R8", MODELS + "Strategies/GapClient.swift",
        "let missed = min(saved, last) + 1..<last + 1", "let missed = last + 1..<last + 1",
        "a heartbeat shows no gap"),
    Mutant(
        "R8", MODELS + "Strategies/Heartbeat.swift",
        "heartbeat.count < plan.heartbeatTimes", "heartbeat.count <= plan.heartbeatTimes",
        "there is a heartbeat too many"),
    Mutant(
        "R8", MODELS + "Engine/Device+Notification.swift",
        "} else if !push.isFiltered, !app.isOnScreen {", "} else if !app.isOnScreen {",
        "filtered heartbeats are seen"),
    # R2.9 Schedules
    Mutant(
        "R2.9", MODELS + "Engine/Device.swift",
        "adoption.at.advanced(bySpan: delay)", "adoption.at.advanced(bySpan: min(delay, .zero))",
        "all devices adopt at once"),
    Mutant(
        "R2.9", MODELS + "Engine/Device.swift",
        "guard place > stage else { return }", "",
        "a device goes back to an earlier strategy"),
    Mutant(
        "R2.9", MODELS + "Strategies/GapClient.swift",
        "      savedPosition = nil\n", "      savedPosition = 0\n",
        "a new client has a position saved"),
    Mutant(
        "R8", MODELS + "Strategies/GapClient.swift",
        "guard isOnline, asked.count > 0 else {", "guard isOnline else {",
        "gap-window asks for nothing"),
    Mutant(
        "R8", MODELS + "Strategies/GapClient.swift",
        "awaitsAnswer else { return (.nothing, false) }",
        "awaitsAnswer else { return (.nothing, answer == .success || answer == .refused) }",
        "gap-window hears of refusals while it is away"),
    # What a second implementation of the strategies notices.
    Mutant(
        "R8", MODELS + "Provider/ProviderStation.swift",
        "if let digest = plan.digest { push", "if let digest = plan.digest, copy == 0 { push",
        "agreement: repeats carry no earlier messages",
        tests="AgreementTests"),
    Mutant(
        "R8", MODELS + "Engine/Device+Notification.swift",
        "bus.ledger[place].shown == .never,\n      bus.ledger[place].synced == .never\n    else",
        "bus.ledger[place].shown == .never\n    else",
        "agreement: a later sync moves the time of the first",
        tests="AgreementTests"),
    Mutant(
        "R8", MODELS + "Strategies/GapClient.swift",
        "      bus.setRepair(run.missed, .failed)\n", "",
        "agreement: a wait cut short by the time limit is no failed repair",
        tests="AgreementTests"),
    Mutant(
        "R2.9", MODELS + "Strategies/GapClient.swift",
        "    if runs.count == 0, !old.isOn || !new.remembers { holes.removeAll() }\n", "",
        "a client remembers what it does not look for"),
    Mutant(
        "R2.9", MODELS + "Engine/Device.swift",
        "adopted.last { $0.time < time }", "adopted.last { $0.time <= time }",
        "a message of the moment of the change belongs to the new strategy"),
    Mutant(
        "R2.9", MODELS + "Provider/ProviderStation.swift",
        "    retries.forget()\n", "",
        "who has left a strategy is still sent repeats"),
    Mutant(
        "R2.9", MODELS + "Extension/ExtensionStation+Wiring.swift",
        "    if device.serviceExtension.gaps.runs.count > 0 {\n"
        "      device.serviceExtension.gaps.noteArrival(first...bus.position(of: push.message), &bus)\n    }\n",
        "",
        "a run that waits hears nothing of what arrives under another strategy"),
    # R4 On the device
    Mutant(
        "R4.1", MODELS + "Phone/NotificationSettings.swift",
        "case .alertsOff: .alertsOff", "case .alertsOff: nil",
        "the extension runs although alerts are off"),
    Mutant(
        "R4.1", MODELS + "Phone/NotificationSettings.swift",
        "case .denied: .disabled", "case .denied: nil",
        "notifications are shown although they are denied"),
    Mutant(
        "R4.1", MODELS + "Phone/NotificationSettings.swift",
        "place < denied.value + alertsOff.value", "place < max(denied.value, alertsOff.value)",
        "the shares of devices overlap"),
    Mutant(
        "R4.1", MODELS + "Engine/Device+Notification.swift",
        "    if push.wakesApp {\n",
        "    if push.wakesApp {\n      if let cause = authorisation.refusalOfAlerts { return bus.end(push, cause) }\n",
        "silent and VoIP pushes need permission"),
    Mutant(
        "R4.1", MODELS + "Engine/Device+Life.swift",
        "network.isOnline && !android.isStopped, &bus",
        "network.isOnline && !android.isStopped && authorisation == .allowed, &bus",
        "polls need permission"),
    Mutant(
        "R4.1", MODELS + "Engine/Device.swift",
        "    if authorisation != .allowed { app.visitLog.keep(since: .zero, isOpen: false) }\n", "",
        "what is fetched unseen is known at once"),
    Mutant(
        "R4.1", MODELS + "Engine/Device.swift",
        "if authorisation != .allowed { app.visitLog", "if bus.now >= .zero { app.visitLog",
        "where alerts are drawn a fetch counts from the next opening"),
    Mutant(
        "R4.1", MODELS + "Engine/Device.swift",
        "if authorisation != .allowed { app.visitLog", "if authorisation == .denied { app.visitLog",
        "with alerts off what is fetched is known at once"),
    Mutant(
        "R4.1", MODELS + "App/VisitLog.swift",
        "ends[middle] < time", "begins[middle] < time",
        "what is fetched in an open app is known from the next opening"),
    # R4.4 to R4.8, R6.2: the app
    Mutant(
        "R4.4", MODELS + "Engine/Device+Notification.swift",
        "    if app.isOnScreen { return sync(message, &bus) }\n", "",
        "what arrives in the foreground is drawn whatever the app says"),
    Mutant(
        "R4.4", MODELS + "App/AppPlan.swift",
        "handlers.implemented.contains(.willPresent)", "true",
        "alerts in the foreground need no method"),
    Mutant(
        "R4.5", MODELS + "App/AppStation.swift",
        "    bus.note(.app(.ended))\n", "",
        "nobody hears that the system ends the app"),
    Mutant(
        "R4.6", MODELS + "App/AppWakes.swift",
        "guard maySpend(at: bus.now) else {", "guard bus.now >= .zero else {",
        "silent pushes are never throttled"),
    Mutant(
        "R4.6", MODELS + "App/AppWakes.swift",
        "    guard mayRunUnseen || isInForeground else {\n      bus.end(push, .refreshOff)\n"
        "      return false\n    }\n",
        "",
        "silent pushes wake an app with background refresh off"),
    Mutant(
        "R4.6", MODELS + "App/AppWakes.swift",
        "    guard mayRunUnseen || isInForeground else { return false }\n", "",
        "mixed pushes wake an app with background refresh off"),
    Mutant(
        "R4.6", MODELS + "App/AppWakes.swift",
        "guard mayRunUnseen || isInForeground else {\n", "guard mayRunUnseen else {\n",
        "an open app gets no silent pushes with background refresh off"),
    Mutant(
        "R4.6", MODELS + "Strategies/Poll.swift",
        "mayRunUnseen, isOnline", "isOnline",
        "polls go on with background refresh off"),
    Mutant(
        "R4.6", MODELS + "App/AppStation.swift",
        " && !isInLowPowerMode", "",
        "low-power mode stops nothing"),
    Mutant(
        "R4.6", MODELS + "Engine/Device.swift",
        "isInLowPowerMode: power.isLow, &bus", "isInLowPowerMode: power.isReserving, &bus",
        "saving power for a while is low-power mode"),
    Mutant(
        "R4.6", MODELS + "App/AppStation.swift",
        "bus.happens(.backgroundRefresh, plan.backgroundRefresh)", "bus.happens(.backgroundRefresh, .one)",
        "background refresh is on everywhere"),
    Mutant(
        "R4.6", MODELS + "PushService/Priorities.swift",
        "case .background: ofSilentPushes", "case .background: ofAlerts",
        "silent pushes have the priority of alerts"),
    Mutant(
        "R4.6", MODELS + "PushService/Priorities.swift",
        "case .voip: .immediate", "case .voip: ofAlerts",
        "VoIP pushes have the priority of alerts"),
    Mutant(
        "R4.6", MODELS + "Strategies/Strategy+Catalogue.swift",
        "    provider.silentPriority = priority\n", "",
        "silent pushes always have priority 5"),
    Mutant(
        "R4.6", MODELS + "Engine/DeviceBatch.swift",
        "= world.setup.strategy.sendsSilently", "= staged.strategy.sendsSilently",
        "what waits is forgotten with its strategy"),
    Mutant(
        "R4.6", MODELS + "App/AppWakes.swift",
        "(wakes.day, wakes.today) = (day, 0)", "wakes.day = day",
        "the daily budget is one for ever"),
    Mutant(
        "R4.6", MODELS + "App/AppWakes.swift",
        "    if let older = wakes.held { bus.end(bus.pushes.remove(older), .silentReplaced, by: push) }\n", "",
        "the device holds every silent push"),
    Mutant(
        "R4.6", MODELS + "Engine/Device+Life.swift",
        "    if let push = app.takeHeld(&bus) { wakeApp(by: push, &bus) }\n", "",
        "what the device holds is never handed over"),
    Mutant(
        "R4.6", MODELS + "App/AppFetch.swift",
        "span <= timeLimit && !fails", "span <= max(span, timeLimit) && !fails",
        "a fetch may take as long as it likes"),
    Mutant(
        "R4.6", MODELS + "Engine/Device+Life.swift",
        "    app.failOpenFetches(&bus)\n", "",
        "an answer reaches a device that has gone"),
    Mutant(
        "R4.7", MODELS + "App/AppWakes.swift",
        "wakes.misuses += 1", "wakes.misuses += 0",
        "misuses are not counted"),
    Mutant(
        "R4.7", MODELS + "App/AppWakes.swift",
        "wakes.endsProcess = true", "wakes.endsProcess = false",
        "an app that reports no call lives on"),
    Mutant(
        "R4.8", MODELS + "App/AppFetch.swift",
        "bus.ledger[message].isMissing(keptFor: plan.retention, at: bus.now)",
        "bus.ledger[message].isKept(for: plan.retention, at: bus.now)",
        "what was posted is posted again"),
    Mutant(
        "R4.8", MODELS + "Engine/Device+Life.swift",
        "app.fetches.take(before: end) where", "app.fetches.take(before: end).suffix(1) where",
        "a fetch brings only the newest"),
    Mutant(
        "R6.2", MODELS + "App/AppPlan.swift",
        "app?.syncsOnOpening ?? false || setup.strategy.fetchesOnOpening", "setup.strategy.fetchesOnOpening",
        "opening the app fetches nothing"),
    Mutant(
        "R6.2", MODELS + "Engine/Device+Life.swift",
        "    fetchInForeground(&bus)\n    SocketStation.reconnect(&self, &bus)\n",
        "    SocketStation.reconnect(&self, &bus)\n",
        "an open app does not wait for the network"),
    Mutant(
        "R6.2", MODELS + "App/AppStation.swift",
        "isOfKiller && bus.happens", "bus.happens",
        "every user ends apps"),
    Mutant(
        "R8", MODELS + "Strategies/Poll.swift",
        "guard state != .killed, mayRunUnseen", "guard mayRunUnseen",
        "an app that the user has ended is refreshed"),
    Mutant(
        "R8", MODELS + "Strategies/Poll.swift",
        "isUsed ? law.every : min", "true ? law.every : min",
        "refreshes do not stretch"),
    Mutant(
        "R8", MODELS + "Strategies/Poll.swift",
        "kept <= last ? Cause.retentionOver", "kept < .zero ? Cause.retentionOver",
        "what nobody asks for is kept for ever"),
    # R5.6: absence, limits, races, second calls
    Mutant(
        "R5.6", MODELS + "Strategies/GapClient.swift",
        "      gaps.runs[index].awaitsAnswer = false\n      bus.countFailure()\n      bus.setRepair",
        "      bus.setRepair",
        "an extension that has been ended hears the answer"),
    Mutant(
        "R5.6", MODELS + "Extension/ExtensionLimits.swift",
        "random.happens(.extensionAbsent, absent, device: device)", "random.happens(.extensionAbsent, .zero, device: device)",
        "every device has an extension"),
    Mutant(
        "R5.6", MODELS + "Extension/ExtensionPlan.swift",
        "var runsFreely: Bool { exists && !limitsRuns }", "var runsFreely: Bool { !limitsRuns }",
        "a device without an extension does what an extension does"),
    Mutant(
        "R5.6", MODELS + "Extension/ExtensionPlan.swift",
        "acknowledges = exists && setup", "acknowledges = setup",
        "a device without an extension acknowledges"),
    Mutant(
        "R5.6", MODELS + "Engine/DeviceBatch.swift",
        "hasExtension: false, &shelf", "hasExtension: place % stageCount > 0, &shelf",
        "the next strategy brings an extension"),
    Mutant(
        "R5.6", MODELS + "Extension/ExtensionStation+Wiring.swift",
        "return device.showAsItCame(push, itemsEndBy: .ignoredPayload, &bus)\n    }\n    if device.serviceExtension",
        "return work(on: push, ExtensionStart(began: bus.now, saved: nil), &device, &bus)\n    }\n    if device.serviceExtension",
        "without an extension digests are unpacked"),
    Mutant(
        "R5.6", MODELS + "Engine/Device+Notification.swift",
        "    push.isFiltered = false\n", "",
        "heartbeats are filtered without an extension"),
    Mutant(
        "R5.6", MODELS + "Engine/Bus+Pushes.swift",
        "      guard ledger[Int(message)].shown == .never else { continue }\n", "",
        "what has been seen ends again in a digest that nobody unpacks"),
    Mutant(
        "R5.6", MODELS + "Extension/ExtensionStation.swift",
        "plan.crash.probability, push", ".zero, push",
        "no run crashes by chance"),
    Mutant(
        "R5.6", MODELS + "Extension/ExtensionStation.swift",
        "attempt: attempt) > limit\n", "attempt: attempt) >= limit\n",
        "a run that uses all the memory there is crashes"),
    Mutant(
        "R5.6", MODELS + "Extension/ExtensionStation.swift",
        "    case .nothing:\n      bus.end(push, .crashed)\n      return .nothing\n",
        "    case .nothing: return .crashed\n",
        "a crash always shows the original"),
    Mutant(
        "R5.6", MODELS + "Extension/ExtensionStation.swift",
        "crashes(push, &bus) { return crash(push, &bus) }",
        "crashes(push, &bus) {\n      gaps.savedPosition = push.message + 1\n      return crash(push, &bus)\n    }",
        "a crashed run saves its position"),
    Mutant(
        "R5.6", MODELS + "Extension/ExtensionStation.swift",
        "if plan.limitsRuns, crashes(push, &bus) {", "if !plan.limitsRuns, crashes(push, &bus) {",
        "no run crashes"),
    Mutant(
        "R5.6", MODELS + "Extension/ExtensionPlan.swift",
        "let isIdeal = !limitsRuns && ", "let isIdeal = ",
        "fast forward: the extension's work takes no time"),
    Mutant(
        "R5.6", MODELS + "Extension/ExtensionStation.swift",
        "return .ends(start, isCut: isCut)", "return .ends(start, isCut: false)",
        "a time limit of 0 cuts nothing"),
    Mutant(
        "R5.6", MODELS + "Extension/ExtensionStation.swift",
        "span > timeLimit)", "span >= timeLimit)",
        "work of exactly the time limit is cut"),
    Mutant(
        "R5.6", MODELS + "Extension/ExtensionStation+Wiring.swift",
        "    if isCut { return", "    if isCut, start.saved == nil { return",
        "work that is cut does what it would have done"),
    Mutant(
        "R5.6", MODELS + "Strategies/GapClient.swift",
        "deadline: start.began.advanced(bySpan: self.", "deadline: bus.now.advanced(bySpan: self.",
        "the time limit begins when the work is done"),
    Mutant(
        "R5.6", MODELS + "Extension/ExtensionStation.swift",
        "let saved = work.forgotten == gaps.forgotten ? work.start.saved : nil", "let saved = gaps.savedPosition",
        "runs read the position when they write it"),
    Mutant(
        "R5.6", MODELS + "Extension/ExtensionStation.swift",
        "let saved = work.forgotten == gaps.forgotten ? work.start.saved : nil", "let saved = work.start.saved",
        "a client that begins anew knows the position of another strategy"),
    Mutant(
        "R5.6", MODELS + "Strategies/GapWindow.swift",
        "replaceSubrange(places(of: missed), with: missed)",
        "insert(contentsOf: missed, at: places(of: missed).upperBound)",
        "runs that race find a hole twice"),
    Mutant(
        "R5.6", MODELS + "Extension/ExtensionStation.swift",
        "if plan.overlaps ||", "if plan.overlaps || bus.now > .zero ||",
        "runs always overlap"),
    Mutant(
        "R5.6", MODELS + "Extension/ExtensionStation.swift",
        "    if !queue.isEmpty { bus.schedule(.extensionIsFree, at: bus.now) }\n", "",
        "who waits for an answer waits for ever"),
    Mutant(
        "R5.6", MODELS + "Extension/ExtensionStation.swift",
        "works.count > 0 || gaps.triggersHeld > 0", "works.count > 0",
        "a run that waits for its answer lets the next one begin"),
    Mutant(
        "R5.6", MODELS + "Extension/ExtensionStation.swift",
        "    countRun(of: push, &bus)\n    switch", "    switch",
        "runs that crash are not counted"),
    Mutant(
        "R5.6", MODELS + "Extension/ExtensionStation+Wiring.swift",
        "acknowledge(push, call: 1, &device, &bus)", "acknowledge(push, &device, &bus)",
        "a second acknowledgement has the luck of the first"),
    Mutant(
        "R5.6", MODELS + "Extension/ExtensionStation+Wiring.swift",
        "    if device.serviceExtension.isCalledAgain(",
        "    if push.carriesMessage, device.serviceExtension.plan.doubled.value > 0 {\n"
        "      device.show(push.message, copy: push.copy, &bus)\n    }\n    if device.serviceExtension.isCalledAgain(",
        "a second call shows its push again"),
    Mutant(
        "R5.6", MODELS + "Extension/ExtensionStation.swift",
        "    bus.countExtensionTime(since: began)\n", "",
        "a second call takes no time"),
    Mutant(
        "R5.6", MODELS + "Extension/ExtensionStation.swift",
        "    bus.countExtensionTime(since: start.began)\n", "",
        "the extension's work costs no time"),
    # R7 Telemetry
    Mutant(
        "R7.1", MODELS + "Engine/Device+Notification.swift",
        "if app.isInForeground { telemetry.writeReceipts(by: .app, for: push, &bus) }",
        "telemetry.writeReceipts(by: .app, for: push, &bus)",
        "an app writes receipts for what it never sees"),
    Mutant(
        "R7.1", MODELS + "Telemetry/TelemetryStation.swift",
        "    if isOnline { comeOnline(&bus) }", "    comeOnline(&bus)",
        "receipts are uploaded without a network"),
    Mutant(
        "R7.1", MODELS + "Engine/Device+Life.swift",
        "    telemetry.leaveApp()\n", "",
        "an app that was left uploads when there is a network"),
    Mutant(
        "R7.2", MODELS + "Telemetry/TelemetryReview.swift",
        "end <= horizon && Self.first",
        "Self.first",
        "the last day is in the cohort"),
    Mutant(
        "R7.2", MODELS + "Telemetry/TelemetryReview.swift",
        "uploaded < dayEnd + .day",
        "uploaded < .never",
        "a receipt of the cohort may come at any time"),
    Mutant(
        "R7.2", MODELS + "Telemetry/TelemetryReview.swift",
        "guard isInCohort(account.sent, telemetry) else { return }",
        "_ = isInCohort(account.sent, telemetry)",
        "every day is in the cohort"),
    # R0.6: causes point at the right hop
    Mutant(
        "R0.6", MODELS + "App/AppFetch.swift",
        "      bus.end(push, .fetchFailed)\n", "      bus.end(push, .linkLost)\n",
        "a fetch that fails is a loss on hop 2"),
    Mutant(
        "R0.6", MODELS + "App/AppFetch.swift",
        "fetches.failed = max(fetches.failed, Int(asked.messages))", "fetches.failed = 0",
        "nobody knows that a fetch for others has failed"),
    Mutant(
        "R0.6", MODELS + "Strategies/Poll.swift",
        "Cause.retentionOver : .neverAsked", "Cause.retentionOver : .retentionOver",
        "what nobody will ask for has expired"),
    Mutant(
        "R0.6", MODELS + "App/AppStation.swift",
        "mayRunUnseen && (opens || state != .killed)", "mayRunUnseen",
        "an app that the user has ended polls again"),
    Mutant(
        "R0.6", MODELS + "App/AppStation.swift",
        "mayRunUnseen && (opens || state != .killed)", "mayRunUnseen && state != .killed",
        "an opening does not let the app poll again"),
    Mutant(
        "R0.6", MODELS + "Engine/Device+Life.swift",
        "    bus.end(push, .retentionOver)\n", "    bus.release(push)\n",
        "what a fetch came too late for has no cause"),
    # R2.10: the provider learns
    Mutant(
        "R2.10", MODELS + "Tokens/TokenStation.swift",
        "    isRefused = true\n", "    isRefused = false\n",
        "the provider ignores a 410"),
    Mutant(
        "R2.10", MODELS + "Tokens/TokenStation.swift",
        "!isRefused, sent >= registered else", "!isRefused else",
        "the 410 of an older token counts for the newer one"),
    Mutant(
        "R2.10", MODELS + "Tokens/TokenStation.swift",
        "(isUnregistered, isRefused, registered) = (false, false, bus.now)",
        "(isUnregistered, registered) = (false, bus.now)",
        "the provider never sends again"),
    Mutant(
        "R2.10", MODELS + "Engine/Device+Notification.swift",
        "endWait(for: message, &bus), !token.isMissing else", "endWait(for: message, &bus) else",
        "what is not acknowledged is sent to a refused token"),
    Mutant(
        "R2.10", MODELS + "Engine/Device+Notification.swift",
        "guard push.retries == 0 || !token.wasRefused(sent: push.sent) else", "guard push.retries < 65_535 else",
        "what waits for a retry is sent to a refused token"),
    Mutant(
        "R2.10", MODELS + "Extension/ExtensionStation+Wiring.swift",
        "    if device.token.isMissing { return bus.setRepair(positions, .failed) }\n", "",
        "repeats are sent to a refused token"),
    Mutant(
        "R2.10", MODELS + "FastWay/FastForward.swift",
        "    if token.isRefused { return skipExtraPush(content, &bus) }\n", "",
        "badge updates end with the first refused token"),
    Mutant(
        "R2.10", MODELS + "FastWay/FastForward.swift",
        "nextExtraPush(content, number: number + 1, &bus)",
        "nextExtraPush(content, number: number, &bus)",
        "badge updates that are not sent keep their random numbers"),
    Mutant(
        "R2.7", MODELS + "Engine/Device+Notification.swift",
        "    case .tooMany: provider.wait(&push, .tooManyPushes, orEndBy: .throttled, &bus)\n",
        "    case .tooMany: bus.end(push, .throttled)\n",
        "the provider does not try again after a 429"),
    Mutant(
        "R2.10", MODELS + "Engine/Device+Life.swift",
        "    subscriptions.leave(bus)\n", "",
        "messages are owed to who has left"),
    Mutant(
        "R2.10", MODELS + "Engine/Device+Life.swift",
        "    service.emptyForToken(&bus)\n    serviceExtension.uninstall(&bus)\n",
        "    serviceExtension.uninstall(&bus)\n",
        "what is stored outlives the app"),
    Mutant(
        "R2.10", MODELS + "Engine/Device+Life.swift",
        "    serviceExtension.uninstall(&bus)\n", "",
        "the extension outlives the app"),
    Mutant(
        "R2.10", MODELS + "Engine/Device+Life.swift",
        "    app.uninstall(&bus)\n", "",
        "fetches and held pushes outlive the app"),
    Mutant(
        "R2.10", MODELS + "Engine/Device.swift",
        "    if token.isUninstalled, kind.isOnDevice { return }\n", "",
        "the device goes on without the app"),
    Mutant(
        "R2.10", MODELS + "Engine/Device+Closing.swift",
        "    if token.isUninstalled { dropAll(&bus) } else { keepPending(&bus) }\n", "    keepPending(&bus)\n",
        "what is on its way to nobody is pending"),
    Mutant(
        "R2.10", MODELS + "Engine/Device+Closing.swift",
        "min(token.uninstalled, bus.world.duration)", "bus.world.duration",
        "device-days go on without the app"),
    Mutant(
        "R2.10", MODELS + "Engine/Device+Closing.swift",
        "bus.tally.add(UInt64(bus.ledger[message].sends), to: .unwanted)\n    }\n    return",
        "bus.tally.add(0, to: .unwanted)\n    }\n    return",
        "what is sent to who has left counts nowhere"),
    # Subscriptions
    Mutant(
        "R2.1", MODELS + "Subscriptions/SubscriptionStation.swift",
        "      guard let changes = plan.changes else { continue }\n",
        "      guard let changes = plan.changes, folder.subscribed.value < 1 else { continue }\n",
        "nobody decides about a folder that everybody wants"),
    Mutant(
        "R0.1", MODELS + "Subscriptions/SubscriptionStation.swift",
        "owed.append(items[item].isWanted)", "owed.append(items[item].isKnown)",
        "what the provider believes decides what is owed"),
    Mutant(
        "R1.10", MODELS + "Connectivity/AbsenceReplay.swift",
        "if next == .zero { _ = own.beginSpan() }\n    bus.schedule(.connectivityFlips, at: own.isUp ? next : replay.end)",
        "if next == .zero { bus.schedule(.connectivityFlips, at: replay.end) } else {\n"
        "      bus.schedule(.connectivityFlips, at: next)\n    }",
        "a device that is absent at the start begins online"),
    Mutant(
        "R1.10", MODELS + "Connectivity/AbsenceReplay.swift",
        "guard trace.repeats else { return nil }\n", "\n",
        "a recording always starts again"),
    Mutant(
        "R1.10", MODELS + "Connectivity/AbsenceReplay.swift",
        "lapStart = lapStart + trace.length", "lapStart = end",
        "a recording starts again with its last absence's end"),
    Mutant(
        "R1.10", MODELS + "Connectivity/AbsenceReplay.swift",
        "at: next == bus.now ? replay.end : next)\n      if next == bus.now { return .none }",
        "at: next == bus.now ? replay.end : next)",
        "the end of a recording ends an absence that goes on"),
    Mutant(
        "R1.10", MODELS + "Connectivity/AbsenceReplay.swift",
        "let shift = trace.length - cut", "let shift = SimTime.zero",
        "a shifted recording does not wrap"),
    Mutant(
        "R1.10", MODELS + "Connectivity/AbsenceReplay.swift",
        "if first < absences.count, absences[first].lowerBound < cut { count += 1 }", "",
        "the first part of an absence that a shift cuts is lost"),
    Mutant(
        "R1.10", MODELS + "Connectivity/AbsenceReplay.swift",
        "let follows = absences.followsArrivals", "let follows = false",
        "messages and absences are drawn from different devices"),
    Mutant(
        "R1.10", MODELS + "Connectivity/AbsenceTrace.swift",
        "let end = max(last.upperBound, absence.upperBound)", "let end = absence.upperBound",
        "an absence inside another one ends it"),
    Mutant(
        "R2.1", MODELS + "Engine/Device+Life.swift",
        "    if network.isOnline { register(&bus) }\n", "    register(&bus)\n",
        "a change made offline reaches the provider at once"),
    Mutant(
        "R2.1", MODELS + "Engine/Device+Notification.swift",
        "    if refusal == nil, !subscriptions.isKnown(push.message) { refusal = .notSubscribed }\n", "",
        "the provider sends what nobody wants"),
    Mutant(
        "R2.1", MODELS + "Engine/Device+Life.swift",
        "    subscriptions.register(&bus)\n", "",
        "the provider never hears of changes"),
    Mutant(
        "R1.5", MODELS + "Subscriptions/SubscriptionPlan.swift",
        "rest -= folders[index].share", "rest -= 1",
        "folders have equal shares"),
    # Tokens and refusals
    Mutant(
        "R2.8", MODELS + "PushService/PushServiceStation.swift",
        "    guard isRegistered else { return .unregistered }\n", "",
        "the push service accepts pushes to an old token"),
    Mutant(
        "R2.8", MODELS + "Engine/Device+Notification.swift",
        "    if token.isGone(sent: push.sent) { return bus.end(push, .unregistered) }\n", "",
        "what is under way arrives at the new token"),
    Mutant(
        "R2.8", MODELS + "Engine/Device+Life.swift",
        "    service.emptyForToken(&bus)\n    serviceExtension.forgetAll()\n", "    serviceExtension.forgetAll()\n",
        "what is stored outlives its token"),
    Mutant(
        "R5.1", MODELS + "Strategies/GapClient.swift",
        "  mutating func forgetAll() {\n    savedPosition = nil\n", "  mutating func forgetAll() {\n",
        "the saved position outlives the device id"),
    Mutant(
        "R2.8", MODELS + "Engine/Device+Notification.swift",
        "token.isMissing && !socket.isTrusted ? Cause.noToken : nil", "Cause?.none",
        "pushes are sent without a token"),
    Mutant(
        "R2.8", MODELS + "App/AppStation.swift",
        "guard waitsToRegister, isOnline else", "guard waitsToRegister else",
        "the app registers without a network"),
    Mutant(
        "R2.7", MODELS + "Provider/ProviderStation.swift",
        "    if isTooLarge(push, &bus) {\n      bus.end(push, .rejectedTooLarge)\n      return push\n    }\n", "",
        "pushes may have any size"),
    Mutant(
        "R2.7", MODELS + "Strategies/Digest.swift",
        "min(digest.payloadLimit, plan.payloadLimit ?? .max)", "digest.payloadLimit",
        "a digest carries more than the push service accepts"),
    Mutant(
        "R4.2", MODELS + "Phone/CentreStation.swift",
        "return quiet.isQuiet(law.hours, bus) || law.hasSummaries",
        "return law.hasSummaries",
        "there are no quiet hours"),
    Mutant(
        "R4.2", MODELS + "Phone/CentreStation.swift",
        "return quiet.isQuiet(law.hours, bus) || law.hasSummaries",
        "return quiet.isQuiet(law.hours, bus)",
        "what waits for the scheduled summary alerts"),
    Mutant(
        "R4.2", MODELS + "Phone/CentreStation.swift",
        "guard !isInApp, let reason", "guard let reason",
        "the app on the screen is quiet"),
    Mutant(
        "R4.2", MODELS + "Phone/CentreStation.swift",
        " && !isException(message, &bus) ?", " ?",
        "there are no exceptions"),
    Mutant(
        "R4.2", MODELS + "Phone/PresentationSchedule.swift",
        "midnight + summary >= time.microseconds",
        "midnight + summary > time.microseconds",
        "a summary leaves out what arrives just then"),
    Mutant(
        "R4.2", MODELS + "Phone/CentreStation.swift",
        "let isQuiet = quiet.isQuiet(plan.presentation.hours, bus)", "let isQuiet = bus.now < .zero",
        "a scheduled summary alerts in quiet hours"),
    Mutant(
        "R4.2", MODELS + "Phone/CentreStation.swift",
        "    return .silent(from: start, until: end < bus.simulation.horizon ? end : .never)\n",
        "    return end < bus.simulation.horizon ? .alert(at: start) : .silent(from: start, until: .never)\n",
        "what came in quiet hours is seen in them"),
    Mutant(
        "R4.2", MODELS + "Phone/CentreStation.swift",
        "let start = law.nextSummary(at: bus.now) ?? bus.now",
        "let start = bus.now",
        "what waits for the scheduled summary is seen before"),
    Mutant(
        "R4.2", SOURCES / "WeeklyHours.swift",
        "[start..<week, 0..<end - week]", "[start..<week]",
        "no hours go on past the week's end"),
    Mutant(
        "R4.2", SOURCES / "WeeklyHours.swift",
        "spans.count > 1, spans[0].lowerBound == 0,", "spans.count > 1, spans[0].lowerBound == 1,",
        "hours end with the week"),
    Mutant(
        "R4.2", SOURCES / "WeeklyHours.swift",
        "max(last.upperBound, piece.upperBound)", "piece.upperBound",
        "hours that overlap end with the window that began last"),
    Mutant(
        "R4.2", MODELS + "Engine/Device+Life.swift",
        "&& !centre.maySilence && ", "&& ",
        "fast forward: there are no quiet hours"),
    Mutant(
        "R4.2", MODELS + "User/UserStation.swift",
        "see(newest(in: group) ?? look.message, &bus)", "see(look.message, &bus)",
        "a look finds what lies below in a group"),
    Mutant(
        "R4.2", MODELS + "User/UserStation.swift",
        "    case .app:\n      clear()\n      return .clearing\n", "    case .app: break\n",
        "a group is not dismissed as a whole"),
    Mutant(
        "R4.2", MODELS + "User/UserStation.swift",
        "if !plan.hidesPreviews, !look.isSummary {", "if !look.isSummary {",
        "hidden previews are read"),
    Mutant(
        "R6.1", MODELS + "Phone/CentreStation.swift",
        "if plan.collapses, isThere {", "if plan.collapses {",
        "what the user has taken away is replaced"),
    Mutant(
        "R6.1", MODELS + "User/UserStation.swift",
        "return notices[Int(message)].standing > 0", "return notices[Int(message)].seen == .never",
        "what has been seen is not replaced"),
    Mutant(
        "R6.2", MODELS + "User/UserStation.swift",
        "plan.asleep.end(at: time) ?? time", "time",
        "people look while they are asleep"),
    Mutant(
        "R6.2", MODELS + "User/UserStation.swift",
        "guard look.clearing == clearings else", "guard look.clearing <= clearings else",
        "what was cleared away is looked at"),
    Mutant(
        "R6.2", MODELS + "User/UserStation.swift",
        "    guard !isInApp else { return isSummary ? () : see(message, &bus) }\n", "",
        "what arrives in the app is looked at later"),
    Mutant(
        "R6.2", MODELS + "User/UserStation.swift",
        "if isInApp { see(message, &bus) } else { receive(message) }", "receive(message)",
        "what is fetched in the open app is not seen"),
    Mutant(
        "R6.2", MODELS + "User/UserStation.swift",
        "    for place in received.indices { see(received[place], &bus) }\n", "",
        "opening the app shows nothing"),
    Mutant(
        "R6.2", MODELS + "User/UserStation.swift",
        "if !look.isSummary {\n      see", "if true {\n      see",
        "a tap on a summary shows its trigger"),
    Mutant(
        "R6.2", MODELS + "User/User.swift",
        "clearing = taps + (user?.dismisses.value ?? 0)",
        "clearing = max(taps, user?.dismisses.value ?? 0)",
        "taps and dismissals overlap"),
    Mutant(
        "R6.2", MODELS + "User/UserStation.swift",
        "return .tap(look.message, showing: look.showing)", "return .nothing",
        "a tap opens nothing"),
    Mutant(
        "R6.2", MODELS + "Engine/Device+Life.swift",
        " && !user.looksAtAll && !android", " && !android",
        "fast forward: nobody looks"),
    Mutant(
        "R1.1", MODELS + "User/UserStation.swift",
        "bus.span(.look, plan.sees, look.message, look.showing)",
        "bus.span(.look, plan.sees, UInt32(standing.count), look.showing)",
        "looks depend on what else is there"),
    Mutant(
        "R4.9", MODELS + "User/UserStation.swift",
        "    case .silent(let start, let quietEnd):\n      awaitNotice(look, from: start, quietEnd: quietEnd, &bus)\n",
        "    case .silent(let start, _): schedule(look, from: start, &bus)\n",
        "what comes silently is looked at like an alert"),
    Mutant(
        "R4.9", MODELS + "Engine/Device+Life.swift",
        "    react(to: outcome, &bus)\n    notice(&bus)\n", "    react(to: outcome, &bus)\n",
        "a look at an alert finds nothing that came silently"),
    Mutant(
        "R4.9", MODELS + "User/SilentArrivals.swift",
        "arrival.start <= time\n", "arrival.start <= .never\n",
        "what waits for a summary lies in the centre"),
    Mutant(
        "R4.9", MODELS + "User/SilentArrivals.swift",
        "return isWaiting ? arrival.look : nil", "return arrival.look",
        "what has been noticed is looked at again after the quiet hours"),
    Mutant(
        "R4.9", MODELS + "User/SilentArrivals.swift",
        "if plan.pickups == nil, quietEnd != .never {", "if quietEnd != .never {",
        "with pick-ups modelled, quiet hours still end with a look"),
    Mutant(
        "R4.9", MODELS + "User/SilentArrivals.swift",
        "guard isTimed else { return planPickup(&bus) }", "guard isTimed else { return }",
        "nobody picks up the phone"),
    Mutant(
        "R4.9", MODELS + "User/Pickups.swift",
        " || user.asleep.end(at: time) != nil {", " {",
        "people pick up the phone asleep"),
    Mutant(
        "R4.9", MODELS + "User/Pickups.swift",
        "guard isSwitchedOn, let start", "guard let start",
        "people pick up a phone that is switched off"),
    Mutant(
        "R4.9", MODELS + "User/Pickups.swift",
        "weekly?.time(ofCumulative: amount) ?? amount", "amount",
        "pick-ups know no hours"),
    Mutant(
        "R1.1", MODELS + "User/Pickups.swift",
        "* rate * (1 - 1e-12)", "* rate * 1.01",
        "a pick-up after the message is skipped"),
    Mutant(
        "R1.1", MODELS + "User/Pickups.swift",
        "plan.unitExponential, number)", "plan.unitExponential, number &+ UInt32(bus.ledger.count))",
        "pick-ups depend on what waits for them"),
    Mutant(
        "R6.3", MODELS + "Phone/CentreStation.swift",
        "    bus.countSilenced()\n", "    bus.countInterruption()\n",
        "what is silent is an interruption"),
    # R11 Other channels
    Mutant(
        "R11.1", MODELS + "Engine/Device+Closing.swift",
        "    EscalationStation.settle(self, &bus)\n", "",
        "nothing goes out by the second channel"),
    Mutant(
        "R11.1", MODELS + "Escalation/EscalationStation+Closing.swift",
        "rule.unless, device) > due", "rule.unless, device) >= due",
        "a confirmation at the very moment is too late"),
    Mutant(
        "R11.1", MODELS + "Escalation/EscalationStation+Closing.swift",
        "min(bus.now, device.token.uninstalled)", "bus.now",
        "who has left gets an SMS"),
    Mutant(
        "R11.1", MODELS + "Escalation/EscalationStation+Closing.swift",
        "device.plan(at: entry.created).escalation", "device.plan.escalation",
        "the strategy at the end decides about all messages"),
    Mutant(
        "R11.1", MODELS + "Escalation/EscalationStation+Closing.swift",
        "min(device.escalations.acknowledgement(of: message), receipt(of: message, device))",
        "device.escalations.acknowledgement(of: message)",
        "receipts of telemetry confirm nothing"),
    Mutant(
        "R11.1", MODELS + "Extension/ExtensionStation+Wiring.swift",
        "    device.escalations.noteAcknowledgement(of: push.message, at: time)\n", "",
        "acknowledgements confirm nothing"),
    Mutant(
        "R11.1", MODELS + "FastWay/StraightStretch.swift",
        "    escalations.noteAcknowledgement(of: message, at: passage.arrived + span)\n", "",
        "acknowledgements in fast forward confirm nothing"),
    Mutant(
        "R11.1", MODELS + "Engine/Ledger.swift",
        "    if escalated != .never { return .escalated }\n", "",
        "what the second channel brought stays lost"),
    Mutant(
        "R11.1", MODELS + "Engine/Device+Closing.swift",
        " || entry.escalated <= limit", "",
        "the second channel tells nobody in time"),
    Mutant(
        "R11.1", MODELS + "Escalation/Escalation.swift",
        "      bus.ledger[message].copiesOut += 1\n", "",
        "what is under way by the second channel is lost"),
    Mutant(
        "R11.1", MODELS + "Escalation/Escalation.swift",
        "known <= due ? 1 : 0", "known < .never ? 1 : 0",
        "what comes later makes an escalation needless"),
    Mutant(
        "R11.1", MODELS + "Escalation/Escalation.swift",
        "    guard chance.happens(plan.delivery) else {", "    guard chance.happens(.one) else {",
        "the second channel loses nothing"),
    Mutant(
        "R12.7", MODELS + "Engine/Device+Notification.swift",
        "!token.isGone(sent: push.sent) && !isCutOff", "!token.isGone(sent: push.sent)",
        "nothing is ever cut off"),
    Mutant(
        "R12.7", MODELS + "Engine/Device+Notification.swift",
        "if !isCutOff { token.learnOfRefusal(sent: push.sent, &bus) }",
        "token.learnOfRefusal(sent: push.sent, &bus)",
        "a provider that is cut off takes the token for gone"),
    Mutant(
        "R12.7", MODELS + "Provider/ProviderPlan.swift",
        "    guard cutOff.isEmpty else { return .all }\n", "",
        "messages that nobody looks at pass a service that takes none"),
    Mutant(
        "R12.7", MODELS + "Engine/Device+Notification.swift",
        "let isCutOff = plan.provider.cutOff.contains(bus.now)",
        "let isCutOff = push.carriesMessage && plan.provider.cutOff.contains(bus.now)",
        "only messages are cut off"),
    # R11.2 The app's own connection
    Mutant(
        "R11.2", MODELS + "Socket/SocketStation+Wiring.swift",
        "    guard device.socket.isTrusted else { return false }\n",
        "    guard device.socket.isTrusted, bus.now == .never else { return false }\n",
        "no message comes over the connection"),
    Mutant(
        "R11.2", MODELS + "Socket/Socket.swift",
        "guard isRunning, let background = plan?.background, background > .zero else {",
        "guard isRunning, let background = plan?.background, background == .never else {",
        "the connection is closed when the app is left"),
    Mutant(
        "R11.2", MODELS + "Socket/Socket.swift",
        "    guard let law = plan?.detect else {", "    guard let law = plan?.detect, bus.now == .never else {",
        "the provider notices a dead connection at once"),
    Mutant(
        "R11.2", MODELS + "Engine/Device+Life.swift",
        "    SocketStation.reconnect(&self, &bus)\n", "",
        "there is no new connection before the next opening"),
    Mutant(
        "R11.2", MODELS + "Socket/SocketStation+Wiring.swift",
        "    if !device.app.state.isRunning { end(&device, &bus) }\n", "",
        "the connection outlives the process"),
    Mutant(
        "R11.2", MODELS + "Engine/Device+Life.swift",
        "    app.stopByForce(&bus)\n    SocketStation.end(&self, &bus)\n",
        "    app.stopByForce(&bus)\n",
        "the connection outlives an app that the vendor stops"),
    Mutant(
        "R11.2", MODELS + "Engine/Device+Notification.swift",
        "token.isMissing && !socket.isTrusted ?", "token.isMissing ?",
        "the connection needs a token"),
    Mutant(
        "R11.2", MODELS + "Socket/SocketStation+Wiring.swift",
        "    if device.provider.holds(push.message, bus) { return }\n", "    if bus.now >= .zero { return }\n",
        "what the provider no longer keeps is pushed"),
    Mutant(
        "R11.2", MODELS + "Engine/Device+Closing.swift",
        "    SocketStation.dropUnkept(&self, &bus)\n", "",
        "what is kept no longer is under way at the end"),
    # What a second implementation notices of R10 and R11.
    Mutant(
        "R10.1", MODELS + "Reactions/ReactionStation.swift",
        "    disappointments = 0\n    ends.trust", "    ends.trust",
        "agreement: the count of disappointments does not start anew",
        tests="AgreementTests"),
    Mutant(
        "R11.1", MODELS + "Escalation/EscalationStation+Closing.swift",
        "escalations.opening(from: entry.created)", "escalations.opening(from: .zero)",
        "agreement: an opening before the message confirms it",
        tests="AgreementTests"),
    Mutant(
        "R11.2", MODELS + "Socket/Socket.swift",
        "place == turns & Event.payloadMax ? close(&bus) : []", "close(&bus)",
        "agreement: the connection is closed although the app was opened again",
        tests="AgreementTests"),
    # R12 The sources' last rows
    Mutant(
        "R12.1", MODELS + "Phone/QuietClock.swift",
        "    return spell.isUp ? nil : spanEnd\n", "    return nil\n",
        "there are no spells of quiet"),
    Mutant(
        "R12.1", MODELS + "Phone/QuietClock.swift",
        "      if time < alarm { return alarm }\n", "      return end\n",
        "no alarm ends quiet hours"),
    Mutant(
        "R12.1", MODELS + "Phone/QuietClock.swift",
        "end != .never, bedtime.end(at: time) != nil else", "end != .never else",
        "the first alarm ends the hours at noon"),
    Mutant(
        "R12.1", MODELS + "Phone/QuietClock.swift",
        "while end < bus.simulation.horizon, let next = ahead.next(at: end, plan, bus) { end = next }",
        "if let next = ahead.next(at: end, plan, bus) { end = next }",
        "quiet hours end what a spell goes on with"),
    Mutant(
        "R12.2", MODELS + "Engine/Device+Life.swift",
        "    guard let repeats = app.plan.localRepeats else { return }\n    guard Int",
        "    guard let repeats = app.plan.localRepeats, bus.now == .never else { return }\n    guard Int",
        "a local notification alerts once"),
    Mutant(
        "R12.2", MODELS + "User/UserStation.swift",
        "notice.standing > 0 && notice.seen == .never && !notice.isLookedAt", "notice.standing > 0",
        "a repeat goes on after the look"),
    Mutant(
        "R12.2", MODELS + "Engine/Device+Life.swift",
        "Int64(repeats.times)", "Int64(repeats.times) + 1",
        "one repeat more than allowed"),
    Mutant(
        "R12.2", MODELS + "User/UserStation.swift",
        "guard look.isSummary || notices[Int(look.message)].standing > 0 else", "guard look.message < .max else",
        "a notification that is gone can be dismissed again"),
    Mutant(
        "R12.3", MODELS + "User/User.swift",
        "      acting = clearing + (user?.actions?.shareInReach ?? 0)\n", "      acting = clearing\n",
        "nobody presses a button"),
    Mutant(
        "R12.3", MODELS + "User/Actions.swift",
        " * Double(min(count, 2)) / Double(count)", "",
        "all four buttons are in reach"),
    Mutant(
        "R12.3", MODELS + "Engine/Device+Life.swift",
        "bus.now.advanced(bySpan: user.unlockTime(message, showing: showing, bus))", "bus.now",
        "no action needs an unlocked phone"),
    Mutant(
        "R12.4", MODELS + "Extension/ExtensionStation+Wiring.swift",
        "    guard push.content == .heartbeat else { return device.showContent(push, &bus) }\n", "",
        "the extension takes another service's push for a heartbeat"),
    Mutant(
        "R12.4", MODELS + "FastWay/FastForward.swift",
        "guard other.hasAlert else", "guard other.content == .heartbeat else",
        "nobody sees another service's push"),
    Mutant(
        "R12.5", MODELS + "User/UserStation.swift",
        "    if plan.isDialog { clear() }\n    if !isSummary", "    if !isSummary",
        "dialogs lie on one another"),
    Mutant(
        "R12.5", MODELS + "User/UserStation.swift",
        "      if plan.isDialog { clear() }\n", "",
        "a dialog stays after the look"),
    Mutant(
        "R12.6", MODELS + "Tokens/TokenStation.swift",
        "    guard silentPushes >= most else { return false }\n", "    guard silentPushes > most else { return false }\n",
        "one silent push more than allowed"),
    Mutant(
        "R12.6", MODELS + "Tokens/TokenStation.swift",
        "guard isUnregistered, revoked == .never else", "guard isUnregistered else",
        "a registration brings the permission back"),
    Mutant(
        "R12.6", MODELS + "PushService/APNs.swift",
        ".optIn: .web, ", "",
        "everybody has a web app on the home screen"),
    Mutant(
        "R12.8", MODELS + "Engine/Device+Closing.swift",
        "alertsTell ? entry.shown : user.seen(message)", "entry.shown",
        "an alert without a title tells of its message"),
    # R10 Users react
    Mutant(
        "R10.1", MODELS + "Reactions/ReactionStation+Wiring.swift",
        "    if device.reactions.isOn { hearAlert(&device, &bus) }\n", "",
        "nobody minds alerts"),
    Mutant(
        "R10.1", MODELS + "Reactions/ReactionStation+Wiring.swift",
        "    if device.reactions.isOn { learnInApp(message, &device, &bus) }\n", "",
        "nobody minds what is found too late"),
    Mutant(
        "R10.1", MODELS + "Reactions/ReactionStation+Wiring.swift",
        "      plan(device.reactions.learn(of: message, &bus), &bus)\n    }\n", "    }\n",
        "what was fetched unseen disappoints nobody"),
    Mutant(
        "R10.1", MODELS + "Reactions/ReactionStation+Wiring.swift",
        "    case .uninstall: device.uninstall(&bus)\n", "    case .uninstall: break\n",
        "nobody leaves"),
    Mutant(
        "R10.1", MODELS + "Reactions/ReactionStation+Wiring.swift",
        "    device.authorisation = .alertsOff\n", "",
        "alerts stay on"),
    Mutant(
        "R10.1", MODELS + "Reactions/ReactionStation+Wiring.swift",
        "    device.app.visitLog.keep(since: bus.now, isOpen: device.app.isInForeground)\n", "",
        "with alerts off what is fetched unseen is known at once"),
    Mutant(
        "R10.1", MODELS + "Phone/CentreStation.swift",
        "      return .silent(from: bus.now, until: .never)\n", "      return .alert(at: bus.now)\n",
        "what was silenced is looked at all the same"),
    Mutant(
        "R10.1", MODELS + "Phone/CentreStation.swift",
        "(isMuted, maySilence) = (true, true)", "isMuted = true",
        "who silences alerts goes on hearing them"),
    Mutant(
        "R10.1", MODELS + "Reactions/ReactionStation.swift",
        "    forget(until: bus.now)\n", "",
        "annoyances are never forgotten"),
    Mutant(
        "R10.1", MODELS + "Reactions/ReactionStation.swift",
        "now - annoyances[remembered] >= plan", "now - annoyances[remembered] > plan",
        "an annoyance is forgotten a moment too late"),
    Mutant(
        "R10.1", MODELS + "Reactions/ReactionStation.swift",
        "    annoyances.removeAll(keepingCapacity: true)\n    remembered = 0\n    bus.note", "    bus.note",
        "the count does not start anew"),
    Mutant(
        "R10.1", MODELS + "Reactions/ReactionStation.swift",
        "law).rounded(.up))", "law).rounded(.down))",
        "patience is rounded down"),
    Mutant(
        "R10.1", MODELS + "Reactions/ReactionStation.swift",
        "    case .duplicate: return .duplicate\n    case .redundant, .none: return .redundant\n",
        "    case .duplicate, .redundant, .none: return .redundant\n",
        "duplicates are redundant"),
    Mutant(
        "R10.1", MODELS + "Reactions/ReactionStation.swift",
        "      guard isWanted else { return .redundant }\n", "",
        "what the user does not want is news"),
    Mutant(
        "R10.1", MODELS + "Reactions/ReactionStation.swift",
        "?? false ? .late : .useful", "?? false ? .useful : .useful",
        "nothing is late"),
    Mutant(
        "R10.1", MODELS + "Reactions/ReactionStation.swift",
        "guard isLate(message, bus),\n", "guard\n",
        "what is found in time disappoints"),
    Mutant(
        "R10.1", MODELS + "Reactions/ReactionStation.swift",
        "    openingShare *= plan.distrust.factor.value\n", "",
        "who has lost trust opens the app as often"),
    Mutant(
        "R10.1", MODELS + "Reactions/ReactionPlan.swift",
        "    if place < uninstall.value { return .uninstall }\n    if place < switching", "    if place < switching",
        "who would leave switches alerts off"),
    Mutant(
        "R10.2", MODELS + "Reactions/ReactionStation.swift",
        "bus.happens(ReactionStream.annoyance, probability, index: message, copy: number)",
        "bus.happens(ReactionStream.annoyance, probability, index: UInt32(bus.books.counts.sent), copy: number)",
        "whether an alert annoys depends on what else was sent"),
    Mutant(
        "R10.2", MODELS + "Reactions/ReactionStation+Wiring.swift",
        "let left = min(off, device.token", "let left = min(device.token",
        "who has switched alerts off is reachable"),
    Mutant(
        "R10.2", MODELS + "Reactions/ReactionStation+Wiring.swift",
        "bus.isCounted(min(device.reactions.optedOut, device.centre.turnedOff))", "bus.isCounted(device.reactions.optedOut)",
        "who turns notifications off after a trial has not opted out"),
    Mutant(
        "R10.2", MODELS + "Reactions/ReactionStation+Wiring.swift",
        "off, device.token.revoked, device.token", "off, device.token",
        "who has no permission is reachable"),
    Mutant(
        "R10.2", MODELS + "Reactions/ReactionStation+Wiring.swift",
        "    guard bus.hasReactions else { return }\n", "    guard device.reactions.isOn else { return }\n",
        "who does not react is not reachable"),
    Mutant(
        "R11.3", MODELS + "Android/AndroidStation.swift",
        'wait = isWindow ? longer : doze.first', 'wait = doze.first',
        "maintenance windows do not grow rarer"),
    Mutant(
        "R11.3", MODELS + "Android/AndroidStation.swift",
        'doze.longest.seconds', 'doze.longest.seconds * 10',
        "waits for a window grow without end"),
    Mutant(
        "R11.3", MODELS + "Android/AndroidStation.swift",
        '    step = .never\n    guard isDozing', '    guard isDozing',
        "who uses the phone does not start the windows anew"),
    Mutant(
        "R11.3", MODELS + "Android/AndroidStation.swift",
        '    (isAppOpen, isStopped, stop) = (true, false, .never)', '    (isAppOpen, stop) = (true, .never)',
        "an app that is opened stays stopped"),
    Mutant(
        "R11.3", MODELS + "Android/AndroidStation.swift",
        'let idle = bus.now - lastVisit - law.after', 'let idle = bus.now - lastVisit',
        "high priority is demoted at once"),
    Mutant(
        "R11.3", MODELS + "PushService/Priorities.swift",
        'push.isDemoted && priority == .immediate ? .byPower : priority', 'priority',
        "high priority is never demoted"),
    Mutant(
        "R11.3", MODELS + "PushService/Priorities.swift",
        '!(reach.isReserving && plan.priorities.demotes)', 'true',
        "messages that nobody looks at pass Doze although they are demoted"),
    Mutant(
        "R11.3", MODELS + "Engine/Device.swift",
        'power.isReserving || android.isDozing', 'power.isReserving',
        "nothing waits in Doze"),
    Mutant(
        "R11.3", MODELS + "Engine/Device+Notification.swift",
        '    guard !android.isStopped else { return bus.end(push, .forceQuit) }\n', '',
        "an app that is stopped gets its pushes"),
    Mutant(
        "R11.3", MODELS + "Engine/Device+Life.swift",
        ' && !android.isStopped\n', '\n',
        "messages that nobody looks at reach an app that is stopped"),
    Mutant(
        "R11.3", MODELS + "Engine/Device+Life.swift",
        "      !android.isStopped, user.isUntouched(message)\n", "      user.isUntouched(message)\n",
        "what an app has posted alerts again after it was stopped"),
    Mutant(
        "R11.3", MODELS + "Engine/Device+Life.swift",
        "    if !android.isStopped { fetchInBackground", "    if bus.now >= .zero { fetchInBackground",
        "a button wakes an app that is stopped"),
    Mutant(
        "R11.3", MODELS + "App/AppStation.swift",
        "    failOpenFetches(&bus)\n    (state, end)", "    (state, end)",
        "a fetch goes on after the app was stopped"),
    Mutant(
        "R11.4", MODELS + "Phone/CentreStation.swift",
        '    case .critical: return nil\n', '    case .critical: return isMuted ? .muted : isProvisional ? .onTrial : nil\n',
        "critical messages are silent on trial"),
    Mutant(
        "R11.4", MODELS + "Phone/CentreStation.swift",
        '    case .passive: return .passive\n', '    case .passive: return followsSchedule ? .passive : nil\n',
        "passive messages alert"),
    Mutant(
        "R11.4", MODELS + "Phone/CentreStation.swift",
        'guard level == .active, followsSchedule', 'guard followsSchedule',
        "time-sensitive messages wait for the end of quiet hours"),
    Mutant(
        "R11.4", MODELS + "Engine/Device+Life.swift",
        'if !centre.decide(&bus), authorisation == .allowed {', 'if centre.decide(&bus), authorisation == .allowed {',
        "who keeps notifications turns them off"),
    Mutant(
        "R11.4", MODELS + "Reactions/ReactionStation+Wiring.swift",
        '\n      || device.centre.turnedOff != .never', '',
        "who has turned notifications off was never reachable"),
    Mutant(
        "R11.4", MODELS + "Phone/CentreStation.swift",
        '    isProvisional = false\n', '',
        "nobody ever decides"),
    Mutant(
        "R11.5", MODELS + "Provider/SendWindow.swift",
        '    guard bus.now < kept else { return .expired }\n', '',
        "what waits for the window never expires"),
    Mutant(
        "R11.5", MODELS + "Provider/SendWindow.swift",
        '    if levels.level(of: message, bus).isUrgent { return true }\n', '',
        "time-sensitive messages wait for the send window"),
    Mutant(
        "R11.5", MODELS + "Provider/SendWindow.swift",
        '    return chance.happens(urgent)', '    return !chance.happens(urgent)',
        "urgent messages wait, others do not"),
    Mutant(
        "R11.5", MODELS + "Provider/SendWindow.swift",
        '(push.destination, push.legEnd) = (.provider, min(opening, kept))', '(push.destination, push.legEnd) = (.provider, opening)',
        "what waits expires when the window opens"),
    Mutant(
        "R11.5", MODELS + "Tokens/Tokens.swift",
        'provider.sendWindow == nil && strategy', 'strategy',
        "messages have their positions before they are sent"),
]
