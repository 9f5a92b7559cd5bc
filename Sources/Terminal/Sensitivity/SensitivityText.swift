package import Answers
import Files
import Vocabulary

/// It shows what a sensitivity analysis has found at a terminal: the ranges, a table for each
/// quantity, and the answer in a sentence below it.
package struct SensitivityText {
  private let answer: Answer
  private let quantities: [Quantity]

  /// A metric of a strategy, or its difference to the baseline.
  private struct Quantity {
    let metric: Metric
    let words: String
    /// The inputs that matter most come first.
    let influences: [Answer.Influence]
  }

  package init(_ answer: Answer) {
    self.answer = answer
    let groups = Dictionary(grouping: answer.influences.indices) { place in
      Self.words(answer.influences[place])
    }
    quantities = groups.values.sorted { $0[0] < $1[0] }.map { places in
      let influences = places.map { answer.influences[$0] }
      return Quantity(
        metric: Metric.named(influences[0].metric), words: Self.words(influences[0]),
        influences: influences)
    }
  }

  /// - Parameter effort: Such as `96 points, 10 replications at each`.
  package func lines(_ effort: String) -> [String] {
    let inputs = HumanText.count(answer.factors.count, "input")
    let heading = "\(answer.scenario): \(inputs), \(effort). The answer holds for these ranges:"
    return TextWrap.lines(heading) + ranges
      + quantities.flatMap { [""] + table($0) + TextWrap.lines(sentence($0)) }
  }

  /// An answer for each quantity.
  package var sentences: [String] { quantities.map(sentence) }

  private var ranges: [String] {
    answer.factors.flatMap { factor in
      TextWrap.lines("  \(factor.name): \(factor.path), \(factor.law ?? "")", indent: 4)
    }
  }

  private static func words(_ influence: Answer.Influence) -> String {
    influence.baseline.map {
      "the difference of \(influence.strategy) and \($0) in \(influence.metric)"
    } ?? "\(influence.metric) of \(influence.strategy)"
  }

  /// Indices are shares of a variance; else effects in the metric's unit.
  private var areIndices: Bool {
    answer.influences.contains { $0.rankedBy == ResultColumns.total.name }
  }

  private func title(_ influence: Answer.Influence) -> String {
    answer.factors.first { $0.name == influence.factor }?.label ?? influence.factor
  }
}

extension SensitivityText {
  // MARK: Tables

  private func table(_ quantity: Quantity) -> [String] {
    guard let measures = quantity.influences.first?.measures, !measures.isEmpty else {
      return TextWrap.lines(quantity.words)
    }
    let level = HumanText.percent(answer.question.confidence, decimals: 0)
    var table = TextTable(
      ["input"] + measures.flatMap { [$0.name, level] },
      [.left] + measures.flatMap { _ in [.right, .right] })
    for influence in quantity.influences {
      table.add(
        [title(influence)]
          + influence.measures.flatMap { [text($0.value, quantity.metric), ends($0, quantity)] })
    }
    return TextWrap.lines("\(quantity.words)\(unit(quantity.metric)):") + table.fittingLines
  }

  private func ends(_ measure: Answer.Influence.Measure, _ quantity: Quantity) -> String {
    guard let low = measure.ciLow, let high = measure.ciHigh else { return "-" }
    return "\(text(low, quantity.metric)) to \(text(high, quantity.metric))"
  }

  private func unit(_ metric: Metric) -> String {
    if areIndices { return ", shares of its variance (first), and with interactions (total)" }
    return switch metric.unit {
    case .share: ", percentage points"
    case .seconds: ", seconds"
    case .number: ""
    }
  }

  private func text(_ value: Double, _ metric: Metric) -> String {
    if value == 0 { return "0" }
    return areIndices
      ? HumanText.fixed(abs(value) < 0.0005 ? abs(value) : value, 3)
      : HumanText.digits(metric.isShare ? 100 * value : value, 3)
  }

