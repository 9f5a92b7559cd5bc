import DeliverySim

/// Pushes on their way to a connected device that still occupy their slot (R3.12). Empty where none
/// does.
struct Flights: ~Copyable {
  /// One of them.
  private struct Flight {
    /// It tells the push.
    let acceptance: UInt32
    let slot: PushType
    let arrival: SimTime
    /// When a newer push took its slot, and which one; nil: none has.
    var end: (time: SimTime, culprit: Push)?
  }

  private var all: [Flight] = []
  private(set) var areAny = false
}

extension Flights {
  /// A push sets out; one that is delivered again may or may not occupy its slot this time.
  mutating func begin(_ push: Push, _ store: borrowing PushStore, _ turn: borrowing Turn) {
    let id = push.stream(
      PushServiceStream.inFlight, orWithoutMessage: PushServiceStream.otherInFlight)
    var chance = turn.draws(id, push.message, push.copy, attempt: Int(push.attempts))
    guard chance.happens(store.plan.inFlight) else { return }
    let slot = store.slot(of: push)
    all.append(Flight(acceptance: push.acceptance, slot: slot, arrival: push.legEnd))
    areAny = true
  }

  /// A push is accepted: where those on their way fill its slot, the one accepted first is gone.
  /// What arrives at this very moment has arrived (R0.5).
  mutating func overwrite(by push: Push, _ store: borrowing PushStore, at now: SimTime) {
    let slot = store.slot(of: push)
    let rivals = all.indices.filter {
      all[$0].slot == slot && all[$0].end == nil && all[$0].arrival > now
    }
    guard rivals.count >= store.plan.capacity,
      let first = rivals.min(by: { all[$0].acceptance < all[$1].acceptance })
    else { return }
    all[first].end = (now, push)
  }

  /// A push is at its end of the way.
  ///
  /// - Returns: False: it was overwritten before, and ends.
  mutating func land(_ push: Push, _ turn: inout Turn) -> Bool {
    guard let place = all.firstIndex(where: { $0.acceptance == push.acceptance }) else {
      return true
    }
    let flight = all.remove(at: place)
    areAny = !all.isEmpty
    guard let end = flight.end else { return true }
    turn.end(push, .pushService(.overwritten), at: end.time, by: end.culprit)
    return false
  }
}
