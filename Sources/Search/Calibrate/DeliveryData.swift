import Files
import Scenarios
import Statistics
import Vocabulary

/// FCM's aggregated delivery data as figures to calibrate to: for each day the number of messages
/// that FCM has accepted, and what became of them in percent.
///
/// Source: Firebase Cloud Messaging Data API, `androidDeliveryData`
/// (docs/reference/sources.md, "FCM Aggregated Delivery Data").
package struct DeliveryData {
  /// FCM counts these, in percent of the accepted messages, and a metric of a scenario counts the
  /// same; nil: none does.
  ///
  /// The model does not count why a message was late.
  package static let counterparts: [(name: String, metric: String?)] = [
    ("delivered", "reached_share"), ("pending", nil), ("collapsed", "service/overwritten"),
    ("droppedTooManyPendingMessages", "service/dropped-all"),
    ("droppedAppForceStopped", "device/force-quit"), ("droppedDeviceInactive", "service/inactive"),
    ("droppedTtlExpired", "service/expired"), (onTime, "timeliness"),
    ("delayedDeviceOffline", nil), ("delayedDeviceDoze", nil), ("delayedMessageThrottled", nil),
    ("delayedUserStopped", nil), ("priorityLowered", "demoted_share"),
  ]

  /// A push that came at once counts as shown at once only where all pushes that come are shown.
  private static let onTime = "deliveredNoDelay"

  /// Each message has one of these.
  private static let outcomes = [
    "delivered", "pending", "collapsed", "droppedTooManyPendingMessages", "droppedAppForceStopped",
    "droppedDeviceInactive", "droppedTtlExpired",
  ]

  /// A row: a day, or a part of its messages.
  private struct Row {
    /// Nil: the row has no date.
    var day: String?
    /// Accepted messages.
    var accepted: Double
    /// The shares, by name of the count.
    var shares: [String: Double] = [:]
  }

  /// The days, in the order of their first rows.
  private var days: [Row] = []
  /// FCM counts these, by names that are not known here.
  private var unknown: Set<String> = []

  /// Reads the answer of the API (JSON), or its days as rows of a table in BigQuery: exported as
  /// JSON, a day a line, or as CSV with a column for each share.
  ///
  /// - Throws: `InputError`: 66 for a file that cannot be read, 65 with line and column for what
  ///   is wrong in it.
  init(_ path: String) throws(InputError) {
    if let head = try? LogHead(path: path, displayName: path),
      let count = Self.column(Self.count, head.names)
    {
      try read(head, count)
    } else {
      try read(json: path)
    }
    guard days.count >= Self.daysMin else {
      throw InputError(
        ExitCode.dataError,
        "\(path): found \(HumanText.count(days.count, "day")); allowed: at least \(Self.daysMin), "
          + "because how much they differ is the error")
    }
  }

  private mutating func read(json path: String) throws(InputError) {
    let (tree, areRows) = try ConfigNode.exported(path)
    if areRows, tree.elements?.first?["event"] != nil {
      throw InputError(
        ExitCode.dataError,
        "\(path): single messages as JSON; allowed: the same export as CSV, with the columns "
          + "event_timestamp, event, message_id, instance_id")
    }
    guard let days = tree.elements ?? tree["androidDeliveryData"]?.elements else {
      throw InputError(
        ExitCode.dataError,
        "\(path): found no androidDeliveryData; allowed: the answer of the FCM Data API "
          + "(deliveryData.list), a day each, or an export from BigQuery (\(Manual.calibrate))")
    }
    let sink = DiagnosticSink()
    for day in days { add(ValueReader(day, path: "androidDeliveryData", sink: sink)) }
    try sink.throwIfAny()
  }

  private mutating func read(_ head: LogHead, _ count: String) throws(InputError) {
    let columns = Self.counterparts.compactMap { name, _ in
      Self.column(name, head.names).map { (name: name, column: $0) }
    }
    let dates = Self.dates(head.names)
    let table = try LogReader.read(
      head, LogRequest(texts: [count] + columns.map(\.column) + dates))
    let sink = DiagnosticSink()
    let numbers = {
      (place: Int, column: String, allowed: String, isAllowed: (Double) -> Bool) -> [Double] in
      table.texts[place].ids.enumerated().map { row, id in
        let text = table.texts[place].names[id]
        if let number = Units.number(text), isAllowed(number) { return number }
        let here = SourceLocation(file: head.file, line: table.line(ofRow: row), column: 1)
        sink.report(Diagnostic(at: here, path: column, .found(text), allowed: allowed))
        return 1
      }
    }
    let accepted = numbers(0, count, "a number above 0") { $0 > 0 && $0.isFinite }
    let percent = columns.enumerated().map { place, column in
      numbers(place + 1, column.column, "a number from 0 to 100") { 0...100 ~= $0 }
    }
    for row in accepted.indices {
      let date = table.texts.suffix(dates.count).map { $0.names[$0.ids[row]] }
      let shares = zip(columns, percent).map { ($0.name, $1[row] / 100) }
      let here = SourceLocation(file: head.file, line: table.line(ofRow: row), column: 1)
      add(
        Row(
          day: date.isEmpty ? nil : date.joined(separator: "-"), accepted: accepted[row],
          shares: Dictionary(shares) { first, _ in first }), at: here, sink)
    }
    try sink.throwIfAny()
  }

  /// The columns of a row's date.
  private static func dates(_ header: [String]) -> [String] {
    ["date", "year", "month", "day"].compactMap { column($0, header) }
  }

  /// Rows of one day are parts of it, such as those of a label: they are added up.
  private mutating func add(_ row: Row, at location: SourceLocation, _ sink: DiagnosticSink) {
    let sum = Self.outcomes.reduce(0) { $0 + (row.shares[$1] ?? 0) }
    guard sum < Self.sumMax else {
      return sink.report(
        Diagnostic(
          at: location, path: "messageOutcomePercents",
          .found("outcomes of \(HumanText.percent(sum, decimals: 0)) together"),
          allowed: "at most 100 %: each message has one outcome"))
    }
    guard let day = row.day, let place = days.firstIndex(where: { $0.day == day }) else {
      days.append(row)
      return
    }
    let all = days[place].accepted + row.accepted
    for (name, share) in row.shares {
      guard let before = days[place].shares[name] else { continue }
      days[place].shares[name] = (before * days[place].accepted + share * row.accepted) / all
    }
    for name in days[place].shares.keys where row.shares[name] == nil {
      days[place].shares[name] = nil
    }
    days[place].accepted = all
  }

  /// It has room for what rounding to whole percents may add.
  private static let sumMax = 1.05

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
    let date = day.node["date"]
    let parts = date?.entries?.compactMap(\.value.scalarText).joined(separator: "-")
    var row = Row(day: parts ?? date?.scalarText, accepted: count)
    let outcomes = data["messageOutcomePercents"]
    let delays = data["deliveryPerformancePercents"]
    let insights = data["messageInsightPercents"]
    for (name, _) in Self.counterparts {
      guard let node = outcomes?[name] ?? delays?[name] ?? insights?[name] else { continue }
      guard let percent = node.scalarText.flatMap(Units.number), 0...100 ~= percent else {
        ValueReader(node, path: name, sink: day.sink).report(allowed: "a number from 0 to 100")
        continue
      }
      row.shares[name] = percent / 100
    }
    let known = Set(Self.counterparts.map(\.name))
    let named = [outcomes, delays, insights].flatMap { $0?.entries?.map(\.key) ?? [] }
    unknown.formUnion(named.filter { !known.contains($0) })
    add(row, at: day.node.location, day.sink)
  }
}

