import Answers
import Files
import Models
import Runs
import Scenarios
import Statistics
import Vocabulary

extension RunOutcome {
  // MARK: replications.csv

  /// One row for each replication: integers, fingerprint, and the metrics of that replication
  /// alone.
  func replicationsTable() -> ResultTable {
    let counts = Counter.columns.filter { count in models { count.isModelled($0) } }
    let metrics = Metric.all.filter { metric in models { metric.isModelled($0) } }
    let kinds = controlKinds()
    let columns =
      [.key("replication")] + ResultColumns.devices + counts.map { Column($0) }
      + kinds.flatMap(Column.both) + [ResultColumns.fingerprint] + metrics.map { Column($0) }
    var table = ResultTable("replications.csv", columns, experiment)
    for series in series {
      let scenario = scenario(series)
      for record in series.records {
        table.row(series, self) { csv in
          csv.append(record.replication)
          csv.append(record.devices)
          csv.append(record.deviceTime)
          for count in counts {
            if count.hasValue(scenario) { csv.append(record[count]) } else { csv.append("") }
          }
          for kind in kinds { csv.append(kind, of: record, series.strategy, scenario.controls) }
          csv.append(record.fingerprint)
          for metric in metrics {
            let hasValue = metric.counts.allSatisfy { $0.hasValue(scenario) }
            csv.append(leading: hasValue ? metric.value(of: record) : nil)
          }
        }
      }
    }
    return table
  }

  // MARK: metrics.csv

  func metricsTable() -> ResultTable {
    let columns = ResultColumns.metrics + ResultColumns.controls
    var table = ResultTable("metrics.csv", columns, experiment)
    for series in series {
      let scenario = scenario(series)
      for metric in Metric.all where metric.isModelled(scenario) {
        let estimate = metric.cut(metric.estimate(series.replications, scenario))
        table.check(RowFigures(estimate), metric.name, series, self)
        table.row(series, self) { csv in
          append(metric, estimate, series.replications.count, scenario, to: &csv)
          csv.append(
            estimate?.plain, or: (estimate?.mean, estimate?.standardError),
            estimate?.controlsReduction, series.replications.controls(metric.controlled))
        }
      }
    }
    return table
  }

  // MARK: groups.csv

  /// The metrics of each group; without groups there is nothing to tell apart.
  func groupsTable() -> ResultTable {
    var table = ResultTable("groups.csv", ResultColumns.groups, experiment)
    for series in series {
      for (place, name) in scenario(series).frame.groupNames.enumerated() {
        let scenario = scenario(series).ofGroup(place)
        for metric in Metric.all.map(\.ofSomeDevices) where metric.isModelled(scenario) {
          let replications = series.groups[place]
          let estimate = metric.cut(metric.estimate(replications, scenario))
          table.check(RowFigures(estimate), "\(name), \(metric.name)", series, self)
          table.row(series, self) { csv in
            csv.append(name)
            append(metric, estimate, replications.count, scenario, to: &csv)
          }
        }
      }
    }
    return table
  }

  /// The columns of `metrics.csv`.
  private func append(
    _ metric: Metric, _ estimate: Estimate?, _ count: Int, _ scenario: Scenario,
    to csv: inout CSVWriter
  ) {
    csv.append(metric.name)
    csv.append(estimate?.mean)
    csv.append(estimate?.standardError)
    csv.append(estimate?.low)
    csv.append(estimate?.high)
    csv.append(scenario.intervalRule.confidence)
    csv.append(count)
    csv.append(estimate?.method?.rawValue ?? "")
  }

  // MARK: comparisons.csv

  /// Each strategy against the baseline, paired by replication.
  func comparisonsTable() -> ResultTable {
    let columns = ResultColumns.comparisons + ResultColumns.controlsOfDifferences
    var table = ResultTable("comparisons.csv", columns, experiment)
    for point in experiment.points {
      let others = series(atPoint: point.index).filter { name($0) != point.scenario.baseline }
      let metrics = Metric.all.filter { $0.isModelled(point.scenario) }
      let families = metrics.map { differences(of: others, $0) }
      for (place, other) in others.enumerated() where baseline(of: other) != nil {
        for (metric, family) in zip(metrics, families) {
          let difference = family[place].difference
          table.check(
            RowFigures(difference, confidence: point.scenario.intervalRule.confidence), metric.name,
            other, self)
          table.check(RowFigures(ofFamily: difference), metric.name, other, self)
          table.row(other, self) { csv in
            csv.append(point.scenario.baseline)
            csv.append(metric.name)
            family[place].append(to: &csv)
          }
        }
      }
    }
    return table
  }
}

extension RunOutcome.Comparison {
  func append(to csv: inout CSVWriter) {
    csv.append(difference?.difference)
    csv.append(difference?.standardError)
    csv.append(difference?.low)
    csv.append(difference?.high)
    csv.append(difference?.pValue)
    csv.append(adjusted)
    csv.append(difference?.lowAll)
    csv.append(difference?.highAll)
    csv.append(difference?.varianceReduction)
    csv.append(difference?.method?.rawValue ?? "")
    csv.append(
      difference?.plain, or: (difference?.difference, difference?.standardError),
      difference?.controlsReduction, controls)
  }
}

extension RunOutcome {
  // MARK: observed.csv

  /// The team's measurements, the truth, and the difference, by cohort.
  func observedTable() -> ResultTable {
    var table = ResultTable("observed.csv", ResultColumns.observed, experiment)
    for series in series where !scenario(series).frame.allSetups({ $0.telemetry == nil }) {
      for observed in observed(series) {
        let confidence = scenario(series).intervalRule.confidence
        let figures = [
          RowFigures(observed.share), RowFigures(observed.truth),
          RowFigures(observed.bias, confidence: confidence),
        ]
        for (column, figures) in zip(ResultColumns.observedFigures, figures) {
          table.check(figures, "\(observed.cohort.name), \(column.name)", series, self)
        }
        table.row(series, self) { csv in
          csv.append(observed.cohort.name)
          for figures in figures {
            csv.append(figures.value)
            csv.append(figures.low)
            csv.append(figures.high)
          }
        }
      }
    }
    return table
  }
}
