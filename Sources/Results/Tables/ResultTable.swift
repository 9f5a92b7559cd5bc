import Files
import Runs
package import Scenarios
import Vocabulary

/// A result file in the making: the leading columns are the same in all of them.
struct ResultTable {
  let name: String
  private(set) var csv: CSVWriter
  /// The rows that contradict themselves: a defect of the tool.
  private(set) var contradictions: [String] = []
  private let experiment: Experiment
  /// The factors whose values are all whole: their columns hold integers.
  private let wholeFactors: [Bool]

  init(_ name: String, _ columns: [Column], _ experiment: Experiment) {
    self.name = name
    self.experiment = experiment
    wholeFactors = experiment.factors.map { $0.cells.allSatisfy(\.isWhole) }
    let factors = experiment.factors.map(\.name)
    csv = CSVWriter(header: ["design_point"] + factors + ["strategy"] + columns.map(\.name))
  }

  /// Writes a row of a series.
  mutating func row(
    _ series: RunOutcome.Series, _ outcome: RunOutcome, _ fields: (inout CSVWriter) -> Void
  ) {
    row(outcome.point(series), outcome.name(series), fields)
  }

  /// Notes a row that contradicts itself.
  ///
  /// - Parameter what: The quantity.
  mutating func check(
    _ figures: RowFigures, _ what: String, _ series: RunOutcome.Series, _ outcome: RunOutcome
  ) {
    check(figures, what, outcome.point(series), outcome.name(series))
  }

  /// The same for a strategy that may not have been run.
  mutating func check(
    _ figures: RowFigures, _ what: String, _ point: Experiment.DesignPoint, _ strategy: String
  ) {
    guard let contradiction = figures.contradiction else { return }
    contradictions.append(
      "\(name): design point \(point.index), \(strategy), \(what): \(contradiction)")
  }

  /// Writes a row of a strategy at a design point, whether it was run or not.
  mutating func row(
    _ point: Experiment.DesignPoint, _ strategy: String, _ fields: (inout CSVWriter) -> Void
  ) {
    csv.append(point.index)
    for (cell, isWhole) in zip(point.cells, wholeFactors) {
      csv.append(cell, isWhole: isWhole)
    }
    csv.append(strategy)
    fields(&csv)
    csv.endRow()
  }
}

extension CSVWriter {
  /// The value of a factor.
  ///
  /// - Parameter isWhole: All values of the factor are integers.
  package mutating func append(_ cell: SweepFactor.Cell, isWhole: Bool) {
    switch cell {
    case .number(let number) where isWhole: append(Int64(number))
    case .number(let number): append(number)
    case .text(let text): append(text)
    }
  }
}
