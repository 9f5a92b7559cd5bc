package import Answers
package import Files
package import Scenarios
import Vocabulary

/// The outcomes of a scenario's expectations, for a person at a terminal.
package struct ExpectationText {
  private let experiment: Experiment
  private let judgements: [Judgement]
  private let paint: Paint
  /// Rows in all; what holds gives way to what does not.
  private static let rowsMax = 40
  private static let columnsMax = 80

  /// - Parameters:
  ///   - experiment: The experiment that was run.
  ///   - judgements: The judgements of each design point, in the order of the scenario.
  ///   - paint: The colours of the verdicts.
  package init(_ experiment: Experiment, _ judgements: [Judgement], _ paint: Paint = .none) {
    self.experiment = experiment
    self.judgements = judgements
    self.paint = paint
  }

  /// Nothing when nothing is expected.
  package var lines: [String] {
    let expectations = experiment.base.expectations
    guard !expectations.isEmpty else { return [] }
    let beside = besideTheirTexts
    if experiment.factors.isEmpty, beside.allSatisfy({ $0.columns <= Self.columnsMax }) {
      return beside
    }
    return belowTheirTexts(expectations)
  }
}

extension ExpectationText {
  // MARK: Layouts

  private static let columns = ["value", "interval", "verdict"]
  private static let alignments: [TextTable.Alignment] = [.right, .right, .left]

  /// One table, for a single design point.
  private var besideTheirTexts: [String] {
    var table = TextTable(["expectation"] + Self.columns, [.left] + Self.alignments)
    for judgement in judgements.prefix(Self.rowsMax) {
      table.add([judgement.expectation] + cells(judgement))
    }
    let rest = judgements.count - Self.rowsMax
    return table.lines + (rest > 0 ? ["... and \(rest) more"] : [])
  }

  /// One table with a line for each expectation, followed by its design points.
  private func belowTheirTexts(_ expectations: [Expectation]) -> [String] {
    let factors = experiment.factors.map(\.name)
    let leading = factors.isEmpty ? ["  "] : ["  \(factors[0])"] + factors.dropFirst()
    var table = TextTable(
      leading + Self.columns, leading.map { _ in .left } + Self.alignments)
    let groups = expectations.indices.map { shown(at: $0, of: expectations.count) }
    for judgement in groups.flatMap(\.rows) {
      let texts = experiment.points[judgement.designPoint].texts
      let start = texts.isEmpty ? ["  "] : ["  \(texts[0])"] + texts.dropFirst()
      table.add(start + cells(judgement))
    }
    var rows = table.lines[...]
    var lines = [rows.removeFirst()]
    for (expectation, group) in zip(expectations, groups) {
      lines +=
        TextWrap.lines(expectation.text, indent: 4) + rows.prefix(group.rows.count) + group.remark
      rows = rows.dropFirst(group.rows.count)
    }
    return lines
  }

  /// The rows of an expectation, and a line on those that are left out.
  private func shown(at place: Int, of count: Int) -> (rows: [Judgement], remark: [String]) {
    let all = stride(from: place, to: judgements.count, by: count).map { judgements[$0] }
    guard judgements.count > Self.rowsMax else { return (all, []) }
    let others = all.filter { $0.verdict != .holds }
    let rows = Array(others.prefix(max(1, Self.rowsMax / count)))
    let holding = all.count - others.count
    let rest = others.count - rows.count
    let more = rest > 0 ? ["  ... and \(rest) more that do not hold"] : []
    return (rows, more + ["  holds at \(holding) of \(all.count) design points"])
  }

  // MARK: Cells

  private func cells(_ judgement: Judgement) -> [String] {
    let text = MetricText(
      Metric.named(judgement.metric), of: judgement.baseline == nil ? .value : .difference)
    let ends = (judgement.ciLow, judgement.ciHigh)
    return [
      judgement.value.map { text.value($0, ends) } ?? "-", text.interval(ends.0, ends.1),
      verdict(judgement),
    ]
  }

  private func verdict(_ judgement: Judgement) -> String {
    switch judgement.verdict {
    case .holds: paint("holds", .good)
    case .fails: paint("FAILS", .bad)
    case .inconclusive: paint("inconclusive", .unsure)
    case .notJudged: "not judged: \(judgement.reason ?? "")"
    }
  }
}
