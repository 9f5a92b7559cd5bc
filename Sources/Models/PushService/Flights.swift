import DeliverySim

/// Pushes on their way to a connected device that still occupy their slot (R3.12). Empty where none
/// does.
struct Flights: ~Copyable {
  /// One of them.
  private struct Flight {
    let push: Push
    let slot: PushType
    /// A newer push has taken its slot: nothing will arrive.
    var isOver = false
  }

  private var all: [Flight] = []
  private(set) var areAny = false
}

extension Flights {
  /// A push sets out.
  mutating func begin(_ push: Push, slot: PushType) {
    all.append(Flight(push: push, slot: slot))
    areAny = true
  }

  /// A push is accepted at `now`: where those on their way fill its slot, the one accepted first is
  /// gone. A push that arrives at this very moment has arrived (R0.5).
  ///
  /// - Returns: The push that is gone; nil: none is.
  mutating func overtake(slot: PushType, capacity: Int, at now: SimTime) -> Push? {
    let rivals = all.indices.filter {
      all[$0].slot == slot && !all[$0].isOver && all[$0].push.legEnd > now
    }
    guard rivals.count >= capacity,
      let first = rivals.min(by: { all[$0].push.acceptance < all[$1].push.acceptance })
    else { return nil }
    all[first].isOver = true
    return all[first].push
  }

  /// A newer push has taken the slot of this one, which will not arrive.
  func isOver(_ push: Push) -> Bool {
    areAny && all.contains { $0.isOver && $0.push.acceptance == push.acceptance }
  }

  /// A push is at its end of the way.
  ///
  /// - Returns: False: it was overwritten before.
  mutating func land(_ push: Push) -> Bool {
    guard areAny, let place = all.firstIndex(where: { $0.push.acceptance == push.acceptance })
    else { return true }
    let isOver = all.remove(at: place).isOver
    areAny = !all.isEmpty
    return !isOver
  }
}
