import Files

/// What a check is about: everything, or the metrics and strategies that were asked for.
package struct CheckSelection: Sendable {
  private let metrics: [String]
  private let strategies: [String]

  /// - Parameters:
  ///   - metrics: Names; none: all.
  ///   - strategies: Names; none: all.
  package init(metrics: [String] = [], strategies: [String] = []) {
    self.metrics = metrics
    self.strategies = strategies
  }

  func contains(metric: String) -> Bool { metrics.isEmpty || metrics.contains(metric) }

  func contains(strategy: String) -> Bool { strategies.isEmpty || strategies.contains(strategy) }

  /// - Throws: ``InputError`` (64) for a name that the baseline does not have: a gate on nothing
  ///   would always be open.
  func checkNames(in baseline: StoredResults) throws(InputError) {
    let known = Metric.all.map(\.name).filter { name in baseline.series.contains { $0.has(name) } }
    try Self.check(metrics, "--metric", among: known, kind: "metric", baseline)
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
