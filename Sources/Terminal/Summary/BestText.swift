import Answers
import Files
import Scenarios
import Vocabulary

/// It shows what is best at a terminal: the candidates in their order, and what is promised.
struct BestText {
  private let answer: Answer
  private let table: AnswerTable
  private let metric: Metric
  private static let rowsMax = 15
  /// Tables of more are no answer.
  private static let choicesMax = 6

  /// - Returns: Nil where nothing was to be chosen.
  init?(_ answer: Answer) {
    guard answer.kind == .choice, let metric = answer.question.metric else { return nil }
    (self.answer, table) = (answer, AnswerTable(answer))
    self.metric = Metric.named(metric)
  }

  private var gap: MetricText { MetricText(metric, of: .gap) }
  private var worth: String { ChoiceText.amount(answer.question.worth ?? 0, metric) }

  var lines: [String] {
    let goal = "\(answer.question.direction == .more ? "most" : "least") \(metric.name)"
    let limits = answer.question.limits.map(\.text).joined(separator: ", ")
    let head = goal + (limits.isEmpty ? "" : "; limits: \(limits)")
    let tables = answer.choices.count > Self.choicesMax ? [] : answer.choices.flatMap(lines)
    return ["", "\(head); worth \(worth):"] + tables + [""] + TextWrap.lines(promise)
  }

  /// The tables, for a document: blocks of lines.
  var markdownLines: [[String]] {
    answer.choices.flatMap { choice in
      (choice.circumstances.isEmpty ? [] : [["\(choice.circumstances):"]])
        + [table(choice, hasReasons: true).markdownLines]
        + (rest(choice).isEmpty ? [] : [rest(choice)])
    } + [[promise]]
  }

  private func lines(_ choice: Answer.Choice) -> [String] {
    let circumstances = choice.circumstances.isEmpty ? [] : ["\(choice.circumstances):"]
    let full = table(choice, hasReasons: true).fittingLines
    let isWide = full.contains { $0.count > TextWrap.width }
    let fitting = isWide ? table(choice, hasReasons: false).fittingLines : full
    return [""] + circumstances + fitting + rest(choice)
  }

  // MARK: Table

  private func table(_ choice: Answer.Choice, hasReasons: Bool) -> TextTable {
    var table = TextTable(
      ["", metric.name, metric.isShare ? "gap (pp)" : "gap", "interval", "verdict", "n"]
        + (hasReasons ? ["because of"] : []),
      [.left, .right, .right, .right, .left, .right] + (hasReasons ? [.left] : []))
    for candidate in choice.ranked.prefix(Self.rowsMax).map({ answer.candidates[$0] }) {
      let (standing, found) = (
        candidate.standing,
        self.table.estimate(metric, candidate.strategy, atPoint: candidate.designPoint)
      )
      let ends = (standing?.ciLow, standing?.ciHigh)
      table.add(
        [
          standing?.name ?? "",
          found?.value.map { MetricText(metric).value($0, (found?.ciLow, found?.ciHigh)) } ?? "-",
          standing?.gap.map { gap.value($0, ends) } ?? "-", gap.interval(ends.0, ends.1),
          standing?.verdict.rawValue ?? "", "\(candidate.replications)",
        ] + (hasReasons ? [standing?.by ?? ""] : []))
    }
    return table
  }

  private func rest(_ choice: Answer.Choice) -> [String] {
    let count = choice.ranked.count - Self.rowsMax
    return count > 0 ? ["... and \(count) more: see best.csv"] : []
  }

  // MARK: Words

  private var promise: String {
    let level = HumanText.percent(answer.question.choiceConfidence ?? 0, decimals: 0)
    let each = answer.choices.count > 1 ? " of one choice" : ""
    let isSkewed = answer.choices.contains(where: \.isApproximate)
    guard answer.question.method == Selection.Method.gaps.rawValue else {
      return "Kim and Nelson: if the best one is better than each other by at least "
        + "\(worth), it is chosen with a probability of "
        + (isSkewed
          ? "about \(level): values are taken for normal, but are skewed, or quantiles."
          : "\(level); values are taken for normal.")
    }
    return isSkewed
      ? "All verdicts\(each) are right with a probability of about \(level): values are skewed, or "
        + "quantiles, so that the figure is not exact. The interval is that of the gap to the best."
      : "All verdicts\(each) are right with a probability of \(level). The interval is that of the "
        + "gap to the best."
  }
}
