import DeliverySim

/// `apns`: up to ``PushService/capacity`` pushes for each app and device, usually the newest
/// (model.md R3.1, R3.2, R3.7, R3.11).
public enum APNs {
  /// The most that `apns` can be told to keep in a slot: nobody publishes the figure, and who keeps
  /// more keeps all.
  public static let capacityMax = 1000

  /// Usually the newest ``PushService/capacity`` pushes are kept, one by default.
  static let rules = PushServiceRules(
    capacity: .some(standard: 1, max: capacityMax), expirationMax: .never,
    inactivity: nil, knowsPriorities: true,
    phones: .iPhones, hasConsole: true, losesAllAtOnce: false,
    keys: [.expiration, .capacity, .collapseInStore, .inFlight, .newestSurvives, .slot, .web],
    keysBeside: [.collapseKeys: .collapseInStore, .optIn: .web, .webSilentMax: .web],
    storing: .keepsNewestOfSlot)
}

extension PushStore {
  // MARK: The slot

  /// Expired pushes leave first; then the push accepted first gives way (R3.1).
  mutating func putInSlot(_ push: Push, _ turn: inout Turn) {
    dropExpired(&turn)
    if plan.collapsesInStore, let place = place(ofSameID: push, turn) {
      return replace(place, by: push, &turn)
    }
    guard let ends = fullSlot(of: push, turn) else {
      add(push, &turn)
      return
    }
    let last = turn.pushes[ends.last]
    if survives(push, over: last, first: turn.pushes[ends.first], turn) {
      let first = turn.pushes[ends.first]
      turn.pushes[ends.first] = push
      turn.note(.stored, push)
      turn.end(first, .pushService(.overwritten), by: push)
    } else {
      turn.end(push, .pushService(.overwritten), by: last)
    }
  }

  /// Where the pushes accepted first and last lie, of those that share a slot with a new one
  /// (R3.7); nil: there is room.
  @inline(__always)
  private func fullSlot(of push: Push, _ turn: borrowing Turn) -> (first: Int, last: Int)? {
    guard shelf.count >= plan.capacity else { return nil }
    let slot = slot(of: push)
    var (first, last, count) = (-1, -1, 0)
    for place in shelf {
      let stored = turn.pushes[place]
      guard self.slot(of: stored) == slot else { continue }
      count += 1
      if first < 0 || stored.acceptance < turn.pushes[first].acceptance { first = place }
      if last < 0 || stored.acceptance > turn.pushes[last].acceptance { last = place }
    }
    return count < plan.capacity ? nil : (first, last)
  }

  /// Pushes with one answer share a slot (R3.7).
  @inline(__always)
  func slot(of push: Push) -> PushType {
    plan.slot == .shared && push.type == .background ? .alert : push.type
  }

  /// R3.1: of all, the one accepted first gives way; R3.2: usually, when the arriving one is the
  /// newest.
  @inline(__always)
  private func survives(
    _ new: Push, over last: Push, first: Push, _ turn: borrowing Turn
  ) -> Bool {
    guard new.acceptance > last.acceptance else { return new.acceptance > first.acceptance }
    let rule = plan.newestSurvives
    // Where it always survives, no draw is prepared.
    guard rule.probability.value < 1, new.accepted - last.accepted < rule.within else {
      return true
    }
    let id = new.stream(
      PushServiceStream.newestSurvives, orWithoutMessage: PushServiceStream.otherNewestSurvives)
    var chance = turn.draws(id, new.message, new.copy, attempt: Int(new.attempts))
    return chance.happens(rule.probability)
  }

  // MARK: Collapse ids in the store

  /// Where a push lies that the new one replaces, because both have one id (R3.11): copies of a
  /// message that the strategy collapses, or messages with one collapse key.
  private func place(ofSameID push: Push, _ turn: borrowing Turn) -> Int? {
    guard push.carriesMessage else { return nil }
    let key = plan.collapse.key(of: push, turn)
    for place in shelf {
      let stored = turn.pushes[place]
      guard stored.carriesMessage, slot(of: stored) == slot(of: push) else { continue }
      if plan.collapsesTopics, stored.message == push.message { return place }
      if let key, plan.collapse.key(of: stored, turn) == key { return place }
    }
    return nil
  }
}
