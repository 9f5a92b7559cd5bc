import DeliverySim
import Models

extension SimpleDevice {
  // MARK: Push service (R3)

  /// R3.3: the connection is examined now, and again when the push would arrive.
  mutating func accept(_ push: SimplePush) {
    var push = push
    acceptances += 1
    (push.acceptance, push.accepted) = (acceptances, now)
    demote(&push)
    if rules.cutOff?.contains(now) == true { return destroy(push, .tokens(.unregistered)) }
    if isGone(sent: push.sent) {
      noteReceived(&push)
      return refuse(push)
    }
    if !takesWithinQuotas(push) { return destroy(push, .pushService(.overQuota)) }
    noteReceived(&push)
    if push.isDemoted, push.copy == 0, accounts[push.message].isOwed { counts.demoted += 1 }
    overwriteOnItsWay()
    if case .fcm = rules.service, luck.key(push.message) != nil, !takeToken() {
      return destroy(push, .pushService(.throttled))
    }
    if isConnected { deliver(push) } else { store(push) }
  }

  /// R3.10: collapsible pushes take something out of a bucket that is refilled bit by bit.
  private mutating func takeToken() -> Bool {
    let one = rules.refill.microseconds
    let all = Int64(rules.burst) * one
    bucket = min(all, (bucket ?? all) + (now - lastTaken).microseconds)
    lastTaken = now
    guard let level = bucket, level >= one else { return false }
    bucket = level - one
    return true
  }

  mutating func arrive(_ push: SimplePush) {
    if isGone(sent: push.sent) { return destroy(push, .tokens(.unregistered)) }
    if isConnected { receive(noteArrival(push)) } else { store(push) }
  }

  mutating func deliver(_ push: SimplePush) {
    let span = luck.serviceLatency(push)
    var push = push
    push.holdsSlot = luck.holdsSlot(push)
    push.deliveries += 1
    after(span, .reachesDevice(push))
  }

  /// R3.12: a newer one takes the slot of the first of those on their way, where these fill it.
  private mutating func overwriteOnItsWay() {
    guard case .slot(let capacity) = rules.service else { return }
    let rivals = pushesOnTheWay().filter(\.holdsSlot)
      .sorted { $0.acceptance < $1.acceptance }
    guard rivals.count >= capacity else { return }
    withdraw(rivals[0])
    destroy(rivals[0], .pushService(.overwritten))
  }

  mutating func store(_ push: SimplePush) {
    if halfOpen.detection != .never { return halfOpen.pushes.append(push) }
    let expiry = push.sent + rules.expiration
    if rules.expiration == .zero { return destroy(push, .pushService(.notStored)) }
    if expiry <= now { return destroy(push, .pushService(.expired), at: expiry) }
    var push = push
    noteStored(&push)
    switch rules.service {
    case .slot(let capacity):
      var loser: SimplePush?
      if let twin = stored.first(where: { hasSameID($0, push) }) {
        loser = twin.acceptance < push.acceptance ? twin : push
      } else if stored.count == capacity {
        loser = weakest(with: push)
      }
      if loser?.acceptance == push.acceptance { return destroy(push, .pushService(.overwritten)) }
      stored.removeAll { $0.acceptance == loser?.acceptance }
      keep(push)
      if let loser { destroy(loser, .pushService(.overwritten)) }
    case .fcm(let capacity):
      if isInactive {
        discard(push)
        return destroy(push, .pushService(.inactive))
      }
      if !isDiscarding, let key = luck.key(push.message) { return collapse(push, key) }
      let counted = stored.count { luck.key($0.message) == nil }
      if !isDiscarding && counted < capacity { return keep(push) }
      for other in stored + [push] {
        discard(other)
        destroy(other, .pushService(.droppedAll))
      }
      stored = []
    }
  }

  /// R3.14: what an app without the callback is never told of.
  private mutating func discard(_ push: SimplePush) {
    isDiscarding = true
    if rules.hasDeletedCallback { discarded += push.messages }
  }

