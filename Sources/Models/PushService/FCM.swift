public import DeliverySim

// `fcm`: a store that is emptied when it overflows; then the app is told to sync (model.md R3.10).

extension PushServiceRules {
  /// The longest that FCM stores [vendor].
  public static let fcmExpirationMax = SimTime(microseconds: 28 * SimTime.day.microseconds)

  /// One more than ``PushService/capacity`` discards all, and the app is notified.
  static let fcm = PushServiceRules(
    capacity: .some(standard: 100, max: .max), expirationMax: fcmExpirationMax,
    knowsPriorities: true,
    phones: .androids, losesAllAtOnce: true,
    keys: [.expiration, .capacity, .collapseKeys, .throttle],
    keysBeside: [:], storing: .dropsAllWhenFull)
}

extension PushStore {
  // MARK: Overflow

  /// The push that finds the store full takes all with it. From then on nothing is stored until the
  /// device has connected and been told.
  mutating func putOrDiscardAll(_ push: Push, _ bus: inout Bus) {
    if isDiscarding { return discard(push, by: push, &bus) }
    if plan.collapse.isOn, putByKey(push, &bus) { return }
    if hasRoom(&bus) { return addCounted(push, &bus) }
    dropExpired(&bus)
    bus.note(.droppedAll, push, value: Int64(count))
    for other in takeCounted(&bus) { discard(other, by: push, &bus) }
    for other in takeShelf(&bus) { discard(other, by: push, &bus) }
    discard(push, by: push, &bus)
  }

  /// A push is destroyed; the sync will fetch what it carries.
  private mutating func discard(_ push: Push, by last: Push, _ bus: inout Bus) {
    if push.carriesMessage {
      for distance in 0...Int(push.items) {
        discarded.append(bus.message(distance, before: push.message))
      }
    }
    isDiscarding = true
    bus.end(push, .pushService(.droppedAll), by: last)
  }

  // MARK: The sync

  /// The device has connected and is told.
  ///
  /// - Returns: What was discarded, which the app fetches at once.
  mutating func tellOfDiscarded(_ bus: inout Bus) -> [UInt32] {
    bus.countWakeUp()
    bus.note(.appSyncs, value: Int64(discarded.count))
    return takeDiscarded()
  }

  mutating func takeDiscarded() -> [UInt32] {
    defer { (discarded, isDiscarding) = ([], false) }
    return discarded
  }

  /// At the end of the run, what a sync has yet to fetch is a fetch under way (R0.3).
  func keepDiscardedPending(_ bus: inout Bus) {
    for message in discarded { bus.ledger[Int(message)].copiesOut += 1 }
  }
}
