import DeliverySim
import Files
import Models
import Runs
import Scenarios
import Statistics
import Vocabulary

extension RunOutcome {
  /// Warnings that the baseline's first counted day differs from later ones, by design point: the
  /// warm-up was too short. The probability that a run warns although no day differs is at most
  /// ``falseAlarm``.
  var warmupWarnings: [String] {
    let found = experiment.points.compactMap { point in
      firstDayTest(point).map { (point: point, test: $0) }
    }.filter { $0.test.pValue * Double(experiment.points.count) < Self.falseAlarm }
    guard let worst = found.min(by: { $0.test.pValue < $1.test.pValue }) else { return [] }
    let place = experiment.points.count > 1 ? ", design point \(worst.point.index)" : ""
    let more = found.count > 1 ? "; so do \(found.count - 1) more design points" : ""
    return [
      "the first counted day differs\(place): \(worst.point.scenario.baseline) shows "
        + "\(worst.test.words) (p = \(HumanText.significant(worst.test.pValue)))\(more): "
        + "lengthen warmup"
    ]
  }

  private static let falseAlarm = 1e-3
  /// The fewest replications with which a standard error is known well enough.
  private static let replicationsMin = 10

  private func firstDayTest(_ point: Experiment.DesignPoint) -> FirstDayTest? {
    let scenario = point.scenario
    guard FirstDay(scenario.frame) != nil, !scenario.changesOnPurpose,
      let baseline = series(atPoint: point.index).first(where: { name($0) == scenario.baseline }),
      scenario.strategies[baseline.strategy].strategy.stages.count == 1,
      baseline.records.count >= Self.replicationsMin
    else { return nil }
    func sample(_ shown: Counter, _ owed: Counter) -> RatioSample {
      RatioSample(
        numerators: baseline.records.map { Double($0[shown]) },
        denominators: baseline.records.map { Double($0[owed]) })
    }
    return FirstDayTest(
      first: sample(Counter(WorldCounter.firstDayShown), Counter(WorldCounter.firstDayOwed)),
      later: sample(Counter(WorldCounter.laterDaysShown), Counter(WorldCounter.laterDaysOwed)),
      resampling: scenario.intervalRule.resampling)
  }
}

extension FirstDayTest {
  /// The days in words, with as many decimals as tell them apart.
  fileprivate var words: String {
    let decimals = abs(first - later) < 0.001 ? 3 : 1
    return "\(HumanText.percent(first, decimals: decimals)) of it, "
      + "\(HumanText.percent(later, decimals: decimals)) later"
  }
}

extension Scenario {
  /// A key makes the world another one with time: then no longer warm-up makes days alike.
  var changesOnPurpose: Bool {
    KeyFacts.thatChangeTheWorld.contains { changes in frame.setups.contains(where: changes) }
  }
}

extension KeyFacts {
  fileprivate static let thatChangeTheWorld = placesOfSections.compactMap(\.key.changesWorld)
}

extension Experiment {
  /// A run starts as if no hour differed from the others: after a week the hours have shown.
  package var earlyStarts: [String] {
    let isEarly = points.contains { point in
      let frame = point.scenario.frame
      return frame.warmup.seconds < 7 * 86_400
        && frame.setups.contains { !$0.network.paces.isClock }
    }
    guard isEarly else { return [] }
    return [
      "network: the run starts as if all hours were alike, and needs a week to forget that: "
        + "set warmup to 7d or more"
    ]
  }
}
