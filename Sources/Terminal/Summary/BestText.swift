import Answers
import Files
import Models
import Runs
import Scenarios
import Statistics
import Vocabulary

/// What is best, for a person at a terminal: the candidates in their order, and what is promised.
struct BestText {
  private let outcome: RunOutcome
  private let choices: Choices
  private static let rowsMax = 15
  /// Tables of more are no answer.
  private static let choicesMax = 6

  init(_ outcome: RunOutcome, _ choices: Choices) {
    (self.outcome, self.choices) = (outcome, choices)
  }

  private var rule: Selection { choices.rule }
  private var metric: Metric { Metric.named(rule.metric) }
  private var gap: MetricText { MetricText(metric, of: .gap) }
  private var worth: String { ChoiceText.amount(rule.worth, metric) }

  var lines: [String] {
    let goal = "\(rule.isMaximised ? "most" : "least") \(rule.metric)"
    let limits = rule.constraints.map(\.text).joined(separator: ", ")
    let head = goal + (limits.isEmpty ? "" : "; limits: \(limits)")
    let tables = choices.choices.count > Self.choicesMax ? [] : choices.choices.flatMap(lines)
    return ["", "\(head); worth \(worth):"] + tables + [""] + TextWrap.lines(promise)
  }

  /// The tables, for a document: blocks of lines.
  var markdownLines: [[String]] {
    choices.choices.flatMap { choice in
      (choice.circumstances.isEmpty ? [] : [["\(choice.circumstances):"]])
        + [table(choice, hasReasons: true).markdownLines]
        + (rest(choice).isEmpty ? [] : [rest(choice)])
    } + [[promise]]
  }

  private func lines(_ choice: Choices.Choice) -> [String] {
    let circumstances = choice.circumstances.isEmpty ? [] : ["\(choice.circumstances):"]
    let full = table(choice, hasReasons: true).fittingLines
    let isWide = full.contains { $0.count > TextWrap.width }
    let fitting = isWide ? table(choice, hasReasons: false).fittingLines : full
    return [""] + circumstances + fitting + rest(choice)
  }

  // MARK: Table

  private func table(_ choice: Choices.Choice, hasReasons: Bool) -> TextTable {
    var table = TextTable(
      ["", metric.name, metric.isShare ? "gap (pp)" : "gap", "interval", "verdict", "n"]
        + (hasReasons ? ["because of"] : []),
      [.left, .right, .right, .right, .left, .right] + (hasReasons ? [.left] : []))
    for standing in ordered(choice).prefix(Self.rowsMax) {
      let series = outcome[standing.candidate]
      let estimate = metric.cut(metric.estimate(series.replications, outcome.scenario(series)))
      table.add(
        [
          standing.name, MetricText(metric).value(estimate),
          standing.gap.map { gap.value($0, (standing.low, standing.high)) } ?? "-",
          gap.interval(standing.low, standing.high), standing.verdict.rawValue,
          "\(series.records.count)",
        ] + (hasReasons ? [standing.by] : []))
    }
    return table
  }

  private func rest(_ choice: Choices.Choice) -> [String] {
    let count = choice.standings.count - Self.rowsMax
    return count > 0 ? ["... and \(count) more: see best.csv"] : []
  }

  private func ordered(_ choice: Choices.Choice) -> [Standing] {
    let order: [Standing.Verdict] = [.best, .asGood, .undecided, .inferior, .infeasible]
    let rank = { (standing: Standing) in order.firstIndex(of: standing.verdict) ?? 0 }
    return choice.standings.enumerated().sorted { one, other in
      (rank(one.element), one.element.gap ?? 0, one.offset)
        < (rank(other.element), other.element.gap ?? 0, other.offset)
    }.map(\.element)
  }

  // MARK: Words

  private var promise: String {
    let level = HumanText.percent(rule.confidence, decimals: 0)
    let each = choices.choices.count > 1 ? " of one choice" : ""
    let isSkewed = choices.choices.contains(where: \.isSkewed)
    guard rule.method == .gaps else {
      return "Kim and Nelson: if the best one is better than each other by at least "
        + "\(worth), it is chosen with a probability of "
        + (isSkewed
          ? "about \(level): values are taken for normal, but are skewed, or quantiles."
          : "\(level); values are taken for normal.")
    }
    return isSkewed
      ? "All verdicts\(each) hold together with about \(level): values are skewed, or quantiles, "
        + "so that the figure is not exact. interval: of the gap to the best."
      : "All verdicts\(each) hold together with \(level). interval: of the gap to the best."
  }
}
