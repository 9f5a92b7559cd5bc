import Answers
import DeliverySim
import Files
import Models
import Runs
import Scenarios
import Statistics
import Vocabulary

extension RunOutcome {
  // MARK: fates.csv

  /// The table of the endings of notifications: the combinations that occurred, and `shown` always.
  func fatesTable() -> ResultTable {
    var table = ResultTable("fates.csv", ResultColumns.fates, experiment)
    for series in series {
      for ending in Ending.all {
        let count = series.sum.fates[ending.index]
        guard count > 0 || ending.fate == .shown && ending.isPlain else { continue }
        let estimate = share(of: ending, series)
        table.check(
          RowFigures(estimate), ending.names.joined(separator: " "), series, self)
        table.row(series, self) { csv in
          for name in ending.names { csv.append(name) }
          csv.append(count)
          csv.append(estimate?.mean)
          csv.append(estimate?.low)
          csv.append(estimate?.high)
        }
      }
    }
    return table
  }

  // MARK: latency.csv

  func latencyTable() -> ResultTable {
    var table = ResultTable("latency.csv", ResultColumns.latency, experiment)
    for series in series {
      var below: UInt64 = 0
      for bin in 0..<LatencyBins.count {
        let count = series.sum.latencyBins[bin]
        below += count
        table.row(series, self) { csv in
          csv.append(LatencyBins.low(bin))
          csv.append(LatencyBins.high(bin))
          csv.append(count)
          csv.append(series.sum.owed > 0 ? Double(below) / Double(series.sum.owed) : nil)
        }
      }
    }
    return table
  }

  // MARK: concentration.csv

  func concentrationTable() -> ResultTable {
    var table = ResultTable("concentration.csv", ResultColumns.concentration, experiment)
    for series in series {
      let lost = CountDistribution(units: series.sum.devicesByLost)
      let owedPerDevice = Double(series.sum.owed) / Double(lost.total)
      for quantile in [0.5, 0.75, 0.9, 0.95, 0.99, 0.999] {
        let count = lost.quantile(quantile)
        table.row(series, self) { csv in
          csv.append(quantile)
          csv.append(count.map { String($0) } ?? "")
          csv.append(owedPerDevice > 0 ? count.map { Double($0) / owedPerDevice } : nil)
          csv.append(lost.shareAbove(quantile))
        }
      }
    }
    return table
  }

  // MARK: timeline.csv

  func timelineTable() -> ResultTable {
    let hasQueues = models(\.hasResendCapacity)
    let columns = ResultColumns.timeline + (hasQueues ? ResultColumns.timelineOfQueues : [])
    var table = ResultTable("timeline.csv", columns, experiment)
    for series in series {
      let world = scenario(series).frame
      let step = world.timelineStep.microseconds
      let first = Int(world.warmup.microseconds / step)
      for bucket in first..<world.timelineBuckets {
        let (owed, shown) = (series.sum.timelineOwed[bucket], series.sum.timelineShown[bucket])
        let peak = Double(series.sum.peakRequests[bucket]) / Double(series.records.count) / 60
        table.row(series, self) { csv in
          csv.append(Double(Int64(bucket) * step) / 1e6)
          csv.append(owed)
          csv.append(shown)
          csv.append(owed > 0 ? Double(shown) / Double(owed) : nil)
          csv.append(series.sum.timelineRequests[bucket])
          csv.append(series.sum.timelineFailures[bucket])
          csv.append(peak)
          if hasQueues { appendQueue(series, bucket, to: &csv) }
        }
      }
    }
    return table
  }

  /// `resend_timeouts` and `peak_resend_queue`; empty at a design point without a capacity.
  private func appendQueue(_ series: Series, _ bucket: Int, to csv: inout CSVWriter) {
    guard scenario(series).hasResendCapacity else {
      csv.append("")
      return csv.append("")
    }
    csv.append(series.sum.timeouts(bucket))
    csv.append(Double(series.sum.queuePeak(bucket)) / Double(series.records.count))
  }
}
