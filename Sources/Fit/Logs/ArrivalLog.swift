import Files

/// Message times by device inside a window.
package struct ArrivalLog: Sendable {
  package let files: [String]
  package let columns: [String]
  package let hasDevices: Bool
  package let window: LogWindow
  /// The devices of the streams; empty without a column of devices.
  package let names: [String]
  /// The times of each device with a message in the window, in order of first appearance: seconds
  /// since the window's start, in ascending order.
  package let streams: [[Double]]
  /// Nil: no column says which messages were received.
  package let receipts: Receipts?
  /// So many were opened.
  package let openings: Receipts?
  /// Rows outside the window.
  package let ignoredCount: Int
  /// Rows that repeat device, time and id of a row before, and were left out; nil where no column
  /// of ids tells.
  package let duplicateCount: Int?
  /// Messages with the device and the time of another one.
  package let sameTimeCount: Int
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
    let moments = logs.count == 1 ? logs[0].moments[0] : logs.flatMap { $0.moments[0] }
    let window = try LogWindow.make(
      moments, isCalendar: logs[0].isCalendar, file: file, options)
    let repeated = RepeatedRows(logs, window)
    let (names, streams) = Self.streams(logs, window, repeated)
    files = logs.map(\.file)
    columns = Self.columns(logs[0])
    hasDevices = !logs[0].table.texts.isEmpty
    self.window = window
    self.names = hasDevices ? names : []
    self.streams = streams
    receipts = Self.marked(.received, logs, window, repeated)
    openings = Self.marked(.opened, logs, window, repeated)
    ignoredCount = moments.count { !window.contains($0) }
    duplicateCount = repeated?.count
    sameTimeCount = streams.reduce(0) { total, stream in
      total + zip(stream, stream.dropFirst()).count { $0 == $1 }
    }
    crowd = options.from == nil && options.length == nil ? Self.crowd(moments, window) : nil
  }

  private static func columns(_ log: LogFile) -> [String] {
    guard case .arrivals(let time, let device, _, _, _) = log.columns else { return [] }
    return [time] + (device.map { [$0] } ?? [])
  }

  /// Nil: not all files have a column of them.
  private static func marked(
    _ role: LogRole, _ logs: [LogFile], _ window: LogWindow, _ repeated: RepeatedRows?
  ) -> Receipts? {
    let found = logs.compactMap { $0.marks(role) }
    guard found.count == logs.count, let column = found.first?.column else { return nil }
    var (received, messages) = (0, 0)
    for (place, log) in logs.enumerated() {
      for (row, moment) in log.moments[0].enumerated()
      where window.contains(moment) && repeated?.has(place, row) != true {
        messages += 1
        if found[place].values[row] { received += 1 }
      }
    }
    return messages == 0
      ? nil : Receipts(column: column, received: received, messages: messages)
  }

  private static func streams(
    _ logs: [LogFile], _ window: LogWindow, _ repeated: RepeatedRows?
  ) -> (names: [String], times: [[Double]]) {
    var streams: [[Double]] = []
    var names: [String] = []
    var placeOfName: [String: Int] = [:]
    for (place, log) in logs.enumerated() {
      // Names are looked up once for each file, not once for each row.
      var placeOfID = [Int](repeating: -1, count: log.table.texts.first?.names.count ?? 1)
      for (row, moment) in log.moments[0].enumerated()
      where window.contains(moment) && repeated?.has(place, row) != true {
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
    // The times are sorted in place, so that no second copy is needed.
    for place in streams.indices { streams[place].sort() }
    return (names, streams)
  }

  private static func failure(_ file: String, _ problem: String, _ allowed: String) -> InputError {
    InputError(
      ExitCode.dataError,
      [Diagnostic(at: SourceLocation(file: file), .message(problem), allowed: allowed)])
  }
}

extension ArrivalLog {
  /// Rows that may be the same message.
  package var repetitionNotes: [String] {
    if let count = duplicateCount {
      return count > 0
        ? ["rows that repeat the device, time and id of another one, left out: \(count)"] : []
    }
    guard sameTimeCount > 0 else { return [] }
    return [
      "messages with the device and time of another one: \(sameTimeCount). Each counts, since "
        + "no column of ids tells duplicates (--column id=COLUMN)"
    ]
  }

  /// The share of the messages that the device with most of them has.
  package var largestShare: Double {
    Double(streams.map(\.count).max() ?? 0) / Double(max(1, messageCount))
  }
}

// MARK: - The span of most messages

extension ArrivalLog {
  /// The shortest stretch of whole days with 80 % of the messages, if it is at most half the
  /// window: then the rest is probably not of interest.
  private static func crowd(_ moments: [Double], _ window: LogWindow) -> LogWindow? {
    guard window.days >= 14 else { return nil }
    let sorted = moments.filter(window.contains).ascending()
    let count = (sorted.count * 8 + 9) / 10
    guard sorted.count >= 10 else { return nil }
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
