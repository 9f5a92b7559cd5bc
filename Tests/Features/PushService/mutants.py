"""Mutants of Sources/Models/PushService."""

from mutant import SOURCES, Mutant

HERE = "Sources/Models/PushService/"

MUTANTS = [
    Mutant(
        "R0.3", HERE + "FCM.swift",
        "ledger[Int(message)].copiesOut += 1", "ledger[Int(message)].copiesOut += 0",
        "a sync that is still to come is no fetch under way"),
    Mutant(
        "R3.12", HERE + "PushServiceStation.swift",
        "    if flights.areAny,", "    if flights.areAny, turn.now < .zero,",
        "nothing is overwritten on its way"),
    Mutant(
        "R3.12", HERE + "PushServiceStation.swift",
        "if chance.happens(plan.inFlight) {", "if chance.happens(.one) {",
        "every push occupies its slot on its way"),
    Mutant(
        "R3.12", HERE + "Flights.swift",
        "all[$0].push.legEnd > now", "all[$0].push.legEnd >= now",
        "what arrives now is still on its way"),
    Mutant(
        "R3.12", HERE + "Flights.swift",
        "guard rivals.count >= capacity,", "guard rivals.count >= 1,",
        "a single push on its way fills the slot"),
    Mutant(
        "R3.12", HERE + "Flights.swift",
        "all[$0].slot == slot && ", "",
        "pushes of all types overwrite each other on their way"),
    Mutant(
        "R0.5", HERE + "PushStore.swift",
        "if expiry <= turn.now {\n        topics", "if expiry < turn.now {\n        topics",
        "an expiry at exactly the hand-over has not expired"),
    Mutant(
        "R1.2", HERE + "PushServiceStation.swift",
        "turn.span(.service, plan.latency, push,",
        # In fast forward the push has not been accepted yet.
        "turn.span(\n      .service, plan.latency,\n      Push(\n"
        "        message: push.acceptance > 0 ? push.acceptance : acceptances + 1, copy: push.copy,\n"
        "        sent: push.sent),",
        "service latency is drawn in order of acceptance"),
    Mutant(
        "R2.7", HERE + "PushServiceStation.swift",
        "!limit.passes(at: time, &tokenBucketFull)",
        "!limit.passes(at: time, &tokenBucketFull) && time < .zero",
        "a token takes any number of pushes"),
    Mutant(
        "R2.8", HERE + "PushServiceStation.swift",
        "    guard isRegistered else { return .unregistered }\n", "",
        "the push service accepts pushes to an old token"),
    Mutant(
        "R3.1", HERE + "APNs.swift",
        "guard new.acceptance > last.acceptance else { return new.acceptance > first.acceptance }",
        "guard new.acceptance > last.acceptance else { return true }",
        "whatever comes last stays in the slot"),
    Mutant(
        "R3.1", HERE + "APNs.swift",
        "if survives(push, over: last, first: turn.pushes[ends.first], turn) {",
        "if !survives(push, over: last, first: turn.pushes[ends.first], turn) {",
        "the oldest stays in the slot"),
    Mutant(
        "R3.2", HERE + "APNs.swift",
        "chance.happens(rule.probability)", "chance.happens(.one)",
        "the newest always survives"),
    Mutant(
        "R3.2", HERE + "APNs.swift",
        "new.accepted - last.accepted < rule.within", "new.accepted - last.accepted <= rule.within",
        "the window includes its end"),
    Mutant(
        "R3.3", HERE + "PushServiceStation.swift",
        "attempt: Int(push.attempts))", "attempt: 0)",
        "a hand-over has the latency of the first attempt"),
    Mutant(
        "R3.3", HERE + "PushServiceStation.swift",
        "(.device, turn.now + span(push, &turn))", "(.device, turn.now)",
        "not fast forward: the way to the device takes no time"),
    Mutant(
        "R3.4", HERE + "PushServiceStation.swift",
        "guard isHalfOpen else { return store.put(push, &turn) }",
        "guard isHalfOpen else { return turn.end(push, .pushService(.notStored)) }",
        "nothing is stored for a device that is away"),
    Mutant(
        "R3.4", HERE + "Priorities.swift",
        "case .heartbeat: push.type == .background ? .byPower : .immediate", "case .heartbeat: .immediate",
        "silent heartbeats have priority 10"),
    Mutant(
        "R3.4", HERE + "Priorities.swift",
        "case .byPower: !isReserving", "case .byPower: true",
        "what can wait is delivered although power is reserved"),
    Mutant(
        "R3.4", HERE + "Priorities.swift",
        "case .passive: false", "case .passive: !isReserving",
        "priority 1 wakes a device that has power to spare"),
    Mutant(
        "R3.4", HERE + "Priorities.swift",
        "case .immediate: true", "case .immediate: !isReserving",
        "priority 10 waits too"),
    Mutant(
        "R3.4", HERE + "PushStore.swift",
        "if isOfKind(turn.pushes[stored.payload]) { isFound = true }", "isFound = true",
        "any push in the store of fcm wakes the device"),
    Mutant(
        "R3.4", HERE + "Priorities.swift",
        "guard savesPower, reach.isReserving else { return false }",
        "guard savesPower, !reach.isReserving else { return false }",
        "a connection wakes a device that reserves power"),
    Mutant(
        "R3.4", HERE + "Priorities.swift",
        "service.kind.rules.knowsPriorities", "true",
        "every service knows priorities"),
    Mutant(
        "R3.5", HERE + "PushStore.swift",
        "} else if expiry(of: push) <= turn.now {\n      turn.end(push, .pushService(.expired), at: expiry(of: push))",
        "} else if case let created = turn.ledger[Int(push.message)].created,\n      case let expiry = created.advanced(bySpan: plan.expiration), expiry <= turn.now\n    {\n      turn.end(push, .pushService(.expired), at: expiry)",
        "the expiration counts from the creation"),
    Mutant(
        "R3.5", HERE + "PushStore.swift",
        "if plan.expiration == .zero {", "if plan.expiration == .never {",
        "expiration 0 is nothing special"),
    Mutant(
        "R3.6", HERE + "APNs.swift",
        "if survives(push, over: last, first: turn.pushes[ends.first], turn) {",
        "if plan.collapsesTopics\n"
        "      || survives(push, over: last, first: turn.pushes[ends.first], turn)\n    {",
        "a collapse id makes the arriving one survive"),
    Mutant(
        "R3.7", HERE + "APNs.swift",
        "guard new.acceptance > last.acceptance else { return new.acceptance > first.acceptance }",
        "guard new.message > last.message else { return false }",
        "an old message does not overwrite a newer one"),
    Mutant(
        "R3.7", HERE + "APNs.swift",
        "guard self.slot(of: stored) == slot else { continue }",
        "guard stored.content == push.content, self.slot(of: stored) == slot else { continue }",
        "extra traffic overwrites no message"),
    Mutant(
        "R3.7", HERE + "APNs.swift",
        "== .shared && push.type == .background", "== .shared",
        "a VoIP push shares the slot"),
    Mutant(
        "R3.7", HERE + "APNs.swift",
        "plan.slot == .shared && push.type == .background", "push.type == .background",
        "slots are shared whatever the scenario says"),
    Mutant(
        "R3.8", HERE + "PushServiceStation.swift",
        "guard time > turn.now else { return nil }", "guard time < turn.now else { return nil }",
        "a dead connection is noticed at once"),
    Mutant(
        "R3.8", HERE + "PushServiceStation.swift",
        "turn.happens(.resumption, plan.resume, place)", "turn.happens(.resumption, .zero, place)",
        "no connection is resumed"),
    Mutant(
        "R3.8", HERE + "PushServiceStation.swift",
        "taken.sorted { $0.acceptance < $1.acceptance }", "taken.sorted { $0.acceptance > $1.acceptance }",
        "pushes on a dead connection come back newest first"),
    Mutant(
        "R3.8", HERE + "PushServiceStation.swift",
        ", connection == lost else", " else",
        "a notice that comes too late may find another connection"),
    Mutant(
        "R3.9", HERE + "PushServiceStation.swift",
        "turn.span(.service, plan.latency, push,",
        "turn.span(\n      .service, plan.latency, Push(message: 0, copy: push.copy, sent: push.sent),",
        "all pushes have the same latency"),
    Mutant(
        "R3.10", HERE + "FCM.swift",
        "    discard(push, .droppedAll, by: push, &turn)\n  }\n", "    addCounted(push, &turn)\n  }\n",
        "the push that finds the store of fcm full is kept"),
    Mutant(
        "R3.10", HERE + "FCM.swift",
        "    if isDiscarding { return discard(push, .droppedAll, by: push, &turn) }\n", "",
        "fcm stores again before the device has been told"),
    Mutant(
        "R3.10", HERE + "FCM.swift",
        "expirationMax: Self.expirationMax", "expirationMax: .never",
        "fcm stores for longer than 28 days"),
    Mutant(
        "R3.10", HERE + "PushStore.swift",
        "    dropExpiredOfCounted(&turn)\n    return", "    return",
        "what has expired takes room"),
    Mutant(
        "R3.10", HERE + "PushStore.swift",
        "if hasRoom(&turn) { addCounted", "if counted.count > 0 || hasRoom(&turn) { addCounted",
        "the queue of mqtt has no end"),
    Mutant(
        "R3.10", HERE + "WebPush.swift",
        "    if let place = topics[push.message] {\n", "    if let place = topics[push.message], place < 0 {\n",
        "a topic replaces nothing"),
    Mutant(
        "R3.10", HERE + "WNSToast.swift",
        "storing: .keepsNothing", "storing: .keepsEverything",
        "toasts are kept"),
    Mutant(
        "R3.10", HERE + "KeepAll.swift",
        "expirationMax: nil", "expirationMax: .never",
        "pushes that keep-all stores expire"),
    Mutant(
        "R3.10", HERE + "PushStore.swift",
        ".sorted { $0.acceptance < $1.acceptance }", ".sorted { $0.acceptance > $1.acceptance }",
        "the newest is handed over first"),
    Mutant(
        "R3.10", HERE + "CollapseKeys.swift",
        "      if plan.collapse.key(of: stored, turn) == key {\n", "      if key < 0 {\n",
        "a push does not replace the one with its key"),
    Mutant(
        "R3.10", HERE + "CollapseKeys.swift",
        "static var keysKept: Int { 4 }", "static var keysKept: Int { 5 }",
        "fcm keeps five keys"),
    Mutant(
        "R3.10", HERE + "CollapseKeys.swift",
        "if stored.acceptance < acceptance {", "if acceptance == .max || stored.acceptance > acceptance {",
        "the newest stored key gives way to a fifth"),
    Mutant(
        "R3.10", HERE + "CollapseKeys.swift",
        "    dropExpired(&turn)\n    var (oldest,", "    var (oldest,",
        "expired keys take a place"),
    Mutant(
        "R3.10", HERE + "CollapseKeys.swift",
        "throttle.passes(at: turn.now, &bucketFull)", "throttle.passes(at: turn.now, &bucketFull) && turn.now < .zero",
        "nothing is throttled"),
    Mutant(
        "R3.10", HERE + "FCM.swift",
        "    for other in takeShelf(&turn) { discard(other, .droppedAll, by: push, &turn) }\n", "",
        "collapsible pushes outlive a discarding"),
    Mutant(
        "R3.10", HERE + "WebPushOptIn.swift",
        "reads(.optIn) ? optIn : nil", "optIn",
        "every service needs the home screen"),
    Mutant(
        "R3.10", HERE + "WebPushOptIn.swift",
        "turn.happens(.permission, allowed)", "turn.happens(.permission, .one)",
        "who has it on the home screen has allowed it"),
    Mutant(
        "R3.11", HERE + "APNs.swift",
        "stored.acceptance < turn.pushes[first].acceptance { first = place }",
        "stored.acceptance > turn.pushes[first].acceptance { first = place }",
        "the push accepted last gives way"),
    Mutant(
        "R3.11", HERE + "APNs.swift",
        "max: capacityMax)", "max: 1)",
        "apns keeps one, whatever the capacity"),
    Mutant(
        "R3.11", HERE + "APNs.swift",
        "guard self.slot(of: stored) == slot else { continue }",
        "guard self.slot(of: stored) == slot || plan.capacity > 1 else { continue }",
        "types share the room"),
    Mutant(
        "R3.11", HERE + "APNs.swift",
        "if plan.collapsesTopics, stored.message == push.message { return place }",
        "if false, stored.message == push.message { return place }",
        "a repeat does not replace its original"),
    Mutant(
        "R3.11", HERE + "APNs.swift",
        "[.collapseKeys: .collapseInStore, ", "[",
        "apns does not look at keys"),
    Mutant(
        "R3.13", HERE + "PushServiceStation.swift",
        "    if plan.hasQuotas, exceedsQuota(push, turn) { return .overQuota }\n", "",
        "no quota holds"),
    Mutant(
        "R3.13", HERE + "Quota.swift",
        "time.microseconds - quota.resets.microseconds + length", "time.microseconds + length",
        "each day begins at midnight"),
    Mutant(
        "R3.13", HERE + "Quota.swift",
        "return count < quota.count", "return count <= quota.count",
        "a quota takes one more"),
    Mutant(
        "R3.13", HERE + "Quota.swift",
        "if period != self.period { (self.period, count) = (period, 0) }",
        "if period > self.period + 1 { (self.period, count) = (period, 0) }",
        "no period begins anew"),
    Mutant(
        "R3.13", HERE + "Quota.swift",
        "if chance.happens(quota.exempt) { continue }", "if chance.happens(.zero) { continue }",
        "nothing is exempt"),
    Mutant(
        "R3.14", HERE + "FCM.swift",
        "if push.carriesMessage, plan.tellsOfDiscarded {", "if push.carriesMessage {",
        "what the app is never told of is pending at the end"),
    Mutant(
        "R3.14", HERE + "FCM.swift",
        "isDiscarding && plan.tellsOfDiscarded", "isDiscarding",
        "an app without the callback is woken, and syncs with its cursor"),
    Mutant(
        "R3.16", HERE + "FCM.swift",
        "if away.advanced(bySpan: plan.inactiveAfter) <= turn.now {", "if plan.capacity < 0 {",
        "no device is inactive"),
    Mutant(
        "R3.16", HERE + "FCM.swift",
        "if away.advanced(bySpan: plan.inactiveAfter) <= turn.now {",
        "if away.advanced(bySpan: plan.inactiveAfter) < turn.now {",
        "a device is inactive a moment too late"),
    Mutant(
        "R3.16", HERE + "PushServiceStation.swift",
        "mutating func noteConnection() { store.away = .never }",
        "mutating func noteConnection() { store.away = min(store.away, .never) }",
        "who is back is as inactive as before"),
    Mutant(
        "R4.6", HERE + "Priorities.swift",
        "case .background: ofSilentPushes", "case .background: ofAlerts",
        "silent pushes have the priority of alerts"),
    Mutant(
        "R4.6", HERE + "Priorities.swift",
        "case .voip: .immediate", "case .voip: ofAlerts",
        "VoIP pushes have the priority of alerts"),
    Mutant(
        "R11.3", HERE + "Priorities.swift",
        "push.isDemoted ? .byPower : priority(of: push)", "priority(of: push)",
        "high priority is never demoted"),
    Mutant(
        "R7.4", HERE + "Console.swift",
        "guard isCounted else { return }", "",
        "a push counts that was accepted outside of the window"),
    Mutant(
        "R7.4", HERE + "Console.swift",
        "    tally.add(1, to: ConsoleCounter.received)\n", "",
        "no push is received"),
    Mutant(
        "R7.4", HERE + "Console.swift",
        "case .none, .stored: return self\n    case .received:",
        "case .none: return self\n    case .received, .stored:",
        "a push that comes back to the store counts again"),
    Mutant(
        "R7.4", HERE + "Console.swift",
        "case .heldBack: tally.add(1, to: ConsoleCounter.storedForPower)",
        "case .heldBack: tally.add(1, to: ConsoleCounter.storedOffline)",
        "what waits for power is stored for a device that is away"),
    Mutant(
        "R7.4", HERE + "Console.swift",
        "authorisation == .denied && type == .alert", "authorisation == .denied",
        "silent pushes need permission"),
    Mutant(
        "R7.4", HERE + "Console.swift",
        "authorisation == .denied && type == .alert", "authorisation == .denied && type == .voip",
        "a device that denies is delivered to"),
    Mutant(
        "R7.4", HERE + "Console.swift",
        "cause == .pushService(.expired) || cause == .pushService(.notStored)",
        "cause == .pushService(.expired)",
        "what may not be stored does not expire"),
    Mutant(
        "R7.4", HERE + "Console.swift",
        "let isStored = console == .stored", "let isStored = console == .none",
        "a push that was stored is discarded at once"),
    Mutant(
        "R12.6", HERE + "APNs.swift",
        ".optIn: .web, ", "",
        "everybody has a web app on the home screen"),
]
