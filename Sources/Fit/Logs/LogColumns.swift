import Files

/// Which columns of a log are which: as the options name them, else by the names that logs use.
enum LogColumns: Equatable {
  /// - Parameter received: Says which messages were received; nil: nothing does.
  case arrivals(time: String, device: String?, received: String?)
  case intervals(start: String, end: String, device: String?)
}

extension LogColumns {
  // In order of preference. None means online: that is for --online to say.
  private static let timeNames = [
    "timestamp", "time", "t", "ts", "datetime", "date", "created", "createdat", "sent", "sentat",
    "arrival", "arrivedat", "received", "receivedat", "when", "epoch", "unixtime",
  ]
  private static let startNames = [
    "start", "begin", "started", "startedat", "starttime", "offlinefrom", "from",
    "offlinestart", "disconnected", "disconnectedat", "down",
  ]
  private static let endNames = [
    "end", "stop", "ended", "endedat", "endtime", "offlineto", "until", "to",
    "offlineend", "reconnected", "reconnectedat", "up",
  ]

  /// Beside a column of times these are people or places, not moments.
  private static let weakNames: Set<String> = ["from", "to", "up", "down"]

  /// The kind of log that a header shows.
  ///
  /// - Throws: `InputError` (65) that lists the columns and the options to name them.
  init(_ header: [String], file: String, _ options: FitOptions) throws(InputError) {
    func find(_ wanted: String?, _ names: [String]) -> String? {
      if let wanted, header.contains(wanted) { return wanted }
      return LogNames.column(names, in: header)
    }
    let start = find(options.start, Self.startNames)
    let end = find(options.end, Self.endNames)
    let time = find(options.time, Self.timeNames) ?? (header.count == 1 ? header[0] : nil)
    let isWeak = [start, end].contains { name in
      name.map { Self.weakNames.contains(LogNames.plain($0)) } ?? false
    }
    let asksForIntervals = options.start.map(header.contains) ?? false
    let asksForTime =
      options.time.map(header.contains) ?? false
      || isWeak && time != nil && !asksForIntervals
    if let start, let end, start != end, !asksForTime {
      let device = find(options.device, LogNames.devices)
      let isTaken = device == start || device == end
      self = .intervals(start: start, end: end, device: isTaken ? nil : device)
      return
    }
    guard let time else { throw Self.failure(header, file, missing: start == nil ? end : start) }
    let device = find(options.device, LogNames.devices)
    let others = header.filter { $0 != time && $0 != device }
    self = .arrivals(
      time: time, device: device == time ? nil : device,
      received: LogNames.column(LogNames.receipts, in: others))
  }

  private static func failure(
    _ header: [String], _ file: String, missing half: String?
  ) -> InputError {
    let problem =
      half.map { "column \"\(Diagnostic.excerpt($0))\" needs another one to make intervals" }
      ?? "no column has a name that times usually have"
    return InputError(
      ExitCode.dataError,
      [
        Diagnostic(
          at: SourceLocation(file: file, line: 1, column: 1), .message(problem),
          allowed: "--time COLUMN (and --device COLUMN) for arrivals, or --start COLUMN and "
            + "--end COLUMN for intervals, of: \(listed(header))")
      ])
  }

  /// Refuses a column that was asked for and that no file has.
  ///
  /// - Throws: `InputError` (64).
  static func check(_ options: FitOptions, _ headers: [(file: String, names: [String])])
    throws(InputError)
  {
    let asked = [
      ("--time", options.time), ("--device", options.device), ("--start", options.start),
      ("--end", options.end),
    ]
    let files = headers.map { "\($0.file): \(listed($0.names))" }
    for case (let option, let name?) in asked {
      if headers.contains(where: { $0.names.contains(name) }) { continue }
      throw InputError(
        ExitCode.usage,
        [
          Diagnostic(
            at: SourceLocation(file: option),
            .message("no column \"\(Diagnostic.excerpt(name))\""),
            allowed: files.joined(separator: "; "),
            suggestion: NearestName.nearest(to: name, among: headers.flatMap(\.names)))
        ])
    }
  }

  private static func listed(_ names: [String]) -> String {
    let shown = names.prefix(20).map { Diagnostic.excerpt($0) }.joined(separator: ", ")
    return names.count > 20 ? shown + ", ..." : shown
  }
}
