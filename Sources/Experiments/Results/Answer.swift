import Models
import Statistics

/// A run's answer, as fields: sentences and pictures say the same.
struct Answer: Sendable {
  /// A strategy against the baseline at a design point.
  struct Gain: Sendable {
    let point: Int
    let strategy: String
    /// In the metric's unit; the ends are nil where there is no interval.
    let difference: Double
    let low: Double?
    let high: Double?
  }

  /// The strategy to choose at a design point.
  struct Pick: Sendable {
    let point: Int
    let strategy: String
  }

  /// See ``Experiment/leadingMetric``.
  let metric: Metric
  /// Nil: nothing is compared.
  let baseline: String?
  /// The strategies that were run.
  let candidates: [String]
  /// The picks of `best`; without it, at each design point the strategy with most of the metric,
  /// where that is sure against the baseline. A design point without a pick has no verdict.
  let chosen: [Pick]
  let gains: [Gain]
  /// By deliverability another strategy than a chosen one would lead, for sure.
  let metricsDisagree: Bool
}

extension RunOutcome {
  /// - Parameter choices: What `best` has decided; nil: nothing was asked.
  func answer(_ choices: Choices?) -> Answer {
    let base = series.first.flatMap { baseline(of: $0) }.map { name($0) }
    let chosen = choices?.picks(self) ?? experiment.points.compactMap { leader(atPoint: $0.index) }
    return Answer(
      metric: leading, baseline: base, candidates: series(atPoint: 0).map { name($0) },
      chosen: chosen.map { Answer.Pick(point: $0.point, strategy: name($0)) },
      gains: experiment.points.flatMap { gains(atPoint: $0.index) },
      metricsDisagree: chosen.contains { overtaking($0) != nil })
  }

  private func gains(atPoint point: Int) -> [Answer.Gain] {
    let others = series(atPoint: point).filter { other in
      baseline(of: other).map { $0.strategy != other.strategy } ?? false
    }
    return zip(others, differences(of: others, leading)).compactMap { series, comparison in
      comparison.difference.map {
        Answer.Gain(
          point: point, strategy: name(series), difference: $0.difference, low: $0.low,
          high: $0.high)
      }
    }
  }

  /// The strategy with most of the leading metric, where it surely differs from the baseline; the
  /// baseline, where it surely differs from all others.
  func leader(atPoint point: Int) -> Series? {
    let all = series(atPoint: point)
    guard all.count > 1, let base = all.first.flatMap({ baseline(of: $0) }),
      let best = all.max(by: { value(leading, $0) < value(leading, $1) })
    else { return nil }
    let rivals =
      best.strategy == base.strategy ? all.filter { $0.strategy != base.strategy } : [base]
    return rivals.allSatisfy { isSure(difference(leading, best, from: $0)) } ? best : nil
  }

  /// The strategy that would lead by deliverability, where that is surely another one.
  func overtaking(_ chosen: Series) -> Series? {
    let shown = Metric.named("deliverability")
    guard leading.name != shown.name,
      let best = series(atPoint: chosen.point)
        .max(by: { value(shown, $0) < value(shown, $1) }), best.strategy != chosen.strategy
    else { return nil }
    return isSure(difference(shown, best, from: chosen)) ? best : nil
  }

  /// More is better; the worst where there is nothing to estimate.
  func value(_ metric: Metric, _ series: Series) -> Double {
    let mean = metric.estimate(series.replications, scenario(series))?.mean
    return mean.map { metric.better == .higher ? $0 : -$0 } ?? -.infinity
  }

  /// The difference of two strategies at a design point.
  func difference(_ metric: Metric, _ series: Series, from other: Series) -> Difference? {
    metric.cut(
      metric.difference(
        series.replications, from: other.replications, scenario(series),
        isSamePolicy: isSamePolicy(series, other)))
  }

  /// The interval lies on one side of 0.
  func isSure(_ difference: Difference?) -> Bool {
    guard let ends = difference?.ends else { return false }
    return ends.low > 0 || ends.high < 0
  }
}

extension Difference {
  /// Nil: there is no interval.
  var ends: (low: Double, high: Double)? { low.flatMap { low in high.map { (low, $0) } } }
}

extension Choices {
  func picks(_ outcome: RunOutcome) -> [RunOutcome.Series] {
    choices.compactMap(\.best).map { outcome.series($0.candidate) }
  }
}

extension Answer {
  /// The record that a manifest has.
  func record(sentences: [String]) -> Manifest.Answer {
    let number = { (value: Double?) in value.map(Manifest.Number.init) }
    return Manifest.Answer(
      metric: metric.name, baseline: baseline, candidates: candidates,
      chosen: chosen.map { .init(designPoint: $0.point, strategy: $0.strategy) },
      differences: gains.map {
        .init(
          designPoint: $0.point, strategy: $0.strategy, difference: .init(value: $0.difference),
          ciLow: number($0.low), ciHigh: number($0.high))
      },
      metricsDisagree: metricsDisagree, sentences: sentences)
  }
}
