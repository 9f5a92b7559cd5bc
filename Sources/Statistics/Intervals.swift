/// How an interval was found. The raw value is its name in the results (column `interval`).
public enum IntervalMethod: String, Sendable, Equatable {
  /// Student's t.
  case student
  /// The replication values are skewed.
  case bootstrapT = "bootstrap-t"
  /// As ``bootstrapT``, with an end where events are so rare that many resamples have none.
  case garwood
  /// A share of 0 or 1 in all replications, or a difference of shares that is 0 in all of them.
  case oneSided = "one-sided"
  /// A quantile of all replications together.
  case resampled

  /// Its confidence is met only about: values are skewed, or it is one of a quantile.
  public var isApproximate: Bool {
    switch self {
    case .bootstrapT, .garwood, .resampled: true
    case .student, .oneSided: false
    }
  }
}

/// A closed interval.
struct Interval {
  let low: Double
  let high: Double
  var method = IntervalMethod.student
}

/// What intervals around a ratio, or a difference of two, are made of: its standard error, and,
/// where the residuals are skewed, the bootstrap distribution of t.
///
/// A bootstrap interval ends on neither side nearer than Student's. The bootstrap cannot know of
/// what the sample does not show: where two strategies happen to differ in three replications
/// only, each time in favour of the same one, no resample is in favour of the other; and a sample
/// that has missed its long tail so far looks precise enough to stop.
struct IntervalMaker {
  let estimate: Double
  let standardError: Double
  private let degreesOfFreedom: Double
  private let bootstrap: BootstrapT?

  /// - Parameters:
  ///   - residuals: of the ratio, one for each replication.
  ///   - denominators: yᵢ; with the residuals eᵢ they give the deviations xᵢ - R·yᵢ = eᵢ·ȳ.
  /// - Returns: nil with fewer than two residuals.
  init?(
    _ estimate: Double, residuals: [Double], denominators: [Double], _ resampling: Resampling?
  ) {
    guard let standardError = RatioSample.standardError(ofResiduals: residuals) else { return nil }
    self.estimate = estimate
    self.standardError = standardError
    degreesOfFreedom = Double(residuals.count - 1)
    guard let resampling, standardError > 0, abs(skewness(residuals)) > skewnessMax else {
      bootstrap = nil
      return
    }
    let mean = denominators.reduce(0, +) / Double(denominators.count)
    bootstrap = BootstrapT(
      deviations: residuals.map { $0 * mean }, denominators: denominators,
      standardError: standardError, resampling)
  }

  /// The same of an estimate that is moved by controls: how skewed the values are that are left
  /// decides, and each resample fits the coefficients again.
  ///
  /// - Parameters:
  ///   - plain: The estimate without controls.
  ///   - scale: Of what is estimated: 1 for shares, else the size of the estimates.
  init(_ plain: Double, _ fit: ControlFit, scale: Double, _ resampling: Resampling?) {
    estimate = plain + fit.shift
    // Clock and tables resolve no more.
    standardError = max(fit.standardError, Self.errorMin * scale)
    degreesOfFreedom = fit.degreesOfFreedom
    guard let resampling, fit.standardError > 0, abs(skewness(fit.residuals)) > skewnessMax else {
      bootstrap = nil
      return
    }
    bootstrap = BootstrapT(fit, standardError: standardError, resampling)
  }

  /// Of an estimate with controls, as a share of its scale.
  private static let errorMin = 1e-7

  /// - Parameter familySize: number m of intervals that share the confidence: each has the level
  ///   1 - (1-confidence)/m (Bonferroni).
  func interval(confidence: Double, familySize: Int = 1) -> Interval {
    let tail = (1 - confidence) / (2 * Double(familySize))
    let student = studentInterval(
      around: estimate, standardError, degreesOfFreedom: degreesOfFreedom, tail: tail)
    guard let ends = bootstrap?.ends(around: estimate, tail: tail) else { return student }
    let isGarwood =
      (ends.low.isGarwood && ends.low.value <= student.low)
      || (ends.high.isGarwood && ends.high.value >= student.high)
    return Interval(
      low: min(ends.low.value, student.low), high: max(ends.high.value, student.high),
      method: isGarwood ? .garwood : .bootstrapT)
  }

  /// Two-sided, of the hypothesis that the true value is 0.
  var pValue: Double {
    let student = studentP(estimate, standardError, degreesOfFreedom: degreesOfFreedom)
    guard let p = bootstrap?.pValue(of: estimate) else { return student }
    return max(p, student)
  }
}

// MARK: - Student

/// `center` ± t · `standardError`, leaving out `tail` on either side.
func studentInterval(
  around center: Double, _ standardError: Double, degreesOfFreedom: Double, tail: Double
) -> Interval {
  let t = -StudentT.quantile(tail, degreesOfFreedom: degreesOfFreedom)
  return Interval(low: center - t * standardError, high: center + t * standardError)
}

/// The two-sided p value of `estimate` being 0; without spread 1 for 0 itself, else 0.
func studentP(_ estimate: Double, _ standardError: Double, degreesOfFreedom: Double) -> Double {
  guard standardError > 0 else { return estimate == 0 ? 1 : 0 }
  return StudentT.twoSidedP(estimate / standardError, degreesOfFreedom: degreesOfFreedom)
}
