import Foundation

/// The difference of a metric between two samples of replications.
///
/// All numbers but `pValue` and `varianceReduction` are in the metric's unit. Those that need a
/// standard error are nil for a single replication.
public struct Difference: Sendable, Equatable {
  /// This metric minus the other.
  public let difference: Double
  /// Exactly 0 when all replications differ equally.
  public let standardError: Double?
  /// Lower end of the interval of this difference alone; nil when there is none.
  public let low: Double?
  /// Upper end of the interval of this difference alone.
  public let high: Double?
  /// Lower end of the interval that holds for the whole family of differences at once
  /// (Bonferroni).
  public let lowAll: Double?
  /// Upper end of the interval for the whole family.
  public let highAll: Double?
  /// Two-sided, of the hypothesis that the true difference is 0, in 0...1.
  public let pValue: Double?
  /// (SE_A² + SE_B²) / SE² without controls: how many times more replications two independent
  /// samples would have needed; nil when SE = 0, and for samples that are not paired.
  public let varianceReduction: Double?
  /// The method that found the interval; nil when there is none.
  public let method: IntervalMethod?
  /// The difference without controls; nil where it has no controls.
  public var plain: PlainEstimate?

  /// The two agree in every replication.
  public var isTie: Bool { difference == 0 && standardError == 0 }
}

/// The meaning of a difference of 0 in every replication.
public enum ZeroDifference: Sendable, Equatable {
  /// The two samples are of one policy: they never differ.
  case exact
  /// Shares of two policies that agreed in so many independent trials: the true difference lies
  /// within the end of a share of 0, on either side. Where only some parts of a trial are at risk
  /// under either policy, that end is nearer; nil: all are.
  case share(trials: Int, atRisk: PartsAtRisk? = nil)
  /// Another metric of two policies: nothing is known of the size of a difference that has not been
  /// seen, so there is no interval.
  case unknown
}

extension ZeroDifference {
  fileprivate var isOfShares: Bool {
    if case .share = self { true } else { false }
  }
}

extension Difference {
  /// The factor by which controls have divided the variance; nil without them.
  public var controlsReduction: Double? { plain?.varianceReduction(to: standardError) }

  /// The larger side of the interval, in the metric's unit; nil without one, and of an infinite
  /// difference.
  public var halfWidth: Double? {
    guard let low, let high, difference.isFinite else { return nil }
    return max(high - difference, difference - low)
  }
}

extension Difference {
  /// With ends no further out than the quantity can be.
  public func cut(to range: ClosedRange<Double>) -> Difference {
    let low = { (end: Double?) in end.map { max($0, range.lowerBound) } }
    let high = { (end: Double?) in end.map { min($0, range.upperBound) } }
    return Difference(
      difference: difference, standardError: standardError, low: low(self.low),
      high: high(self.high), lowAll: low(lowAll), highAll: high(highAll), pValue: pValue,
      varianceReduction: varianceReduction, method: method, plain: plain)
  }
}

// MARK: - Paired

