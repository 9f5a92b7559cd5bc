import Statistics

/// One metric of one strategy at one design point, now and in the baseline.
package struct MetricCheck: Sendable {
  let metric: Metric
  package let verdict: CheckVerdict
  /// Nil: infinite, or there is nothing to tell it from.
  package let value: Double?
  package let baseline: Double?
  /// The interval of value minus baseline; nil where there is none.
  package let interval: (low: Double, high: Double)?
  /// The worsening that is put up with, in the metric's unit.
  package let limit: Double?
}

extension MetricCheck {
  package var name: String { metric.name }

  /// - Parameters:
  ///   - now: The replications; with `isPaired` as many as `before`, each one's counterpart.
  ///   - isPaired: Both played the same worlds.
  init(
    _ metric: Metric, _ now: [ReplicationRecord], _ before: [ReplicationRecord], isPaired: Bool,
    _ rule: IntervalRule, margin: Margin
  ) {
    let (sample, other) = (metric.sample(now), metric.sample(before))
    self.metric = metric
    value = sample?.ratio
    baseline = other?.ratio
    limit = baseline.map(margin.limit)
    guard let sample, let other, value != nil, let limit else {
      interval = nil
      verdict = Self.verdict(
        isMissing: value == nil, wasMissing: baseline == nil,
        isSure: isPaired && metric.isQuantile)
      return
    }
    interval = Self.interval(sample, other, isPaired: isPaired, rule)
    verdict = Self.verdict(interval, metric.better, limit)
  }

  /// A value that has gone missing has become infinite where `isSure`, else nobody can tell.
  private static func verdict(
    isMissing: Bool, wasMissing: Bool, isSure: Bool
  ) -> CheckVerdict {
    guard isMissing, !wasMissing else { return .pass }
    return isSure ? .fail : .inconclusive
  }

  /// - Returns: nil for too few replications.
  private static func interval(
    _ sample: RatioSample, _ other: RatioSample, isPaired: Bool, _ rule: IntervalRule
  ) -> (low: Double, high: Double)? {
    // Even one pair shows no difference when it has none.
    if isPaired, sample == other { return (0, 0) }
    let difference =
      isPaired
      ? sample.difference(
        from: other, confidence: rule.confidence, ifZero: .exact, resampling: rule.resampling)
      : sample.independentDifference(
        from: other, confidence: rule.confidence, ifZero: .exact)
    guard let low = difference?.low, let high = difference?.high else { return nil }
    return (low, high)
  }

  private static func verdict(
    _ interval: (low: Double, high: Double)?, _ better: Metric.Direction, _ limit: Double
  ) -> CheckVerdict {
    guard let interval else { return .inconclusive }
    return switch better {
    case .higher:
      CheckVerdict.of(worseningFrom: -interval.high, to: -interval.low, margin: limit)
    case .lower: CheckVerdict.of(worseningFrom: interval.low, to: interval.high, margin: limit)
    }
  }
}
