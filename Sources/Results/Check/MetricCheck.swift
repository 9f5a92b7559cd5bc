package import Vocabulary

/// One metric of one strategy at one design point, now and in the baseline.
package struct MetricCheck: Sendable {
  package let metric: Metric
  package let verdict: CheckVerdict
  private let difference: MetricDifference
  /// A quantile of too few replications: no verdict.
  package let isTooShort: Bool
  /// The worsening that is put up with, in the metric's unit.
  package let limit: Double?
}

extension MetricCheck {
  package var name: String { metric.name }

  /// Nil: there is nothing to tell it from.
  package var value: Double? { difference.value }

  package var baseline: Double? { difference.baseline }

  /// The interval of value minus baseline; nil where there is none.
  package var interval: (low: Double, high: Double)? { difference.interval }

  init(_ metric: Metric, _ difference: MetricDifference, _ margin: Margin, isTooShort: Bool) {
    self.metric = metric
    self.difference = metric.isShare ? difference.ofShares : difference
    self.isTooShort = isTooShort
    limit = difference.baseline.map { margin.limit(of: metric, baseline: $0) }
    verdict =
      isTooShort ? .inconclusive : Self.verdict(difference, metric.better, limit)
  }

  /// A value that has gone missing cannot be judged; one that is new has not become worse.
  private static func verdict(
    _ difference: MetricDifference, _ better: Metric.Direction, _ limit: Double?
  ) -> CheckVerdict {
    guard let limit else { return .pass }
    guard let interval = difference.interval else { return .inconclusive }
    return switch better {
    case .higher:
      CheckVerdict.of(worseningFrom: -interval.high, to: -interval.low, margin: limit)
    case .lower: CheckVerdict.of(worseningFrom: interval.low, to: interval.high, margin: limit)
    }
  }
}
