import Files

/// The roles of a log's columns: as the options name them, else by the names that logs use.
enum LogColumns: Equatable {
  /// - Parameters:
  ///   - received: Says which messages were received; nil: nothing does.
  ///   - opened: The same of those that were opened.
  ///   - id: Tells messages of one device apart.
  case arrivals(
    time: String, device: String?, received: String?, opened: String?, id: String?)
  case intervals(start: String, end: String, device: String?)
}

extension LogColumns {
  /// Beside a column of times these are people or places, not moments.
  private static let weakNames: Set<String> = ["from", "to", "up", "down"]

  /// The kind of log that a header, or the first rows, show.
  ///
  /// - Throws: `InputError` (65) that lists the columns and the options to name them.
  init(_ head: LogHead) throws(InputError) {
    func asks(_ role: LogRole) -> Bool {
      head.options.columns[role].map(head.names.contains) ?? false
    }
    let (start, end) = (head.column(.start), head.column(.end))
    let time = head.column(.sent) ?? head.onlyMoments
    let isWeak = [start, end].contains { name in
      name.map { Self.weakNames.contains(LogRole.plain($0)) } ?? false
    }
    let asksForTime = asks(.sent) || isWeak && time != nil && !asks(.start)
    if let start, let end, start != end, !asksForTime {
      let device = head.column(.device)
      let isTaken = device == start || device == end
      self = .intervals(start: start, end: end, device: isTaken ? nil : device)
      return
    }
    guard let time else { throw Self.failure(head, missing: start == nil ? end : start) }
    let device = head.column(.device) ?? head.onlyOther(than: time)
    let others = head.names.filter { $0 != time && $0 != device }
    self = .arrivals(
      time: time, device: device == time ? nil : device,
      received: head.column(.received, among: others),
      opened: head.column(.opened, among: others),
      // Alone it may be that of a device.
      id: device == nil ? nil : head.column(.id, among: others))
  }

  private static func failure(_ head: LogHead, missing half: String?) -> InputError {
    let problem =
      half.map { "column \"\(Diagnostic.excerpt($0))\" needs another one to make intervals" }
      ?? (head.hasHeader
        ? "no column has a name that times usually have"
        : "there is no header, and \(HumanText.count(head.momentCount, "column")) of times")
    return InputError(
      ExitCode.dataError,
      [
        Diagnostic(
          at: SourceLocation(file: head.file, line: 1, column: 1), .message(problem),
          allowed: "--column sent=COLUMN, --column received=COLUMN and --column device=COLUMN for "
            + "messages, or --column start=COLUMN and --column end=COLUMN for absences, of: "
            + head.listed)
      ])
  }

  /// Refuses a column that was asked for and that no file has.
  ///
  /// - Throws: `InputError` (64).
  static func check(_ options: FitOptions, _ heads: [LogHead]) throws(InputError) {
    let own: [(String, String?)] = [
      ("--time", options.time), ("--device", options.device), ("--start", options.start),
      ("--end", options.end),
    ]
    let others = options.columns.sorted { $0.key.rawValue < $1.key.rawValue }
      .map { ("--column \($0.key.rawValue)", Optional($0.value)) }
    for case (let option, let name?) in own + others {
      if heads.contains(where: { $0.names.contains(name) }) { continue }
      throw InputError(
        ExitCode.usage,
        [
          Diagnostic(
            at: SourceLocation(file: option),
            .message("no column \"\(Diagnostic.excerpt(name))\""),
            allowed: heads.map { "\($0.file): \($0.listed)" }.joined(separator: "; "),
            suggestion: NearestName.nearest(to: name, among: heads.flatMap(\.names)))
        ])
    }
  }

  /// The column that was taken for each role.
  var roles: [(role: LogRole, name: String?)] {
    switch self {
    case .arrivals(let time, let device, let received, let opened, let id):
      [(.sent, time), (.device, device), (.received, received), (.opened, opened), (.id, id)]
    case .intervals(let start, let end, let device):
      [(.start, start), (.end, end), (.device, device)]
    }
  }
}
