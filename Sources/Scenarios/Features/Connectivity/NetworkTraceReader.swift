import DeliverySim
import Files
import Models

final class NetworkTraceKeys: KeyGroup {
  let file = Key(
    needed: "file", .text("the name of a CSV file"),
    "The file, relative to the scenario's folder.", "R1.10")
  let device = Key(
    optional: "device", .text("the name of a column of devices"),
    """
    The column whose values are the streams; none: one stream for all. Where `workload.arrivals` \
    is a trace with devices too, streams of one name belong to one device.
    """, "R1.10")
  let start = Key(
    needed: "start", .text("the name of a column of times in seconds"),
    "The column of the times in seconds at which devices go offline.", "R1.10")
  let end = Key(
    needed: "end", .text("the name of a column of times in seconds"),
    "The column of the times in seconds at which they come back.", "R1.10")
  let from = Key(
    optional: "from", .number(),
    or: "that of a trace of arrivals, or the earliest start",
    "The time in the file that is time 0 of the run [s].", "R1.10")
  let length = Key(
    optional: "length", .span,
    or: "that of a trace of arrivals, or the span, in whole days",
    "The length of the file that is used; longer absences are cut off.", "R1.10")
  let repeats = Key("repeat", .bool, false, "Repeats the trace until the run ends.", "R1.10")
  let samples = Key(
    "sample", .bool, false,
    "Draws a stream and a shift for each device, as in `workload.arrivals.trace`.", "R1.10")
  let streams = Key(
    optional: "streams", .integer(in: 1...1_000_000), or: "the devices of the log",
    "The number of streams; those beyond the devices of the log are always online.", "R1.10")
  let roster = Key(
    optional: "roster", .text("the name of a CSV file"), or: "the devices of the log",
    "A file with the column `device` too: its devices that are not in the log are always online.",
    "R1.10")
}

/// The keys that a trace replaces.
let lawsOfSpans = ["online", "offline", "online_pace", "offline_pace", "device_pace"]

func refuseLaws(_ network: MapReader) {
  for key in lawsOfSpans where network.hasValue(key) {
    network.report(
      key, allowed: "no \(key) beside trace, which says when devices are offline")
  }
}

/// - Parameter workload: The workload of the same devices; nil after an error.
func readNetworkTrace(
  _ section: Section<NetworkTraceKeys>, _ workload: Workload?
) -> AbsenceTrace? {
  let errorsBefore = section.sink.reportCount
  // A default that has been read looks like a key that was written, but has no place in the file.
  let saysSample = section.map.keys.contains("sample")
  let (start, end, device) = (section.start, section.end, section.device)
  let (from, length) = (section.from, section.length)
  let (repeats, samples) = (section.repeats, section.samples)
  checkColumns(section, start: start, end: end)
  let named = device == nil ? nil : workload?.trace(hasDevices: true)
  checkRoster(section, hasDevices: device != nil, follows: named != nil)
  // Without the columns' names the file cannot be read, but the file's name is known.
  section.awaits(\.file)
  guard section.sink.reportCount == errorsBefore else { return nil }
  let texts = device.map { [$0] } ?? []
  let table = section.reading.inputs.log(
    of: section, \.file, times: [start, end], texts: texts, areSpans: true)
  let roster =
    section.says(\.roster)
    ? section.reading.inputs.log(of: section, \.roster, times: [], texts: texts) : nil
  guard let table, section.sink.reportCount == errorsBefore else { return nil }
  let leader = named ?? (device == nil ? workload?.trace(sharing: table, from, length) : nil)
  let origin = from ?? leader?.labels.origin ?? table.times[0].min() ?? 0
  let known = length ?? leader.map { $0.trace.length + $0.trace.omitted }
  guard let span = known ?? wholeDays(table, from: origin, section) else { return nil }
  let window = samples && device != nil ? Trace.wholeWeeks(of: span) : span
  if let named { checkTogether(section, samples, saysSample, window, named.trace) }
  let log = AbsenceLog(table: table, origin: origin, length: window)
  guard let streams = log.streams(section, roster, inOrderOf: leader?.labels.names ?? []),
    section.sink.reportCount == errorsBefore
  else { return nil }
  let picks = leader?.labels.picks
  return AbsenceTrace(
    streams: picks.map { $0.map { streams[$0] } } ?? streams, length: window,
    hasDevices: device != nil, repeats: repeats,
    samples: samples, followsArrivals: leader != nil, omitted: span - window)
}

