public import DeliverySim

/// `fcm`: a store that is emptied when it overflows; then the app is told to sync (model.md R3.10).
public enum FCM {
  /// The longest that FCM stores [vendor].
  public static let expirationMax = SimTime(microseconds: 28 * SimTime.day.microseconds)

  /// FCM gives a device up that was not connected for so long [vendor].
  static let inactiveAfter = SimTime(microseconds: 30 * SimTime.day.microseconds)
  static let tokenExpiresAfter = SimTime(microseconds: 270 * SimTime.day.microseconds)

  /// One more than ``PushService/capacity`` discards all, and the app is notified.
  static let rules = PushServiceRules(
    capacity: .some(standard: 100, max: .max), expirationMax: Self.expirationMax,
    inactivity: .init(inactiveAfter: inactiveAfter, tokenExpiresAfter: tokenExpiresAfter),
    knowsPriorities: true,
    phones: .androids, hasConsole: false, losesAllAtOnce: true,
    keys: [
      .expiration, .capacity, .collapseKeys, .throttle, .deletedCallback, .inactiveAfter,
      .tokenExpiresAfter,
    ],
    keysBeside: [:], storing: .dropsAllWhenFull)
}

extension PushStore {
  // MARK: Overflow

  /// The push that finds the store full takes all with it. From then on nothing is stored until the
  /// device has connected and been told.
  mutating func putOrDiscardAll(_ push: Push, _ turn: inout Turn) {
    if away.advanced(bySpan: plan.inactiveAfter) <= turn.now {
      return discard(push, .inactive, by: nil, &turn)
    }
    if isDiscarding { return discard(push, .droppedAll, by: push, &turn) }
    if plan.collapse.isOn, putByKey(push, &turn) { return }
    if hasRoom(&turn) { return addCounted(push, &turn) }
    dropExpired(&turn)
    turn.note(.droppedAll, push, value: Int64(count))
    for other in takeCounted(&turn) { discard(other, .droppedAll, by: push, &turn) }
    for other in takeShelf(&turn) { discard(other, .droppedAll, by: push, &turn) }
    discard(push, .droppedAll, by: push, &turn)
  }

  /// A push is destroyed. If the app will be told, its sync fetches what the push carries.
  private mutating func discard(
    _ push: Push, _ cause: PushServiceCause, by last: Push?, _ turn: inout Turn
  ) {
    if push.carriesMessage, plan.tellsOfDiscarded {
      for distance in 0...Int(push.items) {
        discarded.append(turn.message(distance, before: push.message))
      }
    }
    isDiscarding = true
    turn.end(push, .pushService(cause), by: last)
  }

  // MARK: The sync

  /// The app will be told of what was discarded. An app without the callback never is (R3.14).
  var owesSync: Bool { isDiscarding && plan.tellsOfDiscarded }

  /// The device has connected, and its app is told.
  ///
  /// - Returns: The discarded messages, which the app fetches at once.
  mutating func tellOfDiscarded(_ turn: inout Turn) -> [UInt32] {
    guard owesSync else { return takeDiscarded() }
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
