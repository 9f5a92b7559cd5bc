import DeliverySim

// `fcm`: a store that is emptied when it overflows; then the app is told to sync (model.md R3.10).

extension Device {
  // MARK: Overflow

  /// The push that finds the store full takes all with it. From then on nothing is stored until the
  /// device has connected and been told.
  mutating func storeOrDiscardAll(_ push: Push, _ context: inout CellContext) {
    if service.isDiscarding { return discard(push, by: push, &context) }
    if laws.pointee.collapse.isOn, storeByKey(push, &context) { return }
    if hasRoom(&context) { return count(push, &context) }
    dropExpired(&context)
    let stored = service.counted.count + service.stored.count
    note(.droppedAll, push, value: Int64(stored), &context)
    for other in takeCounted() { discard(other, by: push, &context) }
    for other in takeShelf() { discard(other, by: push, &context) }
    discard(push, by: push, &context)
  }

  /// A push is destroyed; the sync will fetch what it carries.
  private mutating func discard(_ push: Push, by last: Push, _ context: inout CellContext) {
    if push.carriesMessage {
      for place in 0...Int(push.items) {
        service.discarded.append(messageCarried(by: push, place))
      }
    }
    service.isDiscarding = true
    end(push, .droppedAll, by: last, &context)
  }

  // MARK: The sync

  /// The device has connected and is told: the app fetches at once what was discarded.
  mutating func tellOfDiscarded(_ context: inout CellContext) {
    service.isDiscarding = false
    context.countWakeUp()
    note(.appSyncs, value: Int64(service.discarded.count), &context)
    for place in service.discarded.indices { sync(service.discarded[place], &context) }
    service.discarded.removeAll(keepingCapacity: true)
  }

  /// At the end of the run, what a sync has yet to fetch is a fetch under way (R0.3).
  mutating func keepDiscardedPending() {
    for message in service.discarded { ledger[Int(message)].copiesOut += 1 }
  }
}