extension Workload {
  fileprivate typealias Leader = (trace: Trace, labels: Trace.Labels)

  /// Messages as recorded, with or without the names of those who got them.
  fileprivate func trace(hasDevices: Bool) -> Leader? {
    guard case .trace(let trace) = arrivals, trace.hasDevices == hasDevices else { return nil }
    return trace.labels.map { (trace, $0) }
  }

  /// The messages of one device, where absences without devices lie in their time and do not ask
  /// for another window: both are then of that device.
  fileprivate func trace(sharing table: LogTable, _ from: Double?, _ length: SimTime?) -> Leader? {
    guard let leader = trace(hasDevices: false) else { return nil }
    let (origin, span) = (leader.labels.origin, leader.trace.length)
    guard from ?? origin == origin, length ?? span == span else { return nil }
    let overlaps = (0..<table.rowCount).contains { row in
      table.times[0][row] < origin + span.seconds && table.times[1][row] > origin
    }
    return overlaps ? leader : nil
  }
}

private func checkColumns(_ section: Section<NetworkTraceKeys>, start: String, end: String) {
  if start == end, section.says(\.start), section.says(\.end) {
    section.report(\.end, allowed: "another column than start")
  }
}

/// Who was always online is said in one way, of devices, and by name where names matter.
private func checkRoster(
  _ section: Section<NetworkTraceKeys>, hasDevices: Bool, follows: Bool
) {
  let hasStreams = section.streams != nil
  let hasRoster = section.roster != nil
  if !hasDevices {
    let allowed = "a trace with device, or nothing: without device there is one stream"
    if hasStreams { section.report(\.streams, allowed: allowed) }
    if hasRoster { section.report(\.roster, allowed: allowed) }
  } else if hasStreams, hasRoster {
    section.report(\.streams, allowed: "streams or roster, not both")
  } else if hasStreams, follows {
    section.report(
      \.streams,
      allowed: "roster, which names devices: workload.arrivals.trace has devices too")
  }
}

/// Devices that play two traces take the same stream and shift for both.
private func checkTogether(
  _ section: Section<NetworkTraceKeys>, _ samples: Bool, _ saysSample: Bool, _ window: SimTime,
  _ trace: Trace
) {
  guard samples == trace.samples else {
    let allowed = "\(trace.samples), as in workload.arrivals.trace: both have the same devices"
    return saysSample
      ? section.report(\.samples, found: "\(samples)", allowed: allowed)
      : section.reportMissing(\.samples, allowed: allowed)
  }
  guard samples || trace.repeats, window != trace.length else { return }
  section.report(
    \.length,
    found: Units.durationText(window.microseconds) + (samples ? " in whole weeks" : ""),
    allowed: "\(Units.durationText(trace.length.microseconds)), as in workload.arrivals.trace: "
      + "both are \(samples ? "shifted" : "repeated") together")
}

/// From the origin to the last end, rounded up to whole days.
private func wholeDays(
  _ table: LogTable, from origin: Double, _ section: Section<NetworkTraceKeys>
) -> SimTime? {
  let span = (table.times[1].max() ?? origin) - origin
  guard span < Double(Units.durationMax) / 1e6 else {
    section.report(
      \.end, found: "a span of \(Units.text(of: span)) s", allowed: "at most 36500d, or a length")
    return nil
  }
  let days = max(1, (span / 86_400).rounded(.up))
  return SimTime(microseconds: Int64(days) * SimTime.day.microseconds)
}
