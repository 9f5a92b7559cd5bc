import Files
import Foundation
import Runs
import Scenarios
package import Search

/// What a calibration has found, for a person at a terminal: the verdict, the values, the figures.
package struct CalibrationText {
  private let result: Calibration.Result

  package init(_ result: Calibration.Result) { self.result = result }

  package var lines: [String] {
    sentences.flatMap { TextWrap.lines($0) } + [""] + values.fittingLines
      + [""] + figures.fittingLines + CalibrationLawText(result.laws).lines
  }

  /// The answer in words.
  package var sentences: [String] { [verdict] + (isFound ? openings : []) }

  /// Some values produce the figures, so that the figures can tell of them.
  private var isFound: Bool { result.hasConverged && !result.isRejected }

  private var verdict: String {
    let counts =
      "\(HumanText.count(result.unknowns.count, "unknown")), "
      + HumanText.count(result.targets.count, "figure")
    if !result.hasConverged {
      return
        "No answer (\(counts)): the search has ended where it does not meet the figures; "
        + (withoutLatency
          ?? "start at other values of the unknowns (--set)"
          + (result.targets.count > 1 ? ", or leave a figure out" : ""))
    }
    if !result.open.isEmpty, !result.isRejected {
      return "Your figures do not decide (\(counts)): many values produce them"
    }
    guard let test = result.test else {
      return "The values below produce your figures (\(counts)); with no more figures than "
        + "unknowns nothing tests the model"
    }
    let p = HumanText.digits(test.pValue, 2)
    return result.isRejected
      ? "No values of these unknowns produce your figures (p = \(p)): "
        + (withoutLatency ?? "the model lacks something, or a standard error is too small")
      : "The values below produce your figures (\(counts); p = \(p): nothing speaks against the "
        + "model)"
  }

  /// Delays that are 0 in the scenario, whatever the unknowns: no search meets them.
  private var withoutLatency: String? {
    let names = result.targets.indices.filter { place in
      let (target, moment) = (result.targets[place], result.moments[place])
      return target.isDelay && abs(moment) < 1e-9
        && target.value > Self.far * result.errors[place]
    }.map { result.targets[$0].metric }
    guard !names.isEmpty else { return nil }
    let verb = names.count == 1 ? "is" : "are"
    return "the scenario has no latency, so \(names.joined(separator: ", ")) \(verb) 0 there: add "
      + "push_service.latency, or leave the delays out (--observed)"
  }

  /// A figure so many standard errors off is not met.
  private static let far = 5.0

  /// What the figures leave open.
  private var openings: [String] {
    let sentences = result.open.map { direction in
      let parts = direction.indices.filter {
        abs(direction[$0]) > Calibration.Result.least && result.isOpen($0)
      }
      .sorted { abs(direction[$0]) > abs(direction[$1]) }
      let words = parts.map { place in
        "\(direction[place] > 0 ? "a larger" : "a smaller") \(result.unknowns[place].path)"
      }
      if parts.isEmpty { return "Your figures leave a combination of the unknowns open." }
      let isAlone = words.count == 1
      return isAlone
        ? alone(parts[0])
        : "Left open: \(words.joined(separator: " with ")) gives the same figures."
    }
    let advice = result.advice.map { ["Observe \($0) too: it would tell more."] } ?? []
    return sentences + advice
  }

  /// The sentence on an unknown that the figures leave open by itself.
  private func alone(_ unknown: Int) -> String {
    let path = result.unknowns[unknown].path
    let ends = bounds(unknown).filter { !$0.isEmpty && $0 != "open" }
    return ends.isEmpty
      ? "Your figures say nothing about \(path)."
      : "Your figures say of \(path) only that it is \(ends.joined(separator: " and "))."
  }

  /// The ends of its interval; where one is open, the other says that it is all there is.
  private func bounds(_ unknown: Int) -> [String] {
    let text = { (number: Double) in result.unknowns[unknown].varied.text(number) }
    if result.unknowns[unknown].isWhole, let found = result.estimate(unknown) {
      return [text(found.low), text(found.high)]
    }
    return switch result.interval(unknown) {
    case (let low?, let high?):
      result.isOpen(unknown)
        ? ["at least \(text(low))", "at most \(text(high))"] : [text(low), text(high)]
    case (let low?, nil): ["at least \(text(low))", ""]
    case (nil, let high?): ["", "at most \(text(high))"]
    case (nil, nil): ["open", "open"]
    }
  }

  private func interval(_ unknown: Int) -> String {
    let ends = bounds(unknown).filter { !$0.isEmpty }
    let isClosed = ends.count == 2 && !ends[0].hasPrefix("at ") && ends[0] != "open"
    return isClosed ? ends.joined(separator: " to ") : ends.first ?? "open"
  }

  // MARK: Tables

  private var values: TextTable {
    let level = HumanText.percent(result.confidence, decimals: 0)
    var table = TextTable(
      ["unknown", "start", "estimate", level], [.left, .right, .right, .right])
    for (place, unknown) in result.unknowns.enumerated() {
      let text = { (number: Double) in unknown.varied.text(number) }
      let found = result.estimate(place)
      table.add(
        [
          unknown.path, text(unknown.scale.number(unknown.start)),
          found.map { text($0.value) } ?? "open", interval(place),
        ])
    }
    return table
  }

  private var figures: TextTable {
    var table = TextTable(
      ["figure", "observed", "± (se)", "model", "off by"],
      [.left, .right, .right, .right, .right])
    for (place, target) in result.targets.enumerated() {
      let moment = result.moments[place]
      let distance = (target.value - moment) / result.errors[place]
      table.add([
        target.name, HumanText.digits(target.value, 5), HumanText.digits(target.standardError, 2),
        HumanText.digits(moment, 5), "\(HumanText.fixed(distance, 1)) se",
      ])
    }
    return table
  }
}

extension CalibrationTarget {
  fileprivate var isDelay: Bool { metric.hasPrefix("latency_") }
}
