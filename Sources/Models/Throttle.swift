public import DeliverySim

/// So many at once, then one for each refill: a bucket of tokens, full at the start.
public struct Throttle: Sendable {
  /// At least 1.
  public var burst: Int
  /// Until one more may pass; above 0.
  public var refill: SimTime

  public init(burst: Int, refill: SimTime) {
    self.burst = burst
    self.refill = refill
  }
}

extension Throttle {
  /// Whether one passes now, which uses up a token.
  ///
  /// - Parameter full: When the bucket will be full again; the only state there is.
  func passes(at now: SimTime, _ full: inout SimTime) -> Bool {
    let from = max(full, now)
    let room = SimTime(microseconds: Int64(burst - 1) * refill.microseconds)
    guard from - now <= room else { return false }
    full = from + refill
    return true
  }
}
