/// A token bucket, full at the start: ``burst`` at once, then one more every ``refill``.
public struct Throttle: Sendable {
  /// The number of tokens that the bucket holds.
  public var burst: Int
  /// Until one more may pass; zero: everything passes.
  public var refill: SimTime

  /// The largest ``refill`` that is accepted.
  public static var refillMax: SimTime { SimTime(microseconds: 30 * SimTime.day.microseconds) }

  /// - Precondition: `burst` from 1 to 1000, `refill` from 0 to ``refillMax``.
  public init(burst: Int, refill: SimTime) {
    precondition((1...1000).contains(burst), "a bucket holds 1 to 1000")
    precondition((.zero...Self.refillMax).contains(refill), "a refill takes 0 to 30 days")
    self.burst = burst
    self.refill = refill
  }
}

extension Throttle {
  /// Whether one passes now, which takes a token out of the bucket.
  ///
  /// - Parameter full: When the bucket will be full again, since each token that was taken is put
  ///   back, one after the other: the only state there is.
  package func passes(at now: SimTime, _ full: inout SimTime) -> Bool {
    let filled = max(full, now) + refill
    guard filled - now <= SimTime(microseconds: Int64(burst) * refill.microseconds) else {
      return false
    }
    full = filled
    return true
  }
}
