import DeliverySim

/// When the app of one device was open: on devices that draw nothing, its users learn then what it
/// has fetched unseen (model.md R4.1).
struct VisitLog: Sendable {
  /// Whether it is kept. An empty log means that fetched messages are known at once (R0.5).
  private(set) var isKept = false
  /// Messages that were fetched before this moment count as known at once.
  private var start = SimTime.zero
  /// The visits' beginnings, in order; the visit that lasts has no end.
  private var begins: [SimTime] = []
  private var ends: [SimTime] = []
}

extension VisitLog {
  /// Keeps it from now on.
  ///
  /// - Parameter isOpen: So is the app.
  mutating func keep(since time: SimTime, isOpen: Bool) {
    precondition(!isKept, "a log begins once")
    (isKept, start) = (true, time)
    if isOpen { begin(at: time) }
  }

  mutating func begin(at time: SimTime) {
    guard isKept else { return }
    begins.append(time)
    ends.append(.never)
  }

  mutating func end(at time: SimTime) {
    guard isKept, let last = ends.indices.last else { return }
    precondition(ends[last] == .never, "a visit ends once")
    ends[last] = time
  }

  /// When the user knows of what was fetched at `time`: then, in an open app, or when it is next
  /// opened; never: it is not.
  ///
  /// - Complexity: O(log n) in the number of visits.
  func firstSight(from time: SimTime) -> SimTime {
    guard isKept, time != .never, time >= start else { return time }
    var (low, high) = (0, ends.count)
    while low < high {
      let middle = (low + high) / 2
      if ends[middle] < time { low = middle + 1 } else { high = middle }
    }
    return low < begins.count ? max(time, begins[low]) : .never
  }
}
