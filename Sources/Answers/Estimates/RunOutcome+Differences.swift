import Models
package import Runs
import Scenarios
package import Statistics
package import Vocabulary

extension RunOutcome {
  /// A difference with its p-value adjusted within the family of all strategies.
  package struct Comparison {
    package let difference: Difference?
    /// The controls that may have moved it.
    package let controls: [Control]
    package var adjusted: Double?
  }

  /// One metric's differences of several strategies to their baseline: the family of Holm and
  /// Bonferroni.
  package func differences(of others: [Series], _ metric: Metric) -> [Comparison] {
    var comparisons = others.map { other in
      Comparison(
        difference: metric.cut(
          baseline(of: other).flatMap {
            metric.difference(
              other.replications, from: $0.replications, scenario(other),
              isSamePolicy: isSamePolicy(other, $0), familySize: others.count)
          }),
        controls: baseline(of: other).map {
          other.replications.controls(against: $0.replications, metric.controlled)
        } ?? [])
    }
    let known = comparisons.indices.filter { comparisons[$0].difference?.pValue != nil }
    let adjusted = holm(known.compactMap { comparisons[$0].difference?.pValue })
    for (place, value) in zip(known, adjusted) { comparisons[place].adjusted = value }
    return comparisons
  }
}

extension RunOutcome {
  /// The share that tables and sweeps show first: the metric that leads, where it is one of the two
  /// that have words; else what was shown. The metric that `best` was asked
  /// for has a table of its own.
  package var tabled: Metric {
    ["deliverability", "awareness_in_time"].contains(leading.name)
      ? leading : .named("deliverability")
  }

  /// Whether the user knows of a message: in time where that is modelled at all design points.
  package var known: Metric {
    let inTime = Metric.named("awareness_in_time")
    let isModelled = experiment.points.allSatisfy { inTime.isModelled($0.scenario) }
    return isModelled ? inTime : .named("awareness")
  }
}

extension RunOutcome {
  /// A share of what is owed, with the controls of all such shares: so they add up with those of
  /// `metrics.csv`.
  package func share(of ending: Ending, _ series: Series) -> Estimate? {
    let (scenario, replications) = (scenario(series), series.replications)
    let trials = scenario.shareTrials(replications.count)
    return replications.sharesOfEnding(ending.index).estimate(
      confidence: scenario.intervalRule.confidence, shareTrials: trials,
      atRisk: replications.partsAtRisk(trials: trials),
      resampling: scenario.intervalRule.resampling, controls: replications.variates(.together)
    )?.cut(to: 0...1)
  }
}
