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
  /// The devices of `absences`; empty without a column of devices.
  package let names: [String]
  /// The times offline of each device since the window's start, of one without a column of devices;
  /// empty where intervals are those of several places.
  let absences: [[Absence]]
  /// When the recording ended **[s]**, in the log's own clock: a device without an interval is
  /// watched until then.
  package let end: Double
  /// Intervals that the end of the recording cut off: nobody knows how long they are.
  package let cutCount: Int
  /// The time that these had lasted, together **[s]**.
  let cutTime: Double
  /// Intervals that were joined with one they touch or overlap.
  package let joinedCount: Int
  /// So many intervals begin before another one has ended.
  package let overlapCount: Int
  /// Overlapping intervals without a column of devices: those of several places.
  package let isManyPlaces: Bool
  /// Intervals of length 0, which were left out.
  package let emptyCount: Int
}

extension IntervalLog {
  /// The time when the last interval ended, in the log's own clock **[s]**.
  var lastEnd: Double {
    (absences.compactMap(\.last?.end).max() ?? 0) + window.start
  }

  /// The median length **[s]**.
  package var medianLength: Double {
    (lengths[(lengths.count - 1) / 2] + lengths[lengths.count / 2]) / 2
  }

  struct Interval {
    let start: Double
    var end: Double
  }

  /// The record of one device.
  private struct Device {
    let name: String
    /// The intervals in order of their starts, all above 0 s: what takes no time does not interrupt
    /// what lies around it.
    var intervals: [Interval] = []
    var emptyCount = 0
  }

  /// - Precondition: there is a file, and all hold intervals.
  /// - Throws: `InputError` (65) for an end before its start, and for too little to fit.
  init(_ logs: [LogFile], _ options: FitOptions) throws(InputError) {
    for log in logs { try Self.checkOrder(log) }
    let starts = logs.flatMap { $0.moments[0] }
    try Self.check(options.until, starts)
    let window = try LogWindow.make(
      starts + logs.flatMap { $0.moments[1] }, isCalendar: logs[0].isCalendar,
      file: logs[0].file, options)
    let found = Self.devices(logs, window, until: options.until ?? .infinity)
    let known = found.filter { !$0.intervals.isEmpty }
    let devices = known.map(\.intervals)
    let hasDevices = !logs[0].table.texts.isEmpty
    let parts = devices.map(Self.joined)
    let overlaps = devices.reduce(0) { $0 + Self.overlaps($1) }
    isManyPlaces = !hasDevices && overlaps > 0
    let kept = isManyPlaces ? devices : parts
    let recording = Recording(kept.joined(), window, until: options.until)
    let joinedCount = zip(devices, parts).reduce(0) { $0 + $1.0.count - $1.1.count }
    files = logs.map(\.file)
    columns = Self.columns(logs[0])
    self.hasDevices = hasDevices
    areOnline = options.areOnline
    deviceCount = devices.count
    self.window = window
    self.joinedCount = isManyPlaces ? 0 : joinedCount
    overlapCount = isManyPlaces ? 0 : overlaps
    end = recording.end
    spans = isManyPlaces ? ([], []) : Self.spans(parts, window, recording)
    names = hasDevices ? known.map(\.name) : []
    absences =
      isManyPlaces
      ? [] : Self.absences(parts, from: window.start, until: recording.end, options.areOnline)
    let cut = kept.joined().filter(recording.cuts).map { $0.end - $0.start }
    (cutCount, cutTime) = (cut.count, cut.reduce(0, +))
    lengths = kept.joined().filter { !recording.cuts($0) }.map { $0.end - $0.start }.ascending()
    emptyCount = found.reduce(0) { $0 + $1.emptyCount }
    pauses =
      isManyPlaces
      ? [] : parts.flatMap { zip($0, $0.dropFirst()).map { $1.start - $0.end } }.ascending()
    guard lengths.count >= 2 else { throw Self.tooFew(lengths.count, cutCount, files[0]) }
  }

