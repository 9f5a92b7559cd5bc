import Foundation

/// The values up to a quantile that only one of two paired samples has.
///
/// Two strategies may treat nearly all messages alike: a message in a thousand comes earlier under
/// one of them. Then hardly a replication tells the two quantiles apart, and their spread over the
/// replications says nothing of a message that was not seen. So the difference is no surer than the
/// exact limits of a Poisson count allow (``RareEvents``). Values come in clusters; a cluster
/// counts as one event, as large as clusters were.
struct UnsharedValues {
  private let q: Double
  private let here: QuantileSample
  private let there: QuantileSample
  /// So many events were seen.
  private let count: Double
  /// As shares of all values.
  private let events: RareEvents

  /// - Precondition: Both quantiles are finite.
  init(_ q: Double, of here: QuantileSample, and there: QuantileSample) {
    (self.q, self.here, self.there) = (q, here, there)
    let total = Double(max(here.total, there.total))
    let residuals = zip(here.residuals(q) ?? [], there.residuals(q) ?? []).map { $0 - $1 }
    let values = residuals.map { $0 * total / Double(residuals.count) }
    // Most replications share the middle one. Less than half a value is what the cells leave.
    let usual = values.sorted()[values.count / 2]
    let unshared = values.map { ($0 - usual).rounded().magnitude }
    let sum = unshared.reduce(0, +)
    let cluster = sum > 0 ? unshared.reduce(0) { $0 + $1 * $1 } / sum : 1
    count = sum / cluster
    events = RareEvents(count: count, total: total / cluster)
  }

  /// How far below and above the difference the truth may be, in the values' unit: nowhere, where a
  /// sample without an event would be rarer than `tail`.
  ///
  /// - Parameter tail: What either side leaves out, in (0, 0.5).
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
    let moved = min(here.share(q, movedBy: -difference), there.share(q, movedBy: difference))
    return min(events.pValue(of: moved), 2 * exp(-count))
  }
}

extension QuantileSample {
  /// How far the quantile lies above that of a share so much smaller.
  fileprivate func fall(_ q: Double, by share: Double) -> Double {
    guard let quantile = value(q), let lower = value(max(0, q - share)) else { return 0 }
    return quantile - lower
  }

  /// How far the quantile lies below that of a share so much larger.
  fileprivate func rise(_ q: Double, by share: Double) -> Double {
    guard let quantile = value(q) else { return 0 }
    return (q + share < 1 ? value(q + share) ?? .infinity : .infinity) - quantile
  }

  /// The share of all values between the quantile and a value so far from it.
  fileprivate func share(_ q: Double, movedBy distance: Double) -> Double {
    value(q).map { abs(share(below: $0 + distance) - q) } ?? 0
  }
}
