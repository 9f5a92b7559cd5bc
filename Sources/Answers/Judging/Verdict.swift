import Runs
package import Scenarios
import Statistics
import Vocabulary

/// What an interval says about an expectation.
package enum Verdict: Sendable, Hashable {
  /// The whole interval is on the expected side.
  case holds
  /// The whole interval is on the other side.
  case fails
  /// The bound lies within the interval, or there is no interval.
  case inconclusive
  /// The run has no answer, such as for a strategy that was not run.
  case notJudged(reason: String)

  /// Judges an interval against a bound, all in one unit.
  ///
  /// - Parameters:
  ///   - low: The interval's lower end; nil: unknown, as with a single replication.
  ///   - high: The upper end, likewise.
  ///   - relation: What is expected of the interval, against the bound.
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

/// An expectation judged at a design point.
package struct Judgement: Sendable, Equatable {
  /// The design point's index.
  package let point: Int
  package let expectation: Expectation
  /// The metric of the strategy, or its difference to the other one's; nil where there is none,
  /// such as an infinite delay.
  package let value: Double?
  package let low: Double?
  package let high: Double?
  package let verdict: Verdict

  package init(
    point: Int, expectation: Expectation, value: Double? = nil, low: Double? = nil,
    high: Double? = nil, verdict: Verdict
  ) {
    self.point = point
    self.expectation = expectation
    self.value = value
    self.low = low
    self.high = high
    self.verdict = verdict
  }
}

extension Metric {
  /// A quantile of so few replications has an interval that nobody should decide by.
  package func isTooShort(_ replications: Int) -> Bool {
    isQuantile && replications < Self.quantileReplicationsMin
  }

  private static let quantileReplicationsMin = 10

  /// Why there is no verdict.
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
      let reason = "\(absent.joined(separator: " and ")) not run"
      return Judgement(
        point: point.index, expectation: expectation, verdict: .notJudged(reason: reason))
    }
    let metric = Metric.named(expectation.metric)
    let interval = measured(metric, judged, point.scenario)
    let isCertain = judged.count == 2 && isSamePolicy(judged[0], judged[1])
    let isJudged = isCertain || !metric.isTooShort(judged[0].replications.count)
    return Judgement(
      point: point.index, expectation: expectation, value: interval?.value, low: interval?.low,
      high: interval?.high,
      verdict: isJudged
        ? Verdict(
          low: interval?.low, high: interval?.high, expectation.boundRelation, expectation.bound)
        : .notJudged(reason: Metric.tooShort))
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