  private static func tooFew(_ count: Int, _ cut: Int, _ file: String) -> InputError {
    let others = cut > 0 ? ", and \(cut) that the end of the recording cut off" : ""
    return InputError(
      ExitCode.dataError,
      [
        Diagnostic(
          at: SourceLocation(file: file),
          .message("found \(HumanText.count(count, "interval"))\(others)"),
          allowed: "at least 2 intervals longer than 0 s that end in the recording; better 100")
      ])
  }

  /// So many begin before another one has ended; those that touch do not.
  private static func overlaps(_ intervals: [Interval]) -> Int {
    var (last, count) = (-Double.infinity, 0)
    for interval in intervals {
      if interval.start < last { count += 1 }
      last = max(last, interval.end)
    }
    return count
  }

  /// - Throws: `InputError` (64) for an end of the recording before its first interval, or a year
  ///   after the last one: of another clock.
  private static func check(_ until: Double?, _ starts: [Double]) throws(InputError) {
    guard let until, let first = starts.min(), let last = starts.max() else { return }
    guard until <= first || until > last + 366 * 86_400 else { return }
    throw InputError(
      ExitCode.usage,
      "--until: found \(Units.text(of: until)); allowed: after \(Units.text(of: first)), the first "
        + "start, and at most a year after \(Units.text(of: last)), the last one")
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
    let end = recording.end
    var (all, pauses): ([HourSpan], [HourSpan]) = ([], [])
    let count = devices.reduce(0) { $0 + $1.count }
    all.reserveCapacity(count)
    pauses.reserveCapacity(count)
    for (device, intervals) in devices.enumerated() {
      func span(_ start: Double, _ end: Double, hasEnded: Bool = true) -> HourSpan {
        HourSpan(start: shift + start, end: shift + end, hasEnded: hasEnded, device: Int32(device))
      }
      all += intervals.map { span($0.start, $0.end, hasEnded: !recording.cuts($0)) }
      pauses += zip(intervals, intervals.dropFirst()).map { span($0.end, $1.start) }
      pauses += intervals.suffix(1).filter { $0.end < end }
        .map { span($0.end, end, hasEnded: false) }
    }
    return (all, pauses)
  }

  /// The absences around times online: a device is away before, between and after them, as far as
  /// is recorded.
  private static func absences(
    _ devices: [[Interval]], from origin: Double, until end: Double, _ areOnline: Bool
  ) -> [[Absence]] {
    let last = devices.compactMap(\.last?.end).reduce(end, max)
    return devices.map { intervals in
      guard areOnline else {
        return intervals.map { Absence(start: $0.start - origin, end: $0.end - origin) }
      }
      let leaves = [origin] + intervals.map(\.end)
      let returns = intervals.map(\.start) + [last]
      return zip(leaves, returns).filter { $0.0 < $0.1 }
        .map { Absence(start: $0.0 - origin, end: $0.1 - origin) }
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

/// The end of a recording of intervals, and those that it cut off.
private struct Recording {
  let end: Double
  /// The moments at which intervals end that were cut off.
  private let cuts: [Double]

  /// An outage that many devices share begins within this time **[s]**.
  private static let tolerance = Absence.tolerance

  /// Ends may lie after the last start, where an export takes all intervals that began in its time.
  /// So the recording ends with the last start, or where several intervals end at the same moment
  /// and none later, though they began at different times: they were cut off.
  init(_ all: some Sequence<IntervalLog.Interval>, _ window: LogWindow, until: Double?) {
    let last = all.reduce(window.start) { max($0, $1.end) }
    let starts = all.filter { $0.end == last }.map(\.start)
    let isShared = (starts.max() ?? 0) - (starts.min() ?? 0) > Self.tolerance
    let found = isShared ? last : all.reduce(window.start) { max($0, $1.start) }
    end = until ?? min(found, window.start + window.length)
    cuts = (isShared ? [last] : []) + [until].compactMap { $0 }
  }

  func cuts(_ interval: IntervalLog.Interval) -> Bool { cuts.contains(interval.end) }
}
