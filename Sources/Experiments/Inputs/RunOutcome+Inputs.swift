import Files
import Statistics

extension RunOutcome {
  // MARK: inputs.csv

  /// How sure each estimate is, from simulating and from the inputs; only where a run has vectors
  /// of inputs.
  func inputsTable(_ draws: InputDraws) -> ResultTable {
    let shares = draws.estimates.parameters.map { "share_\($0.path)" }
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
