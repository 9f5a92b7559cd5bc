import DeliverySim
import Models

extension FittedNetwork {
  /// The same with as few of the paces by hour as possible, so that the log's own messages lose no
  /// other share than with all of them.
  ///
  /// - Throws: `LimitExceeded` where a device of the replay does.
  func withPacesThatMatter(
    to log: ArrivalLog, _ options: FitOptions, threads: Int
  ) async throws -> FittedNetwork {
    let subsets = found.subsets
    guard subsets.count > 1 else { return self }
    let sample = SpanSample(comparing: self.log)
    let first = log.hourOfWeek(beside: self.log)
    let processes = found.of(sample).subsets
      .compactMap { SpanLaws(sample, $0) }
      .compactMap { OfflineProcess.fitted($0, from: first) }
    guard processes.count == subsets.count else { return self }
    let load = ReplayLoad(log, processes)
    let worlds = processes.map { load.world($0, options) }
    let losses = try await Outcome.of(worlds, replications: load.replications, threads: threads)
      .map { $0?.loss.value ?? 0 }
    let all = losses[losses.count - 1]
    let fewest = losses.firstIndex { !LossDifference.matters($0, from: all) }
    guard let fewest, fewest < subsets.count - 1 else { return self }
    // The proposal rests on all spans.
    return SpanLaws(SpanSample(self.log), subsets[fewest]).map(proposing) ?? self
  }
}

extension ArrivalLog {
  /// The hour of the week with which the window begins, as a log of intervals counts hours.
  func hourOfWeek(beside intervals: IntervalLog) -> Int {
    window.isCalendar == intervals.window.isCalendar
      ? window.hourOfWeek() : intervals.window.hourOfWeek()
  }
}

/// The part of a log that a replay needs for a good look.
struct ReplayLoad {
  /// The events of all replications of one world, about.
  private static let eventsMax = 2e5
  /// So many devices are kept, if there are as many.
  private static let devicesMin = 40

  /// Every n-th device.
  let step: Int
  let replications: Int
  private let messages: [[SimTime]]
  private let hasDevices: Bool
  private let length: SimTime

  init(_ log: ArrivalLog, _ processes: [OfflineProcess]) {
    self.init(
      streams: log.streams.map(\.count), SimTime(seconds: log.window.length),
      hasDevices: log.hasDevices, processes, log.times(of:))
  }

  init(
    _ streams: [[SimTime]], _ length: SimTime, hasDevices: Bool, _ processes: [OfflineProcess]
  ) {
    self.init(streams: streams.map(\.count), length, hasDevices: hasDevices, processes) {
      streams[$0]
    }
  }

  /// - Parameters:
  ///   - counts: The messages of each stream.
  ///   - messages: Those of the stream at a place.
  private init(
    streams counts: [Int], _ length: SimTime, hasDevices: Bool, _ processes: [OfflineProcess],
    _ messages: (Int) -> [SimTime]
  ) {
    let cycle = processes.map { $0.onOff.up.mean + $0.onOff.down.mean }.min() ?? .infinity
    let count = hasDevices ? counts.count : LossReplay.lonelyDevices
    let rows = counts.reduce(0, +) * count / counts.count
    let events = 4 * Double(rows) + 2 * Double(count) * length.seconds / cycle
    let stepMax = hasDevices ? max(1, count / Self.devicesMin) : 1
    step = max(1, min(stepMax, Int(min(1e9, events / Self.eventsMax))))
    replications = max(1, min(5, Int(Self.eventsMax * Double(step) / max(1, events))))
    self.messages = stride(from: 0, to: counts.count, by: step).map(messages)
    (self.hasDevices, self.length) = (hasDevices, length)
  }

  /// The log's own messages.
  func world(_ process: OfflineProcess, _ options: FitOptions) -> World {
    world(
      .trace(Trace(streams: messages, length: length, hasDevices: hasDevices)), process, options)
  }

  /// A world with as many devices and other messages.
  func world(
    _ arrivals: Workload.Arrivals, _ process: OfflineProcess, _ options: FitOptions
  ) -> World {
    LossReplay.world(
      arrivals, process, hasDevices ? messages.count : LossReplay.lonelyDevices, length, options)
  }
}
