import Runs
import Scenarios
package import Statistics
package import Vocabulary

/// A run at a glance: who leads so far, and by how much. Its intervals hold at every look.
package struct Look: Sendable {
  /// A strategy that does not lead.
  package struct Rival: Sendable {
    package let name: String
    /// It is the difference to the one that leads.
    package let difference: Difference
  }

  package let metric: Metric
  package let leader: String
  package let value: Estimate
  /// The nearest first.
  package let rivals: [Rival]
}

extension RunOutcome {
  /// After the first `count` replications of the first design point; nil: no strategy has a value.
  package func look(first count: Int) -> Look? {
    let replications = experiment.base.replications
    let metric = replications.until.map(metric(of:)) ?? leading
    guard let leader = leader(atPoint: 0, first: count, metric) else { return nil }
    let scenario = scenario(leader)
    let confidence = LookSpending.anyLook.confidence(scenario.confidence)
    let best = leader.replications.first(count)
    guard
      let value = metric.cut(metric.estimate(best, scenario, confidence: confidence))
    else { return nil }
    let rivals = series(atPoint: 0).filter { $0.strategy != leader.strategy }.compactMap { other in
      metric.cut(
        metric.difference(
          other.replications.first(count), from: best, scenario,
          isSamePolicy: isSamePolicy(other, leader), confidence: confidence)
      ).map { Look.Rival(name: name(other), difference: $0) }
    }
    return Look(
      metric: metric, leader: name(leader), value: value,
      rivals: rivals.sorted { abs($0.difference.difference) < abs($1.difference.difference) })
  }
}
