public import DeliverySim

/// `fcm`: a store that is emptied when it overflows; then the app is told to sync (model.md R3.10).
public enum FCM {
  /// The longest that FCM stores [vendor].
  public static let expirationMax = SimTime(microseconds: 28 * SimTime.day.microseconds)

  /// One more than ``PushService/capacity`` discards all, and the app is notified.
  static let rules = PushServiceRules(
    capacity: .some(standard: 100, max: .max), expirationMax: Self.expirationMax,
    knowsPriorities: true,
    phones: .androids, hasConsole: false, losesAllAtOnce: true,
    keys: [.expiration, .capacity, .collapseKeys, .throttle],
    keysBeside: [:], storing: .dropsAllWhenFull)
}

extension PushStore {
  // MARK: Overflow

  /// The push that finds the store full takes all with it. From then on nothing is stored until the
  /// device has connected and been told.
  mutating func putOrDiscardAll(_ push: Push, _ turn: inout Turn) {
    if isDiscarding { return discard(push, by: push, &turn) }
    if plan.collapse.isOn, putByKey(push, &turn) { return }
    if hasRoom(&turn) { return addCounted(push, &turn) }
    dropExpired(&turn)
    turn.note(.droppedAll, push, value: Int64(count))
    for other in takeCounted(&turn) { discard(other, by: push, &turn) }
    for other in takeShelf(&turn) { discard(other, by: push, &turn) }
    discard(push, by: push, &turn)
  }

  /// A push is destroyed; the sync will fetch what it carries.
  private mutating func discard(_ push: Push, by last: Push, _ turn: inout Turn) {
    if push.carriesMessage {
      for distance in 0...Int(push.items) {
        discarded.append(turn.message(distance, before: push.message))
      }
    }
    isDiscarding = true
    turn.end(push, .pushService(.droppedAll), by: last)
  }

  // MARK: The sync

  /// The device has connected and is told.
  ///
  /// - Returns: What was discarded, which the app fetches at once.
  mutating func tellOfDiscarded(_ turn: inout Turn) -> [UInt32] {
    turn.count(CoreCounter.wakeUps)
    turn.note(.appSyncs, value: Int64(discarded.count))
    return takeDiscarded()
  }

  mutating func takeDiscarded() -> [UInt32] {
    defer { (discarded, isDiscarding) = ([], false) }
    return discarded
  }

  /// At the end of the run, what a sync has yet to fetch is a fetch under way (R0.3).
  func keepDiscardedPending(_ ledger: inout Buffer<LedgerEntry>) {
    for message in discarded { ledger[Int(message)].copiesOut += 1 }
  }
}
