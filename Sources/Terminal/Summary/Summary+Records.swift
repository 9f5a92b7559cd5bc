import Answers
package import Files
import Results
import Runs
import Scenarios
import Statistics
import Vocabulary

extension Summary {
  /// The results and the costs of every strategy at every design point, a record for each.
  package var records: RecordTable {
    let factors = outcome.experiment.factors.map(\.name)
    let standings = verdict.choices?.choices.flatMap(\.standings)
    let values = metrics.flatMap { [$0, "\($0)_low", "\($0)_high"] }
    var table = RecordTable(
      factors + ["strategy"] + values
        + ["difference_metric", "difference", "difference_low", "difference_high"]
        + ["resend_requests_per_notification", "missed_per_device_day"]
        + (standings == nil ? [] : ["verdict", "gap", "gap_low", "gap_high"]))
    for series in outcome.series {
      let point = outcome.point(series)
      let scenario = outcome.scenario(series)
      let estimates = metrics.flatMap { name -> [RecordTable.Cell] in
        let metric = Metric.named(name)
        let estimate = metric.cut(metric.estimate(series.replications, scenario))
        let values = [estimate?.mean, estimate?.low, estimate?.high]
        return values.map { name.hasPrefix("delay_") ? .delay($0) : .number($0) }
      }
      table.add(
        point.cells.map(Self.cell) + [.text(outcome.name(series))] + estimates
          + [.text(metric.name)] + difference(series) + [
            requests(series), .number(missedPerDay(series)),
          ]
          + (standings.map { Self.standing(series, $0) } ?? []))
    }
    return table
  }

  /// What it comes to in a choice; empty for one that takes no part.
  private static func standing(
    _ series: RunOutcome.Series, _ standings: [Standing]
  ) -> [RecordTable.Cell] {
    let standing = standings.first {
      $0.candidate.point == series.point && $0.candidate.strategy == series.strategy
    }
    return [.text(standing?.verdict.rawValue ?? "")]
      + [standing?.gap, standing?.low, standing?.high].map { .number($0) }
  }

  /// The metric that leads is always there.
  private var metrics: [String] {
    Self.metrics + (Self.metrics.contains(metric.name) ? [] : [metric.name])
  }

  private static let metrics = [
    "deliverability", "awareness", "latency_p50_s", "latency_p99_s", "delay_p50_s", "delay_p90_s",
    "pushes_per_notification",
  ]

  private static func cell(_ cell: SweepFactor.Cell) -> RecordTable.Cell {
    switch cell {
    case .number(let number): .number(number)
    case .text(let text): .text(text)
    }
  }

  /// The paired difference of the leading metric to the baseline; empty for the baseline.
  private func difference(_ series: RunOutcome.Series) -> [RecordTable.Cell] {
    let base = outcome.baseline(of: series)
    let isBase = base.map { $0.strategy == series.strategy } ?? true
    let found =
      isBase ? nil : outcome.differences(of: [series], metric)[0].difference
    return [.number(found?.difference), .number(found?.low), .number(found?.high)]
  }

  private func requests(_ series: RunOutcome.Series) -> RecordTable.Cell {
    let owed = Double(series.sum.owed)
    return .number(owed > 0 ? Double(series.sum.requests) / owed : nil)
  }
}
