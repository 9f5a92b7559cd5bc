import Answers
import Files
import Vocabulary

/// A check is about this: the metric that leads and the pushes it costs, or the metrics and
/// strategies that were asked for.
package struct CheckSelection: Sendable {
  /// Nil: all.
  private var metrics: [String]?
  private let isStandard: Bool
  private let strategies: [String]

  /// - Parameters:
  ///   - metrics: Names, or ``everything``; none: the standard ones.
  ///   - strategies: Names; none: all.
  package init(metrics: [String] = [], strategies: [String] = []) {
    self.metrics = metrics.contains(Self.everything) ? nil : metrics
    isStandard = metrics.isEmpty
    self.strategies = strategies
  }

  /// All metrics of all strategies.
  package static let all = CheckSelection(metrics: [everything])

  /// The word in place of a metric's name.
  package static let everything = "all"

  /// The selection with the standard metrics of a baseline where none were asked for.
  ///
  /// - Parameter margins: A margin asks for its metric too.
  /// - Throws: `InputError`: 66 or 65 for the answer of the baseline.
  func inForce(
    _ baseline: StoredResults, _ margins: Margins
  ) throws(InputError) -> CheckSelection {
    guard isStandard else { return self }
    try baseline.manifest.check(Answer.file)
    let leading = try baseline.manifest.answer()?.question.metric ?? "deliverability"
    let cost = "pushes_per_notification"
    var selection = self
    selection.metrics =
      [leading, cost].filter { name in
        baseline.series.contains { $0.has(name) }
      } + margins.metrics
    return selection
  }

  func covers(metric: String) -> Bool { metrics?.contains(metric) ?? true }

  func covers(strategy: String) -> Bool { strategies.isEmpty || strategies.contains(strategy) }

  /// - Throws: `InputError` (64) for a name that the baseline does not have: a gate on nothing
  ///   would always be open.
  func checkNames(in baseline: StoredResults) throws(InputError) {
    let known = Metric.all.map(\.name).filter { name in baseline.series.contains { $0.has(name) } }
    try Self.check(metrics ?? [], "--metric", among: known, kind: "metric", baseline)
    let strategies = baseline.series.map(\.key.strategy)
    let distinct = strategies.enumerated().filter { strategies.firstIndex(of: $1) == $0 }.map(\.1)
    try Self.check(self.strategies, "--strategy", among: distinct, kind: "strategy", baseline)
  }

  private static func check(
    _ names: [String], _ option: String, among known: [String], kind: String,
    _ baseline: StoredResults
  ) throws(InputError) {
    guard let unknown = names.first(where: { !known.contains($0) }) else { return }
    throw InputError.unknownName(
      "\(option): \(baseline.manifest.directory)", Diagnostic.excerpt(unknown), among: known,
      kind: kind)
  }
}
