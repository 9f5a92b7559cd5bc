import Files

/// Times offline and online by device.
package struct IntervalLog: Sendable {
  package let files: [String]
  package let columns: [String]
  package let hasDevices: Bool
  /// Intervals are times online.
  package let areOnline: Bool
  package let deviceCount: Int
  package let window: LogWindow
  /// Lengths of the intervals **[s]**, above 0, in ascending order.
  package let lengths: [Double]
  /// Lengths of what lies between two intervals of one device **[s]**, ascending; empty where the
  /// intervals do not say.
  package let pauses: [Double]
  /// The intervals and the spans between them, in the hours of the week, where each device is
  /// known. The last span after a device's intervals lasts until the log ends.
  let spans: (intervals: [HourSpan], pauses: [HourSpan])
  /// Of ``absences``; empty without a column of devices.
  let names: [String]
  /// The times offline of each device since the window's start, of one without a column of devices;
  /// empty where intervals are those of several places.
  let absences: [[Absence]]
  /// When the recording ended **[s]**, in the log's own clock: a device without an interval is
  /// watched until then.
  package let end: Double
  /// Intervals that the end of the recording cut off: nobody knows how long they are.
  package let cutCount: Int
  /// Intervals that were joined with one they touch or overlap.
  package let joinedCount: Int
  /// Overlapping intervals without a column of devices: those of several places.
  package let isManyPlaces: Bool
  /// Intervals of length 0, which were left out.
  package let emptyCount: Int
}

extension IntervalLog {
  /// The median length **[s]**.
  package var medianLength: Double {
    (lengths[(lengths.count - 1) / 2] + lengths[lengths.count / 2]) / 2
  }

  struct Interval {
    let start: Double
    var end: Double
  }

  /// What was recorded of one device.
  private struct Device {
    let name: String
    /// In order of their starts, all above 0 s: what takes no time does not interrupt what lies
    /// around it.
    var intervals: [Interval] = []
    var emptyCount = 0
  }

  /// - Precondition: there is a file, and all hold intervals.
  /// - Throws: ``InputError`` (65) for an end before its start, and for too little to fit.
  init(_ logs: [LogFile], _ options: FitOptions) throws(InputError) {
    for log in logs { try Self.checkOrder(log) }
    let starts = logs.flatMap { $0.moments[0] }
    let window = try LogWindow.make(
      starts + logs.flatMap { $0.moments[1] }, isCalendar: logs[0].isCalendar,
      file: logs[0].file, options)
    let found = Self.devices(logs, window, until: options.until ?? .infinity)
    let known = found.filter { !$0.intervals.isEmpty }
    let devices = known.map(\.intervals)
    let hasDevices = !logs[0].table.texts.isEmpty
    let parts = devices.map(Self.joined)
    let recording = Recording(parts.flatMap { $0 }, window, until: options.until)
    let joinedCount = zip(devices, parts).reduce(0) { $0 + $1.0.count - $1.1.count }
    files = logs.map(\.file)
    columns = Self.columns(logs[0])
    self.hasDevices = hasDevices
    areOnline = options.areOnline
    deviceCount = devices.count
    self.window = window
    isManyPlaces = !hasDevices && joinedCount > 0
    self.joinedCount = isManyPlaces ? 0 : joinedCount
    let kept = isManyPlaces ? devices : parts
    end = recording.end
    spans = isManyPlaces ? ([], []) : Self.spans(parts, window, recording)
    names = hasDevices ? known.map(\.name) : []
    absences =
      isManyPlaces
      ? [] : Self.absences(parts, from: window.start, areOnline: options.areOnline)
    let all = kept.flatMap { $0 }
    lengths = all.filter { !recording.cuts($0) }.map { $0.end - $0.start }.sorted()
    cutCount = all.count - lengths.count
    emptyCount = found.reduce(0) { $0 + $1.emptyCount }
    pauses =
      isManyPlaces
      ? [] : parts.flatMap { zip($0, $0.dropFirst()).map { $1.start - $0.end } }.sorted()
    guard lengths.count >= 2 else { throw Self.tooFew(lengths.count, files[0]) }
  }

  private static func tooFew(_ count: Int, _ file: String) -> InputError {
    InputError(
      ExitCode.dataError,
      [
        Diagnostic(
          at: SourceLocation(file: file),
          .message("found \(count) interval\(count == 1 ? "" : "s")"),
          allowed: "at least 2 intervals longer than 0 s; better 100")
      ])
  }

