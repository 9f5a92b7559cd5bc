import DeliverySim

/// The naive model of the event queue: an array that is kept in order, compared field by field.
struct ShadowQueue {
  /// Latest first, so that the earliest is the cheap one to take.
  private var events: [Event] = []

  var count: Int { events.count }

  var earliestTime: SimTime { events.last?.time ?? .never }

  private static func isEarlier(_ left: Event, _ right: Event) -> Bool {
    if left.time != right.time { return left.time < right.time }
    if left.owner != right.owner { return left.owner < right.owner }
    return left.number < right.number
  }

  mutating func schedule(_ event: Event) {
    var (low, high) = (0, events.count)
    while low < high {
      let middle = (low + high) / 2
      if Self.isEarlier(event, events[middle]) { low = middle + 1 } else { high = middle }
    }
    events.insert(event, at: low)
  }

  mutating func next() -> Event? { events.popLast() }

  mutating func removeAll() { events.removeAll() }
}
