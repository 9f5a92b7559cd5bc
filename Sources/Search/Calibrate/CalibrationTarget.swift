import Answers
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
  /// The number of independent parts (days, devices) from which the standard error was found, at
  /// least 2; nil: it is known.
  package let samples: Int?
  /// A share of the messages that the push service has accepted, not of all that are owed.
  package let isOfAccepted: Bool

  package init(
    metric: String, strategy: String, group: String?, value: Double, standardError: Double,
    samples: Int? = nil, isOfAccepted: Bool = false
  ) {
    (self.metric, self.strategy, self.group) = (metric, strategy, group)
    (self.value, self.standardError, self.samples) = (value, standardError, samples)
    self.isOfAccepted = isOfAccepted
  }

  /// The same of what the push service has accepted.
  var ofAccepted: CalibrationTarget {
    CalibrationTarget(
      metric: metric, strategy: strategy, group: group, value: value, standardError: standardError,
      samples: samples, isOfAccepted: true)
  }

  /// Such as `deliverability of commuters, gap-recovery`.
  package var name: String { Answer.Figure.title(metric, strategy, group) }

  /// A share that few messages made. A share that is small by chance has a small error, too, so
  /// that the truth seems excluded: fewer than 16 independent messages have so large an error.
  package var isRare: Bool {
    let isShare = Metric.observable.contains { $0.name == metric && $0.unit == .share }
    // A ratio of two counts may be above 1.
    return isShare && standardError > Self.errorMax * min(value, abs(1 - value))
  }

  private static let errorMax = 0.25
}

extension CalibrationTarget {
  /// Reads `metric,value,std_error[,strategy][,group][,samples]`.
  ///
  /// - Parameter strategy: The strategy of lines that name none.
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
      let errorsBefore = sink.reportCount
      let target = CalibrationTarget(cells, strategy: strategy, sink)
      target.check(scenario, cells, sink)
      guard sink.reportCount == errorsBefore else { continue }
      if targets.contains(where: { $0.name == target.name }) {
        sink.report(
          Diagnostic(at: row[0].location, path: target.name, .message("observed twice")))
      }
      targets.append(target)
    }
    try sink.throwIfAny()
    return targets
  }

  /// Numbers are in the metric's unit; what is wrong with them goes to the sink.
  ///
  /// - Parameter cells: By column; an empty strategy is the one in force, an empty group all
  ///   devices.
  private init(_ cells: [String: CellTable.Cell], strategy: String, _ sink: DiagnosticSink) {
    let text = { (column: String) in
      cells[column].flatMap { $0.text.isEmpty ? nil : $0.text }
    }
    let metric = text("metric") ?? ""
    let unit = Metric.observable.first { $0.name == metric }?.unit
    // The unit of an unknown metric is not known.
    let number = { (column: String, format: ScalarFormat<Double>) -> Double in
      unit == nil ? format.fallback : Self.read(format, cells[column], column, sink)
    }
    self.init(
      metric: metric, strategy: text("strategy") ?? strategy, group: text("group"),
      value: number(
        "value", .amount(unit?.amount ?? .number, unit == .share ? .between(0, 1) : .finite)),
      standardError: number("std_error", .amount(unit?.difference ?? .number, .ofErrors)),
      samples: text("samples") == nil
        ? nil : Self.read(.integer(in: 2...1_000_000_000), cells["samples"], "samples", sink))
  }

  private static func read<Value>(
    _ format: ScalarFormat<Value>, _ cell: CellTable.Cell?, _ column: String, _ sink: DiagnosticSink
  ) -> Value {
    let text = cell?.text ?? ""
    if let value = format.parse(text, false) { return value }
    sink.report(
      Diagnostic(
        at: cell?.location, path: column,
        .found(text.isEmpty ? "nothing" : Diagnostic.excerpt(text)), allowed: format.allowed,
        suggestion: format.suggestion(text)))
    return format.fallback
  }

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

  /// Reasons why the scenario cannot produce it go to the sink.
  private func check(
    _ scenario: Scenario, _ cells: [String: CellTable.Cell], _ sink: DiagnosticSink
  ) {
    let report = { (column: String, found: String, allowed: [String]) in
      sink.report(
        Diagnostic(
          at: (cells[column] ?? cells["metric"])?.location, path: column,
          .found(Diagnostic.excerpt(found)),
          allowed: allowed.joined(separator: ", "),
          suggestion: NearestName.nearest(to: found, among: allowed)))
    }
    let names = scenario.strategies.map(\.name)
    if !names.contains(strategy) { report("strategy", strategy, names) }
    let groups = scenario.frame.groupNames
    if let group, !groups.contains(group) {
      report("group", group, groups.isEmpty ? ["no groups in this scenario"] : groups)
    }
    let modelled = Metric.observable.filter { $0.isModelled(scenario) }.map(\.name)
    if !modelled.contains(metric) { report("metric", metric, modelled) }
  }
}

extension NumberRange {
  /// Beyond it no figure means anything.
  fileprivate static let finite = NumberRange(words: "", fallback: 1, ends: (nil, nil)) {
    abs($0) < 1e15
  }

  fileprivate static let ofErrors = NumberRange(
    words: " above 0 (1e-15 to 1e15)", fallback: 1, ends: (0, nil)
  ) { $0 > 1e-15 && $0 < 1e15 }
}
