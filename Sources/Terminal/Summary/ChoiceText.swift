import Answers
import Files
import Vocabulary

/// The sentences tell the choice of `best`.
struct ChoiceText {
  private let answer: Answer
  private let table: AnswerTable
  private let metric: Metric
  private static let sentencesMax = 12
  private static let namesMax = 3

  init(_ answer: Answer) {
    (self.answer, table) = (answer, AnswerTable(answer))
    metric = Metric.named(answer.question.metric ?? "deliverability")
  }

  var sentences: [String] {
    let shown =
      answer.choices.prefix(Self.sentencesMax).flatMap { choice in
        let place = choice.circumstances.isEmpty ? "" : "\(choice.circumstances): "
        return [place + sentence(choice)] + (front(choice).map { [place + $0] } ?? [])
      } + gain
    let rest = answer.choices.count - Self.sentencesMax
    return shown + (rest > 0 ? ["... and \(rest) more choices: see best.csv."] : [])
  }

  /// The gain of users by the chosen one over the baseline, and its price; of one choice.
  private var gain: [String] {
    guard answer.choices.count == 1, let chosen = answer.choices[0].chosen else { return [] }
    return GainText(answer, metric).sentences(chosen.strategy, atPoint: chosen.designPoint)
  }

  private func sentence(_ choice: Answer.Choice) -> String {
    if let chosen = choice.chosen { return "Choose \(chosen.name): \(reason(choice))." }
    if let nearest = choice.nearest {
      return "None of \(choice.ranked.count) meets the limits; nearest: \(nearest)."
    }
    if isEndless(choice) {
      return "None of \(choice.ranked.count) has a finite value of \(metric.words): "
        + "ask for another metric."
    }
    let soFar = choice.sure.map { "; \($0) is within \(worth) of the best for sure" } ?? ""
    let names = Self.listed(choice.undecided)
    let may = choice.undecided.count == 1 ? "may be" : "may each be"
    return "Undecided: \(names) \(may) the best\(soFar). "
      + "More replications or a larger worth may decide."
  }

  /// Nobody has a value that can be compared.
  private func isEndless(_ choice: Answer.Choice) -> Bool {
    choice.ranked.map { answer.candidates[$0] }.allSatisfy { candidate in
      table.estimate(metric, candidate.strategy, atPoint: candidate.designPoint)?.value?.isFinite
        != true
    }
  }

  /// The candidates that no other one beats; nil: nobody asked.
  private func front(_ choice: Answer.Choice) -> String? {
    guard !answer.question.pareto.isEmpty else { return nil }
    let names = choice.ranked.map { answer.candidates[$0] }
      .filter { $0.pareto?.verdict == .front }.compactMap { $0.standing?.name }
    let all = answer.question.pareto.map { Metric.named($0).words }.joined(separator: ", ")
    guard !names.isEmpty else {
      return "This run cannot say of any candidate that no other one beats it in all of \(all)."
    }
    return "No other beats these in all of \(all): \(Self.listed(names)).\(beaten(choice, names))"
  }

  /// The chosen one is not among those that no other beats: why it is chosen all the same.
  private func beaten(_ choice: Answer.Choice, _ front: [String]) -> String {
    guard let chosen = choice.chosen, !front.contains(chosen.name) else { return "" }
    let other = answer.candidates.first {
      $0.standing?.name == chosen.name && $0.pareto?.verdict == .dominated
    }
    return other?.pareto.map { " \($0.by) beats the chosen one in them." } ?? ""
  }

  private static func listed(_ names: [String]) -> String {
    let rest = names.count - namesMax
    return names.prefix(namesMax).joined(separator: "; ") + (rest > 0 ? " and \(rest) more" : "")
  }

  private func reason(_ choice: Answer.Choice) -> String {
    switch (choice.asGood, choice.ranked.count) {
    case (0, 1): return "it is the only one"
    case (0, let count):
      let allowed = choice.ranked.count {
        answer.candidates[$0].standing?.verdict != .infeasible
      }
      if allowed == 1 { return "of \(count), it alone keeps the limits" }
      return allowed == count
        ? "it is the best of \(count)"
        : "it is the best of the \(allowed) of \(count) that keep the limits"
    case (let equals, _):
      let tie = answer.question.tie.map {
        "and has \(Metric.named($0).better == .lower ? "least" : "most") \(Metric.named($0).words)"
      }
      let others = equals == 1 ? "1 other is" : "\(equals) others are"
      return "it is within \(worth) of the best, as \(others), "
        + (tie ?? "and has the best estimate")
    }
  }

  private var worth: String { Self.amount(answer.question.worth ?? 0, metric) }

  /// A difference that does not matter.
  static func amount(_ value: Double, _ metric: Metric) -> String {
    switch metric.unit {
    case .share: "\(HumanText.digits(100 * value, 3)) pp"
    case .seconds: HumanText.span(value)
    case .number: HumanText.digits(value, 3)
    }
  }
}
