package import Answers
import Files
import Vocabulary

/// It shows what a calibration has found at a terminal: the verdict, the values, the figures.
package struct CalibrationText {
  private let answer: Answer

  package init(_ answer: Answer) { self.answer = answer }

  package var lines: [String] {
    sentences.flatMap { TextWrap.lines($0) } + [""] + values.fittingLines
      + [""] + figures.fittingLines + shapes.lines + shapes.outcomes
  }

  /// The answer in words.
  package var sentences: [String] { [verdict] + shapes.sentences + openings }

  private var shapes: CalibrationShapeText { CalibrationShapeText(answer) }

  private var verdict: String {
    let counts =
      "\(HumanText.count(answer.unknowns.count, "unknown")), "
      + HumanText.count(answer.figures.count, "figure")
    let p = answer.test.map { HumanText.digits($0.pValue, 2) }
    switch answer.ending {
    case .notConverged, nil:
      return
        "No answer (\(counts)): the search ended at values that do not produce the figures; "
        + (withoutLatency
          ?? "start at other values of the unknowns (--set)"
          + (answer.figures.count > 1 ? ", or leave a figure out" : ""))
    case .open:
      return "Your figures do not decide (\(counts)): many values produce them"
    case .rejected:
      return "No values of these unknowns produce your figures (p = \(p ?? "unknown")): "
        + (withoutLatency ?? "the model lacks something, or a standard error is too small")
    case .found:
      let test = p.map { "\(counts); p = \($0): nothing speaks against the model)" }
      return "The values below produce your figures ("
        + (test ?? "\(counts)); with no more figures than unknowns nothing tests the model")
    }
  }

  /// Delays that are 0 in the scenario, whatever the unknowns: no search meets them.
  private var withoutLatency: String? {
    let names = answer.figures.filter(\.lacksLatency).map(\.metric)
    guard !names.isEmpty else { return nil }
    let verb = names.count == 1 ? "is" : "are"
    return "the scenario has no latency, so \(names.joined(separator: ", ")) \(verb) 0 there: add "
      + "push_service.latency, or leave the delays out (--observed)"
  }

  /// The figures leave these open.
  private var openings: [String] {
    let sentences = answer.openings.map { moves in
      let open = Set(answer.unknowns.filter { $0.value == nil }.map(\.path))
      let parts = moves.filter { open.contains($0.path) }.sorted { abs($0.by) > abs($1.by) }
      if parts.isEmpty { return "Your figures leave a combination of the unknowns open." }
      let words = parts.map { "\($0.by > 0 ? "a larger" : "a smaller") \($0.path)" }
      return parts.count == 1
        ? alone(parts[0].path)
        : "Left open: \(words.joined(separator: " with ")) gives the same figures."
    }
    let advice = answer.observeToo.map { ["Observe \($0) too: it would tell more."] } ?? []
    return sentences + advice
  }

  /// The sentence on an unknown that the figures leave open by itself.
  private func alone(_ path: String) -> String {
    let unknown = answer.unknowns.first { $0.path == path }
    let ends = unknown.map(bounds)?.filter { !$0.isEmpty && $0 != none } ?? []
    return ends.isEmpty
      ? "Your figures say nothing about \(path)."
      : "Your figures say of \(path) only that it is \(ends.joined(separator: " and "))."
  }

  /// The ends of its interval; where one is open, the other says that it is all there is.
  private func bounds(_ unknown: Answer.Unknown) -> [String] {
    let text = { (number: Double) in unknown.unit.text(number) }
    return switch (unknown.ciLow, unknown.ciHigh) {
    case (let low?, let high?):
      unknown.value == nil
        ? ["at least \(text(low))", "at most \(text(high))"] : [text(low), text(high)]
    case (let low?, nil): ["at least \(text(low))", ""]
    case (nil, let high?): ["", "at most \(text(high))"]
    case (nil, nil): [none, none]
    }
  }

  /// It stands for a value: the figures leave it open, or nothing was found.
  private var none: String { answer.ending == .notConverged ? "-" : "open" }

  private func interval(_ unknown: Answer.Unknown) -> String {
    let ends = bounds(unknown).filter { !$0.isEmpty }
    let isClosed = ends.count == 2 && !ends[0].hasPrefix("at ") && ends[0] != none
    if isClosed { return ends.joined(separator: " to ") }
    return Set(ends) == [none] ? none : ends.joined(separator: ", ")
  }

  // MARK: Tables

  private var values: TextTable {
    let level = HumanText.percent(answer.question.confidence, decimals: 0)
    var table = TextTable(
      ["unknown", "start", "estimate", level], [.left, .right, .right, .right])
    for unknown in answer.unknowns {
      let text = { (number: Double) in unknown.unit.text(number) }
      table.add([
        unknown.path, text(unknown.start), unknown.value.map(text) ?? none, interval(unknown),
      ])
    }
    return table
  }

  private var figures: TextTable {
    var table = TextTable(
      ["figure", "observed", "± (se)", "model", "off by"],
      [.left, .right, .right, .right, .right])
    for figure in answer.figures {
      table.add([
        figure.title, HumanText.digits(figure.observed, 5),
        HumanText.digits(figure.standardError, 2), HumanText.digits(figure.produced, 5),
        "\(HumanText.fixed(figure.distance, 1)) se",
      ])
    }
    return table
  }
}