  /// R3.10: the newest with each key, for four keys at most.
  private mutating func collapse(_ push: SimplePush, _ key: Int) {
    var rivals = stored.filter { luck.key($0.message) == key }
    if rivals.isEmpty {
      let others = stored.filter { luck.key($0.message) != nil }
      if others.count == 4 { rivals = others }
    }
    keep(push)
    let first = (rivals + [push]).min { $0.acceptance < $1.acceptance }
    guard !rivals.isEmpty, let first else { return }
    stored.removeAll { $0.acceptance == first.acceptance }
    destroy(first, .pushService(.overwritten))
  }

  private mutating func keep(_ push: SimplePush) {
    stored.append(push)
    schedule(.expires(push), at: push.sent + rules.expiration)
  }

  /// R3.1, R3.2: who leaves a full store.
  private func weakest(with push: SimplePush) -> SimplePush {
    let all = (stored + [push]).sorted { $0.acceptance < $1.acceptance }
    let isNewest = all[all.count - 1].acceptance == push.acceptance
    guard isNewest, all.count > 1 else { return all[0] }
    let isLate = push.accepted - all[all.count - 2].accepted >= rules.newestWithin
    return isLate || luck.newestSurvives(push) ? all[0] : push
  }

  /// R3.11: a repeat has its original's id, a message with a key that of its key.
  private func hasSameID(_ one: SimplePush, _ other: SimplePush) -> Bool {
    guard rules.collapsesInStore else { return false }
    if rules.copiesShareID, one.message == other.message { return true }
    guard let key = luck.key(one.message) else { return false }
    return key == luck.key(other.message)
  }

  mutating func expire(_ push: SimplePush) {
    guard let place = stored.firstIndex(where: { $0.acceptance == push.acceptance }) else { return }
    stored.remove(at: place)
    destroy(push, .pushService(.expired))
  }
}

extension SimpleDevice {
  // MARK: Quotas (R3.13)

  /// Looks back at what was taken in the period that runs.
  mutating func takesWithinQuotas(_ push: SimplePush) -> Bool {
    let places = rules.quotas.indices.filter {
      !luck.isExempt(push.message, from: $0, rules.quotas[$0].exempt)
    }
    for place in places {
      let (quota, length) = (rules.quotas[place], rules.quotas[place].period.length.microseconds)
      let since = now.microseconds - (now - quota.resets).microseconds.floored(to: length)
      let earlier = taken.count { $0.quota == place && $0.time.microseconds >= since }
      if earlier >= quota.count { return false }
    }
    taken += places.map { (now, $0) }
    return true
  }
}

extension Int64 {
  /// The rest after division by the length, from 0.
  fileprivate func floored(to length: Int64) -> Int64 {
    let rest = self % length
    return rest < 0 ? rest + length : rest
  }
}

extension SimpleLuck {
  // MARK: Chance

  func serviceLatency(_ push: SimplePush) -> SimTime {
    span(rules.serviceLatency, 32, push, attempt: push.deliveries)
  }

  func holdsSlot(_ push: SimplePush) -> Bool {
    happens(rules.inFlight, 172, push, attempt: push.deliveries)
  }

  func newestSurvives(_ push: SimplePush) -> Bool {
    happens(rules.newestSurvives, 33, push, attempt: push.deliveries)
  }

  /// The key of a message; nil: it is not collapsible.
  func key(_ message: Int) -> Int? {
    var chance = source.stream(purpose: 40, device: device).draws(index: UInt32(message))
    var choice = source.stream(purpose: 41, device: device).draws(index: UInt32(message))
    guard chance.uniform() < rules.collapsible else { return nil }
    let part = 1 / Double(rules.keys)
    return (0..<rules.keys - 1).first { [place = choice.uniform()] in
      place < Double($0 + 1) * part
    } ?? rules.keys - 1
  }

  func isExempt(_ message: Int, from quota: Int, _ share: Probability) -> Bool {
    guard share.value > 0 else { return false }
    var draws = source.stream(purpose: 38, device: device)
      .draws(index: UInt32(message), copy: quota)
    return draws.uniform() < share.value
  }
}
