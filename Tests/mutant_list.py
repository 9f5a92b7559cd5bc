"""The mutants: for each rule one or more exact replacements that switch it off."""

from typing import NamedTuple


class Mutant(NamedTuple):
    rule: str
    file: str
    old: str
    new: str
    what: str
    # The tests that are run; AgreementTests: what only a comparison with another implementation notices.
    tests: str = "ModelsTests"


MODELS = "Sources/Models/"
KERNEL = "Sources/DeliverySim/"

MUTANTS = [
    # R0 Accounts kept
    Mutant(
        "R0.1", MODELS + "Closing.swift",
        "    owed += UInt64(messages.count)\n",
        "    owed += UInt64(messages.count { ledger[$0].fate != .lost })\n",
        "what is lost is not owed"),
    Mutant(
        "R0.2", MODELS + "Provider.swift",
        "retention: SimTime = .never", "retention: SimTime = .day",
        "payloads are kept for a day by default"),
    Mutant(
        "R0.2", MODELS + "Hop.swift",
        "    loss: Probability = .zero,", "    loss: Probability = .one,",
        "hops lose by default"),
    Mutant(
        "R0.3", MODELS + "Ledger.swift",
        "if shown != .never {", "if shown != .never, summarised == .never {",
        "summarised comes before shown"),
    Mutant(
        "R0.3", MODELS + "Ledger.swift",
        "copiesOut > 0 ? .pending : .lost", "copiesOut > 255 ? .pending : .lost",
        "nothing is pending"),
    Mutant(
        "R0.3", MODELS + "Closing.swift",
        "if entry.shown != .never { shown += 1 }",
        "if entry.shown != .never, entry.summarised == .never { shown += 1 }",
        "in the sums, summarised comes before shown"),
    Mutant(
        "R0.3", MODELS + "Closing.swift",
        "ledger[Int(message(at: position))].copiesOut += 1", "ledger[Int(message(at: position))].copiesOut += 0",
        "what has been asked for is not pending"),
    Mutant(
        "R0.4", MODELS + "Ledger.swift",
        "guard time >= destroyed else", "guard time >= .zero else",
        "the cause noticed last counts, not the last in simulated time"),
    Mutant(
        "R0.4", MODELS + "NotificationCentre.swift",
        "    ledger[place].repair = repair\n", "    _ = repair\n",
        "a summary does not tell the repair"),
    Mutant(
        "R0.5", MODELS + "PushService.swift",
        "if expiry <= context.now {", "if expiry < context.now {",
        "an expiry at exactly the hand-over has not expired"),
    Mutant(
        "R0.5", MODELS + "Closing.swift",
        "entry.shown <= limit", "entry.shown < limit",
        "shown exactly at the limit is late"),
    Mutant(
        "R0.5", MODELS + "ServiceExtension.swift",
        "    if answer > run.deadline {", "    if answer >= run.deadline {",
        "an answer exactly at the extension's limit is late"),
    # R1 World
    Mutant(
        "R1.1", MODELS + "Network.swift",
        "context.random.stream(.offline, device: number)",
        "context.random.stream(.offline, device: number + sentPushes)",
        "offline spans hang on what the strategy has sent"),
    Mutant(
        "R1.2", MODELS + "Crossing.swift",
        "stream().draws(index: push.message, copy: Int(push.copy))", "stream().draws(index: push.message)",
        "every send of a message has the same loss"),
    Mutant(
        "R1.2", MODELS + "Crossing.swift",
        "laws.pointee.link.latency, push,",
        # On the straight way the push is not counted yet.
        "laws.pointee.link.latency,\n"
        "      Push(\n"
        "        message: UInt32(Int(push.message) < ledger.count ? sentPushes : sentPushes + 1),\n"
        "        copy: push.copy, sent: push.sent),",
        "link latency is drawn in order of sending"),
    Mutant(
        "R1.2", MODELS + "PushService.swift",
        "laws.pointee.serviceLatency, push,",
        # On the straight way the push has not been accepted yet.
        "laws.pointee.serviceLatency,\n"
        "      Push(\n"
        "        message: push.acceptance > 0 ? push.acceptance : service.acceptances + 1,\n"
        "        copy: push.copy, sent: push.sent),",
        "service latency is drawn in order of acceptance"),
    Mutant(
        "R1.3", MODELS + "WeeklyProfile.swift",
        "(Double(low) + share) * 3600", "(Double((low + 24) % 168) + share) * 3600",
        "the week starts on Tuesday"),
    Mutant(
        "R1.4", MODELS + "Arrivals.swift",
        "random.stream(.arrival, device: device), index: messages)",
        "random.stream(.arrival, device: device), index: messages &+ UInt32(rate * 1e6))",
        "another rate draws other arrivals"),
    Mutant(
        "R1.4", MODELS + "Arrivals.swift",
        "law.between.sampleResidual(&draws)", "law.between.sample(&draws)",
        "bursts start with a whole gap"),
    Mutant(
        "R1.4", MODELS + "Arrivals.swift",
        "random.stream(.rate, device: device)", "random.stream(.rate, device: 0)",
        "all devices have one rate"),
    Mutant(
        "R1.4", MODELS + "Trace.swift",
        ": device % trace.streams.count", ": 0",
        "all devices play the first stream of a trace"),
    Mutant(
        "R1.4", MODELS + "Trace.swift",
        "let wrap = length - shift", "let wrap = length",
        "a shifted trace does not wrap"),
    Mutant(
        "R1.4", MODELS + "Trace.swift",
        "trace.shuffles\n", "trace.shuffles && trace.samples\n",
        "a trace is not shuffled"),
    Mutant(
        "R1.5", MODELS + "Closing.swift",
        "UInt128(bytes) * UInt128(entry.sends)", "UInt128(bytes)",
        "a repeat weighs nothing"),
    Mutant(
        "R1.6", KERNEL + "Alternation.swift",
        "law.sampleResidual(&rest)", "law.sample(&rest)",
        "the first span is a whole one"),
    Mutant(
        "R1.6", MODELS + "Network.swift",
        "own.isUp && regionIsUp", "(own.isUp || regionIsUp)",
        "online although the region is down"),
    Mutant(
        "R1.6", MODELS + "Network.swift",
        "let wasOnline = network.isOnline\n    let index",
        "guard network.regionIsUp else { return }\n    let wasOnline = network.isOnline\n    let index",
        "its own alternation stops in an outage"),
    Mutant(
        "R1.6", MODELS + "Regions.swift",
        "device % law.count == regions[place].number", "device / law.count == regions[place].number",
        "outages hit other devices"),
    Mutant(
        "R1.7", MODELS + "Network.swift",
        "let delay = SimTime(seconds: seconds)", "let delay = SimTime(seconds: min(0, seconds))",
        "a device that is online is connected"),
    Mutant(
        "R1.7", MODELS + "Network.swift",
        "index: network.returns)", "index: network.disconnections / 2)",
        "two returns share a delay"),
    Mutant(
        "R1.8", MODELS + "Cell.swift",
        "var staged = world.setup\n",
        "var staged = DeviceSetup(\n        workload: world.setup.workload, network: world.setup.network)\n",
        "the device's own parameters are ignored"),
    Mutant(
        "R1.8", MODELS + "Cell.swift",
        "(laws + place).initialize(to: DeviceLaws(staged))",
        "(laws + place).initialize(\n        to: DeviceLaws(\n          DeviceSetup(\n"
        "            workload: world.setup.workload, network: world.setup.network,\n"
        "            strategy: strategy)))",
        "the device's own laws are ignored"),
    # R2 Provider
    Mutant(
        "R2.2", MODELS + "Resend.swift",
        "    time < ledger", "    time >= .zero || time < ledger",
        "payloads are kept for ever"),
    Mutant(
        "R2.4", MODELS + "Resend.swift",
        "for position in positions {", "for position in positions.reversed() {",
        "repeats are sent in descending position"),
    Mutant(
        "R2.4", MODELS + "ServiceExtension.swift",
        "if answer == .success { resend", "if answer == .success, run.awaitsAnswer { resend",
        "the provider forgets the request of a device that has left"),
    Mutant(
        "R2.4", MODELS + "Network.swift",
        "    failOpenRequests(&context)\n", "",
        "a device that has left still gets its answer"),
    Mutant(
        "R2.4", MODELS + "Resend.swift",
        "chance.happens(setup.pointee.provider.resend.failure)", "chance.happens(.zero)",
        "re-requests never fail"),
    Mutant(
        "R2.4", MODELS + "Resend.swift",
        "    if run.timesOut { return .timedOut }\n", "",
        "a request that times out is answered"),
    Mutant(
        "R2.5", MODELS + "ResendQueue.swift",
        "busy.count < capacity.servers ? time : busy[0]", "time",
        "nobody waits for a server"),
    Mutant(
        "R2.5", MODELS + "ResendQueue.swift",
        "guard wait <= capacity.timeout else", "guard wait < capacity.timeout || wait == .zero else",
        "a wait that ends exactly at the limit is too long"),
    Mutant(
        "R2.5", MODELS + "DeviceSet.swift",
        "let step = world.setup.provider.shards", "let step = max(1, world.setup.provider.shards - 1)",
        "two shards are one"),
    Mutant(
        "R2.6", MODELS + "Hop.swift",
        "(hop.isIdeal, hop.changes, hop.loss)", "(hop.isIdeal, hop.changes, .zero)",
        "hop 2 loses nothing"),
    Mutant(
        "R2.6", MODELS + "Crossing.swift",
        "window.uniform(stream(), index: push.message)", "window.uniform(stream(), index: 0)",
        "hop 2 loses all pushes of a device or none"),
    Mutant(
        "R2.6", MODELS + "Hop.swift",
        "latency = shelf.sampler(hop.latency)", "latency = shelf.sampler(.zero)",
        "hop 2 takes no time"),
    # R3 Push service
    Mutant(
        "R3.1", MODELS + "PushServices/APNs.swift",
        "guard new.acceptance > old.acceptance else { return false }",
        "guard new.acceptance > old.acceptance else { return true }",
        "whatever comes last stays in the slot"),
    Mutant(
        "R3.1", MODELS + "PushServices/APNs.swift",
        "if survives(push, over: other, context) {", "if !survives(push, over: other, context) {",
        "the oldest stays in the slot"),
    Mutant(
        "R3.2", MODELS + "PushServices/APNs.swift",
        "chance.happens(rule.probability)", "chance.happens(.one)",
        "the newest always survives"),
    Mutant(
        "R3.2", MODELS + "PushServices/APNs.swift",
        "guard new.accepted - old.accepted < rule.within", "guard new.accepted - old.accepted <= rule.within",
        "the window includes its end"),
    Mutant(
        "R3.3", MODELS + "PushService.swift",
        "    if network.isConnected {\n      receive", "    if network.isConnected || service.detection == .never {\n      receive",
        "the connection is not examined on arrival"),
    Mutant(
        "R3.3", MODELS + "PushService.swift",
        "serviceLatency, push, attempt: Int(push.attempts),", "serviceLatency, push, attempt: 0,",
        "a hand-over has the latency of the first attempt"),
    Mutant(
        "R3.4", MODELS + "PushService.swift",
        "guard service.detection != .never else { return store(push, &context) }",
        "guard service.detection != .never else { return end(push, .notStored, &context) }",
        "nothing is stored for a device that is away"),
    Mutant(
        "R3.5", MODELS + "PushService.swift",
        "    push.sent.advanced(bySpan", "    ledger[Int(push.message)].created.advanced(bySpan",
        "the expiration counts from the creation"),
    Mutant(
        "R3.5", MODELS + "PushService.swift",
        "if setup.pointee.service.expiration == .zero {", "if setup.pointee.service.expiration == .never {",
        "expiration 0 is nothing special"),
    Mutant(
        "R3.6", MODELS + "PushServices/APNs.swift",
        "if survives(push, over: other, context) {",
        "if laws.pointee.collapses || survives(push, over: other, context) {",
        "a collapse id makes the arriving one survive"),
    Mutant(
        "R3.7", MODELS + "PushServices/APNs.swift",
        "guard new.acceptance > old.acceptance else", "guard new.message > old.message else",
        "an old message does not overwrite a newer one"),
    Mutant(
        "R3.8", MODELS + "PushService.swift",
        "guard delay > .zero else { return }", "guard delay < .zero else { return }",
        "a dead connection is noticed at once"),
    Mutant(
        "R3.8", MODELS + "PushService.swift",
        "chance.happens(resume) else", "chance.happens(resume), resume == .zero else",
        "no connection is resumed"),
    Mutant(
        "R3.8", MODELS + "PushService.swift",
        "taken.sorted { $0.acceptance < $1.acceptance }", "taken.sorted { $0.acceptance > $1.acceptance }",
        "limbo is emptied newest first"),
    Mutant(
        "R3.9", MODELS + "PushService.swift",
        "laws.pointee.serviceLatency, push,",
        "laws.pointee.serviceLatency, Push(message: 0, copy: push.copy, sent: push.sent),",
        "all pushes have the same latency"),
    # R4 On the device
    Mutant(
        "R4.5", MODELS + "HandlerMatrix.swift",
        "case (.fetchCompletionHandler, .alert): (.arrival, .tap, .tap, .tap)",
        "case (.fetchCompletionHandler, .alert): (.arrival, .tap, .tap, never)",
        "one cell of the table is empty"),
    Mutant(
        "R4.5", MODELS + "HandlerMatrix.swift",
        "(.arrival, .arrival, [.arrival, .nextLaunchIfDeclined], never)",
        "(.arrival, .arrival, .arrival, never)",
        "the footnote is missing"),
    Mutant(
        "R4.5", MODELS + "HandlerMatrix.swift",
        "      && (implemented.contains(.fetchCompletionHandler)\n        || ", "      && (",
        "the fetch handler silences nothing"),
    Mutant(
        "R4.5", MODELS + "HandlerMatrix.swift",
        "isSuperset(of: [.willPresent, .didReceive])", "isSuperset(of: [.didReceive])",
        "one UN method silences"),
    Mutant(
        "R4.5", MODELS + "HandlerMatrix.swift",
        "method != .didReceive && implemented.contains(.didReceive)",
        "method == .willPresent && implemented.contains(.didReceive)",
        "the tap goes to all"),
    Mutant(
        "R4.5", MODELS + "HandlerMatrix.swift",
        "payload.hasAlert && (state != .foreground || implemented.contains(.willPresent))",
        "payload.hasAlert",
        "the system draws alerts in the foreground by itself"),
    Mutant(
        "R4.5", MODELS + "HandlerMatrix.swift",
        "wakes ? taps.union(.arrival) : taps", "wakes ? taps : taps",
        "a call at the arrival launches nothing"),
    Mutant(
        "R4.5", MODELS + "HandlerMatrix.swift",
        "let taps: Moments = payload.hasAlert ? .tap : []", "let taps: Moments = []",
        "a tap launches nothing"),
    # R5 Notification service extension
    Mutant(
        "R5.1", MODELS + "ServiceExtension.swift",
        "    guard let saved = client.savedPosition, canReadPosition(context) else {\n"
        "      savePosition(position)\n"
        "      return showContent(push, &context)\n    }\n",
        "    let saved = client.savedPosition ?? 0\n",
        "the first push misses all before it"),
    Mutant(
        "R5.1", MODELS + "ServiceExtension.swift",
        "run.missed.count <= run.repeatLimit", "run.missed.count < run.repeatLimit",
        "the repeat limit is exclusive"),
    Mutant(
        "R5.1", MODELS + "ServiceExtension.swift",
        "run.missed.count <= run.repeatLimit", "run.missed.count >= 0 || run.repeatLimit > 0",
        "there is no repeat limit"),
    Mutant(
        "R5.2", MODELS + "NotificationCentre.swift",
        "    if carrier.carriesMessage { cover(carrier.message, repair, &context) }\n", "",
        "a summary does not cover its carrier"),
    Mutant(
        "R5.2", MODELS + "NotificationCentre.swift",
        "    for position in missed { cover(message(at: position), repair, &context) }\n", "",
        "a summary covers its carrier only"),
    Mutant(
        "R5.3", MODELS + "DeviceLaws.swift",
        "(true, !recovery.asPrinted)", "(true, true)",
        "as printed, an in-order push advances the position"),
    Mutant(
        "R5.3", MODELS + "DeviceLaws.swift",
        "(true, !recovery.asPrinted)", "(true, false)",
        "an in-order push never advances the position"),
    Mutant(
        "R5.4", MODELS + "ServiceExtension.swift",
        "    client.savedPosition = position\n    noticeGap", "    noticeGap",
        "the position does not advance on a gap"),
    Mutant(
        "R5.4", MODELS + "ServiceExtension.swift",
        "if isNew, laws.pointee.savesInOrder {", "if laws.pointee.savesInOrder {",
        "a repeat sets the position back"),
    Mutant(
        "R5.5", MODELS + "ServiceExtension.swift",
        "    if span == .zero {", "    if span >= .zero {",
        "late pushes are not waited for"),
    Mutant(
        "R5.5", MODELS + "ServiceExtension.swift",
        "missed = (lowest ?? run.missed.upperBound)..<", "missed = run.missed.lowerBound..<",
        "what arrived during the wait is asked for"),
    Mutant(
        "R5.6", MODELS + "ServiceExtension.swift",
        "    if answer > run.deadline {", "    if answer > run.deadline.advanced(bySpan: .day) {",
        "the carrier waits for a late answer"),
    Mutant(
        "R5.6", MODELS + "ServiceExtension.swift",
        "} else if end > deadline {", "} else if end > deadline.advanced(bySpan: .day) {",
        "the wait may last longer than the extension"),
    # R6 Notification centre, R8 Strategies
    Mutant(
        "R6.1", MODELS + "NotificationCentre.swift",
        "} else if laws.pointee.collapses {", "} else if !laws.pointee.collapses {",
        "collapse ids do the opposite"),
    Mutant(
        "R6.1", MODELS + "NotificationCentre.swift",
        "if setup.pointee.centre.alertsAgainOnCollapse { context.countInterruption() }",
        "context.countInterruption()",
        "a replacement always interrupts again"),
    Mutant(
        "R8", MODELS + "Strategies/FireAndForget.swift",
        "client: .showsIt", "client: .recoversGaps(GapRecovery())",
        "fire-and-forget recovers gaps"),
    Mutant(
        "R8", MODELS + "Strategies/GapRecovery.swift",
        "client: .recoversGaps(parameters)", "client: .showsIt",
        "gap-recovery recovers nothing"),
    Mutant(
        "R8", MODELS + "Strategies/GapWindow.swift",
        "    holes += missed\n", "",
        "gap-window forgets what it misses"),
    Mutant(
        "R8", MODELS + "Strategies/GapWindow.swift",
        "    holes.remove(at: place)\n", "",
        "gap-window asks for what has arrived"),
    Mutant(
        "R8", MODELS + "Strategies/Digest.swift",
        "push.items = UInt16(itemsThatFit(push, digest, context))",
        "push.items = UInt16(min(0, itemsThatFit(push, digest, context)))",
        "pushes carry nothing but their own message"),
    Mutant(
        "R8", MODELS + "Strategies/Digest.swift",
        "      if rest < 0 { return item }\n", "",
        "a digest knows no payload limit"),
    # R8 retry-until-acked
    Mutant(
        "R8", MODELS + "Strategies/RetryUntilAcked.swift",
        "guard account.due == context.now, account.acknowledged > context.now else",
        "guard account.due == context.now else",
        "what has been acknowledged is sent again"),
    Mutant(
        "R8", MODELS + "Strategies/RetryUntilAcked.swift",
        "guard account.isLastWord else {", "guard account.isLastWord || account.due > .zero else {",
        "retry: an acknowledgement at the very end of the wait is late"),
    Mutant(
        "R8", MODELS + "Strategies/RetryUntilAcked.swift",
        "return holds(push.message, at: time) ? time : .never", "return time",
        "retry: payloads are kept for ever"),
    Mutant(
        "R8", MODELS + "Strategies/RetryUntilAcked.swift",
        "retryWaits[Int(push.copy)])", "retryWaits[0])",
        "retry: the back-off does not grow"),
    Mutant(
        "R8", MODELS + "Strategies/RetryUntilAcked.swift",
        "attempts: 10, first", "attempts: 9, first",
        "retry: 9 attempts by default"),
    Mutant(
        "R8", MODELS + "Strategies/RetryUntilAcked.swift",
        "if chance.happens(setup.pointee.provider.resend.failure) {", "if chance.happens(.zero) {",
        "acknowledgements are never lost"),
    Mutant(
        "R8", MODELS + "Strategies/RetryUntilAcked.swift",
        "    return context.now + span\n", "    return context.now\n",
        "acknowledgements take no time"),
    Mutant(
        "R8", MODELS + "Strategies/RetryUntilAcked.swift",
        "stream.draws(index: push.message, copy: Int(push.copy))", "stream.draws(index: push.message)",
        "all acknowledgements of a message take the same time"),
    Mutant(
        "R8", MODELS + "Strategies/RetryUntilAcked.swift",
        "draws(.acknowledgementLoss, push.message, push.copy, context)",
        "draws(.acknowledgementLoss, push.message, 0, context)",
        "all acknowledgements of a message have the same luck"),
    Mutant(
        "R8", MODELS + "Strategies/RetryUntilAcked.swift",
        "= min(retries[message].acknowledged, time)", "= time",
        "the last acknowledgement counts, not the first"),
    Mutant(
        "R8", MODELS + "Strategies/RetryUntilAcked.swift",
        "    context.countAcknowledgement()\n", "",
        "acknowledgements are not counted"),
    Mutant(
        "R8", MODELS + "Strategies/RetryUntilAcked.swift",
        "    context.countExtensionRun()\n", "",
        "the extension acknowledges without running"),
    Mutant(
        "R8", MODELS + "Strategies/RetryUntilAcked.swift",
        "      ledger[message].copiesOut += 1\n", "      ledger[message].copiesOut += 0\n",
        "a retry to come is not pending"),
    Mutant(
        "R8", MODELS + "Strategies/RetryUntilAcked.swift",
        "while waits.count < RandomStream.copyLimit - 1,", "while waits.count < RandomStream.copyLimit,",
        "a schedule without an end hits the limit of copies"),
    Mutant(
        "R8", MODELS + "DeviceLaws.swift",
        "(retry?.collapse ?? false, .none)", "(false, .none)",
        "retries carry no collapse id"),
    Mutant(
        "R3.7", MODELS + "Provider.swift",
        "    if laws.pointee.retries { awaitAcknowledgement(of: push, &context) }\n", "",
        "not straight: nothing is sent again by itself"),
    # R3.10 Other push services
    Mutant(
        "R3.10", MODELS + "PushServices/FCM.swift",
        "    discard(push, by: push, &context)\n  }\n", "    count(push, &context)\n  }\n",
        "the push that finds the store of fcm full is kept"),
    Mutant(
        "R3.10", MODELS + "PushServices/FCM.swift",
        "    if service.isDiscarding { return discard(push, by: push, &context) }\n", "",
        "fcm stores again before the device has been told"),
    Mutant(
        "R3.10", MODELS + "PushServices/FCM.swift",
        "    ledger[place].synced = context.now\n", "",
        "the app does not sync"),
    Mutant(
        "R3.10", MODELS + "PushService.swift",
        "kind == .fcm ? min(expiration, Self.fcmExpirationMax) : expiration", "expiration",
        "fcm stores for longer than 28 days"),
    Mutant(
        "R3.10", MODELS + "PushServices/CountedStore.swift",
        "    dropExpiredOfCounted(&context)\n    return", "    return",
        "what has expired takes room"),
    Mutant(
        "R3.10", MODELS + "PushServices/MQTT.swift",
        "if hasRoom(&context) {", "if service.counted.count > 0 || hasRoom(&context) {",
        "the queue of mqtt has no end"),
    Mutant(
        "R3.10", MODELS + "PushServices/WebPush.swift",
        "    if let place = service.topics[push.message] {\n", "    if let place = service.topics[push.message], place < 0 {\n",
        "a topic replaces nothing"),
    Mutant(
        "R3.10", MODELS + "PushServices/WNSToast.swift",
        "    end(push, .notStored, &context)\n", "    shelve(push, &context)\n",
        "toasts are kept"),
    Mutant(
        "R0.3", MODELS + "PushServices/FCM.swift",
        "ledger[Int(message)].copiesOut += 1", "ledger[Int(message)].copiesOut += 0",
        "a sync that is still to come is no fetch under way"),
    Mutant(
        "R0.3", MODELS + "Ledger.swift",
        "if synced != .never { return .synced }", "if synced != .never { return .lost }",
        "what was synced is lost"),
    Mutant(
        "R0.5", MODELS + "Closing.swift",
        " || entry.synced <= limit", "",
        "a sync does not count for timeliness"),
    Mutant(
        "R3.10", MODELS + "PushService.swift",
        "    case .wnsToast, .keepAll: break\n",
        "    case .wnsToast: break\n    case .keepAll: dropExpiredFromShelf(&context)\n",
        "pushes that keep-all stores expire"),
    Mutant(
        "R3.10", MODELS + "PushService.swift",
        "taken.sort { $0.acceptance < $1.acceptance }", "taken.sort { $0.acceptance > $1.acceptance }",
        "the newest is handed over first"),
    # R3.10 Collapse keys of fcm
    Mutant(
        "R3.10", MODELS + "PushServices/CollapseKeys.swift",
        "      if collapseKey(pushes[place], context) == key {\n", "      if key < 0 {\n",
        "a push does not replace the one with its key"),
    Mutant(
        "R3.10", MODELS + "PushServices/CollapseKeys.swift",
        "static var keysKept: Int { 4 }", "static var keysKept: Int { 5 }",
        "fcm keeps five keys"),
    Mutant(
        "R3.10", MODELS + "PushServices/CollapseKeys.swift",
        "if pushes[place].acceptance < acceptance {", "if pushes[place].acceptance <= .max {",
        "the newest stored key gives way to a fifth"),
    Mutant(
        "R3.10", MODELS + "PushServices/CollapseKeys.swift",
        "      end(push, .throttled, &context)\n      return true\n", "      return false\n",
        "nothing is throttled"),
    Mutant(
        "R3.10", MODELS + "PushServices/CollapseKeys.swift",
        "max(service.bucketFull, context.now) + law.refill", "context.now + law.refill",
        "the bucket is full all the time"),
    Mutant(
        "R3.10", MODELS + "PushServices/CollapseKeys.swift",
        "max(service.bucketFull, context.now) + law.refill", "service.bucketFull + law.refill",
        "the bucket fills without an end"),
    Mutant(
        "R3.10", MODELS + "PushServices/FCM.swift",
        "    for other in takeShelf() { discard(other, by: push, &context) }\n", "",
        "collapsible pushes outlive a discarding"),
    Mutant(
        "R3.10", MODELS + "StraightWay.swift",
        "!isCollapsible(message, context) && isAwakeForMessages", "isAwakeForMessages",
        "collapsible messages go straight past the throttle"),
    # R3.4 Power and priority
    Mutant(
        "R3.4", MODELS + "Power.swift",
        "case .byPower: !power.isReserving", "case .byPower: true",
        "what can wait is delivered although power is reserved"),
    Mutant(
        "R3.4", MODELS + "Power.swift",
        "case .passive: false", "case .passive: !power.isReserving",
        "priority 1 wakes a device that has power to spare"),
    Mutant(
        "R3.4", MODELS + "Power.swift",
        "case .immediate: true", "case .immediate: !power.isReserving",
        "priority 10 waits too"),
    Mutant(
        "R3.4", MODELS + "Power.swift",
        "    if !power.isReserving { handOverHeld(&context) }\n", "",
        "the end of a reserving period brings nothing"),
    Mutant(
        "R3.4", MODELS + "Power.swift",
        "power.isLow = chance.happens(setup.pointee.power.always)", "_ = chance.happens(.one)",
        "no device is in low-power mode"),
    Mutant(
        "R3.4", MODELS + "Power.swift",
        "if wakes(priority(of: pushes[stored.payload])) { isAwoken = true }", "isAwoken = true",
        "any push in the store of fcm wakes the device"),
    Mutant(
        "R3.4", MODELS + "Power.swift",
        "guard laws.pointee.savesPower, power.isReserving else { return false }",
        "guard laws.pointee.savesPower, !power.isReserving else { return false }",
        "a connection wakes a device that reserves power"),
    Mutant(
        "R3.4", MODELS + "Power.swift",
        "self == .apns || self == .fcm || self == .webPush", "true",
        "every service knows priorities"),
    Mutant(
        "R3.4", MODELS + "PushService.swift",
        "      if laws.pointee.savesPower { handOverHeld(&context) }\n", "",
        "a push that wakes the device brings nothing along"),
    Mutant(
        "R3.4", MODELS + "StraightWay.swift",
        " && isAwakeForMessages\n", "\n",
        "messages go straight although power is reserved"),
    Mutant(
        "R1.6", MODELS + "Network.swift",
        "own.isUp && regionIsUp && isSwitchedOn", "own.isUp && regionIsUp",
        "a device that is switched off is online"),
    Mutant(
        "R1.6", MODELS + "Nights.swift",
        "from == .zero || to < from && to > .zero", "from == .zero",
        "a night over midnight has not begun at the start"),
    Mutant(
        "R5.7", MODELS + "ServiceExtension.swift",
        "client.savedPosition, canReadPosition(context) else", "client.savedPosition else",
        "the saved position can be read before the first unlock"),
    Mutant(
        "R5.7", MODELS + "Strategies/Heartbeat.swift",
        "client.savedPosition, canReadPosition(context) else", "client.savedPosition else",
        "heartbeats tell gaps before the first unlock"),
    Mutant(
        "R5.7", MODELS + "Nights.swift",
        "context.now >= power.unreadableUntil", "context.now > power.unreadableUntil",
        "at the unlock itself nothing can be read"),
    Mutant(
        "R5.7", MODELS + "Nights.swift",
        "max(position, client.savedPosition ?? 0)", "position",
        "an overtaken push takes the saved position back"),
    # R2.6 Hops
    Mutant(
        "R2.6", MODELS + "Crossing.swift",
        "return hop.isInBurst(at: time) ? law.lossInBurst : law.loss", "return law.loss",
        "bursts lose nothing"),
    Mutant(
        "R2.6", MODELS + "Crossing.swift",
        "guard hop.isReachable(at: time) else { return nil }", "",
        "hops are always reachable"),
    Mutant(
        "R2.6", MODELS + "Crossing.swift",
        "Int(push.retries) < retry.attempts", "Int(push.retries) < 0",
        "an unreachable hop is never tried again"),
    Mutant(
        "R2.6", MODELS + "Hop.swift",
        "min(max, SimTime(seconds: first.seconds * pow(factor, Double(place))))", "min(max, first)",
        "the back-off does not grow"),
    Mutant(
        "R2.6", MODELS + "Hop.swift",
        "min(max, SimTime(seconds: first.seconds * pow(factor, Double(place))))",
        "SimTime(seconds: first.seconds * pow(factor, Double(place)))",
        "the back-off has no bound"),
    Mutant(
        "R2.6", MODELS + "Crossing.swift",
        "    leaveIntake(push)\n    noteEnd(push, .serverLost, &context)\n",
        "    queue.append(push.message)\n    leaveIntake(push)\n    noteEnd(push, .serverLost, &context)\n",
        "what hop 1 loses has a position too"),
    # R3.7 Extra traffic, R8 heartbeat
    Mutant(
        "R1.2", MODELS + "Transit.swift",
        "carriesMessage ? purpose : other", "purpose",
        "pushes without a message share the streams of messages"),
    Mutant(
        "R1.2", MODELS + "ExtraTraffic.swift",
        "let copy = UInt16(content.rawValue)", "let copy: UInt16 = 1",
        "badge updates and read receipts share their streams"),
    Mutant(
        "R3.7", MODELS + "PushServices/APNs.swift",
        "return service.stored.first { self.slot(of: pushes[$0]) == slot }",
        "return service.stored.first { pushes[$0].content == push.content && self.slot(of: pushes[$0]) == slot }",
        "extra traffic overwrites no message"),
    Mutant(
        "R3.7", MODELS + "PushServices/APNs.swift",
        "== .shared && type == .background", "== .shared",
        "a VoIP push shares the slot"),
    Mutant(
        "R3.7", MODELS + "PushServices/APNs.swift",
        "setup.pointee.service.slot == .shared && type == .background", "type == .background",
        "slots are shared whatever the scenario says"),
    Mutant(
        "R8", MODELS + "Strategies/Heartbeat.swift",
        "    heartbeat.lastSend = context.now\n", "",
        "a push of the queue does not begin the quiet time anew"),
    Mutant(
        "R8", MODELS + "Strategies/Heartbeat.swift",
        "    client.savedPosition = max(saved, last)\n    let missed = min(saved, last) + 1..<last + 1\n",
        "    client.savedPosition = max(saved, last)\n    let missed = last + 1..<last + 1\n",
        "a heartbeat shows no gap"),
    Mutant(
        "R8", MODELS + "Strategies/Heartbeat.swift",
        "if heartbeat.count < law.times { timeHeartbeat(&context) }", "timeHeartbeat(&context)",
        "heartbeats never end"),
    Mutant(
        "R8", MODELS + "Strategies/Heartbeat.swift",
        "if !push.isFiltered {", "if push.content == .heartbeat {",
        "filtered heartbeats are seen"),
    # R2.9 Schedules
    Mutant(
        "R2.9", MODELS + "Strategies/Schedule.swift",
        "adoptions[place].at.advanced(bySpan: delay)",
        "adoptions[place].at.advanced(bySpan: min(delay, .zero))",
        "all devices adopt at once"),
    Mutant(
        "R2.9", MODELS + "Strategies/Schedule.swift",
        "guard place > stage else { return }", "",
        "a device goes back to an earlier strategy"),
    Mutant(
        "R2.9", MODELS + "Strategies/Schedule.swift",
        "    if !numbered { client.savedPosition = nil }\n", "    if !numbered { client.savedPosition = 0 }\n",
        "a new client has a position saved"),
    Mutant(
        "R8", MODELS + "ServiceExtension.swift",
        "guard network.isOnline, asked.count > 0 else {", "guard network.isOnline else {",
        "gap-window asks for nothing"),
    Mutant(
        "R8", MODELS + "ServiceExtension.swift",
        "let isHeard = run.awaitsAnswer && ", "let isHeard = ",
        "gap-window hears of refusals while it is away"),
    # What a second implementation of the strategies notices.
    Mutant(
        "R8", MODELS + "Provider.swift",
        "if laws.pointee.digestItems > 0 {", "if laws.pointee.digestItems > 0, copy == 0 {",
        "agreement: repeats carry no earlier messages",
        tests="AgreementTests"),
    Mutant(
        "R8", MODELS + "PushServices/FCM.swift",
        "guard ledger[place].shown == .never, ledger[place].synced == .never else { return }",
        "guard ledger[place].shown == .never else { return }",
        "agreement: a later sync moves the time of the first",
        tests="AgreementTests"),
    Mutant(
        "R8", MODELS + "ServiceExtension.swift",
        "      setRepair(run.missed, .failed)\n", "",
        "agreement: a wait cut short by the time limit is no failed repair",
        tests="AgreementTests"),
    Mutant(
        "R2.9", MODELS + "Strategies/Schedule.swift",
        "    if client.runs.count == 0, !numbered || !laws.pointee.remembers { client.holes.removeAll() }\n", "",
        "a client remembers what it does not look for"),
    Mutant(
        "R2.9", MODELS + "Strategies/Schedule.swift",
        "adopted.last { $0.time < time }", "adopted.last { $0.time <= time }",
        "a message of the moment of the change belongs to the new strategy"),
    Mutant(
        "R2.9", MODELS + "Strategies/Schedule.swift",
        "    forgetRetries()\n", "",
        "who has left a strategy is still sent repeats"),
    Mutant(
        "R2.9", MODELS + "Strategies/Strategy.swift",
        "if client.runs.count > 0 { noteArrival(first...position(of: push.message)) }", "",
        "a run that waits hears nothing of what arrives under another strategy"),
    # R4 On the device
    Mutant(
        "R4.1", MODELS + "NotificationSettings.swift",
        "case .alertsOff: .alertsOff", "case .alertsOff: nil",
        "the extension runs although alerts are off"),
    Mutant(
        "R4.1", MODELS + "NotificationSettings.swift",
        "case .denied: .disabled", "case .denied: nil",
        "notifications are shown although they are denied"),
    Mutant(
        "R4.1", MODELS + "NotificationSettings.swift",
        "place < denied.value + alertsOff.value", "place < max(denied.value, alertsOff.value)",
        "the shares of devices overlap"),
]
