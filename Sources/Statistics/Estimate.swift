import Foundation

/// An estimate with its standard error and confidence interval, all in the metric's unit.
public struct Estimate: Sendable, Equatable {
  /// The ratio, or the plain mean.
  public let mean: Double
  /// 0 when all replications agree; nil for a single replication.
  public let standardError: Double?
  /// Lower end of the interval; nil when there is none.
  public let low: Double?
  /// Upper end of the interval; nil when there is none. Both may be infinite for a quantile.
  public let high: Double?
  /// How the interval was found; nil when there is none.
  public let method: IntervalMethod?

  /// - Parameters: as the properties.
  public init(
    mean: Double, standardError: Double?, low: Double?, high: Double?,
    method: IntervalMethod?
  ) {
    self.mean = mean
    self.standardError = standardError
    self.low = low
    self.high = high
    self.method = method
  }
}

extension Estimate {
  /// The larger side of the interval, in the metric's unit; nil without one.
  public var halfWidth: Double? {
    guard let low, let high, mean.isFinite else { return nil }
    return max(high - mean, mean - low)
  }
}

// MARK: - From a sample

extension RatioSample {
  /// The ratio with its interval: R ± t · SE with n - 1 degrees of freedom (Student), or, where the
  /// residuals have a skewness beyond ±1, a bootstrap-t, on neither side narrower than Student's.
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
  ///   - resampling: of the bootstrap; nil: always Student.
  /// - Returns: nil when Σy = 0. A single replication has a mean and no interval, unless it is a
  ///   share of 0 or 1.
  ///
  /// Source: contract, "Estimators".
  public func estimate(
    confidence: Double, shareTrials: Int? = nil, resampling: Resampling? = nil
  ) -> Estimate? {
    precondition(confidence > 0 && confidence < 1, "a confidence is in (0, 1)")
    precondition(shareTrials.map { $0 >= 1 } ?? true, "a share has at least one trial")
    guard let ratio, let residuals else { return nil }
    let standardError = Self.standardError(ofResiduals: residuals)
    let extreme = shareTrials.flatMap { extremeShareInterval(confidence: confidence, trials: $0) }
    let interval =
      extreme
      ?? IntervalMaker(ratio, residuals: residuals, denominators: denominators, resampling)?
      .interval(confidence: confidence)
    return Estimate(
      mean: ratio, standardError: standardError, low: interval?.low, high: interval?.high,
      method: interval?.method)
  }

  /// The interval of a share of 0 or 1 in all replications, nil for every other share.
  private func extremeShareInterval(confidence: Double, trials: Int) -> Interval? {
    let pairs = zip(numerators, denominators)
    precondition(pairs.allSatisfy { 0 <= $0 && $0 <= $1 }, "a share is in 0 ... 1")
    let end = shareOfZeroMax(confidence: confidence, trials: trials)
    if numerators.allSatisfy({ $0 == 0 }) { return Interval(low: 0, high: end, method: .oneSided) }
    if numerators == denominators { return Interval(low: 1 - end, high: 1, method: .oneSided) }
    return nil
  }
}

/// The upper end of a share that is 0 in all of `trials` independent trials:
/// 1 - (1-confidence)^(1/trials).
func shareOfZeroMax(confidence: Double, trials: Int) -> Double {
  -expm1(log1p(-confidence) / Double(trials))
}
