import Answers
import Files
import Scenarios
package import Search
import Statistics
import Vocabulary

/// What a sensitivity analysis has found, for a person at a terminal: the ranges, a table for each
/// quantity, and the answer in a sentence below it.
package struct SensitivityText {
  private let result: SensitivityResult
  private var sensitivity: Sensitivity { result.sensitivity }
  private var factors: [SampledFactor] { sensitivity.sample.factors }

  package init(_ result: SensitivityResult) { self.result = result }

  package var lines: [String] {
    TextWrap.lines(heading) + ranges
      + result.quantities.flatMap { answer in
        [""] + table(answer) + TextWrap.lines(sentence(answer))
      }
  }

  /// An answer for each quantity.
  package var sentences: [String] { result.quantities.map(sentence) }

  private var heading: String {
    let experiment = sensitivity.experiment
    let inputs = HumanText.count(factors.count, "input")
    let count = result.points.count
    let points =
      switch sensitivity.method {
      case .sobol: "\(count / (factors.count + 2)) base points, \(count) in all"
      case .morris: "\(count / (factors.count + 1)) trajectories, \(count) points"
      }
    let replications = HumanText.count(experiment.base.replications.max, "replication")
    return "\(experiment.base.name): \(inputs), \(points), \(replications) at each. "
      + "The answer holds for these ranges:"
  }

  private var ranges: [String] {
    factors.flatMap { factor in
      TextWrap.lines("  \(factor.name): \(factor.path), \(factor.lawNode.flowText)", indent: 4)
    }
  }

  // MARK: Tables

  /// The inputs that matter most first.
  private func table(_ answer: SensitivityResult.Quantity) -> [String] {
    guard let measures = answer.measures else { return TextWrap.lines(answer.quantity) }
    let level = HumanText.percent(sensitivity.experiment.base.confidence, decimals: 0)
    var table = TextTable(
      ["input"] + measures.flatMap { [$0.name, level] },
      [.left] + measures.flatMap { _ in [.right, .right] })
    for place in order(answer) {
      table.add(
        [factors[place].title]
          + measures.flatMap { measure in
            let index = measure.indices[place]
            return [
              text(index.value, answer),
              "\(text(index.low, answer)) to \(text(index.high, answer))",
            ]
          })
    }
    return TextWrap.lines("\(answer.quantity)\(unit(answer)):") + table.fittingLines
  }

  private func unit(_ answer: SensitivityResult.Quantity) -> String {
    switch sensitivity.method {
    case .sobol: ", shares of its variance (first), and with interactions (total)"
    case .morris:
      switch answer.metric.unit {
      case .share: ", percentage points"
      case .seconds: ", seconds"
      case .number: ""
      }
    }
  }

  private func text(_ value: Double, _ answer: SensitivityResult.Quantity) -> String {
    if value == 0 { return "0" }
    switch sensitivity.method {
    case .sobol: return HumanText.fixed(abs(value) < 0.0005 ? abs(value) : value, 3)
    case .morris: return HumanText.digits(answer.metric.isShare ? 100 * value : value, 3)
    }
  }

  /// By the total index, or by mu_star.
  private func order(_ answer: SensitivityResult.Quantity) -> [Int] {
    guard let indices = answer.measures?[1].indices else { return [] }
    return indices.indices.sorted { (-indices[$0].value, $0) < (-indices[$1].value, $1) }
  }

  // MARK: The answer

  private func sentence(_ answer: SensitivityResult.Quantity) -> String {
    guard let measures = answer.measures else {
      let count = answer.values.count { $0 == nil }
      return "No answer: at \(count) of \(answer.values.count) points there is no finite value."
    }
    let (order, indices) = (order(answer), measures[1].indices)
    guard let first = order.first, indices[first].value > 0 else {
      return "None of the inputs changes \(answer.quantity): it is the same at all points."
    }
    let idle = order.filter { indices[$0].value == 0 }.map { factors[$0].title }
    let next = order.dropFirst().first { indices[$0].value > 0 }.map {
      let isOpen = indices[$0].high >= indices[first].low
      return "; next comes \(factors[$0].title) (\(sizes(measures, $0, answer)))"
        + (isOpen ? ", which may matter more" : "")
    }
    let none = idle.isEmpty ? "" : "; without any effect: \(idle.joined(separator: ", "))"
    return "\(factors[first].title) matters most for \(answer.quantity): "
      + "\(effect(measures, first, answer))\(next ?? "")\(none)."
  }

  private func effect(
    _ measures: [SensitivityResult.Measure], _ place: Int, _ answer: SensitivityResult.Quantity
  ) -> String {
    let index = measures[1].indices[place]
    switch sensitivity.method {
    case .sobol:
      return share(own: measures[0].indices[place].value, index, answer)
    case .morris:
      return "over its range it moves it by \(size(index.value, answer)) on average "
        + "(\(text(index.low, answer)) to \(size(index.high, answer)))"
    }
  }

  /// Only what an input causes by itself is a share of the variance: what inputs cause together
  /// counts in the total of each of them, so that totals add up to more than the variance.
  private func share(
    own: Double, _ total: SensitivityIndex, _ answer: SensitivityResult.Quantity
  ) -> String {
    let range = "\(size(total.low, answer)) to \(size(total.high, answer))"
    let hint =
      if max(own, total.value) > 1 {
        " (more than 100 % is by chance: take more points)"
      } else if own > total.value {
        " (less with its interactions than without is by chance: take more points)"
      } else {
        ""
      }
    return "by itself it causes \(alone(own, answer)) of the variance, with its interactions "
      + "\(size(total.value, answer)) (\(range))\(hint)"
  }

  /// An estimate below 0 is one of nothing.
  private func alone(_ own: Double, _ answer: SensitivityResult.Quantity) -> String {
    own > 0 ? size(own, answer) : "nothing"
  }

  /// In short, for the input that comes next.
  private func sizes(
    _ measures: [SensitivityResult.Measure], _ place: Int, _ answer: SensitivityResult.Quantity
  ) -> String {
    let value = size(measures[1].indices[place].value, answer)
    guard sensitivity.method == .sobol else { return value }
    let own = measures[0].indices[place].value
    return "\(alone(own, answer)) by itself, \(value) with its interactions"
  }

  private func size(_ value: Double, _ answer: SensitivityResult.Quantity) -> String {
    switch sensitivity.method {
    case .sobol: HumanText.percent(value, decimals: value < 0.1 ? 1 : 0)
    case .morris:
      switch answer.metric.unit {
      case .share: text(value, answer) + " points"
      case .seconds: text(value, answer) + " s"
      case .number: text(value, answer)
      }
    }
  }
}

extension SensitivityResult.Quantity {
  /// In words.
  fileprivate var quantity: String {
    baseline.map { "the difference of \(strategy) and \($0) in \(metric.name)" }
      ?? "\(metric.name) of \(strategy)"
  }
}

extension ConfigNode {
  /// As a scenario has it on one line.
  fileprivate var flowText: String {
    switch content {
    case .scalar(let text, _): text
    case .sequence(let elements): "[" + elements.map(\.flowText).joined(separator: ", ") + "]"
    case .mapping(let entries):
      "{" + entries.map { "\($0.key): \($0.value.flowText)" }.joined(separator: ", ") + "}"
    }
  }
}
