import DeliverySim
import Files
import Models

/// The rows of a log of absences as streams (R1.10): whose they are, who else there is, and in
/// which order.
struct AbsenceLog {
  /// Starts, ends, and devices if there are any.
  let table: LogTable
  let origin: Double
  let length: SimTime

  private typealias Streams = (names: [String], spans: [[Range<SimTime>]])
}

extension AbsenceLog {
  /// One list of absences for each device of the window, in order of first appearance; then those
  /// who were always online.
  ///
  /// - Parameters:
  ///   - roster: Names of devices.
  ///   - order: The names of the streams that these belong to; empty: there are none.
  /// - Returns: nil after an error, which is reported.
  func streams(
    _ section: Section<NetworkTraceKeys>, _ roster: LogTable?, inOrderOf order: [String]
  ) -> [[Range<SimTime>]]? {
    let count = section.streams
    let columns = [section.start, section.end, section.device ?? ""].joined(separator: "\0")
    let others = "\(roster?.sha256 ?? "")\0\(count ?? 0)"
    let key = "\(table.sha256)\0\(columns)\0\(origin)\0\(length.microseconds)\0\(others)"
    return section.reading.inputs.absences(key, inOrderOf: order) {
      var streams = recorded
      guard !streams.spans.isEmpty else {
        reportEmptyWindow(section)
        return nil
      }
      if let count {
        guard count >= streams.spans.count else {
          section.report(
            \.streams, allowed: "at least \(streams.spans.count), the devices of the log")
          return nil
        }
        streams.spans += Array(repeating: [], count: count - streams.spans.count)
      }
      if let roster { add(roster, to: &streams) }
      return order.isEmpty ? streams.spans : sorted(streams, by: order, section)
    }
  }

  /// The absences that reach into the window, cut off at its ends and joined.
  private var recorded: Streams {
    var streams: Streams = ([], [])
    var streamOfName = [Int](repeating: -1, count: table.texts.first?.names.count ?? 1)
    let end = Double(length.microseconds)
    for row in 0..<table.rowCount {
      let first = (table.times[0][row] - origin) * 1e6
      let last = (table.times[1][row] - origin) * 1e6
      guard first < end, last > 0 || first >= 0 else { continue }
      let name = table.texts.first?.ids[row] ?? 0
      if streamOfName[name] < 0 {
        streamOfName[name] = streams.spans.count
        streams.spans.append([])
        if let texts = table.texts.first { streams.names.append(texts.names[name]) }
      }
      let lower = SimTime(microseconds: Int64(max(0, first).rounded()))
      let upper = SimTime(microseconds: Int64(min(end, last).rounded()))
      streams.spans[streamOfName[name]].append(lower..<upper)
    }
    return (streams.names, streams.spans.map(AbsenceTrace.joined))
  }

  private func reportEmptyWindow(_ section: Section<NetworkTraceKeys>) {
    section.report(
      \.file, found: "no rows in the window",
      allowed: "absences that reach into the time from \(Units.text(of: origin)) s on, for "
        + Units.durationText(length.microseconds))
  }

  private func add(_ roster: LogTable, to streams: inout Streams) {
    let known = Set(streams.names)
    let names = (roster.texts.first?.names ?? []).filter { !known.contains($0) }
    streams.names += names
    streams.spans += Array(repeating: [], count: names.count)
  }
}

extension AbsenceLog {
  // MARK: The devices of a trace of arrivals

  /// The streams in the order of others with the same names.
  private func sorted(
    _ streams: Streams, by order: [String], _ section: Section<NetworkTraceKeys>
  ) -> [[Range<SimTime>]]? {
    var placeOfName: [String: Int] = [:]
    for (place, name) in streams.names.enumerated() { placeOfName[name] = place }
    let missing = order.filter { placeOfName[$0] == nil }
    let known = Set(order)
    let foreign = streams.names.filter { !known.contains($0) }
    if !missing.isEmpty {
      section.report(
        \.device, found: "a log without \(Self.list(missing)), which got messages",
        allowed: "the devices of workload.arrivals.trace; a roster names those never offline")
    }
    if !foreign.isEmpty {
      section.report(
        \.device, found: "\(Self.list(foreign)), which got no messages",
        allowed: "the devices of workload.arrivals.trace only")
    }
    guard missing.isEmpty, foreign.isEmpty else { return nil }
    return order.compactMap { placeOfName[$0].map { streams.spans[$0] } }
  }

  private static func list(_ names: [String]) -> String {
    let shown = names.prefix(3).map { Diagnostic.excerpt($0) }.joined(separator: ", ")
    return names.count > 3 ? "\(shown) and \(names.count - 3) more" : shown
  }
}