extension RatioSample {
  /// This metric minus the other one, paired by replication.
  ///
  /// SE² = Σeᵢ² / (n(n-1)) with eᵢ the difference of the two residuals; two-sided t with n - 1
  /// degrees of freedom, or, where the eᵢ have a skewness beyond ±1, a bootstrap-t with p by
  /// inversion, on neither side narrower than Student's interval. Where SE = 0, `ifZero` gives the
  /// interval of a difference of 0, and the trials behind shares; else it is a point, and p is 0.
  ///
  /// - Parameters:
  ///   - other: the metric to subtract, with the same replications in the same order.
  ///   - confidence: of each interval, in (0, 1).
  ///   - ifZero: what it says when the samples agree in every replication.
  ///   - familySize: number of differences that `lowAll ... highAll` holds for, at least 1.
  ///   - resampling: of the bootstrap; nil: always Student.
  ///   - controls: of the same replications, for both metrics; nil: none. As for one metric, they
  ///     are left out where they have nothing to explain.
  /// - Returns: nil when either ratio is.
  /// - Precondition: equally many replications.
  ///
  /// Source: docs/explanation/statistics.md, "Comparisons".
  public func difference(
    from other: RatioSample, confidence: Double, ifZero: ZeroDifference, familySize: Int = 1,
    resampling: Resampling? = nil, controls: ControlVariates? = nil
  ) -> Difference? {
    precondition(count == other.count, "paired samples have the same replications")
    precondition(confidence > 0 && confidence < 1, "a confidence is in (0, 1)")
    precondition(familySize >= 1, "a family has at least one member")
    guard let ratio, let otherRatio = other.ratio, let residuals,
      let otherResiduals = other.residuals
    else { return nil }
    let paired = zip(residuals, otherResiduals).map { $0 - $1 }
    let standardError = Self.standardError(ofResiduals: paired)
    if ratio == otherRatio, paired.allSatisfy({ $0 == 0 }) {
      return .zero(
        ifZero, confidence: confidence, familySize: familySize, standardError: standardError)
    }
    if standardError == 0, case .share(let trials, _) = ifZero {
      return .constant(
        ratio - otherRatio, trials: trials, confidence: confidence, familySize: familySize)
    }
    // With different denominators the difference is resampled as the mean of its residuals.
    let ones = [Double](repeating: 1, count: count)
    let plain = IntervalMaker(
      ratio - otherRatio, residuals: paired,
      denominators: denominators == other.denominators ? denominators : ones, resampling)
    let reduction = standardError.flatMap { varianceReduction(with: other, paired: $0) }
    let controlled = controlled(
      ratio - otherRatio, paired, plain, controls,
      scale: ifZero.isOfShares ? 1 : max(abs(ratio), abs(otherRatio)),
      countsEvents: ifZero.isOfShares, resampling
    ).flatMap { !ifZero.isOfShares || -1...1 ~= $0.estimate ? $0 : nil }
    guard let maker = controlled ?? plain else { return .withoutInterval(ratio - otherRatio) }
    var difference = maker.difference(confidence: confidence, familySize, reduction)
    if controlled != nil, let standardError {
      difference.plain = PlainEstimate(mean: ratio - otherRatio, standardError: standardError)
    }
    return difference
  }

  private func varianceReduction(with other: RatioSample, paired: Double) -> Double? {
    guard let mine = standardError, let others = other.standardError, paired > 0 else { return nil }
    return (mine * mine + others * others) / (paired * paired)
  }
}

extension IntervalMaker {
  fileprivate func difference(
    confidence: Double, _ familySize: Int, _ varianceReduction: Double?
  ) -> Difference {
    let (alone, all) = (
      interval(confidence: confidence), interval(confidence: confidence, familySize: familySize)
    )
    return Difference(
      difference: estimate, standardError: standardError, low: alone.low, high: alone.high,
      lowAll: all.low, highAll: all.high, pValue: pValue, varianceReduction: varianceReduction,
      method: alone.method)
  }
}

// MARK: - Independent

