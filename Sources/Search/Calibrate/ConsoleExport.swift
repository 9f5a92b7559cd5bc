import Files
import Foundation
import Models
import Scenarios
import Statistics
import Vocabulary

/// Apple's delivery metrics of an app as figures to calibrate to: for each day and type of push,
/// how many pushes came to which status.
///
/// Source: Apple, "Exporting delivery metrics logs" (columns), "Viewing the status of push
/// notifications using Metrics and APNs" (statuses; docs/reference/sources.md).
struct ConsoleExport {
  /// The names that Apple's page gives; they are compared without case and punctuation.
  enum Status: String, CaseIterable {
    case received = "Received by APNs"
    case delivered = "Delivered to Device"
    case deliveredFromStorage = "Delivered to Device (From Storage)"
    case storedOffline = "Stored - Device Offline"
    case storedForPower = "Stored - Power Considerations"
    case unregistered = "Discarded - Token Unregistered"
    case unregisteredFromStorage = "Discarded - Token Unregistered (From Storage)"
    case expired = "Discarded - Expired"
    case disabled = "Discarded - Disabled"
    case disabledFromStorage = "Discarded - Disabled (From Storage)"
  }

  /// A metric is a share of these, and has these parts.
  private static let figures: [(metric: String, parts: [Status], whole: Status)] = [
    ("apns_from_storage_share", [.deliveredFromStorage], .storedOffline),
    ("apns_delivered_share", [.delivered], .received),
    ("apns_expired_share", [.expired], .received),
    ("apns_unregistered_share", [.unregistered, .unregisteredFromStorage], .received),
    ("apns_disabled_share", [.disabled, .disabledFromStorage], .received),
  ]

  /// The pushes of each day that has a row of it, all types together, by status.
  private var counts: [Status: [Int: Double]] = [:]
  private var types: Set<String> = []
  /// The rows so far.
  private var seen: Set<String> = []
  /// Statuses that are none of Apple's, and how many rows have them.
  private var unknown: [String: Int] = [:]

  /// Reads CSV, or JSON with a row on each line, with the fields push type, status, date (UTC) and
  /// count.
  ///
  /// - Throws: `InputError`: 66 for a file that cannot be read, 65 with line for what is wrong in
  ///   it.
  init(_ path: String) throws(InputError) {
    let sink = DiagnosticSink()
    if let head = try? LogHead(path: path, displayName: path),
      Field.allCases.allSatisfy({ $0.column(head.names) != nil })
    {
      try read(head, sink)
    } else {
      try read(json: path, sink)
    }
    try sink.throwIfAny()
  }
}

extension ConsoleExport {
  // MARK: Reading

  fileprivate enum Field: String, CaseIterable {
    case type = "push type"
    case status
    case date = "date (UTC)"
    case count

    func column(_ names: [String]) -> String? {
      let known = self == .date ? ["dateutc", "date"] : [ConsoleExport.plain(rawValue)]
      return names.first { known.contains(ConsoleExport.plain($0)) }
    }
  }

  /// A name without case and punctuation.
  private static func plain(_ name: String) -> String {
    name.lowercased().filter { $0.isLetter || $0.isNumber }
  }

  private static let statuses = Dictionary(
    uniqueKeysWithValues: Status.allCases.map { (plain($0.rawValue), $0) })

  private mutating func read(_ head: LogHead, _ sink: DiagnosticSink) throws(InputError) {
    let columns = Field.allCases.compactMap { $0.column(head.names) }
    let table = try LogReader.read(head, LogRequest(texts: columns))
    for row in 0..<table.rowCount {
      let cells = table.texts.map { $0.names[$0.ids[row]] }
      let here = SourceLocation(file: head.file, line: table.line(ofRow: row), column: 1)
      add(Dictionary(uniqueKeysWithValues: zip(Field.allCases, cells)), at: here, sink)
    }
  }

  private mutating func read(json path: String, _ sink: DiagnosticSink) throws(InputError) {
    let (tree, _) = try ConfigNode.exported(path)
    guard let rows = tree.elements ?? (tree.entries == nil ? nil : [tree]) else {
      throw Self.noExport(path)
    }
    for (number, row) in rows.enumerated() {
      let entries = row.entries ?? []
      var cells: [Field: String] = [:]
      for field in Field.allCases {
        let name = field.column(entries.map(\.key))
        cells[field] = entries.first { $0.key == name }?.value.scalarText
      }
      if number == 0, cells.isEmpty { throw Self.noExport(path) }
      if let absent = Field.allCases.first(where: { cells[$0] == nil }) {
        sink.report(
          Diagnostic(
            at: row.location, path: absent.rawValue, .message("the row does not have it"),
            allowed: "rows with \(Field.allCases.map(\.rawValue).joined(separator: ", "))"))
        continue
      }
      add(cells, at: row.location, sink)
    }
  }

  private static func noExport(_ path: String) -> InputError {
    InputError(
      ExitCode.dataError,
      "\(path): found no delivery metrics; allowed: CSV, or JSON with a row on each line, with the "
        + "fields \(Field.allCases.map(\.rawValue).joined(separator: ", "))")
  }

