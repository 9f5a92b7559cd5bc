import Files
import Models
import Scenarios
import Vocabulary

/// A figure that was observed: what the model should produce.
package struct CalibrationTarget: Sendable, Equatable {
  /// One of the names of `Metric/observable`.
  package let metric: String
  package let strategy: String
  /// Nil: all devices.
  package let group: String?
  package let value: Double
  /// Above 0.
  package let standardError: Double
  /// How many independent parts (days, devices) the standard error was found from, at least 2; nil:
  /// it is known.
  package let samples: Int?

  package init(
    metric: String, strategy: String, group: String?, value: Double, standardError: Double,
    samples: Int? = nil
  ) {
    (self.metric, self.strategy, self.group) = (metric, strategy, group)
    (self.value, self.standardError, self.samples) = (value, standardError, samples)
  }

  /// Beyond it no figure means anything.
  private static let most = 1e15

  /// Such as `deliverability of commuters, gap-recovery`.
  package var name: String { metric + (group.map { " of \($0)" } ?? "") + ", \(strategy)" }
}

extension CalibrationTarget {
  /// Reads `metric,value,std_error[,strategy][,group][,samples]`.
  ///
  /// - Parameter strategy: Where the file names none.
  /// - Throws: `InputError`: 66 for a file that cannot be read, 65 with line for what is wrong in
  ///   it, or nothing that the scenario models.
  static func read(
    _ path: String, _ scenario: Scenario, strategy: String
  ) throws(InputError) -> [CalibrationTarget] {
    let table = try TableReader.cells(path: path, displayName: path)
    try checkHas(["metric", "value", "std_error"], table.header.map(\.text), path)
    let known = ["metric", "value", "std_error", "strategy", "group", "samples"]
    let sink = DiagnosticSink()
    for cell in table.header where !known.contains(cell.text) {
      sink.report(
        Diagnostic(
          at: cell.location, path: cell.text, .message("unknown column"),
          allowed: known.joined(separator: ", "),
          suggestion: NearestName.nearest(to: cell.text, among: known)))
    }
    var targets: [CalibrationTarget] = []
    for row in table.rows {
      let cells = Dictionary(
        zip(table.header.map(\.text), row), uniquingKeysWith: { first, _ in first })
      guard let target = CalibrationTarget(cells, strategy: strategy, sink),
        target.check(scenario, cells, sink)
      else { continue }
      if targets.contains(where: { $0.name == target.name }) {
        sink.report(
          Diagnostic(at: row[0].location, path: target.name, .message("observed twice")))
      }
      targets.append(target)
    }
    try sink.throwIfAny()
    return targets
  }

  /// - Parameter cells: By column; an empty strategy is the one in force, an empty group all
  ///   devices.
  /// - Returns: Nil where a number cannot be read, which goes to the sink.
  private init?(_ cells: [String: CellTable.Cell], strategy: String, _ sink: DiagnosticSink) {
    let text = { (column: String) in
      cells[column].flatMap { $0.text.isEmpty ? nil : $0.text }
    }
    let number = { (column: String) -> Double? in
      let number = text(column).flatMap(Units.number)
      if number == nil {
        sink.report(
          Diagnostic(
            at: cells[column]?.location, path: column,
            .found(text(column).map(Diagnostic.excerpt) ?? "nothing"), allowed: "a decimal number"))
      }
      return number
    }
    let (value, error) = (number("value"), number("std_error"))
    var samples = Int?.none
    if let text = text("samples") {
      samples = Int(text).flatMap { Self.samples.contains($0) ? $0 : nil }
      guard samples != nil else {
        sink.report(
          Diagnostic(
            at: cells["samples"]?.location, path: "samples", .found(Diagnostic.excerpt(text)),
            allowed: "a whole number from 2 to 1000000000, or nothing"))
        return nil
      }
    }
    guard let value, let error else { return nil }
    self.init(
      metric: text("metric") ?? "", strategy: text("strategy") ?? strategy, group: text("group"),
      value: value, standardError: error, samples: samples)
  }

  private static let samples = 2...1_000_000_000

  /// - Throws: `InputError` (65) where a file lacks a column.
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
    _ scenario: Scenario, _ cells: [String: CellTable.Cell], _ sink: DiagnosticSink
  ) -> Bool {
    let before = sink.reportCount
    let report = { (column: String, found: String, allowed: [String]) in
      sink.report(
        Diagnostic(
          at: (cells[column] ?? cells["metric"])?.location, path: column,
          .found(Diagnostic.excerpt(found)),
          allowed: allowed.joined(separator: ", "),
          suggestion: NearestName.nearest(to: found, among: allowed)))
    }
    if !(standardError > 1 / Self.most && standardError < Self.most) {
      report("std_error", Units.text(of: standardError), ["above 0 (1e-15 to 1e15)"])
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
