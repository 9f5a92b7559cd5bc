import Foundation

/// The values up to a quantile that only one of two paired samples has.
///
/// Two strategies may treat nearly all messages alike: a message in a thousand comes earlier under
/// one of them. Then hardly a replication tells the two quantiles apart, and their spread over the
/// replications says nothing of a message that was not seen. So the difference is no surer than the
/// upper limit of a Poisson count allows (``RareEvents``), on either side.
///
/// Values come in clusters, which count as one event. In a replication they are a compound Poisson
/// number, whose variance is its mean times the size of a cluster.
struct UnsharedValues {
  private let q: Double
  private let here: QuantileSample
  private let there: QuantileSample
  /// Their expected number is about this one.
  private let count: Double
  /// Their number as a share of all values.
  private let events: RareEvents

  /// - Precondition: Both quantiles are finite.
  init(_ q: Double, of here: QuantileSample, and there: QuantileSample) {
    (self.q, self.here, self.there) = (q, here, there)
    // The quantile with more of them counts, so that the order of the samples does not matter.
    let found =
      [here, there].map { sample in
        sample.surplus(upTo: q, of: here, over: there)
      }.max { Self.sum($0) < Self.sum($1) } ?? []
    let (sum, n) = (Self.sum(found), Double(found.count))
    let mean = found.reduce(0, +) / n
    let variance = found.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / max(1, n - 1)
    let cluster = sum > 0 ? max(1, variance * n / sum) : 1
    count = sum / cluster
    events = RareEvents(count: count, total: Double(max(here.total, there.total)) / cluster)
  }

  private static func sum(_ surplus: [Double]) -> Double { surplus.reduce(0) { $0 + abs($1) } }

  /// The truth may be so far below and above the difference, in the values' unit; 0 where the
  /// probability that no event is seen is at most `tail`.
  ///
  /// - Parameter tail: The probability that either side leaves out, in (0, 0.5).
  func reach(tail: Double) -> (below: Double, above: Double) {
    guard tail < exp(-count) else { return (0, 0) }
    let share = events.reach(tail: tail)
    return (
      below: max(here.fall(q, by: share), there.rise(q, by: share)),
      above: max(here.rise(q, by: share), there.fall(q, by: share))
    )
  }

  /// Two-sided, of the hypothesis that the true difference is 0: where ``reach(tail:)`` ends there.
  func pValue(of difference: Double) -> Double {
    guard difference != 0 else { return 1 }
    let (falling, rising) = difference > 0 ? (here, there) : (there, here)
    let moved = min(
      falling.shareFallen(q, by: abs(difference)), rising.shareRisen(q, by: abs(difference)))
    return min(events.pValue(of: max(0, moved)), 2 * exp(-count))
  }
}

extension QuantileSample {
  /// The distance down to the quantile of a share so much smaller; at most to the scale's start.
  fileprivate func fall(_ q: Double, by share: Double) -> Double {
    guard let quantile = value(q) else { return 0 }
    return quantile - (q > share ? value(q - share) ?? .infinity : start)
  }

  /// The distance up to the quantile of a share so much larger.
  fileprivate func rise(_ q: Double, by share: Double) -> Double {
    guard let quantile = value(q) else { return 0 }
    return (q + share < 1 ? value(q + share) ?? .infinity : .infinity) - quantile
  }

  /// The share of all values above what lies so far below the quantile, and up to it.
  fileprivate func shareFallen(_ q: Double, by distance: Double) -> Double {
    value(q).map { q - share(upTo: $0 - distance, including: true) } ?? 0
  }

  /// The share of all values between the quantile and what lies so far above.
  fileprivate func shareRisen(_ q: Double, by distance: Double) -> Double {
    value(q).map { share(upTo: $0 + distance, including: false) - q } ?? 0
  }
}
