import DeliverySim
import Files
import Models

/// A story in the trace-event format that ui.perfetto.dev opens: a track for each station along the
/// path, what happens as instants, what lasts as slices.
///
/// Source: "Trace Event Format" (Google, 2016): complete events `X` with `dur`, instants `i`,
/// metadata `M`; times in microseconds.
package struct StoryTrace {
  private let told: DeviceTrace

  /// Simulates the device again from the seed.
  ///
  /// - Throws: As ``Explanation/lines(_:)``.
  package init(_ explanation: Explanation, _ experiment: Experiment) throws {
    told = try explanation.told(experiment)
  }
}

extension StoryTrace {
  /// The document: an event takes a line.
  package var lines: [String] {
    let slices = laned(TraceSlices(told).all)
    let tracks = Set(slices.map(\.track)).union(
      StoryRecord.Station.allCases.map { Self.track($0, lane: 0) })
    let events =
      [process] + tracks.sorted().flatMap(Self.metadata) + slices.map { slice($0.slice, $0.track) }
      + told.records.filter { $0.event.row.station != .network }.map(instant)
    let rows = events.enumerated().map { place, event in
      "    \(event.jsonLine())\(place == events.count - 1 ? "" : ",")"
    }
    return ["{", "  \"displayTimeUnit\": \"ms\",", "  \"traceEvents\": ["] + rows + ["  ]", "}"]
  }

  // MARK: Tracks

  private static let process: Int = 1
  /// More than one station ever has tracks.
  private static let tracksMax = 1_000_000

  private static func track(_ station: StoryRecord.Station, lane: Int) -> Int {
    station.rawValue * tracksMax + lane
  }

  /// Slices of a track never overlap: what does gets a track of its own beside the first one.
  private func laned(_ slices: [TraceSlice]) -> [(slice: TraceSlice, track: Int)] {
    var ends: [[SimTime]] = Array(repeating: [], count: StoryRecord.Station.allCases.count + 1)
    let inOrder = slices.enumerated().sorted {
      ($0.element.span.lowerBound, $0.offset) < ($1.element.span.lowerBound, $1.offset)
    }
    return inOrder.map { _, slice in
      let station = slice.station.rawValue
      let lane =
        ends[station].firstIndex { $0 <= slice.span.lowerBound } ?? ends[station].count
      if lane == ends[station].count { ends[station].append(.zero) }
      ends[station][lane] = slice.span.upperBound
      return (slice, Self.track(slice.station, lane: lane))
    }
  }
}

extension StoryTrace {
  // MARK: Events of the format

  private var process: ConfigNode {
    let name = told.heading.joined(separator: " ")
    return .map([
      ("ph", .text("M")), ("pid", .integer(Self.process)), ("tid", .integer(0)),
      ("ts", .integer(0)),
      ("name", .text("process_name")), ("args", .map([("name", .text(name))])),
    ])
  }

  private static func metadata(_ track: Int) -> [ConfigNode] {
    let (station, lane) = track.quotientAndRemainder(dividingBy: tracksMax)
    let name =
      (StoryRecord.Station(rawValue: station)?.name ?? "") + (lane == 0 ? "" : " \(lane + 1)")
    return [
      metadata(track, "thread_name", ("name", .text(name))),
      metadata(track, "thread_sort_index", ("sort_index", .integer(track))),
    ]
  }

  private static func metadata(
    _ track: Int, _ name: String, _ value: (String, ConfigNode)
  ) -> ConfigNode {
    .map([
      ("ph", .text("M")), ("pid", .integer(process)), ("tid", .integer(track)), ("ts", .integer(0)),
      ("name", .text(name)), ("args", .map([value])),
    ])
  }

  private func slice(_ slice: TraceSlice, _ track: Int) -> ConfigNode {
    let (start, end) = (slice.span.lowerBound, slice.span.upperBound)
    return .map([
      ("ph", .text("X")), ("pid", .integer(Self.process)), ("tid", .integer(track)),
      ("ts", .integer(start.microseconds)), ("dur", .integer((end - start).microseconds)),
      ("cat", .text("state")), ("name", .text(slice.name)),
    ])
  }

  private func instant(_ record: StoryRecord) -> ConfigNode {
    .map([
      ("ph", .text("i")), ("s", .text("t")), ("pid", .integer(Self.process)),
      ("tid", .integer(Self.track(record.event.row.station, lane: 0))),
      ("ts", .integer(record.time.microseconds)), ("cat", .text(record.event.name)),
      ("name", .text("\(told.text.subject(record)): \(told.text.words(record))")),
    ])
  }
}

extension StoryRecord.Station {
  fileprivate var name: String {
    switch self {
    case .outages: "outages"
    case .provider: "provider"
    case .service: "push service"
    case .store: "push service: store"
    case .network: "network"
    case .device: "device"
    case .serviceExtension: "extension"
    case .centre: "notification centre"
    case .user: "user"
    case .app: "app"
    }
  }
}
