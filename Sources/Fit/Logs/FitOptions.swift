package import Files

/// The options that a user gave to `fit`.
package struct FitOptions: Sendable {
  /// Columns by name; nil: detected.
  package var time: String?
  package var device: String?
  package var start: String?
  package var end: String?
  /// Other columns by their role.
  package var columns: [LogRole: String] = [:]
  /// The unit of plain numbers; nil: the one in which they are plausible, else seconds.
  package var unit: LogUnit?
  /// The form of times; nil: it is found out.
  package var pattern: TimePattern?
  /// The zone of times without one; nil: UTC.
  package var zone: LogZone?
  /// The times of receipts are read, not only whether there is one.
  package var readsReceipts = false
  /// The clock of the receipts.
  package var clock = ReceiptClock()
  /// Intervals are times online, not offline.
  package var areOnline = false
  /// The window's start, in the log's own clock **[s]**; nil: the earliest row.
  package var from: Double?
  /// The window's length **[s]**; nil: to the last row.
  package var length: Double?
  /// When the recording of intervals ended, in the log's own clock **[s]**; nil: it is estimated.
  package var until: Double?
  /// A longer gap ends a burst **[s]**.
  package var gap = 1800.0
  package var seed: UInt64 = 1
  /// The replications of each replay; nil: as many as fit a fixed amount of work.
  package var replications: Int?
  /// So many devices are drawn of all; nil: all are used.
  package var sampleDevices: Int?
  /// The traces that are written have the log's own names of devices, not numbers.
  package var keepsNames = false
  /// The scenario's name.
  package var name = "fitted"

  package init() {}
}

extension FitOptions {
  /// The reader of logs needs this of it.
  var reading: LogOptions {
    var options = LogOptions()
    (options.unit, options.pattern, options.zone) = (unit, pattern, zone)
    options.hasTimeFormat = true
    options.columns = columns
    for case (let role, let name?) in [
      (LogRole.sent, time), (.device, device), (.start, start), (.end, end),
    ] { options.columns[role] = name }
    return options
  }

  /// A scenario's name from its file's, `fitted` where that is none.
  package static func name(ofFile path: String?) -> String {
    let file = path?.split(separator: "/").last.map(String.init) ?? ""
    let stem = String(file.prefix { $0 != "." }).lowercased()
    return ScalarFormat<String>.isName(stem) ? stem : "fitted"
  }

  /// Sets the window from the texts of `--from` and `--until` (numbers or date-times) and
  /// `--length`.
  ///
  /// - Throws: `InputError` (64).
  package mutating func setWindow(
    from: String?, length: String?, until: String? = nil
  ) throws(InputError) {
    self.from = try moment("--from", from) ?? self.from
    self.until = try moment("--until", until) ?? self.until
    self.length = try Self.duration("--length", length) ?? self.length
  }

  private func moment(_ option: String, _ text: String?) throws(InputError) -> Double? {
    guard let text else { return nil }
    let number = Units.number(text).map { number in
      (unit ?? LogUnit.plausible(number...number) ?? .s).seconds(of: number)
    }
    if let number { return number }
    guard let value = try LogZone.moment(option, text, zone) else {
      throw Self.usage(option, text, "a number of the time column, or \(DateTime.example)")
    }
    return value
  }

  /// Sets the burst threshold from the text of `--gap`.
  package mutating func setGap(_ text: String?) throws(InputError) {
    gap = try Self.duration("--gap", text) ?? gap
  }

  private static func duration(_ option: String, _ text: String?) throws(InputError) -> Double? {
    guard let text else { return nil }
    let format = ScalarFormat<Int64>.duration(min: 1)
    guard let value = format.parse(text, false) else { throw usage(option, text, format.allowed) }
    return Double(value) / 1e6
  }

  private static func usage(_ option: String, _ found: String, _ allowed: String) -> InputError {
    InputError(
      ExitCode.usage, "\(option): found \"\(Diagnostic.excerpt(found))\"; allowed: \(allowed)")
  }
}