  private static func columns(_ log: LogFile) -> [String] {
    guard case .intervals(let start, let end, let device) = log.columns else { return [] }
    return [start, end] + (device.map { [$0] } ?? [])
  }

  /// All intervals that end before they start, as far as an error lists them.
  private static func checkOrder(_ log: LogFile) throws(InputError) {
    guard case .intervals(let start, let end, _) = log.columns else { return }
    let rows = log.moments[0].indices.filter { log.moments[1][$0] < log.moments[0][$0] }
    guard !rows.isEmpty else { return }
    let shown = rows.prefix(InputError.diagnosticsMax).flatMap { row in
      log.failure(
        row: row, end,
        "found \(Units.text(of: log.moments[1][row])), before the \(start) "
          + Units.text(of: log.moments[0][row]),
        "an end at or after the start; are --start and --end swapped?"
      ).diagnostics
    }
    throw InputError(ExitCode.dataError, shown, omittedCount: rows.count - shown.count)
  }

  /// Those with an interval that starts in the window.
  private static func devices(
    _ logs: [LogFile], _ window: LogWindow, until: Double
  ) -> [Device] {
    var devices: [Device] = []
    var placeOfName: [String: Int] = [:]
    for log in logs {
      for (row, start) in log.moments[0].enumerated()
      where window.contains(start) && start < until {
        let name = log.device(ofRow: row) ?? ""
        let place = placeOfName[name] ?? devices.count
        if place == devices.count {
          placeOfName[name] = place
          devices.append(Device(name: name))
        }
        let end = log.moments[1][row]
        if end > start {
          devices[place].intervals.append(Interval(start: start, end: end))
        } else {
          devices[place].emptyCount += 1
        }
      }
    }
    for place in devices.indices {
      devices[place].intervals.sort { ($0.start, $0.end) < ($1.start, $1.end) }
    }
    return devices
  }

  /// A device is watched until the recording ends, in an interval or not.
  private static func spans(
    _ devices: [[Interval]], _ window: LogWindow, _ recording: Recording
  ) -> (intervals: [HourSpan], pauses: [HourSpan]) {
    let shift = window.secondsIntoWeek - window.start
    func span(_ start: Double, _ end: Double, hasEnded: Bool = true) -> HourSpan {
      HourSpan(start: shift + start, end: shift + end, hasEnded: hasEnded)
    }
    let end = recording.end
    return (
      devices.flatMap { $0.map { span($0.start, $0.end, hasEnded: !recording.cuts($0)) } },
      devices.flatMap { intervals in
        zip(intervals, intervals.dropFirst()).map { span($0.end, $1.start) }
          + intervals.suffix(1).filter { $0.end < end }.map { span($0.end, end, hasEnded: false) }
      }
    )
  }

  private static func absences(
    _ devices: [[Interval]], from origin: Double, areOnline: Bool
  ) -> [[Absence]] {
    devices.map { intervals in
      areOnline
        ? zip(intervals, intervals.dropFirst()).map {
          Absence(start: $0.end - origin, end: $1.start - origin)
        } : intervals.map { Absence(start: $0.start - origin, end: $0.end - origin) }
    }
  }

  /// Intervals in order, those that touch or overlap made one.
  private static func joined(_ intervals: [Interval]) -> [Interval] {
    intervals.reduce(into: []) { joined, interval in
      if let last = joined.last, interval.start <= last.end {
        joined[joined.count - 1].end = max(last.end, interval.end)
      } else {
        joined.append(interval)
      }
    }
  }
}

/// When a recording of intervals ended, and which of them it cut off.
private struct Recording {
  let end: Double
  /// Several intervals end with the recording, or the user says that it ended then.
  private let hasCut: Bool

  /// Ends may lie after the last start, where an export takes all intervals that began in its time.
  /// So the recording ends with the last start, or where several intervals end at the same moment
  /// and none later: they were cut off.
  init(_ all: [IntervalLog.Interval], _ window: LogWindow, until: Double?) {
    let last = all.reduce(window.start) { max($0, $1.end) }
    let isShared = all.count { $0.end == last } > 1
    let found = isShared ? last : all.reduce(window.start) { max($0, $1.start) }
    end = until ?? min(found, window.start + window.length)
    hasCut = isShared || until != nil
  }

  func cuts(_ interval: IntervalLog.Interval) -> Bool { hasCut && interval.end == end }
}
