package import Files

/// The roles of the columns in a log of receipts, and the unit of its times.
package struct ReceiptColumns: Sendable {
  /// The names of the columns; nil: those that logs usually have.
  package var sent: String?
  package var received: String?
  package var device: String?
  /// The same, and a column of days, by role.
  package var others: [LogRole: String] = [:]
  /// The unit of plain numbers; nil: the one in which they are plausible, else seconds.
  package var unit: LogUnit?
  /// The form of times; nil: it is found out.
  package var pattern: TimePattern?
  /// The zone of times without one; nil: UTC.
  package var zone: LogZone?
  /// The clock of the receipts.
  package var clock = ReceiptClock()

  package init() {}
}

extension ReceiptColumns {
  struct Names {
    let sent: String
    let received: String
    let device: String

    /// The column that was taken for each role.
    var roles: [(role: LogRole, name: String?)] {
      [(.sent, sent), (.received, received), (.device, device)]
    }
  }

  // The usual names, in order of preference.
  private static let sentNames = [
    "sent", "sentat", "senttime", "pushed", "pushedat", "accepted", "acceptedat", "created",
    "createdat", "timestamp", "time", "ts",
  ]

  /// The reader of logs needs this of it.
  var reading: LogOptions {
    var options = LogOptions()
    (options.unit, options.pattern, options.zone) = (unit, pattern, zone)
    options.hasTimeFormat = true
    options.columns = others
    for case (let role, let name?) in [
      (LogRole.sent, sent), (.received, received), (.device, device),
    ] { options.columns[role] = name }
    return options
  }

  /// - Throws: `InputError`: 64 for a column that was asked for and is not there, 65 where none
  ///   has a name that such columns usually have.
  func names(in head: LogHead) throws(InputError) -> Names {
    func column(
      _ option: String, _ wanted: String?, _ found: String?
    ) throws(InputError) -> String {
      if let wanted {
        if head.names.contains(wanted) { return wanted }
        throw InputError(
          ExitCode.usage,
          [
            Diagnostic(
              at: SourceLocation(file: "--\(option)"),
              .message("no column \"\(Diagnostic.excerpt(wanted))\""), allowed: head.listed,
              suggestion: NearestName.nearest(to: wanted, among: head.names))
          ])
      }
      if let found { return found }
      throw InputError(
        ExitCode.dataError,
        [
          Diagnostic(
            at: SourceLocation(file: head.file, line: 1, column: 1),
            .message("no column \(option) among \(head.listed)"),
            allowed: "sent,received,device, or --\(option) COLUMN")
        ])
    }
    // A receipt is no sending here.
    let usual = Self.sentNames.lazy.compactMap { name in
      head.names.first { LogRole.plain($0) == name }
    }.first
    return Names(
      sent: try column("sent", sent ?? others[.sent], usual),
      received: try column("received", received ?? others[.received], head.column(.received)),
      device: try column("device", device ?? others[.device], head.column(.device)))
  }
}

/// The times of receipts, in seconds, once it is clear that they are in seconds.
struct ReceiptTimes {
  private let table: LogTable
  private let names: ReceiptColumns.Names
  private let sent: [Double]
  /// NaN without a receipt.
  private let received: [Double]

  /// - Throws: `InputError` (65) with line for times that are in another unit.
  init(
    _ table: LogTable, _ names: ReceiptColumns.Names, _ unit: LogUnit?
  ) throws(InputError) {
    (self.table, self.names) = (table, names)
    (sent, received) = (table.times[0], table.times[1])
    guard !table.areDateTimes else { return }
    try checkUnit()
    if unit == nil, table.unit == .s, let question = TimeQuestion(sent, column: names.sent) {
      throw failure(0, names.sent, question.words, question.answers)
    }
  }

  /// A log of more years than that counts in another unit **[s]**.
  private static let longest = 10 * 365.25 * 86_400

  private func checkUnit() throws(InputError) {
    let allowed = "seconds; --unit ms or --unit us reads smaller units"
    for (name, values) in [(names.sent, sent), (names.received, received)] {
      if let row = values.firstIndex(where: { abs($0) >= LogUnit.latest }) {
        throw failure(row, name, "found \(Units.text(of: values[row]))", allowed)
      }
    }
    guard let first = sent.min(), let last = sent.max(), last - first > Self.longest,
      let row = sent.firstIndex(of: last)
    else { return }
    let years = HumanText.fixed((last - first) / (365.25 * 86_400), 0)
    throw failure(row, names.sent, "\(years) years after the first one", allowed)
  }

  /// - Throws: `InputError` (65) with line where receipts come first.
  func delays(_ clock: ReceiptClock) throws(InputError) -> ReceiptClock.Delays {
    try clock.delays(
      sent, received, ReceiptClock.Names(sent: names.sent, received: names.received)
    ) { SourceLocation(file: table.file, line: table.line(ofRow: $0), column: 1) }
  }

  private func failure(
    _ row: Int, _ column: String, _ problem: String, _ allowed: String
  ) -> InputError {
    let place = SourceLocation(file: table.file, line: table.line(ofRow: row), column: 1)
    return InputError(
      ExitCode.dataError,
      [Diagnostic(at: place, path: column, .message(problem), allowed: allowed)])
  }
}
