package import Files
import Vocabulary

extension RegressionCheck {
  private static let columns = [
    "design_point", "strategy", "metric", "verdict", "now", "baseline", "difference_low",
    "difference_high", "limit",
  ]

  /// A record for each metric that was compared.
  package var records: RecordTable {
    var table = RecordTable(Self.columns)
    for series in series {
      for metric in series.metrics {
        table.add([.integer(series.point), .text(series.strategy)] + metric.record)
      }
    }
    return table
  }
}

extension MetricCheck {
  /// The limit has the sign of the worse direction.
  fileprivate var record: [RecordTable.Cell] {
    [
      .text(name), .text(verdict.rawValue), .number(value), .number(baseline),
      .number(interval?.low), .number(interval?.high),
      .number(limit.map { metric.better == .higher ? -$0 : $0 }),
    ]
  }
}
