import DeliverySim

// The store of services that count what they keep. It is in order of expiry, so that whatever has
// expired makes room at once, however many there are: O(log n) for each push.

extension Device {
  // MARK: A store with a capacity

  /// Whether one more may be stored; what has expired no longer takes room.
  mutating func hasRoom(_ bus: inout Bus) -> Bool {
    if service.counted.count < laws.pointee.capacity { return true }
    dropExpiredOfCounted(&bus)
    return service.counted.count < laws.pointee.capacity
  }

  mutating func count(_ push: Push, _ bus: inout Bus) {
    service.counted.schedule(
      Event(
        time: min(expiry(of: push), .afterAll), owner: Event.sharedOwner, number: push.acceptance,
        kind: 0, payload: pushes.insert(push)))
    note(.stored, push, &bus)
  }

  mutating func dropExpiredOfCounted(_ bus: inout Bus) {
    while service.counted.earliestTime() <= bus.now, let expired = service.counted.next() {
      end(pushes.remove(expired.payload), .expired, at: expired.time, &bus)
    }
  }

  /// Takes everything out, in order of expiry.
  mutating func takeCounted() -> [Push] {
    var taken: [Push] = []
    while let stored = service.counted.next() { taken.append(pushes.remove(stored.payload)) }
    return taken
  }
}

extension SimTime {
  /// Later than the end of any run, and an event's time all the same.
  fileprivate static var afterAll: SimTime { SimTime(microseconds: 1 << bitWidth - 1) }
}
