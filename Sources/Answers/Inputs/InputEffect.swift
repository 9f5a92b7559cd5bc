import Files
import Models
package import Runs
package import Scenarios
package import Statistics
package import Vocabulary

/// The effect of unknown inputs on an estimate.
package struct InputEffect {
  package let series: RunOutcome.Series
  package let metric: Metric
  /// Nil: the metric of the strategy itself; else its difference to the baseline.
  package let baseline: String?
  package let mean: Double?
  /// Nil where a vector has no finite value.
  package let variance: InputVariance?
  package let confidence: Double
  /// The shares of the variance that comes from the inputs, by name of what is drawn; empty where
  /// it cannot be told.
  package let shares: [Double]

  /// The interval for both; that of a share ends at 0 and 1.
  package var interval: (low: Double, high: Double)? {
    guard let mean, let reach = variance.map({ $0.halfWidth(confidence) }) else { return nil }
    guard metric.isShare else { return (mean - reach, mean + reach) }
    return (max(baseline == nil ? 0 : -1, mean - reach), min(1, mean + reach))
  }
}

extension RunOutcome {
  /// The effects by series: each metric, then its difference to the baseline.
  package func inputEffects() -> [InputEffect] {
    guard let draws = experiment.inputDraws else { return [] }
    return series.flatMap { series in
      Metric.all.filter { $0.isModelled(scenario(series)) }
        .flatMap { metric in effects(of: series, metric, draws) }
    }
  }

  /// Those of a metric and of its difference to the baseline.
  package func effects(of series: Series, _ metric: Metric, _ draws: InputDraws) -> [InputEffect] {
    let estimate = metric.estimate(series.replications, scenario(series))
    let own = effect(
      series, metric, draws, (estimate?.mean, estimate?.standardError), against: nil)
    guard let base = baseline(of: series), base.strategy != series.strategy else { return [own] }
    let difference = differences(of: [series], metric)[0].difference
    return [
      own,
      effect(
        series, metric, draws, (difference?.difference, difference?.standardError), against: base),
    ]
  }

  func effect(
    _ series: Series, _ metric: Metric, _ draws: InputDraws,
    _ estimate: (mean: Double?, error: Double?), against base: Series?
  ) -> InputEffect {
    let values = (0..<draws.count).map { number -> InputVariance.Draw? in
      let own = drawn(series, number).draw(of: metric)
      guard let base else { return own }
      let other = drawn(base, number).draw(of: metric)
      return own.flatMap { own in other.map { own - $0 } }
    }
    let finite = values.compactMap { $0 }
    let isWhole = finite.count == draws.count
    let variance = estimate.error.flatMap { error in
      isWhole
        ? InputVariance(
          finite, standardError: error, freedom: Double(series.records.count - 1),
          halved: drawn(series, 0).halved) : nil
    }
    let seed = scenario(series).frame.seed
    let vectors = (0..<draws.count).map { draws.vector($0, seed: seed) }
    let columns = draws.estimates.parameters.indices.map { place in vectors.map { $0[place] } }
    let explained =
      (variance?.sdInputs ?? 0) > 0
      ? ExplainedShares.shares(columns, of: finite.map(\.whole)) ?? [] : []
    let shares = draws.shares(explained, of: variance?.inputsShare ?? 1)
    return InputEffect(
      series: series, metric: metric, baseline: base.map { name($0) }, mean: estimate.mean,
      variance: variance, confidence: scenario(series).confidence, shares: shares)
  }
}

extension RunOutcome.Series {
  /// The share of the replications that are in one of two halves.
  fileprivate var halved: Double {
    let count = replications.count
    return count > 0 ? Double(2 * (count / 2)) / Double(count) : 1
  }

  fileprivate func draw(of metric: Metric) -> InputVariance.Draw? {
    let half = replications.count / 2
    let parts = [
      replications, replications.first(half),
      ReplicationSample(Array(replications.records[half..<2 * half])),
    ]
    let values = parts.compactMap { metric.value($0) }.filter(\.isFinite)
    guard values.count == parts.count else { return nil }
    return InputVariance.Draw(whole: values[0], first: values[1], second: values[2])
  }
}

extension InputVariance.Draw {
  fileprivate static func - (left: Self, right: Self) -> Self {
    Self(
      whole: left.whole - right.whole, first: left.first - right.first,
      second: left.second - right.second)
  }
}

extension InputDraws {
  /// The parts of what comes from the inputs, by name.
  ///
  /// - Parameters:
  ///   - explained: By parameter, of the variance of the draws' estimates; empty: unknown.
  ///   - known: The part of that variance that comes from the inputs. The noise of the draws
  ///     explains nothing, and is no part of it.
  fileprivate func shares(_ explained: [Double], of known: Double) -> [Double] {
    let sum = explained.reduce(0, +)
    guard estimates.drawsUsers, !explained.isEmpty else {
      let whole = max(known, sum)
      return explained.map { $0 / whole }
    }
    // A fit to few draws explains some of the rest by chance: R² adjusted for that (H. Theil,
    // "Economic Forecasts and Policy", 1961). The rest is that of the users.
    let (count, parameters) = (Double(count), Double(explained.count))
    let fair = max(0, 1 - (1 - sum) * (count - 1) / max(1, count - 1 - parameters))
    let whole = max(known, fair)
    return explained.map { sum > 0 ? $0 * fair / sum / whole : 0 } + [max(0, 1 - fair / whole)]
  }
}
