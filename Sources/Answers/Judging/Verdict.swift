import Runs
package import Scenarios
import Statistics
import Vocabulary

/// The judgement of an expectation by an interval.
package enum Verdict: String, Codable, Sendable {
  /// The whole interval is on the expected side.
  case holds
  /// The whole interval is on the other side.
  case fails
  /// The bound lies within the interval, or there is no interval.
  case inconclusive
  /// The run has no answer, such as for a strategy that was not run.
  case notJudged = "not-judged"

  /// Judges an interval against a bound, all in one unit.
  ///
  /// - Parameters:
  ///   - low: The interval's lower end; nil: unknown, as with a single replication.
  ///   - high: The upper end, likewise.
  ///   - relation: The relation of the interval to the bound that is expected.
  ///   - bound: The other side of the expectation.
  package init(
    low: Double?, high: Double?, _ relation: Expectation.Relation, _ bound: Double
  ) {
    let (isSure, isRefuted) =
      switch relation {
      case .atLeast: (low.map { $0 >= bound }, high.map { $0 < bound })
      case .above: (low.map { $0 > bound }, high.map { $0 <= bound })
      case .atMost: (high.map { $0 <= bound }, low.map { $0 > bound })
      case .below: (high.map { $0 < bound }, low.map { $0 >= bound })
      }
    self = isSure == true ? .holds : isRefuted == true ? .fails : .inconclusive
  }
}

/// An expectation judged at a design point, as `expectations.csv` has it.
package struct Judgement: Codable, Sendable, Equatable {
  package let designPoint: Int
  package let expectation: String
  package let strategy: String
  /// Nil: its value is judged; else its difference to this strategy.
  package let baseline: String?
  package let metric: String
  /// Nil: there is none.
  package let value: Double?
  package let ciLow: Double?
  package let ciHigh: Double?
  package let verdict: Verdict
  /// The reason why there is no verdict.
  package let reason: String?

  package init(
    _ expectation: Expectation, atPoint point: Int,
    _ interval: (value: Double?, low: Double?, high: Double?)?, _ verdict: Verdict,
    because reason: String? = nil
  ) {
    designPoint = point
    (self.expectation, strategy) = (expectation.text, expectation.strategy)
    (baseline, metric) = (expectation.other, expectation.metric)
    (value, ciLow, ciHigh) = interval ?? (nil, nil, nil)
    (self.verdict, self.reason) = (verdict, reason)
  }
}

extension Metric {
  /// A quantile of so few replications has an interval that nobody should decide by.
  package func isTooShort(_ replications: Int) -> Bool {
    isQuantile && replications < Self.quantileReplicationsMin
  }

  private static let quantileReplicationsMin = 10

  /// The reason why there is no verdict.
  package static let tooShort = "a quantile needs \(quantileReplicationsMin) replications"
  /// The same in a table's cell.
  package static let tooShortBriefly = "fewer than \(quantileReplicationsMin)"
}

extension RunOutcome {
  /// Every expectation at every design point; design points first.
  package func judgements() -> [Judgement] {
    experiment.points.flatMap { point in
      point.scenario.expectations.map { judge($0, point, series(atPoint: point.index)) }
    }
  }

  private func judge(
    _ expectation: Expectation, _ point: Experiment.DesignPoint, _ series: ArraySlice<Series>
  ) -> Judgement {
    let names = [expectation.strategy] + (expectation.other.map { [$0] } ?? [])
    let judged = names.compactMap { strategy in series.first { name($0) == strategy } }
    guard judged.count == names.count else {
      let absent = names.filter { strategy in !judged.contains { name($0) == strategy } }
      return Judgement(
        expectation, atPoint: point.index, nil, .notJudged,
        because: "\(absent.joined(separator: " and ")) not run")
    }
    let metric = Metric.named(expectation.metric)
    let found = measured(metric, judged, point.scenario)
    let interval = (found?.value, found?.low, found?.high)
    let isCertain = judged.count == 2 && isSamePolicy(judged[0], judged[1])
    guard isCertain || !metric.isTooShort(judged[0].replications.count) else {
      return Judgement(
        expectation, atPoint: point.index, interval, .notJudged, because: Metric.tooShort)
    }
    return Judgement(
      expectation, atPoint: point.index, interval,
      Verdict(low: found?.low, high: found?.high, expectation.boundRelation, expectation.bound))
  }

  /// The metric of one series, or the paired difference of the first to the second.
  private func measured(
    _ metric: Metric, _ series: [Series], _ scenario: Scenario
  ) -> (value: Double, low: Double?, high: Double?)? {
    guard series.count == 2 else {
      return metric.cut(metric.estimate(series[0].replications, scenario))
        .map { ($0.mean, $0.low, $0.high) }
    }
    let difference = metric.difference(
      series[0].replications, from: series[1].replications, scenario,
      isSamePolicy: isSamePolicy(series[0], series[1]))
    return metric.cut(difference).map { ($0.difference, $0.low, $0.high) }
  }
}