  // MARK: The answer

  private func sentence(_ quantity: Quantity) -> String {
    guard let first = quantity.influences.first, let most = first.size else {
      let count = HumanText.count(quantity.influences.first?.pointsWithout ?? 0, "point")
      return "No answer for \(quantity.words): it has no finite value at \(count) "
        + "(see design.csv)."
    }
    guard most.value > 0 else {
      return "None of the inputs changes \(quantity.words): it is the same at all points."
    }
    let rivals = quantity.influences.filter(\.mayBeFirst).dropFirst()
    let idle = quantity.influences.filter { $0.size?.value == 0 }.map(title)
    let next = quantity.influences.dropFirst().first { ($0.size?.value ?? 0) > 0 }
    let others = rivals.isEmpty ? next.map { [$0] } ?? [] : Array(rivals)
    let told = others.map { "\(title($0)) (\(sizes($0, quantity.metric)))" }
    let names = ([title(first)] + rivals.map(title)).joined(separator: ", ")
    let head =
      rivals.isEmpty
      ? "\(names) matters most for \(quantity.words)"
      : "One of \(names) matters most for \(quantity.words), and it is not sure which"
    let rest = told.map { rivals.isEmpty ? "; next comes \($0)" : "; \($0)" }.joined()
    let none = idle.isEmpty ? "" : "; without any effect: \(idle.joined(separator: ", "))"
    return "\(head): "
      + "\(effect(first, most, quantity.metric, rivals.isEmpty ? "it" : title(first)))"
      + "\(rest)\(none)."
  }

  /// - Parameter name: The input is called so in the sentence.
  private func effect(
    _ influence: Answer.Influence, _ total: Answer.Influence.Measure, _ metric: Metric,
    _ name: String
  ) -> String {
    if areIndices { return share(own: own(influence), total, metric, name) }
    let ends = total.ciLow.flatMap { low in
      total.ciHigh.map { " (\(text(low, metric)) to \(size($0, metric)))" }
    }
    return "over its range \(name) moves it by \(size(total.value, metric)) on average\(ends ?? "")"
  }

  private func own(_ influence: Answer.Influence) -> Double {
    influence.measure(ResultColumns.first.name)?.value ?? 0
  }

  /// Only what an input causes by itself is a share of the variance: what inputs cause together
  /// counts in the total of each of them, so that totals add up to more than the variance.
  private func share(
    own: Double, _ total: Answer.Influence.Measure, _ metric: Metric, _ name: String
  ) -> String {
    let range = total.ciLow.flatMap { low in
      total.ciHigh.map { " (\(size(low, metric)) to \(size($0, metric)))" }
    }
    let hint =
      if max(own, total.value) > 1 {
        " (more than 100 % is by chance: take more points)"
      } else if own > total.value {
        " (less with its interactions than without is by chance: take more points)"
      } else {
        ""
      }
    return "by itself \(name) causes \(alone(own, metric)) of the variance, with its interactions "
      + "\(size(total.value, metric))\(range ?? "")\(hint)"
  }

  /// An estimate below 0 is one of nothing.
  private func alone(_ own: Double, _ metric: Metric) -> String {
    own > 0 ? size(own, metric) : "nothing"
  }

  /// The sizes in short, for the input that comes next.
  private func sizes(_ influence: Answer.Influence, _ metric: Metric) -> String {
    let value = size(influence.size?.value ?? 0, metric)
    guard areIndices else { return value }
    return "\(alone(own(influence), metric)) by itself, \(value) with its interactions"
  }

  private func size(_ value: Double, _ metric: Metric) -> String {
    if areIndices { return HumanText.percent(value, decimals: value < 0.1 ? 1 : 0) }
    return switch metric.unit {
    case .share: text(value, metric) + " points"
    case .seconds: text(value, metric) + " s"
    case .number: text(value, metric)
    }
  }
}
