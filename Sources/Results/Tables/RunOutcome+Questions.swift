import Answers
import Files
import Runs
import Scenarios
import Statistics
import Vocabulary

extension RunOutcome {
  // MARK: best.csv

  /// A row for each candidate, in the order of the other files.
  func bestTable(_ choices: Choices) -> ResultTable {
    var table = ResultTable("best.csv", ResultColumns.best, experiment)
    let standings = choices.choices.flatMap(\.standings).sorted {
      ($0.candidate.point, $0.candidate.strategy) < ($1.candidate.point, $1.candidate.strategy)
    }
    for standing in standings {
      table.check(
        RowFigures(value: standing.gap, low: standing.low, high: standing.high), "gap",
        self[standing.candidate], self)
      table.row(self[standing.candidate], self) { csv in
        csv.append(standing.verdict.rawValue)
        csv.append(standing.gap)
        csv.append(standing.low)
        csv.append(standing.high)
        // The number has a point, like in all columns that have empty cells.
        csv.append(standing.eliminatedAt.map(Double.init))
        csv.append(standing.by)
      }
    }
    return table
  }

  // MARK: pareto.csv

  func paretoTable(_ rows: [Pareto.Row], _ metrics: [String]) -> ResultTable {
    let columns = ResultColumns.pareto + metrics.map { Column(.named($0)) }
    var table = ResultTable("pareto.csv", columns, experiment)
    for row in rows.sorted(by: {
      ($0.candidate.point, $0.candidate.strategy) < ($1.candidate.point, $1.candidate.strategy)
    }) {
      table.row(self[row.candidate], self) { csv in
        csv.append(row.verdict.rawValue)
        csv.append(row.by)
        for mean in row.means { csv.append(mean) }
      }
    }
    return table
  }
}

extension RunOutcome {
  // MARK: inputs.csv

  /// The certainty of each estimate, from simulating and from the inputs; only where a run has
  /// vectors of inputs.
  func inputsTable(_ draws: InputDraws) -> ResultTable {
    let shares = draws.estimates.names.map { Column.shares("share_\($0)") }
    var table = ResultTable("inputs.csv", ResultColumns.inputs + shares, experiment)
    for effect in inputEffects() {
      let (low, high) = (effect.interval?.low, effect.interval?.high)
      table.check(
        RowFigures(value: effect.mean, low: low, high: high), effect.metric.name, effect.series,
        self)
      table.row(effect.series, self) { csv in
        csv.append(effect.metric.name)
        csv.append(effect.baseline ?? "")
        csv.append(effect.mean)
        csv.append(effect.variance?.sdSimulation)
        csv.append(effect.variance?.sdInputs)
        csv.append(low)
        csv.append(high)
        csv.append(effect.confidence)
        csv.append(draws.count)
        for place in shares.indices {
          csv.append(effect.shares.indices.contains(place) ? effect.shares[place] : nil)
        }
      }
    }
    return table
  }
}

extension RunOutcome {
  // MARK: expectations.csv

  /// The table by design point, then in the order of the scenario.
  func expectationsTable(_ judgements: [Judgement]) -> ResultTable {
    var table = ResultTable("expectations.csv", ResultColumns.expectations, experiment)
    for judgement in judgements {
      let point = experiment.points[judgement.designPoint]
      let figures = RowFigures(
        value: judgement.value, low: judgement.ciLow, high: judgement.ciHigh)
      table.check(figures, judgement.expectation, point, judgement.strategy)
      table.row(point, judgement.strategy) { csv in
        csv.append(judgement.expectation)
        csv.append(judgement.metric)
        csv.append(judgement.baseline ?? "")
        csv.append(judgement.verdict.rawValue)
        csv.append(judgement.value)
        csv.append(judgement.ciLow)
        csv.append(judgement.ciHigh)
      }
    }
    return table
  }
}
