import DeliverySim
import Files
import Models

extension ScenarioReader {
  // MARK: workload.arrivals.trace

  func readTrace(_ map: MapReader) -> Trace? {
    let errorsBefore = sink.reportCount
    let timeColumn = map.required("time", .text("the name of a column of times in seconds"))
    let deviceColumn = map.optional("device", .text("the name of a column of devices"))
    let from = map.optional("from", .number())
    let length = map.optionalTime("length", min: SimTime(microseconds: 1))
    let repeats = map.value("repeat", .bool, default: false)
    let shuffles = map.value("shuffle", .bool, default: false)
    let samples = map.value("sample", .bool, default: false)
    // Without the columns' names the file cannot be read, but the file's name is known.
    map.expect(["file"])
    guard sink.reportCount == errorsBefore else { return nil }
    let table = inputs.table(
      of: map, numbers: [timeColumn], texts: deviceColumn.map { [$0] } ?? [], sink)
    guard let table, sink.reportCount == errorsBefore else { return nil }
    let origin = from ?? table.numbers[0].min() ?? 0
    guard let span = window(table, origin: origin, length: length, map) else { return nil }
    let window = samples && deviceColumn != nil ? Trace.wholeWeeks(of: span) : span
    let columns = "\(timeColumn)\0\(deviceColumn ?? "")"
    let key = "\(table.sha256)\0\(columns)\0\(origin)\0\(window.microseconds)"
    let streams = inputs.streams(key) {
      self.streams(of: table, origin: origin, length: window)
    }
    guard !streams.isEmpty else {
      map.report(
        "file", found: "no rows in the window",
        allowed:
          "rows from \(Units.text(of: origin)) s on, for \(Units.durationText(window.microseconds))"
      )
      return nil
    }
    return Trace(
      streams: streams, length: window, hasDevices: deviceColumn != nil, repeats: repeats,
      shuffles: shuffles, samples: samples, omitted: span - window)
  }

  /// The window's length: given, or the span of the rows in it rounded up to whole days.
  private func window(
    _ table: Table, origin: Double, length: SimTime?, _ map: MapReader
  ) -> SimTime? {
    if let length { return length }
    let span = (table.numbers[0].max() ?? origin) - origin
    guard span < Double(Units.durationMax) / 1e6 else {
      map.report(
        "time", found: "a span of \(Units.text(of: span)) s", allowed: "at most 36500d, or a length"
      )
      return nil
    }
    let days = (max(0, span) / 86_400).rounded(.down) + 1
    return SimTime(microseconds: Int64(days) * SimTime.day.microseconds)
  }

  /// One sorted list of times for each stream, in order of first appearance among the rows of the
  /// window.
  private func streams(of table: Table, origin: Double, length: SimTime) -> [[SimTime]] {
    var streams: [[SimTime]] = []
    var streamOfName = [Int](repeating: -1, count: table.texts.first?.names.count ?? 1)
    for (row, value) in table.numbers[0].enumerated() {
      let offset = (value - origin) * 1e6
      guard offset > -1, offset < Double(length.microseconds) else { continue }
      let time = SimTime(microseconds: Int64(offset.rounded()))
      guard time >= .zero, time < length else { continue }
      let name = table.texts.first?.ids[row] ?? 0
      if streamOfName[name] < 0 {
        streamOfName[name] = streams.count
        streams.append([])
      }
      streams[streamOfName[name]].append(time)
    }
    return streams.map { $0.sorted() }
  }
}
