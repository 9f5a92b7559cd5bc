import Files
import Models

/// A figure that was observed: what the model should produce.
package struct CalibrationTarget: Sendable, Equatable {
  /// One of the names of ``Metric/observable``.
  package let metric: String
  package let strategy: String
  /// Nil: all devices.
  package let group: String?
  package let value: Double
  /// Above 0.
  package let standardError: Double

  package init(
    metric: String, strategy: String, group: String?, value: Double, standardError: Double
  ) {
    (self.metric, self.strategy, self.group) = (metric, strategy, group)
    (self.value, self.standardError) = (value, standardError)
  }

  /// Beyond it no figure means anything.
  private static let most = 1e15

  /// Such as `deliverability of commuters, gap-recovery`.
  var name: String { metric + (group.map { " of \($0)" } ?? "") + ", \(strategy)" }
}

extension CalibrationTarget {
  /// Reads `metric,value,std_error[,strategy][,group]`.
  ///
  /// - Parameter strategy: Where the file names none.
  /// - Throws: ``InputError``: 66 for a file that cannot be read, 65 with line for what is wrong in
  ///   it, or nothing that the scenario models.
  static func read(
    _ path: String, _ scenario: Scenario, strategy: String
  ) throws(InputError) -> [CalibrationTarget] {
    let header = try TableReader.header(path: path, displayName: path)
    try checkHas(["metric", "value", "std_error"], header, path)
    let known = ["metric", "value", "std_error", "strategy", "group"]
    let texts = ["metric"] + ["strategy", "group"].filter(header.contains)
    let table = try TableReader.read(
      path: path, displayName: path, numbers: ["value", "std_error"], texts: texts)
    let sink = DiagnosticSink()
    for name in header where !known.contains(name) {
      sink.report(
        Diagnostic(
          at: SourceLocation(file: path, line: 1, column: 1), path: name,
          .message("unknown column"),
          allowed: known.joined(separator: ", "),
          suggestion: NearestName.nearest(to: name, among: known)))
    }
    let targets = (0..<table.rowCount).compactMap { row -> CalibrationTarget? in
      let text = { (column: String) in
        texts.firstIndex(of: column).map { table.texts[$0].names[table.texts[$0].ids[row]] }
      }
      let target = CalibrationTarget(
        metric: text("metric") ?? "", strategy: text("strategy") ?? strategy, group: text("group"),
        value: table.numbers[0][row], standardError: table.numbers[1][row])
      let place = SourceLocation(file: path, line: table.line(ofRow: row), column: 1)
      return target.check(scenario, at: place, sink) ? target : nil
    }
    try sink.throwIfAny()
    for (row, target) in targets.enumerated()
    where targets[..<row].contains(where: { $0.name == target.name }) {
      let place = SourceLocation(file: path, line: table.line(ofRow: row), column: 1)
      sink.report(Diagnostic(at: place, path: target.name, .message("observed twice")))
    }
    try sink.throwIfAny()
    return targets
  }

  /// - Throws: ``InputError`` (65) where a file lacks a column.
  static func checkHas(
    _ columns: [String], _ header: [String], _ path: String
  ) throws(InputError) {
    guard let missing = columns.first(where: { !header.contains($0) }) else { return }
    throw InputError(
      ExitCode.dataError,
      [
        Diagnostic(
          at: SourceLocation(file: path, line: 1, column: 1),
          .message(
            "no column \(missing) among \(header.map(Diagnostic.excerpt).joined(separator: ", "))"),
          allowed: columns.joined(separator: ","))
      ])
  }

  /// - Returns: Whether the scenario can produce it; what stands in the way goes to the sink.
  private func check(
    _ scenario: Scenario, at place: SourceLocation, _ sink: DiagnosticSink
  ) -> Bool {
    let before = sink.reportCount
    let report = { (column: String, found: String, allowed: [String]) in
      sink.report(
        Diagnostic(
          at: place, path: column, .found(Diagnostic.excerpt(found)),
          allowed: allowed.joined(separator: ", "),
          suggestion: NearestName.nearest(to: found, among: allowed)))
    }
    if !(standardError > 0 && standardError < Self.most) {
      report("std_error", Units.text(of: standardError), ["above 0"])
    }
    let isShare = Metric.observable.contains { $0.name == metric && $0.isShare }
    if isShare ? !(0...1 ~= value) : !(abs(value) < Self.most) {
      report("value", Units.text(of: value), [isShare ? "from 0 to 1, such as 0.88" : "a number"])
    }
    let names = scenario.strategies.map(\.name)
    if !names.contains(strategy) { report("strategy", strategy, names) }
    let groups = scenario.frame.groupNames
    if let group, !groups.contains(group) {
      report("group", group, groups.isEmpty ? ["no groups in this scenario"] : groups)
    }
    let modelled = Metric.observable.filter { $0.isModelled(scenario) }.map(\.name)
    if !modelled.contains(metric) { report("metric", metric, modelled) }
    return sink.reportCount == before
  }
}
