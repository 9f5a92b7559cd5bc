package import Runs
package import Scenarios
package import Statistics
package import Vocabulary

extension RunOutcome {
  /// The strategy with most of the leading metric, where it surely differs from the baseline; the
  /// baseline, where it surely differs from all others.
  package func leader(atPoint point: Int) -> Series? {
    let all = series(atPoint: point)
    guard all.count > 1, let base = all.first.flatMap({ baseline(of: $0) }),
      let best = all.max(by: { value(leading, $0) < value(leading, $1) })
    else { return nil }
    let others =
      best.strategy == base.strategy ? all.filter { $0.strategy != base.strategy } : [best]
    return others.allSatisfy { isGainSure(leading, $0) } ? best : nil
  }

  /// The difference to the baseline is not 0, neither by chance nor by what is not known of the
  /// inputs.
  package func isGainSure(_ metric: Metric, _ series: Series) -> Bool {
    guard let base = baseline(of: series) else { return false }
    return isGainSure(metric, series, difference(metric, series, from: base))
  }

  /// - Parameter found: The difference to the baseline.
  func isGainSure(_ metric: Metric, _ series: Series, _ found: Difference?) -> Bool {
    guard isSure(found) else { return false }
    guard let draws = experiment.inputDraws else { return true }
    // Inputs whose part cannot be told take nothing away.
    return effects(of: series, metric, draws).last?.interval.map { $0.low > 0 || $0.high < 0 }
      ?? true
  }

  /// The strategy that would lead by deliverability, where that is surely another one.
  ///
  /// - Parameter all: Those that may be chosen.
  package func overtaking(_ chosen: Series, among all: [Series]) -> Series? {
    let shown = Metric.named("deliverability")
    guard leading.name != shown.name,
      let best = all.max(by: { value(shown, $0) < value(shown, $1) }),
      best.strategy != chosen.strategy
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

  /// Whether a design point has what a column is about: else the column is absent. The scenario
  /// file alone decides, never what was run of it.
  package func models(_ isModelled: (Scenario) -> Bool) -> Bool {
    experiment.points.contains { isModelled($0.scenario) }
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
