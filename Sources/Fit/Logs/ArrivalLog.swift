import Files

/// Message times by device inside a window.
package struct ArrivalLog: Sendable {
  package let files: [String]
  package let columns: [String]
  package let hasDevices: Bool
  package let window: LogWindow
  /// The devices of the streams; empty without a column of devices.
  let names: [String]
  /// For each device with a message in the window, in order of first appearance: seconds since the
  /// window's start, in ascending order.
  package let streams: [[Double]]
  /// Nil: no column says which messages were received.
  package let receipts: Receipts?
  /// So many were opened.
  package let openings: Receipts?
  /// Rows outside the window.
  package let ignoredCount: Int
  /// Where most of the messages lie, if that is a small part of the window.
  package let crowd: LogWindow?
}

extension ArrivalLog {
  /// The log's own word on which messages came.
  package struct Receipts: Sendable, Equatable {
    /// The column that says so.
    package let column: String
    package let received: Int
    /// All messages of the window.
    package let messages: Int

    package var share: Double { Double(received) / Double(messages) }
  }

  package var messageCount: Int { streams.reduce(0) { $0 + $1.count } }

  /// Messages of one device per day.
  package var ratePerDay: Double { Double(messageCount) / Double(streams.count) / window.days }

  /// - Precondition: there is a file, and all hold arrivals.
  /// - Throws: `InputError` (65) when there is too little to fit.
  init(_ logs: [LogFile], _ options: FitOptions) throws(InputError) {
    let file = logs[0].file
    guard logs.allSatisfy({ $0.isCalendar == logs[0].isCalendar }),
      logs.allSatisfy({ $0.table.texts.isEmpty == logs[0].table.texts.isEmpty })
    else {
      throw Self.failure(
        file, "the files of arrivals differ in their clock or their devices",
        "all with times since 1970 or none, all with a column of devices or none")
    }
    let moments = logs.flatMap { $0.moments[0] }
    let window = try LogWindow.make(
      moments, isCalendar: logs[0].isCalendar, file: file, options)
    let (names, streams) = Self.streams(logs, window)
    let count = streams.reduce(0) { $0 + $1.count }
    files = logs.map(\.file)
    columns = Self.columns(logs[0])
    hasDevices = !logs[0].table.texts.isEmpty
    self.window = window
    self.names = hasDevices ? names : []
    self.streams = streams
    receipts = Self.marked(.received, logs, window)
    openings = Self.marked(.opened, logs, window)
    ignoredCount = moments.count - count
    crowd = options.from == nil && options.length == nil ? Self.crowd(moments, window) : nil
  }

  private static func columns(_ log: LogFile) -> [String] {
    guard case .arrivals(let time, let device, _, _) = log.columns else { return [] }
    return [time] + (device.map { [$0] } ?? [])
  }

  /// Nil: not all files have a column of them.
  private static func marked(
    _ role: LogRole, _ logs: [LogFile], _ window: LogWindow
  ) -> Receipts? {
    let found = logs.compactMap { log in log.marks(role).map { (log, $0.column, $0.values) } }
    guard found.count == logs.count, let column = found.first?.1 else { return nil }
    let marks = found.flatMap { log, _, values in
      zip(log.moments[0], values).filter { window.contains($0.0) }.map(\.1)
    }
    return marks.isEmpty
      ? nil : Receipts(column: column, received: marks.count { $0 }, messages: marks.count)
  }

  private static func streams(
    _ logs: [LogFile], _ window: LogWindow
  ) -> (names: [String], times: [[Double]]) {
    var streams: [[Double]] = []
    var names: [String] = []
    var placeOfName: [String: Int] = [:]
    for log in logs {
      // Names are looked up once for each file, not once for each row.
      var placeOfID = [Int](repeating: -1, count: log.table.texts.first?.names.count ?? 1)
      for (row, moment) in log.moments[0].enumerated() where window.contains(moment) {
        let id = log.table.texts.first?.ids[row] ?? 0
        if placeOfID[id] < 0 {
          let name = log.device(ofRow: row) ?? ""
          placeOfID[id] = placeOfName[name] ?? streams.count
          if placeOfID[id] == streams.count {
            placeOfName[name] = streams.count
            names.append(name)
            streams.append([])
          }
        }
        streams[placeOfID[id]].append(moment - window.start)
      }
    }
    return (names, streams.map { $0.sorted() })
  }

  private static func failure(_ file: String, _ problem: String, _ allowed: String) -> InputError {
    InputError(
      ExitCode.dataError,
      [Diagnostic(at: SourceLocation(file: file), .message(problem), allowed: allowed)])
  }
}

// MARK: - Where most of the messages lie

extension ArrivalLog {
  /// The shortest stretch of whole days with 80 % of the messages, if it is at most half the
  /// window: then the rest is probably not of interest.
  private static func crowd(_ moments: [Double], _ window: LogWindow) -> LogWindow? {
    let sorted = moments.filter(window.contains).sorted()
    let count = (sorted.count * 8 + 9) / 10
    guard sorted.count >= 10, window.days >= 14 else { return nil }
    var best = (length: Double.infinity, start: 0.0)
    for place in 0...(sorted.count - count) {
      let length = sorted[place + count - 1] - sorted[place]
      if length < best.length { best = (length, sorted[place]) }
    }
    let day = 86_400.0
    let start = (best.start / day).rounded(.down) * day
    let days = ((best.start + best.length - start) / day).rounded(.down) + 1
    guard days * day <= window.length / 2 else { return nil }
    return LogWindow(start: start, length: days * day, isCalendar: window.isCalendar)
  }
}