extension RatioSample {
  /// This metric minus one that was measured in other, independent replications.
  ///
  /// Welch: SE² = SE_A² + SE_B², Student's t with
  /// (SE_A² + SE_B²)² / (SE_A⁴/(n_A-1) + SE_B⁴/(n_B-1)) degrees of freedom.
  /// Where SE = 0, as for pairs; where both samples are the same constant, as `ifZero` says.
  ///
  /// - Parameters:
  ///   - other: the metric to subtract; any number of replications.
  ///   - confidence: of the interval, in (0, 1).
  ///   - ifZero: what it says when all replications of both samples agree.
  /// - Returns: nil when either ratio is. `lowAll ... highAll` is the interval itself.
  ///
  /// Source: B. L. Welch, "The generalization of Student's problem when several different
  /// population variances are involved", Biometrika 34 (1947) 28-35.
  public func independentDifference(
    from other: RatioSample, confidence: Double, ifZero: ZeroDifference
  ) -> Difference? {
    precondition(confidence > 0 && confidence < 1, "a confidence is in (0, 1)")
    guard let ratio, let otherRatio = other.ratio else { return nil }
    let difference = ratio - otherRatio
    guard let mine = standardError, let others = other.standardError else {
      return .withoutInterval(difference)
    }
    if difference == 0, mine == 0, others == 0 {
      return .zero(ifZero, confidence: confidence, standardError: 0)
    }
    if mine == 0, others == 0, case .share(let trials, _) = ifZero {
      return .constant(difference, trials: trials, confidence: confidence)
    }
    let (variance, otherVariance) = (mine * mine, others * others)
    let total = variance + otherVariance
    let weights =
      variance * variance / Double(count - 1)
      + otherVariance * otherVariance / Double(other.count - 1)
    let degreesOfFreedom = weights > 0 ? total * total / weights : 1
    let standardError = total.squareRoot()
    let interval = studentInterval(
      around: difference, standardError, degreesOfFreedom: degreesOfFreedom,
      tail: (1 - confidence) / 2)
    return Difference(
      difference: difference, standardError: standardError, low: interval.low,
      high: interval.high, lowAll: interval.low, highAll: interval.high,
      pValue: studentP(difference, standardError, degreesOfFreedom: degreesOfFreedom),
      varianceReduction: nil, method: .student)
  }
}

// MARK: - None seen

extension Difference {
  /// The difference of a single replication.
  static func withoutInterval(_ difference: Double) -> Difference {
    Difference(
      difference: difference, standardError: nil, low: nil, high: nil, lowAll: nil, highAll: nil,
      pValue: nil, varianceReduction: nil, method: nil)
  }

  /// The same difference of two shares in every replication, other than 0: 1 if everything was
  /// shown under one policy and nothing under the other.
  ///
  /// Each trial that may end otherwise changes it by at most 2, so its ends are twice that of a
  /// share of 0 away, and p is the level at which the interval reaches 0: (1 - |d|/2)^m.
  static func constant(
    _ difference: Double, trials: Int, confidence: Double, familySize: Int = 1
  ) -> Difference {
    func ends(_ confidence: Double) -> (low: Double, high: Double) {
      let reach = 2 * shareOfZeroMax(confidence: confidence, trials: trials)
      return (max(-1, difference - reach), min(1, difference + reach))
    }
    let alone = ends(confidence)
    let all = ends(1 - (1 - confidence) / Double(familySize))
    return Difference(
      difference: difference, standardError: 0, low: alone.low, high: alone.high, lowAll: all.low,
      highAll: all.high, pValue: pow(1 - abs(difference) / 2, Double(trials)),
      varianceReduction: nil, method: .oneSided)
  }

  /// A difference of 0 in every replication.
  static func zero(
    _ meaning: ZeroDifference, confidence: Double, familySize: Int = 1, standardError: Double?
  ) -> Difference {
    let (end, endAll, method): (Double?, Double?, IntervalMethod?) =
      switch meaning {
      case .exact: standardError == nil ? (nil, nil, nil) : (0, 0, .student)
      case .unknown: (nil, nil, nil)
      case .share(let trials, let atRisk):
        (
          atRisk.shareOfZeroMax(confidence: confidence, trials: trials),
          atRisk.shareOfZeroMax(
            confidence: 1 - (1 - confidence) / Double(familySize), trials: trials),
          .oneSided
        )
      }
    return Difference(
      difference: 0, standardError: standardError, low: end.map { -$0 }, high: end,
      lowAll: endAll.map { -$0 }, highAll: endAll, pValue: standardError.map { _ in 1 },
      varianceReduction: nil, method: method)
  }
}
