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
  /// The method that found the interval; nil when there is none.
  public let method: IntervalMethod?
  /// The estimate without controls; nil where it has no controls.
  public let plain: PlainEstimate?

  /// - Parameters: as the properties.
  public init(
    mean: Double, standardError: Double?, low: Double?, high: Double?,
    method: IntervalMethod?, plain: PlainEstimate? = nil
  ) {
    self.plain = plain
    self.mean = mean
    self.standardError = standardError
    self.low = low
    self.high = high
    self.method = method
  }
}

/// An estimate, or a difference, before controls have moved it, in the metric's unit.
public struct PlainEstimate: Sendable, Equatable {
  /// The estimate itself, in the unit of what is estimated.
  public let mean: Double
  /// It has the same unit as ``mean``.
  public let standardError: Double

  /// - Parameters: as the properties.
  public init(mean: Double, standardError: Double) {
    (self.mean, self.standardError) = (mean, standardError)
  }

  /// Without the controls it would take so many times as many replications.
  public func varianceReduction(to standardError: Double?) -> Double? {
    guard let standardError, standardError > 0 else { return nil }
    return (self.standardError / standardError) * (self.standardError / standardError)
  }
}

extension Estimate {
  /// The factor by which controls have divided the variance; nil without them.
  public var controlsReduction: Double? { plain?.varianceReduction(to: standardError) }

  /// The larger side of the interval, in the metric's unit; nil without one.
  public var halfWidth: Double? {
    guard let low, let high, mean.isFinite else { return nil }
    return max(high - mean, mean - low)
  }
}

extension Estimate {
  /// With ends no further out than the quantity can be.
  public func cut(to range: ClosedRange<Double>) -> Estimate {
    Estimate(
      mean: mean, standardError: standardError, low: low.map { max($0, range.lowerBound) },
      high: high.map { min($0, range.upperBound) }, method: method, plain: plain)
  }
}

// MARK: - From a sample

extension RatioSample {
  /// The ratio with its interval: R ± t · SE with n - 1 degrees of freedom (Student), or, where the
  /// residuals have a skewness beyond ±1, a bootstrap-t, on neither side narrower than Student's.
  ///
  /// A share that is the same 0 or 1 in all replications has a standard error of 0 but is not known
  /// exactly. It gets the one-sided exact end instead: 0 the upper end 1 - (1-confidence)^(1/m), 1
  /// the lower end (1-confidence)^(1/m); the other end is the share itself. Where only some parts
  /// of a trial are at risk, that end is nearer. Intervals are not clipped to [0, 1].
  ///
  /// - Parameters:
  ///   - confidence: of the interval, in (0, 1).
  ///   - shareTrials: nil unless the metric is a share (0 ≤ xᵢ ≤ yᵢ); then the number m of
  ///     independent trials, at least 1.
  ///   - atRisk: how many parts of these trials can be missing; nil: all.
  ///   - resampling: of the bootstrap; nil: always Student.
  ///   - controls: of the same replications; nil: none. They are left out where all replications
  ///     agree, where their own mean is impossible by chance, and where they would move a share
  ///     out of 0...1.
  /// - Returns: nil when Σy = 0. A single replication has a mean and no interval, unless it is a
  ///   share of 0 or 1.
  ///
  /// Source: docs/explanation/statistics.md, "Estimators" and "Intervals".
  public func estimate(
    confidence: Double, shareTrials: Int? = nil, atRisk: PartsAtRisk? = nil,
    resampling: Resampling? = nil, controls: ControlVariates? = nil
  ) -> Estimate? {
    precondition(confidence > 0 && confidence < 1, "a confidence is in (0, 1)")
    precondition(shareTrials.map { $0 >= 1 } ?? true, "a share has at least one trial")
    guard let ratio, let residuals else { return nil }
    let standardError = Self.standardError(ofResiduals: residuals)
    let extreme = shareTrials.flatMap { trials in
      extremeShareInterval(
        reach: atRisk.shareOfZeroMax(confidence: confidence, trials: trials))
    }
    let plainMaker =
      extreme == nil
      ? IntervalMaker(ratio, residuals: residuals, denominators: denominators, resampling) : nil
    let interval = extreme ?? plainMaker?.interval(confidence: confidence)
    let plain = Estimate(
      mean: ratio, standardError: standardError, low: interval?.low, high: interval?.high,
      method: interval?.method)
    let isShare = shareTrials != nil
    guard
      let maker = controlled(
        ratio, residuals, plainMaker, controls, scale: isShare ? 1 : abs(ratio),
        countsEvents: isShare, resampling),
      !isShare || 0...1 ~= maker.estimate
    else { return plain }
    return Estimate(maker, without: plain, confidence: confidence)
  }

  /// The value that controls move a share to, without an interval; nil where they do not.
  public func controlledShare(_ controls: ControlVariates) -> Double? {
    guard let ratio, let residuals, residuals.contains(where: { $0 != residuals[0] }) else {
      return nil
    }
    return ControlFit(residuals, controls).map { ratio + $0.shift }
  }

  /// - Parameters:
  ///   - plain: Of the plain interval; nil: it needs none.
  ///   - scale: Of what is estimated: 1 for shares, else the size of the estimates.
  ///   - countsEvents: The numerators count events that the denominators have once each.
  /// - Returns: nil where the plain estimate stays in force.
  func controlled(
    _ estimate: Double, _ residuals: [Double], _ plain: IntervalMaker?,
    _ controls: ControlVariates?, scale: Double, countsEvents: Bool, _ resampling: Resampling?
  ) -> IntervalMaker? {
    guard let controls, let plain, residuals.contains(where: { $0 != residuals[0] }) else {
      return nil
    }
    let total = countsEvents ? denominators.reduce(0, +) : nil
    return ControlFit(residuals, controls).map {
      IntervalMaker(
        estimate, plain, $0, controls.means, scale: scale, total: total, resampling)
    }
  }

  /// The interval of a share of 0 or 1 in all replications, nil for every other share.
  ///
  /// - Parameter end: The end of the interval of a share of 0.
  private func extremeShareInterval(reach end: Double) -> Interval? {
    let pairs = zip(numerators, denominators)
    precondition(pairs.allSatisfy { 0 <= $0 && $0 <= $1 }, "a share is in 0 ... 1")
    if numerators.allSatisfy({ $0 == 0 }) { return Interval(low: 0, high: end, method: .oneSided) }
    if numerators == denominators { return Interval(low: 1 - end, high: 1, method: .oneSided) }
    return nil
  }
}

extension Estimate {
  fileprivate init(_ maker: IntervalMaker, without plain: Estimate, confidence: Double) {
    let interval = maker.interval(confidence: confidence)
    self.init(
      mean: maker.estimate, standardError: maker.standardError, low: interval.low,
      high: interval.high, method: interval.method,
      plain: plain.standardError.map { PlainEstimate(mean: plain.mean, standardError: $0) })
  }
}

/// The upper end of a share that is 0 in all of `trials` independent trials:
/// 1 - (1-confidence)^(1/trials).
func shareOfZeroMax(confidence: Double, trials: Int) -> Double {
  -expm1(log1p(-confidence) / Double(trials))
}
