import Answers
import Files
import Scenarios
import Vocabulary

/// The sentences tell where strategies begin or cease to pay along a sweep, else how often each is
/// better than the baseline; without a baseline, where each comes to least and most.
struct SweepAnswerText {
  private let answer: Answer
  private let metric: Metric
  private static let sentencesMax = 6

  init(_ answer: Answer, _ metric: Metric) { (self.answer, self.metric) = (answer, metric) }

  var sentences: [String] {
    let strategies = answer.candidates.prefix { $0.designPoint == 0 }.map(\.strategy)
    guard let base = answer.question.baseline, strategies.count > 1 else {
      return strategies.prefix(Self.sentencesMax).compactMap(extremes)
    }
    guard answer.breakEvens.isEmpty else { return advice(base) + breakEvens }
    let others = strategies.filter { $0 != base && $0 != chosenEverywhere }
    return advice(base) + others.prefix(Self.sentencesMax).map { balance($0, base) }
  }
}

extension SweepAnswerText {
  // MARK: Choices

  private var chosenEverywhere: String? {
    let names = Set(answer.points.map(\.chosen))
    return names.count == 1 ? names.first ?? nil : nil
  }

  /// The strategies to choose, those of most design points first.
  private func advice(_ base: String) -> [String] {
    if let chosenEverywhere {
      return ["Choose \(chosenEverywhere) at all \(answer.points.count) design points."]
        + gains(chosenEverywhere, base)
    }
    let names = answer.points.compactMap(\.chosen)
    let counts = Dictionary(grouping: names) { $0 }.mapValues(\.count)
    let ranked = counts.sorted { ($0.value, $1.key) > ($1.value, $0.key) }
    let all = answer.points.count
    guard !ranked.isEmpty else {
      return ["No strategy is surely better than \(base) at any of the \(all) design points."]
    }
    let parts = ranked.prefix(Self.sentencesMax).map { "\($0.key) at \($0.value)" }
    let open = all - names.count
    return [
      "Choose \(parts.joined(separator: ", ")) of \(all) design points"
        + (open > 0 ? "; \(open) \(open == 1 ? "is" : "are") not decided." : ".")
    ]
  }

  /// The least and the greatest gain of a strategy that is chosen everywhere.
  private func gains(_ strategy: String, _ base: String) -> [String] {
    guard strategy != base, let (least, most) = extremes(of: strategy) else { return [] }
    let text = MetricText(metric, of: .difference)
    let ends = [least, most].map { text.points($0.difference, ($0.ciLow, $0.ciHigh)) }
    let amount = ends[0] == ends[1] ? ends[0] : ends.joined(separator: " to ")
    return [words.compared(strategy, "\(amount) percentage points more", base) + "."]
  }

  private func differences(_ strategy: String) -> [Answer.Gain] {
    answer.differences.filter {
      $0.strategy == strategy && $0.metric == metric.name && $0.difference.isFinite
    }
  }

  private func extremes(of strategy: String) -> (Answer.Gain, Answer.Gain)? {
    let gains = differences(strategy)
    guard let least = gains.min(by: { $0.difference < $1.difference }),
      let most = gains.max(by: { $0.difference < $1.difference })
    else { return nil }
    return (least, most)
  }
}

extension SweepAnswerText {
  private var words: LeadingWords { LeadingWords(metric) }

  private var breakEvens: [String] {
    let shown = answer.breakEvens.prefix(Self.sentencesMax).map(sentence)
    let rest = answer.breakEvens.count - shown.count
    return shown + (rest > 0 ? ["... and \(rest) more break-evens: see \(Answer.file)."] : [])
  }

  private func sentence(_ point: BreakEven) -> String {
    let circumstances = point.circumstances.isEmpty ? "" : ", \(point.circumstances),"
    let number = { Self.text($0, point.unit) }
    let interval: String
    switch (point.ciLow, point.ciHigh) {
    case (let low?, let high?): interval = "\(number(low)) to \(number(high))"
    case (nil, let high?): interval = "at most \(number(high))"
    case (let low?, nil): interval = "at least \(number(low))"
    case (nil, nil): interval = "not sure"
    }
    return "\(point.strategy)\(circumstances) \(point.direction.rawValue) paying at "
      + "\(point.factor) \(number(point.value)) (\(interval))."
  }

  /// The sweep's texts write it so. Of whole numbers it is the first one beyond the crossing.
  private static func text(_ number: Double, _ unit: NumberUnit) -> String {
    unit == .whole ? "\(Int(number.rounded(.up)))" : unit.text(number, digits: 3)
  }

  private func balance(_ strategy: String, _ base: String) -> String {
    guard let (least, most) = extremes(of: strategy) else {
      return "\(strategy): nothing to compare."
    }
    let gains = differences(strategy)
    let sure = gains.filter(\.isSure)
    let (more, less) = (sure.count { $0.difference > 0 }, sure.count { $0.difference < 0 })
    let points = { (gain: Answer.Gain) in
      MetricText(metric, of: .difference)
        .signedPoints(gain.difference, (gain.ciLow, gain.ciHigh))
    }
    let ends = [points(least), points(most)]
    let amount = ends[0] == ends[1] ? ends[0] : ends.joined(separator: " to ")
    return words.balance(strategy, base, more, less, of: gains.count)
      + ": \(amount) percentage points."
  }

  private func extremes(_ strategy: String) -> String? {
    let shown = answer.estimates.filter {
      $0.strategy == strategy && $0.metric == metric.name && $0.value != nil
    }
    guard let least = shown.min(by: { ($0.value ?? 0) < ($1.value ?? 0) }),
      let most = shown.max(by: { ($0.value ?? 0) < ($1.value ?? 0) })
    else { return nil }
    let text = { (estimate: Answer.Measured) in
      MetricText(metric).value(estimate.value ?? 0, (estimate.ciLow, estimate.ciHigh))
    }
    guard least.designPoint != most.designPoint else {
      return "\(strategy) comes to the same at all design points: \(text(most)) \(words.name)."
    }
    let places = [least, most].map { one in
      let point = answer.points.first { $0.designPoint == one.designPoint }
      return "\(text(one)) at \(point?.setting ?? "")"
    }
    return "\(strategy), \(words.name): least, \(places[0]), and most, \(places[1])."
  }
}
