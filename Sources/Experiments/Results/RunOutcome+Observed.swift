import Files
import Models
import Statistics

extension RunOutcome {
  // MARK: observed.csv

  /// What the team would have measured, what is true, and the difference, by cohort.
  func observedTable() -> ResultTable {
    var table = ResultTable("observed.csv", ResultColumns.observed, experiment)
    for series in series where !scenario(series).frame.allSetups({ $0.telemetry == nil }) {
      for cohort in Cohort.all {
        table.row(series, self) { csv in
          csv.append(cohort.name)
          append(series, cohort, to: &csv)
        }
      }
    }
    return table
  }

  private func append(_ series: Series, _ cohort: Cohort, to csv: inout CSVWriter) {
    let scenario = scenario(series)
    let rule = scenario.intervalRule
    let observed = cohort.observed(series.records)
    let truth = cohort.truth(series.records)
    for sample in [observed, truth] {
      let estimate = sample.estimate(
        confidence: rule.confidence, shareTrials: series.records.count,
        resampling: rule.resampling)
      csv.append(estimate?.mean)
      csv.append(estimate?.low)
      csv.append(estimate?.high)
    }
    let bias = observed.difference(
      from: truth, confidence: rule.confidence, ifZero: .share(trials: series.records.count),
      resampling: rule.resampling)
    csv.append(bias?.difference)
    csv.append(bias?.low)
    csv.append(bias?.high)
  }
}

/// Device-days that telemetry looks at (model.md R7.2).
private struct Cohort: Sendable {
  let name: String
  let receipts: Counter
  let pushes: Counter
  let shown: Counter
  let owed: Counter

  static let all = [
    Cohort(
      name: "same-or-next-day", receipts: .cohortReceipts, pushes: .cohortPushes,
      shown: .cohortShown, owed: .cohortOwed),
    Cohort(
      name: "everyone", receipts: .measuredReceipts, pushes: .measuredPushes, shown: .shown,
      owed: .owed),
  ]

  func observed(_ records: [ReplicationRecord]) -> RatioSample {
    sample(records, receipts, pushes)
  }

  func truth(_ records: [ReplicationRecord]) -> RatioSample { sample(records, shown, owed) }

  private func sample(_ records: [ReplicationRecord], _ x: Counter, _ y: Counter) -> RatioSample {
    RatioSample(
      numerators: records.map { Double($0[x]) }, denominators: records.map { Double($0[y]) })
  }
}
