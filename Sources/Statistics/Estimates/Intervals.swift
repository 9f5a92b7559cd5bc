/// The method that found an interval. The raw value is its name in the results (column `interval`).
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
  var low: Double
  var high: Double
  var method = IntervalMethod.student
}

/// Makes intervals around a ratio, or a difference of two, from its standard error, and, where the
/// residuals are skewed, from the bootstrap distribution of t.
///
/// A bootstrap interval ends on neither side nearer than Student's. The bootstrap cannot know of
/// what the sample does not show: where two strategies happen to differ in three replications
/// only, each time in favour of the same one, no resample is in favour of the other; and a sample
/// that has missed its long tail so far looks precise enough to stop.
///
/// An interval with controls ends no nearer than the events allow that the controls leave
/// (``RareEvents``), and where the plain interval is Garwood's, no nearer than that one.
struct IntervalMaker {
  let estimate: Double
  let standardError: Double
  private let degreesOfFreedom: Double
  private let bootstrap: BootstrapT?
  /// The plain estimate's, where its interval is Garwood's and controls have moved it.
  private var plain: BootstrapT?
  /// The events that controls leave; nil: there are none, or no events are counted.
  private var rest: RareEvents?

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
  ///   - maker: The maker of the plain estimate's interval.
  ///   - means: The means of the controls.
  ///   - scale: Of what is estimated: 1 for shares, else the size of the estimates.
  ///   - total: The total of which the numerators' events are a share, in all replications; nil:
  ///     they count no events.
  init(
    _ plain: Double, _ maker: IntervalMaker?, _ fit: ControlFit, _ means: ControlVariates.Means,
    scale: Double, total: Double?, _ resampling: Resampling?
  ) {
    estimate = plain + fit.shift
    rest = total.map { RareEvents(fit.residuals, total: $0, means) }
    if let bootstrap = maker?.bootstrap, bootstrap.hasSpike { self.plain = bootstrap }
    standardError = max(fit.standardError, means.resolution * scale)
    degreesOfFreedom = fit.degreesOfFreedom
    guard let resampling, fit.standardError > 0, abs(skewness(fit.residuals)) > skewnessMax else {
      bootstrap = nil
      return
    }
    bootstrap = BootstrapT(fit, standardError: standardError, resampling)
  }

  /// - Parameter familySize: number m of intervals that share the confidence: each has the level
  ///   1 - (1-confidence)/m (Bonferroni).
  func interval(confidence: Double, familySize: Int = 1) -> Interval {
    let tail = (1 - confidence) / (2 * Double(familySize))
    var interval = studentInterval(
      around: estimate, standardError, degreesOfFreedom: degreesOfFreedom, tail: tail)
    for bootstrap in [bootstrap, plain].compactMap({ $0 }) {
      let ends = bootstrap.ends(around: estimate, tail: tail)
      if interval.method == .student { interval.method = .bootstrapT }
      interval.include(ends.low.value, isGarwood: ends.low.isGarwood)
      interval.include(ends.high.value, isGarwood: ends.high.isGarwood)
    }
    if let reach = rest?.reach(tail: tail) {
      interval.include(estimate - reach, isGarwood: true)
      interval.include(estimate + reach, isGarwood: true)
    }
    return interval
  }

  /// Two-sided, of the hypothesis that the true value is 0: of all that the interval includes the
  /// one that is least sure, so that p is small exactly where the interval leaves 0 out.
  var pValue: Double {
    let found = [
      studentP(estimate, standardError, degreesOfFreedom: degreesOfFreedom),
      bootstrap?.pValue(of: estimate), plain?.pValue(of: estimate),
      rest?.pValue(of: estimate),
    ]
    return found.compactMap { $0 }.reduce(0, max)
  }
}

extension Interval {
  /// - Parameter isGarwood: The end is the exact one of a count.
  fileprivate mutating func include(_ end: Double, isGarwood: Bool) {
    guard end < low || end > high || (isGarwood && (end == low || end == high)) else { return }
    (low, high) = (min(low, end), max(high, end))
    if isGarwood { method = .garwood }
  }
}

/// The events that controls leave unexplained: so few, perhaps, that the next one would change the
/// estimate by more than their spread tells.
///
/// A residual above 0 counts as so many events. The true number is anywhere between the exact
/// limits of a Poisson count (Garwood); which way an event that was not seen would point nobody
/// knows, so the longer side holds for both.
struct RareEvents {
  private let count: Double
  private let total: Double

  /// - Parameters:
  ///   - residuals: In the estimate's unit, of each replication; their mean is 0.
  ///   - total: The total of which the events are a share, in all replications, above 0.
  ///   - means: The means of the controls. Sums of chances vary by fractions of an event from
  ///     replication to replication, and many fractions are no event: so less than one counts by
  ///     its square.
  init(_ residuals: [Double], total: Double, _ means: ControlVariates.Means) {
    let count = residuals.reduce(0) { sum, residual in
      let events = max(0, residual) * total / Double(residuals.count)
      switch means {
      case .tables: return sum + events
      case .chances: return sum + min(events, events * events)
      }
    }
    self.init(count: count, total: total)
  }

  /// - Parameter count: So many were seen, at least 0.
  init(count: Double, total: Double) { (self.count, self.total) = (count, total) }

  /// The truth may be so far away, in the estimate's unit.
  ///
  /// - Parameter tail: The probability that either side leaves out, in (0, 0.5).
  func reach(tail: Double) -> Double {
    (ChiSquare.quantile(1 - tail, degreesOfFreedom: 2 * (count + 1)) / 2 - count) / total
  }

  /// Two-sided, of the hypothesis that the true value is 0: where ``reach(tail:)`` ends there.
  func pValue(of estimate: Double) -> Double {
    let limit = count + abs(estimate) * total
    return min(1, 2 * ChiSquare.upperTail(2 * limit, degreesOfFreedom: 2 * (count + 1)))
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
