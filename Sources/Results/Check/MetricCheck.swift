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

  /// The values are equal, and no replication says otherwise.
  package var isSame: Bool { Self.isSame(value, baseline, interval) }

  /// Whether two values are equal, and the interval of their difference does not deny it.
  package static func isSame(
    _ value: Double?, _ baseline: Double?, _ interval: (low: Double, high: Double)?
  ) -> Bool {
    value == baseline && (interval.map { $0.low == 0 && $0.high == 0 } ?? true)
  }

  /// The amount by which it is worse, in margins: low end, value, high end. At 0 it is as in the
  /// baseline, above 1 beyond the margin. Nil where that says nothing.
  package var worsening: [Double]? {
    guard let limit, let interval, let value, let baseline else { return nil }
    return Self.worsening(value - baseline, interval, metric.better, limit)
  }

  /// - Parameters:
  ///   - moved: The value minus the baseline's, with its interval.
  ///   - better: The better direction.
  ///   - limit: The margin; nothing can be told in margins of 0.
  package static func worsening(
    _ moved: Double, _ interval: (low: Double, high: Double), _ better: Metric.Direction,
    _ limit: Double
  ) -> [Double]? {
    guard limit != 0, limit.isFinite else { return nil }
    let sign: Double = better == .higher ? -1 : 1
    let ends = [interval.low, interval.high].map { sign * $0 / limit }.sorted()
    let value = sign * moved / limit
    let middle = value.isFinite ? value : (ends[0] + ends[1]) / 2
    return middle.isNaN ? nil : [ends[0], middle, ends[1]]
  }

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
