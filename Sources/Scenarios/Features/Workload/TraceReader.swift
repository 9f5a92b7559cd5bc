import DeliverySim
import Files
import Models

final class TraceKeys: KeyGroup {
  let file = Key(
    needed: "file", .text("the name of a CSV file"),
    "The file, relative to the scenario's folder.", "R1.4")
  let time = Key(
    needed: "time", .text("the name of a column of times in seconds"),
    "The column of times in seconds.", "R1.4")
  let device = Key(
    optional: "device", .text("the name of a column of devices"),
    "The column whose values are the streams; none: one stream for all.", "R1.4")
  let from = Key(
    optional: "from", .number(), or: "the earliest time",
    "The time in the file that is time 0 of the run [s].", "R1.4")
  let length = Key(
    optional: "length", .span, or: "the span, in whole days",
    "The length of the file that is used.",
    "R1.4")
  let repeats = Key("repeat", .bool, false, "Repeats the trace until the run ends.", "R1.4")
  let shuffles = Key(
    "shuffle", .bool, false, "It plays as many messages at uniform times: the Poisson surrogate.",
    "R1.4")
  let samples = Key(
    "sample", .bool, false,
    """
    Draws a stream and a shift for each device. With `device`, the shift is a number of whole \
    weeks, and only the file's whole weeks are used, so that weekdays are preserved (a file \
    shorter than a week is used in full, without a shift). Without `device`, the shift is any \
    time, which mixes weekdays and hours.
    """, "R1.4")
  let resample = Key(
    optional: "resample", .integer(in: 1...1_000_000_000), or: "the devices of the file",
    """
    As many devices, drawn with replacement from those of the file; another number draws others. \
    How much results differ between numbers tells how much they owe to the choice of users.
    """, "R1.4")
}

func readTrace(_ section: Section<TraceKeys>) -> Trace? {
  let errorsBefore = section.sink.reportCount
  let (timeColumn, deviceColumn) = (section.time, section.device)
  let (from, length) = (section.from, section.length)
  let (repeats, shuffles, samples) = (section.repeats, section.shuffles, section.samples)
  if section.resample != nil, deviceColumn == nil {
    section.report(\.resample, allowed: "a trace with device: one stream is all there is")
  }
  // Without the columns' names the file cannot be read, but the file's name is known.
  section.awaits(\.file)
  guard section.sink.reportCount == errorsBefore else { return nil }
  let inputs = section.reading.inputs
  let table = inputs.log(
    of: section, \.file, times: [timeColumn], texts: deviceColumn.map { [$0] } ?? [])
  guard let table, section.sink.reportCount == errorsBefore else { return nil }
  let origin = from ?? table.times[0].min() ?? 0
  guard let span = windowLength(table, origin: origin, length: length, section) else { return nil }
  let window = samples && deviceColumn != nil ? Trace.wholeWeeks(of: span) : span
  let columns = "\(timeColumn)\0\(deviceColumn ?? "")"
  let key = "\(table.sha256)\0\(columns)\0\(origin)\0\(window.microseconds)"
  let streams = inputs.streams(key) { sortedStreams(of: table, origin: origin, length: window) }
  guard !streams.times.isEmpty else {
    section.report(
      \.file, found: "no rows in the window",
      allowed:
        "rows from \(Units.text(of: origin)) s on, for \(Units.durationText(window.microseconds))"
    )
    return nil
  }
  let picks = section.resample.map { resampled(streams.times.count, by: $0) }
  return Trace(
    streams: picks.map { $0.map { streams.times[$0] } } ?? streams.times, length: window,
    hasDevices: deviceColumn != nil, repeats: repeats, shuffles: shuffles, samples: samples,
    omitted: span - window,
    labels: Trace.Labels(names: streams.names, origin: origin, picks: picks))
}

/// So many places, drawn with replacement: the bootstrap of B. Efron, "Bootstrap methods: another
/// look at the jackknife", Annals of Statistics 7 (1979) 1-26.
private func resampled(_ count: Int, by number: Int) -> [Int] {
  let stream = RandomSource(seed: UInt64(number), replication: 0).inputStream
  return (0..<count).map { place in
    // Vectors of inputs have the places from 0 on.
    var draws = stream.draws(index: 1 << 31 | UInt32(place))
    return draws.below(count)
  }
}

/// The window's length: given, or the span of the rows in it rounded up to whole days.
private func windowLength(
  _ table: LogTable, origin: Double, length: SimTime?, _ section: Section<TraceKeys>
) -> SimTime? {
  if let length { return length }
  let span = (table.times[0].max() ?? origin) - origin
  guard span < Double(Units.durationMax) / 1e6 else {
    section.report(
      \.time, found: "a span of \(Units.text(of: span)) s", allowed: "at most 36500d, or a length"
    )
    return nil
  }
  let days = (max(0, span) / 86_400).rounded(.down) + 1
  return SimTime(microseconds: Int64(days) * SimTime.day.microseconds)
}

/// One sorted list of times for each stream, in order of first appearance among the rows of the
/// window.
private func sortedStreams(
  of table: LogTable, origin: Double, length: SimTime
) -> InputFiles.NamedStreams {
  var (names, streams): ([String], [[SimTime]]) = ([], [])
  var streamOfName = [Int](repeating: -1, count: table.texts.first?.names.count ?? 1)
  for (row, value) in table.times[0].enumerated() {
    let offset = (value - origin) * 1e6
    guard offset > -1, offset < Double(length.microseconds) else { continue }
    let time = SimTime(microseconds: Int64(offset.rounded()))
    guard time >= .zero, time < length else { continue }
    let name = table.texts.first?.ids[row] ?? 0
    if streamOfName[name] < 0 {
      streamOfName[name] = streams.count
      streams.append([])
      if let texts = table.texts.first { names.append(texts.names[name]) }
    }
    streams[streamOfName[name]].append(time)
  }
  return (names, streams.map { $0.sorted() })
}
