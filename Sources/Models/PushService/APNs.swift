import DeliverySim

// `apns`: up to ``PushService/capacity`` pushes for each app and device, usually the newest
// (model.md R3.1, R3.2, R3.7, R3.11).

extension PushServiceRules {
  /// The most that `apns` can be told to keep in a slot: nobody publishes the figure, and who keeps
  /// more keeps all.
  public static let apnsCapacityMax = 1000

  /// Usually the newest ``PushService/capacity`` pushes are kept, one by default.
  static let apns = PushServiceRules(
    capacity: .some(standard: 1, max: apnsCapacityMax), expirationMax: .never,
    knowsPriorities: true,
    phones: .iPhones, losesAllAtOnce: false,
    keys: [.expiration, .capacity, .collapseInStore, .newestSurvives, .slot, .web],
    keysBeside: [.collapseKeys: .collapseInStore, .optIn: .web, .webSilentMax: .web],
    storing: .keepsNewestOfSlot)
}

extension PushStore {
  // MARK: The slot

  /// What has expired leaves first; then the push accepted first gives way (R3.1).
  mutating func putInSlot(_ push: Push, _ bus: inout Bus) {
    dropExpired(&bus)
    if plan.collapsesInStore, let place = place(ofSameID: push, bus) {
      return replace(place, by: push, &bus)
    }
    guard let ends = fullSlot(of: push, bus) else {
      add(push, &bus)
      return
    }
    let last = bus.pushes[ends.last]
    if survives(push, over: last, first: bus.pushes[ends.first], bus) {
      let first = bus.pushes[ends.first]
      bus.pushes[ends.first] = push
      bus.note(.stored, push)
      bus.end(first, .pushService(.overwritten), by: push)
    } else {
      bus.end(push, .pushService(.overwritten), by: last)
    }
  }

  /// Where the pushes accepted first and last lie, of those that share a slot with a new one
  /// (R3.7); nil: there is room.
  @inline(__always)
  private func fullSlot(of push: Push, _ bus: borrowing Bus) -> (first: Int, last: Int)? {
    guard shelf.count >= plan.capacity else { return nil }
    let slot = slot(of: push)
    var (first, last, count) = (-1, -1, 0)
    for place in shelf {
      let stored = bus.pushes[place]
      guard self.slot(of: stored) == slot else { continue }
      count += 1
      if first < 0 || stored.acceptance < bus.pushes[first].acceptance { first = place }
      if last < 0 || stored.acceptance > bus.pushes[last].acceptance { last = place }
    }
    return count < plan.capacity ? nil : (first, last)
  }

  @inline(__always)
  private func slot(of push: Push) -> PushType {
    plan.slot == .shared && push.type == .background ? .alert : push.type
  }

  /// R3.1: of all, the one accepted first gives way; R3.2: usually, when the arriving one is the
  /// newest.
  @inline(__always)
  private func survives(
    _ new: Push, over last: Push, first: Push, _ bus: borrowing Bus
  ) -> Bool {
    guard new.acceptance > last.acceptance else { return new.acceptance > first.acceptance }
    let rule = plan.newestSurvives
    // Where it always survives, no draw is prepared.
    guard rule.probability.value < 1, new.accepted - last.accepted < rule.within else {
      return true
    }
    let id = new.stream(
      PushServiceStream.newestSurvives, orWithoutMessage: PushServiceStream.otherNewestSurvives)
    var chance = bus.draws(id, new.message, new.copy, attempt: Int(new.attempts))
    return chance.happens(rule.probability)
  }

  // MARK: Collapse ids in the store

  /// Where a push lies that the new one replaces, because both have one id (R3.11): copies of a
  /// message that the strategy collapses, or messages with one collapse key.
  private func place(ofSameID push: Push, _ bus: borrowing Bus) -> Int? {
    guard push.carriesMessage else { return nil }
    let key = plan.collapse.key(of: push, bus)
    for place in shelf {
      let stored = bus.pushes[place]
      guard stored.carriesMessage, slot(of: stored) == slot(of: push) else { continue }
      if plan.collapsesTopics, stored.message == push.message { return place }
      if let key, plan.collapse.key(of: stored, bus) == key { return place }
    }
    return nil
  }
}
