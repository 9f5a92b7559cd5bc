import Answers
import Files
import Foundation
import Models
import Runs
import Scenarios
import Statistics

/// What a sweep says, for a person at a terminal: the differences to the baseline as a line for
/// each strategy or as a matrix of two factors, where they cross 0, and the answer in a sentence.
struct SweepText {
  private let grid: SweepGrid
  private let breakEvens: [BreakEven]
  private let paint: Paint
  private static let columnsMax = 8
  private static let rowsMax = 40
  private static let breakEvensMax = 6

  /// - Returns: Nil where nothing is compared along a sweep.
  init?(_ outcome: RunOutcome, _ breakEvens: [BreakEven], _ paint: Paint) {
    guard let grid = SweepGrid(outcome), !grid.others.isEmpty else { return nil }
    self.grid = grid
    self.breakEvens = breakEvens
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
    guard let difference = grid.difference(strategy, at: steps, grid.outcome.tabled) else {
      return (-.infinity, false, "-")
    }
    let points = MetricText(grid.outcome.tabled, of: .difference).points(signed: difference)
    return (difference.difference, grid.outcome.isSure(difference), points)
  }

  private func text(_ cell: Cell, isBest: Bool) -> String {
    guard cell.value.isFinite else { return "-" }
    let tone: Paint.Tone? = cell.isSure ? (cell.value > 0 ? .good : .bad) : nil
    return paint((cell.isSure ? cell.points : "(\(cell.points))") + (isBest ? "*" : ""), tone)
  }

  // MARK: The answer

  /// Where strategies begin or cease to pay, else at how many design points each is better.
  var answer: [String] {
    let shown = breakEvens.prefix(Self.breakEvensMax).map(sentence)
    let rest = breakEvens.count - shown.count
    return shown.isEmpty
      ? grid.others.prefix(Self.breakEvensMax).map(summary)
      : shown + (rest > 0 ? ["... and \(rest) more break-evens: see manifest.json."] : [])
  }

  private func sentence(_ point: BreakEven) -> String {
    let circumstances = point.circumstances.isEmpty ? "" : ", \(point.circumstances),"
    let number = { value(of: point.factor, $0) }
    let interval: String
    switch (point.ciLow, point.ciHigh) {
    case (let low?, let high?): interval = "\(number(low)) to \(number(high))"
    case (nil, let high?): interval = "at most \(number(high))"
    case (let low?, nil): interval = "at least \(number(low))"
    case (nil, nil): interval = "not sure"
    }
    return "\(point.strategy)\(circumstances) \(point.direction.rawValue) at "
      + "\(point.factor) \(number(point.value)) (\(interval))."
  }

  private func summary(_ strategy: Int) -> String {
    let points = (0..<grid.axisCount).reduce([[:]]) { steps, axis in
      steps.flatMap { step in
        (0..<grid.count(axis)).map { step.merging([axis: $0]) { $1 } }
      }
    }
    let cells = points.map { cell(strategy, $0) }.filter(\.value.isFinite)
    guard let least = cells.min(by: { $0.value < $1.value }),
      let most = cells.max(by: { $0.value < $1.value })
    else {
      return "\(grid.strategyName(strategy)): nothing to compare."
    }
    let (better, worse) = (
      cells.count { $0.isSure && $0.value > 0 }, cells.count { $0.isSure && $0.value < 0 }
    )
    let base = grid.outcome.experiment.base.baseline
    return LeadingWords(grid.outcome.tabled).balance(
      grid.strategyName(strategy), base, better, worse, of: cells.count)
      + ": \(least.points) to \(most.points) percentage points."
  }

  /// As the sweep's texts write it; of whole numbers, the first one beyond the crossing.
  private func value(of name: String, _ number: Double) -> String {
    let factor = grid.outcome.experiment.factors.first { $0.name == name }
    let isWhole = factor.flatMap { KeyFacts.type(ofPath: $0.path) }?.isWhole == true
    if isWhole { return "\(Int(number.rounded(.up)))" }
    guard let text = factor?.texts.first, Units.number(text) == nil else {
      return HumanText.digits(number, 3)
    }
    return switch Amount(of: text) {
    case .time: HumanText.span(number)
    case .rate: "\(HumanText.digits(number * 86_400, 3))/d"
    case .number, .ratio, .share, .points, .seconds, nil: HumanText.percent(number)
    }
  }
}
