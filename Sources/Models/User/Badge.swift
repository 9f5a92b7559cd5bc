import DeliverySim

/// The number on the app's icon, and when the user has opened the app because of what it tells
/// (model.md R6.4). Empty where there is none.
struct Badge: Sendable {
  /// It counts the messages at positions up to this one.
  private var last: UInt32 = 0
  /// When the app was opened by a tap, and how far the badge counted then: both grow.
  private var openings: [(time: SimTime, last: UInt32)] = []
}

extension Badge {
  /// A push arrives: one of a message says how many there are, and so does a badge update.
  mutating func note(_ push: Push) {
    guard push.carriesMessage || push.content == .badgeUpdate else { return }
    last = max(last, push.lastPosition)
  }

  /// A look has ended with a tap, and the app is open.
  ///
  /// - Returns: The positions that no earlier opening has told of.
  mutating func open(at time: SimTime) -> Range<UInt32> {
    let known = openings.last?.last ?? 0
    guard last > known else { return 0..<0 }
    openings.append((time, last))
    return known + 1..<last + 1
  }

  /// Counts the messages that it alone has told of.
  func count(_ messages: Range<Int>, _ turn: inout Turn, where isOwed: (Int) -> Bool) {
    guard !openings.isEmpty else { return }
    for message in messages where isOwed(message) {
      let entry = turn.ledger[message]
      let isKnown = entry.known(told: entry.shown, synced: entry.synced) != .never
      let isTold = told(position: turn.position(of: UInt32(message))) != .never
      turn.tally.add(!isKnown && isTold ? 1 : 0, to: UserCounter.toldByBadge)
    }
  }

  /// The time when the user has learnt from it that there is the message at a position; never: not
  /// at all.
  ///
  /// - Complexity: O(log n) in the number of openings.
  func told(position: UInt32) -> SimTime {
    guard position > 0 else { return .never }
    var (low, high) = (0, openings.count)
    while low < high {
      let middle = (low + high) / 2
      if openings[middle].last < position { low = middle + 1 } else { high = middle }
    }
    return low < openings.count ? openings[low].time : .never
  }
}
