public import DeliverySim
import Foundation

/// An event queue that always holds the same number of events: take the earliest, schedule a later
/// one.
///
/// The increments are exponential, so the queue is in its stationary state from the start. They are
/// drawn beforehand: what is measured is the queue alone. `peers/hold_model.c` does the same with
/// the same increments, so both end at the same time.
public struct HoldModel: ~Copyable {
  private static let incrementCount = 1 << 16

  private var queue = EventQueue()
  private let increments = (1...incrementCount).map(increment)
  private var number: UInt32 = 0

  public init(pending: Int) {
    for _ in 0..<pending { schedule(after: .zero) }
  }

  /// - Returns: The time of the last event.
  @discardableResult
  public mutating func hold(times: Int) -> SimTime {
    var now = SimTime.zero
    for _ in 0..<times {
      guard let event = queue.next() else { preconditionFailure("the queue has run empty") }
      now = event.time
      schedule(after: now)
    }
    return now
  }
}

extension HoldModel {
  private mutating func schedule(after time: SimTime) {
    let increment = increments[Int(number) & (Self.incrementCount - 1)]
    queue.schedule(Event(time: time + increment, owner: 1, number: number, kind: 0, payload: 0))
    number &+= 1
  }

  /// Exponential with a mean of 1,000 s.
  private static func increment(_ counter: Int) -> SimTime {
    let uniform = (Double(splitMix(UInt64(counter)) >> 12) + 0.5) * 0x1p-52
    return SimTime(microseconds: Int64(-1e9 * log(uniform) + 0.5))
  }

  private static func splitMix(_ counter: UInt64) -> UInt64 {
    var word = counter &* 0x9E37_79B9_7F4A_7C15
    word = (word ^ word >> 30) &* 0xBF58_476D_1CE4_E5B9
    word = (word ^ word >> 27) &* 0x94D0_49BB_1331_11EB
    return word ^ word >> 31
  }
}
