package import Files
import Models
package import Runs
import Scenarios
package import Statistics
package import Vocabulary

/// A run's answer, as fields: sentences and pictures say the same.
package struct Answer: Codable, Sendable {
  /// A strategy against the baseline at a design point.
  package struct Gain: Codable, Sendable {
    package let designPoint: Int
    package let strategy: String
    /// In the metric's unit; the ends are nil where there is no interval.
    package let difference: JSONNumber
    package let ciLow: JSONNumber?
    package let ciHigh: JSONNumber?

    private enum CodingKeys: String, CodingKey {
      case strategy, difference
      case designPoint = "design_point"
      case ciLow = "ci_low"
      case ciHigh = "ci_high"
    }
  }

  /// The strategy to choose at a design point.
  package struct Pick: Codable, Sendable {
    package let designPoint: Int
    package let strategy: String

    private enum CodingKeys: String, CodingKey {
      case strategy
      case designPoint = "design_point"
    }
  }

  /// The name of `Experiment/leadingMetric`.
  package let metric: String
  /// Nil: nothing is compared.
  package let baseline: String?
  /// The strategies that were run.
  package let candidates: [String]
  /// The picks of `best`; without it, at each design point the strategy with most of the metric,
  /// where that is sure against the baseline. A design point without a pick has no verdict.
  package let chosen: [Pick]
  package let differences: [Gain]
  /// By deliverability another strategy than a chosen one would lead, for sure.
  package let metricsDisagree: Bool
  /// The same in words.
  package var sentences: [String] = []

  private enum CodingKeys: String, CodingKey {
    case metric, baseline, candidates, chosen, differences, sentences
    case metricsDisagree = "metrics_disagree"
  }
}

extension RunOutcome {
  /// - Parameter choices: What `best` has decided; nil: nothing was asked.
  package func answer(_ choices: Choices?) -> Answer {
    let base = series.first.flatMap { baseline(of: $0) }.map { name($0) }
    let chosen = choices?.picks(self) ?? experiment.points.compactMap { leader(atPoint: $0.index) }
    return Answer(
      metric: leading.name, baseline: base, candidates: series(atPoint: 0).map { name($0) },
      chosen: chosen.map { Answer.Pick(designPoint: $0.point, strategy: name($0)) },
      differences: experiment.points.flatMap { gains(atPoint: $0.index) },
      metricsDisagree: chosen.contains { overtaking($0) != nil })
  }

  private func gains(atPoint point: Int) -> [Answer.Gain] {
    let others = series(atPoint: point).filter { other in
      baseline(of: other).map { $0.strategy != other.strategy } ?? false
    }
    return zip(others, differences(of: others, leading)).compactMap { series, comparison in
      comparison.difference.map {
        Answer.Gain(
          designPoint: point, strategy: name(series), difference: JSONNumber($0.difference),
          ciLow: $0.low.map(JSONNumber.init), ciHigh: $0.high.map(JSONNumber.init))
      }
    }
  }

  /// The strategy with most of the leading metric, where it surely differs from the baseline; the
  /// baseline, where it surely differs from all others.
  package func leader(atPoint point: Int) -> Series? {
    let all = series(atPoint: point)
    guard all.count > 1, let base = all.first.flatMap({ baseline(of: $0) }),
      let best = all.max(by: { value(leading, $0) < value(leading, $1) })
    else { return nil }
    let rivals =
      best.strategy == base.strategy ? all.filter { $0.strategy != base.strategy } : [base]
    return rivals.allSatisfy { isSure(difference(leading, best, from: $0)) } ? best : nil
  }

  /// The strategy that would lead by deliverability, where that is surely another one.
  package func overtaking(_ chosen: Series) -> Series? {
    let shown = Metric.named("deliverability")
    guard leading.name != shown.name,
      let best = series(atPoint: chosen.point)
        .max(by: { value(shown, $0) < value(shown, $1) }), best.strategy != chosen.strategy
    else { return nil }
    return isSure(difference(shown, best, from: chosen)) ? best : nil
  }

  /// More is better; the worst where there is nothing to estimate.
  package func value(_ metric: Metric, _ series: Series) -> Double {
    let mean = metric.estimate(series.replications, scenario(series))?.mean
    return mean.map { metric.better == .higher ? $0 : -$0 } ?? -.infinity
  }

  /// The difference of two strategies at a design point.
  package func difference(_ metric: Metric, _ series: Series, from other: Series) -> Difference? {
    metric.cut(
      metric.difference(
        series.replications, from: other.replications, scenario(series),
        isSamePolicy: isSamePolicy(series, other)))
  }

  /// The interval lies on one side of 0.
  package func isSure(_ difference: Difference?) -> Bool {
    guard let ends = difference?.ends else { return false }
    return ends.low > 0 || ends.high < 0
  }
}

extension Difference {
  /// Nil: there is no interval.
  package var ends: (low: Double, high: Double)? { low.flatMap { low in high.map { (low, $0) } } }
}

extension Choices {
  package func picks(_ outcome: RunOutcome) -> [RunOutcome.Series] {
    choices.compactMap(\.best).map { outcome[$0.candidate] }
  }
}
