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
    let values = metrics.flatMap { [$0, "\($0)_low", "\($0)_high"] }
    var table = RecordTable(
      factors + ["strategy"] + values
        + ["difference_metric", "difference", "difference_low", "difference_high"]
        + ["resend_requests_per_notification", "missed_per_device_day"]
        + (answer.kind == .choice ? ["verdict", "gap", "gap_low", "gap_high"] : []))
    for (series, candidate) in zip(outcome.series, answer.candidates) {
      let estimates = metrics.flatMap { name -> [RecordTable.Cell] in
        let (value, low, high) = figures(Metric.named(name), series)
        return [value, low, high].map { name.hasPrefix("delay_") ? .delay($0) : .number($0) }
      }
      table.add(
        outcome.point(series).cells.map(Self.cell) + [.text(candidate.strategy)] + estimates
          + [.text(metric.name)] + difference(series) + [
            requests(series), .number(missedPerDay(series)),
          ]
          + (answer.kind == .choice ? Self.standing(candidate) : []))
    }
    return table
  }

  /// `best` says this of it; empty for one that takes no part.
  private static func standing(_ candidate: Answer.Contender) -> [RecordTable.Cell] {
    let standing = candidate.standing
    return [.text(standing?.verdict.rawValue ?? "")]
      + [standing?.gap, standing?.ciLow, standing?.ciHigh].map { .number($0) }
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
    let found = comparison(series)
    return [.number(found?.difference), .number(found?.ciLow), .number(found?.ciHigh)]
  }

  private func requests(_ series: RunOutcome.Series) -> RecordTable.Cell {
    let owed = Double(series.sum.owed)
    return .number(owed > 0 ? Double(series.sum.requests) / owed : nil)
  }
}