extension DeliveryData {
  /// The figures that a scenario has too, weighted by the messages of each day; those that are the
  /// same each day, which have no error; and those that it does not count.
  ///
  /// - Parameter showsAll: True if all that has reached a device is shown.
  func targets(
    strategy: String, _ scenario: Scenario, showsAll: Bool
  ) -> (found: [CalibrationTarget], constant: [String], uncounted: [String], notes: [String]) {
    var (found, constant, uncounted) = ([CalibrationTarget](), [String](), unknown.sorted())
    var notes: [String] = []
    let accepted = days.map(\.accepted)
    for (name, counterpart) in Self.counterparts {
      let shares = days.compactMap { $0.shares[name] }
      guard !shares.isEmpty else { continue }
      guard shares.count == days.count else {
        let absent = HumanText.count(days.count - shares.count, "day")
        notes.append("\(name): absent on \(absent) of \(days.count), so not used")
        continue
      }
      guard showsAll || name != Self.onTime,
        let metric = Metric.observable.first(where: { $0.name == counterpart }),
        metric.isModelled(scenario)
      else {
        uncounted.append(name)
        continue
      }
      let sample = RatioSample(
        numerators: zip(shares, accepted).map { $0 * $1 }, denominators: accepted)
      guard let value = sample.ratio, let error = sample.standardError, error > 0 else {
        constant.append(name)
        continue
      }
      found.append(
        CalibrationTarget(
          metric: metric.name, strategy: strategy, group: nil, value: value, standardError: error,
          samples: accepted.count, isOfAccepted: true))
    }
    return (found, constant, uncounted, notes)
  }
}
