package import Answers
import Files
package import Results
package import Scenarios
import Statistics
import Vocabulary

/// The answer of a run in sentences, from its fields alone.
struct AnswerText {
  private let answer: Answer
  private let table: AnswerTable
  /// The metric that decides.
  private let metric: Metric
  private static let namesMax = 4

  init(_ answer: Answer) {
    (self.answer, table) = (answer, AnswerTable(answer))
    metric = Metric.named(answer.question.metric ?? "deliverability")
  }

  var sentences: [String] {
    guard answer.kind == .comparison else {
      let isOne = answer.choices.count { $0.chosen != nil } == 1
      let point = answer.points.first { $0.chosen != nil }
      return ChoiceText(answer).sentences + (isOne ? point.map(overtaken) ?? [] : [])
    }
    guard answer.points.count == 1 else { return SweepAnswerText(answer, metric).sentences }
    return comparison(answer.points[0])
  }
}

extension AnswerText {
  /// The comparison of the strategy that serves users best with the baseline, with those that are
  /// as good, its cost for users, and another figure's choice; for one strategy alone, its figures.
  private func comparison(_ point: Answer.Point) -> [String] {
    guard let first = answer.candidates.first else { return [] }
    guard let base = answer.question.baseline, answer.candidates.count > 1 else {
      return alone(first.strategy)
    }
    guard first.replications > 1 else {
      return ["One replication has no interval, so there is no verdict. Run more."]
    }
    guard let best = point.order.first(where: { $0 != base }),
      let gain = table.difference(metric, best, atPoint: 0)
    else { return [] }
    let text = GainText(answer, metric)
    guard gain.isSure || text.isSimulated(gain) else {
      return ["This run shows no clear difference between \(best) and \(base): it may be 0."]
        + overtaken(point)
    }
    let equals = point.order.first == best ? point.asGood : []
    return text.sentences(best, atPoint: 0) + asGood(equals, best, point)
      + redundant([best] + equals + [base]) + overtaken(point)
  }

  private func alone(_ strategy: String) -> [String] {
    guard let found = table.estimate(metric, strategy, atPoint: 0), let share = found.value
    else { return [] }
    let percent = MetricText(metric).value(share, (found.ciLow, found.ciHigh))
    return [
      "\(words.alone(strategy, percent)); \(words.missing): "
        + "\(GainText.rest(found) ?? GainText.rest(share))."
    ]
  }

  private func asGood(_ equals: [String], _ best: String, _ point: Answer.Point) -> [String] {
    guard !equals.isEmpty else { return [] }
    let names = equals.prefix(Self.namesMax).joined(separator: ", ")
    let more = equals.count > Self.namesMax ? " and \(equals.count - Self.namesMax) more" : ""
    return ["Not told apart from it by this run: \(names)\(more)\(cheaper(best, point))."]
  }

  /// Empty where none of those that are as good costs less.
  private func cheaper(_ best: String, _ point: Answer.Point) -> String {
    guard let name = point.cheaper, let less = point.cost.flatMap({ prices($0, name, best) })
    else { return "" }
    guard let more = point.higherPrice.flatMap({ prices($0, name, best) }) else {
      return "; \(name) costs less: \(less)"
    }
    return "; \(name) costs \(less), but \(more)"
  }

  private func prices(_ metric: String, _ name: String, _ other: String) -> String? {
    let cost = Metric.named(metric)
    let amounts = [name, other].compactMap { table.estimate(cost, $0, atPoint: 0)?.value }
      .map { HumanText.amount($0) }
    return amounts.count == 2 ? "\(amounts[0]) instead of \(amounts[1]) \(cost.words)" : nil
  }

  /// The cost for users: alerts for messages that they know already.
  private func redundant(_ all: [String]) -> [String] {
    let metric = Metric.named("redundant_interruptions_per_device_day")
    let found = all.prefix(Self.namesMax + 2).compactMap { name in
      table.estimate(metric, name, atPoint: 0)?.value.map { (name, $0) }
    }
    guard found.count > 1, found.contains(where: { $0.1 > 0 }) else { return [] }
    let words = found.map { "\(HumanText.digits($0.1, 2)) with \($0.0)" }
    return [
      "Alerts for messages that the user has already, per device and day: "
        + "\(words.joined(separator: ", "))."
    ]
  }

  private func overtaken(_ point: Answer.Point) -> [String] {
    guard let chosen = point.chosen, let other = point.leadsByDeliverability else { return [] }
    return [
      "By what is shown alone, \(other) would lead and not \(chosen): "
        + "that counts alerts which come late, or for messages that the user has read in the app."
    ]
  }

  // MARK: Words

  private var words: LeadingWords { LeadingWords(metric) }
}

extension AnswerWords {
  /// The sentences tell what a run has found, and in which world.
  package init(_ answer: Answer, _ experiment: Experiment) {
    self.init(sentences: AnswerText(answer).sentences, world: WorldText(experiment).records)
  }
}
