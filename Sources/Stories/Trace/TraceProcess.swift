import DeliverySim
import Files
import Models
package import Scenarios

/// A device's story under one strategy as the events of a process of a trace.
struct TraceProcess {
  private let told: DeviceTrace
  private let number: Int

  /// - Parameter number: The number of the process, from 1.
  init(_ told: DeviceTrace, number: Int) { (self.told, self.number) = (told, number) }
}

extension TraceProcess {
  /// Those that enclose others come before these, and a step of a flow right behind its slice.
  var events: [ConfigNode] {
    let slices = laned(TraceSlices(told).all)
    let tracks = Set(slices.map(\.track)).union(
      StoryRecord.Station.allCases.map { Self.track($0, lane: 0) })
    return [process] + tracks.sorted().flatMap(metadata) + slices.map { slice($0.slice, $0.track) }
      + happenings
  }

  // MARK: Tracks

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

extension TraceProcess {
  // MARK: Events

  /// Steps of messages and instants, in order of time. An event that begins or ends a slice is
  /// none.
  private var happenings: [ConfigNode] {
    let records = told.records.filter { $0.event.row.station != .network }
    let steps = FlowSteps(records, of: told.explanation.message)
    return records.indices.flatMap { place -> [ConfigNode] in
      guard let step = steps[place] else { return [instant(records[place])] }
      return [self.step(records[place]), flow(records[place], step)]
    }
  }

  private func instant(_ record: StoryRecord) -> ConfigNode {
    event("i", record, [("s", .text("t"))])
  }

  /// A slice as short as can be: flows bind to slices, not to instants.
  private func step(_ record: StoryRecord) -> ConfigNode {
    event("X", record, [("dur", .integer(1))])
  }

  private func event(
    _ phase: String, _ record: StoryRecord, _ more: [(String, ConfigNode)]
  ) -> ConfigNode {
    .map(
      place(phase, Self.track(record.event.row.station, lane: 0), record.time) + more + [
        ("cat", .text(record.event.name)),
        ("name", .text("\(told.text.subject(record)): \(told.text.words(record))")),
        ("args", .map(arguments(record))),
      ])
  }

  private func flow(_ record: StoryRecord, _ step: FlowSteps.Step) -> ConfigNode {
    let message = Int(record.message ?? 0)
    return .map(
      place(step.rawValue, Self.track(record.event.row.station, lane: 0), record.time)
        + (step == .finish ? [("bp", .text("e"))] : []) + [
          // Those of another process are other flows.
          ("id", .integer(message * 2 + number - 1)), ("cat", .text("flow")),
          ("name", .text("message \(message)")),
        ])
  }

  /// The arguments of an event; a message's creation also tells how it ends.
  private func arguments(_ record: StoryRecord) -> [(String, ConfigNode)] {
    guard let number = record.message else { return [] }
    var arguments: [(String, ConfigNode)] = [(record.content.name, .integer(number))]
    if let send = record.send { arguments.append(("send", .integer(send))) }
    if case .destroyed(let cause) = record.event {
      arguments.append(("reason", .text("\(cause.stage?.rawValue ?? "")/\(cause.name)")))
    }
    if let culprit = record.culprit {
      arguments.append(("by", .text(told.text.name(culprit.content, culprit.number))))
    }
    if record.event == .created, record.content == .message {
      let words = OutcomeExplanation(told, message: Int(number)).text
      arguments += [
        ("fate", .text(told.story.outcomes[Int(number)].fate.name)), ("why", .text(words)),
      ]
    }
    return arguments
  }
}

extension TraceProcess {
  // MARK: Events of the format

  private func place(_ phase: String, _ track: Int, _ time: SimTime) -> [(String, ConfigNode)] {
    [
      ("ph", .text(phase)), ("pid", .integer(number)), ("tid", .integer(track)),
      ("ts", .integer(time.microseconds)),
    ]
  }

  private var process: ConfigNode {
    metadata(0, "process_name", ("name", .text(told.heading().joined(separator: " "))))
  }

  private func metadata(_ track: Int) -> [ConfigNode] {
    let (station, lane) = track.quotientAndRemainder(dividingBy: Self.tracksMax)
    let name =
      (StoryRecord.Station(rawValue: station)?.name ?? "") + (lane == 0 ? "" : " \(lane + 1)")
    return [
      metadata(track, "thread_name", ("name", .text(name))),
      metadata(track, "thread_sort_index", ("sort_index", .integer(track))),
    ]
  }

  private func metadata(
    _ track: Int, _ name: String, _ value: (String, ConfigNode)
  ) -> ConfigNode {
    .map(place("M", track, .zero) + [("name", .text(name)), ("args", .map([value]))])
  }

  private func slice(_ slice: TraceSlice, _ track: Int) -> ConfigNode {
    let (start, end) = (slice.span.lowerBound, slice.span.upperBound)
    return .map(
      place("X", track, start) + [
        ("dur", .integer((end - start).microseconds)), ("cat", .text("state")),
        ("name", .text(slice.name)), ("args", .map(slice.push.map(arguments) ?? [])),
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

/// The events of a story that are steps of a message's way, from its creation to its end: first,
/// next, last.
struct FlowSteps {
  enum Step: String {
    case start = "s"
    case step = "t"
    case finish = "f"
  }

  private var steps: [Int: Step] = [:]

  /// - Parameter message: The only message whose way is shown; nil: all.
  init(_ records: [StoryRecord], of message: Int?) {
    var last: [UInt32: Int] = [:]
    var isLong: Set<UInt32> = []
    for (place, record) in records.enumerated() where record.content == .message {
      guard let number = record.message, message.map({ UInt32($0) == number }) ?? true else {
        continue
      }
      if last[number] != nil { isLong.insert(number) }
      steps[place] = last[number] == nil ? .start : .step
      last[number] = place
    }
    // A message with one event goes nowhere.
    for (number, place) in last { steps[place] = isLong.contains(number) ? .finish : nil }
  }

  /// Nil: the event is no step.
  subscript(place: Int) -> Step? { steps[place] }
}

/// A story in the trace-event format that ui.perfetto.dev opens: a track for each station along the
/// path, what happens to a message as the steps of its flow, what else happens as instants, what
/// lasts as slices. Two strategies are two processes of one trace.
///
/// Source: "Trace Event Format" (Google, 2016): complete events `X` with `dur`, instants `i`,
/// flows `s`, `t`, `f`, metadata `M`; times in microseconds.
package struct StoryTrace {
  private let processes: [TraceProcess]

  /// Simulates the device again from the seed.
  ///
  /// - Parameters:
  ///   - experiment: The experiment of the device.
  ///   - explanation: The device or message, and the strategy.
  ///   - other: The strategy to compare with; nil: none.
  /// - Throws: The errors of ``Explanation/lines(_:)``, and of ``StrategyComparison``.
  package init(
    _ explanation: Explanation, with other: String? = nil, _ experiment: Experiment
  ) throws {
    let traces = try explanation.traces(with: other, experiment)
    processes = traces.enumerated().map { TraceProcess($0.element, number: $0.offset + 1) }
  }
}

extension StoryTrace {
  /// The document: an event takes a line.
  package var lines: [String] {
    let events = processes.flatMap(\.events)
    let rows = events.enumerated().map { place, event in
      "    \(event.jsonLine())\(place == events.count - 1 ? "" : ",")"
    }
    return ["{", "  \"displayTimeUnit\": \"ms\",", "  \"traceEvents\": ["] + rows + ["  ]", "}"]
  }
}
