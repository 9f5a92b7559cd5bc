import Foundation

/// An estimate with its standard error and confidence interval, all in the metric's unit.
public struct Estimate: Sendable, Equatable {
  public let mean: Double
  /// 0 when all replications agree; nil for a single replication.
  public let standardError: Double?
  /// Lower end of the interval; nil when there is none.
  public let low: Double?
  /// Upper end of the interval; nil when there is none.
  public let high: Double?

  /// - Parameters: as the properties.
  public init(mean: Double, standardError: Double?, low: Double?, high: Double?) {
    self.mean = mean
    self.standardError = standardError
    self.low = low
    self.high = high
  }
}

// MARK: - From a sample

extension RatioSample {
  /// The ratio with its Student interval: R ± t · SE, n - 1 degrees of freedom.
  ///
  /// A share that is the same 0 or 1 in all replications has a standard error of 0 but is not known
  /// exactly. It gets the one-sided exact end instead: 0 the upper end 1 - (1-confidence)^(1/m), 1
  /// the lower end (1-confidence)^(1/m); the other end is the share itself. Intervals are not
  /// clipped to [0, 1].
  ///
  /// - Parameters:
  ///   - confidence: of the interval, in (0, 1).
  ///   - shareTrials: nil unless the metric is a share (0 ≤ xᵢ ≤ yᵢ); then the number m of
  ///     independent trials, at least 1.
  /// - Returns: nil when Σy = 0. A single replication has a mean and no interval, unless it is a
  ///   share of 0 or 1.
  ///
  /// Source: contract, "Estimators".
  public func estimate(confidence: Double, shareTrials: Int? = nil) -> Estimate? {
    precondition(confidence > 0 && confidence < 1, "a confidence is in (0, 1)")
    precondition(shareTrials.map { $0 >= 1 } ?? true, "a share has at least one trial")
    guard let ratio else { return nil }
    let interval =
      shareTrials.flatMap { extremeShareInterval(confidence: confidence, trials: $0) }
      ?? studentInterval(around: ratio, standardError, count: count, confidence: confidence)
    return Estimate(
      mean: ratio, standardError: standardError, low: interval?.low, high: interval?.high)
  }

  /// The interval of a share of 0 or 1 in all replications, nil for every other share.
  private func extremeShareInterval(confidence: Double, trials: Int) -> Interval? {
    let pairs = zip(numerators, denominators)
    precondition(pairs.allSatisfy { 0 <= $0 && $0 <= $1 }, "a share is in 0 ... 1")
    let logarithm = log1p(-confidence) / Double(trials)
    if numerators.allSatisfy({ $0 == 0 }) { return Interval(low: 0, high: -expm1(logarithm)) }
    if numerators == denominators { return Interval(low: exp(logarithm), high: 1) }
    return nil
  }
}

// MARK: - Student's interval

/// A closed interval.
struct Interval {
  let low: Double
  let high: Double
}

/// `center` ± t · `standardError` with `count` - 1 degrees of freedom; nil without standard error.
///
/// - Parameter familySize: number m of intervals that share the confidence: each has the level
///   1 - (1-confidence)/m (Bonferroni).
func studentInterval(
  around center: Double, _ standardError: Double?, count: Int, confidence: Double,
  familySize: Int = 1
) -> Interval? {
  guard let standardError else { return nil }
  let tail = (1 - confidence) / (2 * Double(familySize))
  let t = -StudentT.quantile(tail, degreesOfFreedom: Double(count - 1))
  return Interval(low: center - t * standardError, high: center + t * standardError)
}
