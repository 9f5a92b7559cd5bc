package import Runs
package import Scenarios
package import Statistics
package import Vocabulary

extension RunOutcome {
  /// The strategy with most of the leading metric, where it surely differs from the baseline; the
  /// baseline, where it surely differs from all others.
  ///
  /// - Parameter costs: Metrics that decide between strategies that gain the same: the one that
  ///   costs less of the first in which they differ leads.
  func leader(atPoint point: Int, _ costs: [Metric]) -> Series? {
    let all = series(atPoint: point)
    guard all.count > 1, let base = all.first.flatMap({ baseline(of: $0) }),
      let first = all.min(by: { before($0, $1, costs) })
    else { return nil }
    let best = unbeaten(first, among: all, costs)
    let others =
      best.strategy == base.strategy ? all.filter { $0.strategy != base.strategy } : [best]
    return others.allSatisfy { differs(leading, $0, from: base) } ? best : nil
  }

  /// Two differences to the baseline may hide which of the two strategies is better: another one
  /// leads where it surely gains more.
  ///
  /// - Parameters:
  ///   - first: The one to begin with.
  ///   - all: All of its design point.
  ///   - costs: The same as for ``leader(atPoint:_:)``.
  package func unbeaten(
    _ first: Series, among all: ArraySlice<Series>, _ costs: [Metric]
  ) -> Series {
    var (best, others) = (first, all.filter { $0.strategy != first.strategy })
    while let better = others.filter({ gainsMore($0, than: best) })
      .min(by: { before($0, $1, costs) })
    {
      best = better
      others.removeAll { $0.strategy == better.strategy }
    }
    return best
  }

  private func gainsMore(_ series: Series, than other: Series) -> Bool {
    let sign: Double = leading.better == .higher ? 1 : -1
    let gain = difference(leading, series, from: other).map { sign * $0.difference } ?? 0
    return gain > 0 && differs(leading, series, from: other)
  }

  /// The difference is not 0, neither by chance nor by what is not known of the inputs.
  package func differs(_ metric: Metric, _ series: Series, from other: Series) -> Bool {
    let found = difference(metric, series, from: other)
    guard isSure(found) else { return false }
    guard let draws = experiment.inputDraws else { return true }
    let ends = effect(
      series, metric, draws, (found?.difference, found?.standardError), against: other
    ).interval
    return ends.map { $0.low > 0 || $0.high < 0 } ?? false
  }

  private func before(_ one: Series, _ other: Series, _ costs: [Metric]) -> Bool {
    let ranks = [one, other].map { series in
      [-roundedGain(series)] + costs.map { $0.value(series.replications) ?? 0 }
    }
    return ranks[0].lexicographicallyPrecedes(ranks[1])
  }

  /// Rounding is no gain.
  func roundedGain(_ series: Series) -> Double { (gain(leading, series) * 1e12).rounded() / 1e12 }

  /// The strategy that would lead by deliverability, where that is surely another one.
  ///
  /// - Parameter all: Those that may be chosen.
  package func overtaking(_ chosen: Series, among all: [Series]) -> Series? {
    let shown = Metric.named("deliverability")
    guard leading.name != shown.name,
      let best = all.max(by: { gain(shown, $0) < gain(shown, $1) }),
      best.strategy != chosen.strategy
    else { return nil }
    return differs(shown, best, from: chosen) ? best : nil
  }

  /// More is better: the difference to the baseline, which gains nothing; without a baseline the
  /// value itself. Controls move each estimate by itself, and a difference as a whole.
  func gain(_ metric: Metric, _ series: Series) -> Double {
    guard let base = baseline(of: series) else { return value(metric, series) }
    guard base.strategy != series.strategy else { return 0 }
    let sign: Double = metric.better == .higher ? 1 : -1
    return difference(metric, series, from: base).map { sign * $0.difference } ?? -.infinity
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

  /// Simulating more would change nothing: the interval lies on one side of 0.
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
