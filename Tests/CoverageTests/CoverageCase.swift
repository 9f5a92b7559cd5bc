import DeliverySim
import Statistics

/// One replication: a ratio's numerator and denominator, and those of the strategy it is compared
/// with.
struct Observation {
  var x: Double
  var y = 1.0
  var otherX = 0.0
  var otherY = 1.0
  /// Numbers with the mean 0.
  var controls: [Double] = []
}

/// A law of replications whose true value is known, and how its interval is made.
struct CoverageCase: Sendable {
  /// The rule for the number of replications.
  enum Size: Sendable {
    case fixed(Int)
    /// The setting `replications: {min: 30, max: 300, until: {half_width: ...}}`.
    case until(halfWidth: Double)
    /// The same, and somebody sees the interval of each look and may stop for it: it covers if all
    /// of them do, and that of the end.
    case watched(halfWidth: Double)

    /// Nil: a number is fixed.
    var halfWidth: Double? {
      switch self {
      case .fixed: nil
      case .until(let halfWidth), .watched(let halfWidth): halfWidth
      }
    }
  }

  /// The promise about a 95 % interval.
  enum Claim: Sendable {
    case normalLike, skewed, watched, nothing

    /// The coverage; nil: printed, not claimed.
    var required: ClosedRange<Double>? {
      switch self {
      case .normalLike: 0.935...0.965
      case .skewed, .watched: 0.93...1
      case .nothing: nil
      }
    }
  }

  let name: String
  let truth: Double
  let size: Size
  let claim: Claim
  /// Independent trials in a replication, where the metric is a share.
  var trials: Int?
  /// Whether the interval is that of the difference to the other strategy.
  var isPaired = false
  let draw: @Sendable (inout Draws) -> Observation
}

/// The interval of one repetition.
struct Outcome {
  let low: Double
  let high: Double
  let halfWidth: Double
  /// The number of replications that it took.
  let count: Int

  /// It holds what both intervals hold; nothing if they are apart.
  func within(_ other: Outcome?) -> Outcome {
    Outcome(
      low: max(low, other?.low ?? low), high: min(high, other?.high ?? high),
      halfWidth: halfWidth, count: count)
  }
}

// MARK: - One repetition

extension CoverageCase {
  static let confidence = 0.95

  /// - Parameters:
  ///   - number: of the case.
  ///   - isPlain: Student's interval throughout: no bootstrap, no rule for extreme shares.
  func outcome(_ number: Int, repetition: Int, isPlain: Bool = false) -> Outcome? {
    let resampling =
      isPlain ? nil : Repetitions.resampling(case: number, repetition: repetition)
    var observations: [Observation] = []
    var seen: Outcome?
    for count in sizes {
      for replication in observations.count..<count {
        var draws = Repetitions.draws(
          case: number, repetition: repetition, replication: replication)
        observations.append(draw(&draws))
      }
      let confidence = spending.confidence(Self.confidence)
      guard let outcome = interval(observations, resampling, confidence) else { return nil }
      if count == sizes.last || outcome.halfWidth <= wanted { return outcome.within(seen) }
      if case .watched = size {
        let confidence = LookSpending.anyLook.confidence(Self.confidence)
        seen = interval(observations, resampling, confidence)?.within(seen)
      }
    }
    return nil
  }

  private var spending: LookSpending {
    if case .watched = size { .plannedEnd } else { .onlyLook }
  }

  private var sizes: [Int] {
    switch size {
    case .fixed(let count): [count]
    case .until, .watched: ReplicationSchedule(min: 30, max: 300).sizes
    }
  }

  private var wanted: Double { size.halfWidth ?? .infinity }

  private func interval(
    _ observations: [Observation], _ resampling: Resampling?, _ confidence: Double
  ) -> Outcome? {
    let sample = RatioSample(
      numerators: observations.map(\.x), denominators: observations.map(\.y))
    let controls = controls(observations)
    guard isPaired else {
      let estimate = sample.estimate(
        confidence: confidence,
        shareTrials: resampling == nil ? nil : trials.map { $0 * observations.count },
        resampling: resampling, controls: controls)
      return outcome(estimate?.low, estimate?.high, estimate?.halfWidth, sample.count)
    }
    let other = RatioSample(
      numerators: observations.map(\.otherX), denominators: observations.map(\.otherY))
    let difference = sample.difference(
      from: other, confidence: confidence,
      ifZero: trials.map { .share(trials: $0 * observations.count) } ?? .unknown,
      resampling: resampling, controls: controls)
    return outcome(difference?.low, difference?.high, difference?.halfWidth, sample.count)
  }

  /// With a precision to reach the coefficients are those of the first look.
  private func controls(_ observations: [Observation]) -> ControlVariates? {
    let count = observations[0].controls.count
    guard count > 0 else { return nil }
    let values = (0..<count).map { place in observations.map { $0.controls[place] } }
    if size.halfWidth != nil { return ControlVariates(values, fitted: sizes[0]) }
    return ControlVariates(values)
  }

  private func outcome(
    _ low: Double?, _ high: Double?, _ halfWidth: Double?, _ count: Int
  ) -> Outcome? {
    guard let low, let high, let halfWidth else { return nil }
    return Outcome(low: low, high: high, halfWidth: halfWidth, count: count)
  }
}
