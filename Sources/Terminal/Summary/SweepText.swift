import Answers
import Files
import Foundation
import Models
import Runs
import Scenarios
import Statistics

/// The findings of a sweep, for a person at a terminal: the differences to the baseline as a line
/// for each strategy or as a matrix of two factors, where they cross 0, and the answer in a
/// sentence.
struct SweepText {
  private let grid: SweepGrid
  private let found: AnswerTable
  private let paint: Paint
  private static let columnsMax = 8
  private static let rowsMax = 40

  /// - Returns: Nil where nothing is compared along a sweep.
  init?(_ outcome: RunOutcome, _ answer: Answer, _ paint: Paint) {
    guard let grid = SweepGrid(outcome), !grid.others.isEmpty else { return nil }
    (self.grid, found) = (grid, AnswerTable(answer))
    self.paint = paint
  }

  /// The tables; empty with more than two factors that vary by themselves, or many values.
  var lines: [String] {
    let tables = self.tables
    if tables.isEmpty { return [] }
    let title =
      "\(LeadingWords(grid.outcome.tabled).name): difference to "
      + "\(grid.outcome.experiment.base.baseline), in percentage points "
      + "(*: best; in brackets: may be 0):"
    return [""] + TextWrap.lines(title) + tables.flatMap { [""] + $0.fittingLines }
  }

  // MARK: Tables

  private var tables: [TextTable] {
    let counts = (0..<grid.axisCount).map(grid.count)
    guard let most = counts.max(), most <= Self.rowsMax else { return [] }
    if counts.count == 1 { return [most <= Self.columnsMax ? line : column] }
    guard counts.count == 2, let least = counts.min(), least <= Self.columnsMax else { return [] }
    // The longer factor goes down where it does not fit across.
    let isTurned = counts[1] > Self.columnsMax
    return grid.others.map { matrix($0, down: isTurned ? 1 : 0, across: isTurned ? 0 : 1) }
  }

  /// A row for each value, a column for each strategy.
  private var column: TextTable {
    let others = grid.others
    var table = table(grid.heading(0), others.map(grid.strategyName))
    for (place, text) in grid.texts(0).enumerated() {
      let cells = others.map { cell($0, [0: place]) }
      let best = Self.best(cells.map(\.value))
      table.add([text] + cells.map { self.text($0, isBest: $0.value == best) })
    }
    return table
  }

  /// A row for each strategy, a column for each value.
  private var line: TextTable {
    let steps = (0..<grid.count(0)).map { [0: $0] }
    var table = table(grid.heading(0), grid.texts(0))
    let rows = grid.others.map { strategy in steps.map { cell(strategy, $0) } }
    let best = steps.indices.map { column in Self.best(rows.map { $0[column].value }) }
    for (strategy, row) in zip(grid.others, rows) {
      table.add(
        [grid.strategyName(strategy)]
          + row.enumerated().map {
            text($0.element, isBest: $0.element.value == best[$0.offset])
          })
    }
    return table
  }

  /// A factor's values as rows, another one's as columns.
  private func matrix(_ strategy: Int, down: Int, across: Int) -> TextTable {
    let rows = (0..<grid.count(down)).map { row in
      (0..<grid.count(across)).map { cell(strategy, [down: row, across: $0]) }
    }
    let best = Self.best(rows.joined().map(\.value))
    var table = table(
      "\(grid.strategyName(strategy)): \(grid.heading(down)) \\ \(grid.heading(across))",
      grid.texts(across))
    let texts = grid.texts(down)
    for (place, row) in rows.enumerated() {
      table.add([texts[place]] + row.map { text($0, isBest: $0.value == best) })
    }
    return table
  }

  /// Nil where nothing is better than all others.
  private static func best(_ values: [Double]) -> Double? {
    let most = values.max()
    return values.count > 1 && values.count { $0 == most } == 1 ? most : nil
  }

  private func table(_ corner: String, _ texts: [String]) -> TextTable {
    TextTable([corner] + texts, [.left] + texts.map { _ in .right })
  }

  private typealias Cell = (value: Double, isSure: Bool, points: String)

  private func cell(_ strategy: Int, _ steps: [Int: Int]) -> Cell {
    let metric = grid.outcome.tabled
    let gain = grid.point(at: steps).flatMap {
      found.difference(metric, grid.strategyName(strategy), atPoint: $0)
    }
    guard let gain else { return (-.infinity, false, "-") }
    let points = MetricText(metric, of: .difference)
      .signedPoints(gain.difference, (gain.ciLow, gain.ciHigh))
    return (gain.difference, gain.isSure, points)
  }

  private func text(_ cell: Cell, isBest: Bool) -> String {
    guard cell.value.isFinite else { return "-" }
    let tone: Paint.Tone? = cell.isSure ? (cell.value > 0 ? .good : .bad) : nil
    return paint((cell.isSure ? cell.points : "(\(cell.points))") + (isBest ? "*" : ""), tone)
  }
}
