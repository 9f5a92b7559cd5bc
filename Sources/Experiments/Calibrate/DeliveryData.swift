import Files
import Statistics

/// FCM's aggregated delivery data as figures to calibrate to: for each day the number of messages
/// that FCM has accepted, and what became of them in percent.
///
/// Source: Firebase Cloud Messaging Data API, `androidDeliveryData`
/// (docs/sources.md, "FCM Aggregated Delivery Data").
struct DeliveryData {
  /// What FCM counts, and which metric of a scenario counts the same; nil: none does.
  ///
  /// The model has no phone that is stopped for good, and does not count why a message was late.
  static let counterparts: [(name: String, metric: String?)] = [
    ("delivered", "deliverability"), ("pending", nil), ("collapsed", "service/overwritten"),
    ("droppedTooManyPendingMessages", "service/dropped-all"), ("droppedAppForceStopped", nil),
    ("droppedDeviceInactive", nil), ("droppedTtlExpired", "service/expired"),
    ("deliveredNoDelay", "timeliness"), ("delayedDeviceOffline", nil), ("delayedDeviceDoze", nil),
    ("delayedMessageThrottled", nil),
    ("delayedUserStopped", nil),
  ]

  /// By name of what is counted: the share of each day.
  private var shares: [String: [Double]] = [:]
  /// Accepted messages of each day.
  private var accepted: [Double] = []

  /// Reads the answer of the API (JSON), or its days as rows of a table in BigQuery: exported as
  /// JSON, a day a line, or as CSV with a column for each share.
  ///
  /// - Throws: ``InputError``: 66 for a file that cannot be read, 65 with line and column for what
  ///   is wrong in it.
  init(_ path: String) throws(InputError) {
    if let header = try? TableReader.header(path: path, displayName: path),
      let count = Self.column(Self.count, header)
    {
      try read(csv: path, header, count)
    } else {
      try read(json: path)
    }
    guard accepted.count >= Self.daysMin else {
      throw InputError(
        ExitCode.dataError,
        "\(path): found \(accepted.count) days; allowed: at least \(Self.daysMin), because how "
          + "much they differ is the error")
    }
  }

  private mutating func read(json path: String) throws(InputError) {
    let bytes = try InputFile.contents(path: path, displayName: path, named: .user)
    let rows = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
    let isTable = rows.count > 1 && rows.allSatisfy { $0.first == "{" }
    // A list of YAML: errors keep their lines.
    let tree = try ConfigNode.parse(
      yaml: isTable ? Array(rows.map { "- \($0)\n" }.joined().utf8) : bytes, file: path)
    guard let days = isTable ? tree.elements : tree["androidDeliveryData"]?.elements else {
      throw InputError(
        ExitCode.dataError,
        "\(path): found no androidDeliveryData; allowed: the answer of the FCM Data API "
          + "(deliveryData.list), a day each, or an export from BigQuery (docs/calibrate.md)")
    }
    let sink = DiagnosticSink()
    for day in days { add(ValueReader(day, path: "androidDeliveryData", sink: sink)) }
    try sink.throwIfAny()
  }

  private mutating func read(
    csv path: String, _ header: [String], _ count: String
  ) throws(InputError) {
    let columns = Self.counterparts.compactMap { name, _ in
      Self.column(name, header).map { (name: name, column: $0) }
    }
    let table = try TableReader.read(
      path: path, displayName: path, numbers: [count] + columns.map(\.column))
    let sink = DiagnosticSink()
    for row in 0..<table.rowCount {
      let check = { (column: Int, name: String, isAllowed: Bool, allowed: String) in
        guard !isAllowed else { return }
        let number = Units.text(of: table.numbers[column][row])
        sink.report(
          Diagnostic(
            at: SourceLocation(file: path, line: table.line(ofRow: row), column: 1), path: name,
            .found(number), allowed: allowed))
      }
      check(0, count, table.numbers[0][row] > 0, "a number above 0")
      for (place, (_, column)) in columns.enumerated() {
        let isShare = 0...100 ~= table.numbers[place + 1][row]
        check(place + 1, column, isShare, "a number from 0 to 100")
      }
    }
    try sink.throwIfAny()
    accepted = table.numbers[0]
    for (number, (name, _)) in columns.enumerated() {
      shares[name] = table.numbers[number + 1].map { $0 / 100 }
    }
  }

  /// Nested fields have the names of their records before them.
  private static func column(_ name: String, _ header: [String]) -> String? {
    header.first { $0 == name || $0.hasSuffix(".\(name)") || $0.hasSuffix("_\(name)") }
  }

  private static let count = "countMessagesAccepted"
  /// Days differ, and what they differ by is the error.
  private static let daysMin = 5

  private mutating func add(_ day: ValueReader) {
    guard let data = day.node["data"] else { return day.report(allowed: "a map with data") }
    let count = data[Self.count]?.scalarText.flatMap(Units.number)
    guard let count, count > 0, count.isFinite else {
      return day.report(allowed: "a day with data.countMessagesAccepted above 0")
    }
    accepted.append(count)
    let outcomes = data["messageOutcomePercents"]
    let delays = data["deliveryPerformancePercents"]
    for (name, _) in Self.counterparts {
      guard let node = outcomes?[name] ?? delays?[name] else { continue }
      guard let percent = node.scalarText.flatMap(Units.number), 0...100 ~= percent else {
        ValueReader(node, path: name, sink: day.sink).report(allowed: "a number from 0 to 100")
        continue
      }
      shares[name, default: []].append(percent / 100)
    }
  }
}

extension DeliveryData {
  /// The figures that a scenario has too, weighted by the messages of each day.
  func targets(strategy: String, _ scenario: Scenario) -> [CalibrationTarget] {
    Self.counterparts.compactMap { name, metric in
      guard let shares = shares[name], shares.count == accepted.count,
        let metric = Metric.observable.first(where: { $0.name == metric }),
        metric.isModelled(scenario)
      else { return nil }
      let sample = RatioSample(
        numerators: zip(shares, accepted).map { $0 * $1 }, denominators: accepted)
      guard let value = sample.ratio, let error = sample.standardError, error > 0 else {
        return nil
      }
      return CalibrationTarget(
        metric: metric.name, strategy: strategy, group: nil, value: value, standardError: error)
    }
  }

  /// What the file has, and the scenario does not count.
  func unused(_ targets: [CalibrationTarget]) -> [String] {
    let used = targets.map(\.metric)
    return Self.counterparts.filter { name, metric in
      shares[name] != nil && !(metric.map(used.contains) ?? false)
    }.map(\.name)
  }
}
