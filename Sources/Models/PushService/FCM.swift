import DeliverySim

// `fcm`: a store that is emptied when it overflows; then the app is told to sync (model.md R3.10).

extension Device {
  // MARK: Overflow

  /// The push that finds the store full takes all with it. From then on nothing is stored until the
  /// device has connected and been told.
  mutating func storeOrDiscardAll(_ push: Push, _ bus: inout Bus) {
    if service.isDiscarding { return discard(push, by: push, &bus) }
    if laws.pointee.collapse.isOn, storeByKey(push, &bus) { return }
    if hasRoom(&bus) { return count(push, &bus) }
    dropExpired(&bus)
    let stored = service.counted.count + service.stored.count
    note(.droppedAll, push, value: Int64(stored), &bus)
    for other in takeCounted() { discard(other, by: push, &bus) }
    for other in takeShelf() { discard(other, by: push, &bus) }
    discard(push, by: push, &bus)
  }

  /// A push is destroyed; the sync will fetch what it carries.
  private mutating func discard(_ push: Push, by last: Push, _ bus: inout Bus) {
    if push.carriesMessage {
      for place in 0...Int(push.items) {
        service.discarded.append(messageCarried(by: push, place, bus))
      }
    }
    service.isDiscarding = true
    end(push, .droppedAll, by: last, &bus)
  }

  // MARK: The sync

  /// The device has connected and is told: the app fetches at once what was discarded.
  mutating func tellOfDiscarded(_ bus: inout Bus) {
    service.isDiscarding = false
    bus.countWakeUp()
    bus.note(.appSyncs, value: Int64(service.discarded.count))
    for place in service.discarded.indices { sync(service.discarded[place], &bus) }
    service.discarded.removeAll(keepingCapacity: true)
  }

  /// At the end of the run, what a sync has yet to fetch is a fetch under way (R0.3).
  mutating func keepDiscardedPending(_ bus: inout Bus) {
    for message in service.discarded { bus.ledger[Int(message)].copiesOut += 1 }
  }
}
