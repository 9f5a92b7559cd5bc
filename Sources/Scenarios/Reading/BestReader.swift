import DeliverySim
import Files
import Models
import Vocabulary

final class BestKeys: KeyGroup {
  let maximise = goal("maximise", "The metric to have most of.")
  let minimise = goal("minimise", "Or: the metric to have least of.")
  let worth = Key(
    facts: KeyFacts("worth", .amount, "A difference up to this does not matter.")
  ) { map, _ in
    { (unit: Metric.Unit) -> Double in map.required("worth", .width(in: unit)) }
  }.needed
  let confidence = Key(
    optional: "confidence", .confidence, or: "that of the scenario",
    "The probability that all verdicts of a choice are right.")
  let among = Key(
    "among", .words(of: Selection.Among.self), .choices,
    "Who competes: strategies with the swept values of their parameters (choices), the strategies "
      + "of each design point, or all.")
  let subjectTo = Key(
    facts: KeyFacts("subject_to", .texts, "Limits: pushes_per_notification <= 1.1.")
  ) { map, _ in map.hasValue("subject_to") ? map.list("subject_to", count: 0...20) : [] }
  let slack = Key(
    "slack", .share.typed(.share), Probability(0.005) ?? .zero,
    "The share of a limit up to which beyond it still counts as within.")
  let tie = Key(
    optional: "tie", .metric.typed(.text), or: "the best estimate",
    "The one with the best value of this metric is chosen among those that are as good.")
  let pareto = Key(
    facts: KeyFacts("pareto", .texts, "Metrics: who is beaten in all of them?")
  ) { map, _ in map.hasValue("pareto") ? map.list("pareto", count: 2...5) : [] }
  let method = Key(
    "method", .words(of: Selection.Method.self), .gaps,
    "Intervals of the gaps (gaps), or elimination down to one (kn).")
}

/// The command line puts null in place of the other one.
private func goal(_ name: String, _ meaning: String) -> Key<String?> {
  Key(facts: KeyFacts(name, .text, meaning)) { map, _ in
    map.expect([name])
    return map.hasValue(name) ? map.optional(name, .metric) : nil
  }
}

/// The selection with the reader of `best`, for the checks that need the rest of the scenario.
typealias ReadSelection = (selection: Selection, best: Section<BestKeys>)

/// - Returns: Nil where nothing is asked, and after an error.
func readSelection(_ best: Section<BestKeys>?, confidence: Double) -> ReadSelection? {
  guard let best else { return nil }
  let errorsBefore = best.sink.reportCount
  let (most, least) = (best.maximise, best.minimise)
  let metric = most ?? least
  let isKnown = best.sink.reportCount == errorsBefore && metric != nil
  if (most == nil) == (least == nil), best.sink.reportCount == errorsBefore {
    let allowed = "either maximise or minimise, with a metric of metrics.csv"
    if most == nil { best.reportMissing(\.maximise, allowed: allowed) }
    if most != nil { best.report(\.minimise, found: "maximise and minimise", allowed: allowed) }
  }
  // Its unit is the metric's.
  if !isKnown { best.awaits(\.worth) }
  let worth = isKnown ? best.worth(metric.map { Metric.named($0).unit } ?? .number) : 1
  let own = best.confidence
  let constraints = best.subjectTo.compactMap(readConstraint)
  let (among, slack, tie, method) = (best.among, best.slack, best.tie, best.method)
  var pareto: [String] = []
  for reader in best.pareto {
    guard let name = reader.read(.metric) else { continue }
    if pareto.contains(name) { reader.report(found: "\(name) twice", allowed: "each metric once") }
    pareto.append(name)
  }
  if method == .kn, !constraints.isEmpty || tie != nil {
    best.report(\.method, allowed: "gaps, where there are limits (subject_to) or a tie")
  }
  guard let metric, best.sink.reportCount == errorsBefore else { return nil }
  let selection = Selection(
    metric: metric, isMaximised: most != nil, worth: worth, confidence: own ?? confidence,
    among: among, constraints: constraints, slack: slack.value, tie: tie, pareto: pareto,
    method: method)
  return (selection, best)
}

private func readConstraint(_ reader: ValueReader) -> Selection.Constraint? {
  let shape = "METRIC <= NUMBER or METRIC >= NUMBER, such as pushes_per_notification <= 1.1"
  guard let text = reader.read(.text(shape)) else { return nil }
  let spaced = text.replacing("<=", with: " <= ").replacing(">=", with: " >= ")
  let words = spaced.split(whereSeparator: \.isWhitespace).map(String.init)
  let parts = Array(words.prefix(2)) + [words.dropFirst(2).joined(separator: " ")]
  guard words.count > 2, ["<=", ">="].contains(parts[1]) else {
    reader.report(allowed: shape)
    return nil
  }
  let names = Metric.all.map(\.name)
  guard let metric = Metric.all.first(where: { $0.name == parts[0] }) else {
    reader.report(
      found: "\"\(Diagnostic.excerpt(parts[0]))\"", allowed: names.joined(separator: ", "),
      suggestion: NearestName.nearest(to: parts[0], among: names))
    return nil
  }
  let amount = metric.unit.amount
  guard let bound = amount.value(parts[2]) else {
    reader.report(found: "\"\(Diagnostic.excerpt(parts[2]))\"", allowed: amount.allowed())
    return nil
  }
  return Selection.Constraint(
    text: text, metric: metric.name, isUpper: parts[1] == "<=", bound: bound)
}

/// Checks that the scenario models the metrics.
func check(_ read: ReadSelection?, _ scenario: Scenario) {
  guard let (selection, best) = read else { return }
  for name in selection.metrics {
    Metric.named(name).check(isModelledBy: scenario) { found, allowed in
      best.map.source.report(found: found, allowed: allowed)
    }
  }
}