  private mutating func add(
    _ cells: [Field: String], at location: SourceLocation, _ sink: DiagnosticSink
  ) {
    let text = { (field: Field) in cells[field] ?? "" }
    let wrong = { (field: Field, allowed: String) in
      sink.report(
        Diagnostic(
          at: location, path: field.rawValue, .found(Diagnostic.excerpt(text(field))),
          allowed: allowed))
    }
    guard let seconds = DateTime.seconds(of: text(.date)) else {
      return wrong(.date, "a day such as 2026-05-01")
    }
    guard let count = Units.number(text(.count)), count >= 0, count < 1e15 else {
      return wrong(.count, "a number from 0 to below 1e15")
    }
    guard let status = Self.statuses[Self.plain(text(.status))] else {
      unknown[text(.status), default: 0] += 1
      return
    }
    types.insert(text(.type).lowercased())
    let day = Int((seconds / 86_400).rounded(.down))
    guard seen.insert("\(text(.type).lowercased()) \(status) \(day)").inserted else {
      return sink.report(
        Diagnostic(
          at: location, path: Field.status.rawValue,
          .message("the same push type, status and date as an earlier row"),
          allowed: "one row for each"))
    }
    counts[status, default: [:]][day, default: 0] += count
  }
}

extension ConsoleExport {
  // MARK: Figures

  /// Days differ, and what they differ by is the error.
  private static let daysMin = 5

  /// All counts are multiples of this power of ten: they are rounded to it; 1: they are not.
  private var rounding: Double {
    let all = counts.values.flatMap(\.values).filter { $0 > 0 }
    var step = 1.0
    while all.count > 1, all.allSatisfy({ ($0 / (10 * step)).rounded() * 10 * step == $0 }) {
      step *= 10
    }
    return step
  }

  /// The figures that can be told, and notes on what is not used.
  ///
  /// - Throws: `InputError`: 64 for a scenario without such a push service.
  func targets(
    strategy: String, _ scenario: Scenario
  ) throws(InputError) -> (found: [CalibrationTarget], notes: [String]) {
    guard
      Metric.observable.first(where: { $0.name == "apns_delivered_share" })?
        .isModelled(scenario) == true
    else {
      throw InputError(
        ExitCode.usage,
        "--apns: no device of the scenario gets its pushes from APNs; allowed: a scenario with "
          + "push_service.kind: apns")
    }
    var (found, notes) = ([CalibrationTarget](), self.notes)
    for figure in Self.figures {
      switch target(figure.parts, figure.whole) {
      case .found(let value, let error, let days):
        found.append(
          CalibrationTarget(
            metric: figure.metric, strategy: strategy, group: nil, value: value,
            standardError: error, samples: days))
      case .unusable(let why): notes.append("\(figure.metric): \(why), so not used")
      }
    }
    return (found, notes)
  }

  private enum Target {
    case found(value: Double, error: Double, days: Int)
    case unusable(String)
  }

  /// A status without a row is unknown, not 0, also on a day.
  private func target(_ parts: [Status], _ whole: Status) -> Target {
    let needed = parts + [whole]
    let absent = needed.filter { counts[$0] == nil }
    guard absent.isEmpty else {
      return .unusable("there is no row of \(absent.map(\.rawValue).joined(separator: ", "))")
    }
    let small = needed.filter { mean($0) < rounding && rounding > 1 }
    guard small.isEmpty else {
      let names = small.map(\.rawValue).joined(separator: ", ")
      return .unusable("\(names) is so small that rounding decides")
    }
    let days = needed.map { Set((counts[$0] ?? [:]).keys) }
      .reduce(Set((counts[whole] ?? [:]).keys)) { $0.intersection($1) }.sorted()
    guard days.count >= Self.daysMin else {
      return .unusable(
        "\(HumanText.count(days.count, "day")) with all of its statuses; allowed: at least "
          + "\(Self.daysMin), because how much they differ is the error")
    }
    let sum = { (statuses: [Status], day: Int) in
      statuses.reduce(0) { $0 + (counts[$1]?[day] ?? 0) }
    }
    let all = Self.all(whole)
    let sample = RatioSample(
      numerators: days.map { sum(parts, $0) }, denominators: days.map { sum(all, $0) })
    guard let value = sample.ratio, let error = sample.standardError else {
      return .unusable("\(whole.rawValue) is 0")
    }
    return error > 0
      ? .found(value: value, error: error, days: days.count)
      : .unusable("the same on all days, so without an error")
  }

  /// Pushes that are stored for either reason come from storage.
  private static func all(_ whole: Status) -> [Status] {
    whole == .storedOffline ? [.storedOffline, .storedForPower] : [whole]
  }

  private func mean(_ status: Status) -> Double {
    let days = counts[status].map { Array($0.values) } ?? []
    return days.isEmpty ? 0 : days.reduce(0, +) / Double(days.count)
  }

  private var notes: [String] {
    var notes: [String] = []
    if !unknown.isEmpty {
      let names = unknown.sorted { $0.key < $1.key }.map { name, rows in
        "\"\(Diagnostic.excerpt(name))\" (\(HumanText.count(rows, "row")))"
      }
      notes.append("no status of Apple's, so not used: \(names.joined(separator: ", "))")
    }
    if types.count > 1 {
      notes.append(
        "all types of pushes count together: \(types.sorted().joined(separator: ", "))")
    }
    if rounding > 1 {
      notes.append(
        "counts are rounded to \(Units.text(of: rounding)); what that adds is in the errors, since "
          + "it differs from day to day")
    }
    return notes
  }
}
