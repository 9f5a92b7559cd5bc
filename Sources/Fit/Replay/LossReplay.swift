import DeliverySim
import Files
import Models
package import Statistics

/// The share of the traffic that the push service overwrites while devices are offline: of the log
/// as it is, of as many messages at random times, and of the proposed law.
package struct LossReplay: Sendable {
  /// The losses under one offline process.
  package struct Row: Sendable {
    package let process: OfflineProcess
    package let replications: Int
    /// Shares overwritten, with 95 % intervals given this log.
    package let real: Estimate
    package let shuffled: Estimate
    /// nil where the law brings no message in so short a window.
    package let fitted: Estimate?
    /// Real over shuffled; nil where the shuffled lose nothing.
    package let ratio: Estimate?
  }

  package let rows: [Row]
  /// The number of devices of which one is replayed: 1, or more where all would take too long.
  package let stride: Int
  /// Whether each device of the replay plays the one stream from an offset of its own.
  package let hasOneStream: Bool
}

extension LossReplay {
  static let confidence = 0.95
  /// The events that a replay of one kind of traffic may take, about: a fraction of a second.
  private static let eventsMax = 4e6
  /// A single replication of more events is not begun: minutes.
  private static let eventsLimit = 5e8
  /// Devices that play a log without devices.
  static let lonelyDevices = 100

  /// Replays a log under each process.
  ///
  /// - Throws: `InputError` (65) when a replay would take too long or meets a limit.
  package static func make(
    _ log: ArrivalLog, _ best: FittedArrivals.Candidate, _ processes: [OfflineProcess],
    _ options: FitOptions, threads: Int, report: (FitStage) -> Void = { _ in }
  ) async throws -> LossReplay {
    let length = SimTime(seconds: log.window.length)
    let step = processes.map { stride(log, $0) }.max() ?? 1
    let all = log.times
    let times = Swift.stride(from: 0, to: all.count, by: step).map { all[$0] }
    func trace(shuffles: Bool) -> Workload.Arrivals {
      .trace(
        Trace(
          streams: times, length: length, hasDevices: log.hasDevices, shuffles: shuffles))
    }
    let law = best.traffic(from: log.window.hourOfWeek())
    let traffics = [trace(shuffles: false), trace(shuffles: true), law]
    var rows: [Row] = []
    for (place, process) in processes.enumerated() {
      report(
        .replaying(messages: log.messageCount, number: place + 1, of: processes.count))
      let devices = log.hasDevices ? times.count : lonelyDevices
      let worlds = traffics.map { world($0, process, devices, length, options) }
      let count = try replications(log, process, devices, options)
      let samples = try await samples(worlds, count, threads)
      rows.append(try row(process, samples, count))
    }
    return LossReplay(rows: rows, stride: step, hasOneStream: !log.hasDevices)
  }

  /// Without time to drain: a log ends with its window, so all traffics do.
  static func world(
    _ arrivals: Workload.Arrivals, _ process: OfflineProcess, _ devices: Int, _ length: SimTime,
    _ options: FitOptions
  ) -> World {
    var setup = DeviceSetup(workload: Workload(arrivals: arrivals), strategy: .fireAndForget)
    setup.network = Network(
      onOff: process.onOff, paces: process.paces, devicePace: process.devicePace)
    return world(setup, devices: devices, length, options)
  }

  static func world(
    _ setup: DeviceSetup, devices: Int, _ length: SimTime, _ options: FitOptions
  ) -> World {
    World(
      seed: options.seed, devices: devices, duration: length,
      limits: World.Limits(eventsPerDeviceDay: 1_000_000_000, storedPerDevice: 1_000_000_000),
      setup: setup)
  }

  /// The events of one device in one replication, about.
  private static func events(_ log: ArrivalLog, _ process: OfflineProcess) -> Double {
    let cycle = process.onOff.up.mean + process.onOff.down.mean
    return 2 * log.window.length / cycle + 4 * log.ratePerDay * log.window.days
  }

  private static func stride(_ log: ArrivalLog, _ process: OfflineProcess) -> Int {
    let total = events(log, process) * Double(log.streams.count)
    // So many devices are left that the sample is a good one.
    let strideMax = max(1, log.streams.count / 200)
    return max(1, min(strideMax, Int(min(1e9, total / eventsMax))))
  }

  /// The number of replications that the work allows, from 5 to 40.
  private static func replications(
    _ log: ArrivalLog, _ process: OfflineProcess, _ devices: Int, _ options: FitOptions
  ) throws(InputError) -> Int {
    let events = events(log, process) * Double(devices)
    guard events <= eventsLimit else {
      throw InputError(
        ExitCode.dataError,
        "replaying \(log.files[0]) would take \(HumanText.rounded(events)) events; "
          + "--from and --length choose a part")
    }
    return options.replications ?? Int(min(40, max(5, eventsMax / max(1, events))))
  }

  /// One for each world, in order: overwritten of owed in each replication.
  private static func samples(
    _ worlds: [World], _ count: Int, _ threads: Int
  ) async throws -> [RatioSample] {
    var counts: [Losses] = []
    try await forEachInParallel(
      count: worlds.count * count, threads: threads,
      work: { index in
        try losses(worlds[index / count], index % count)
      },
      consume: { _, result in counts.append(result) })
    return worlds.indices.map { world in
      let part = counts[world * count..<(world + 1) * count]
      return RatioSample(
        numerators: part.map(\.overwritten), denominators: part.map(\.owed))
    }
  }

  /// The counts of one replication.
  typealias Losses = (overwritten: Double, expired: Double, owed: Double)

  static func losses(_ world: World, _ replication: Int) throws -> Losses {
    let tally = try simulate(world, replication: replication, devices: 0..<world.devices)
    let count = { (cause: Cause) in Double(tally.fates[Tally.fateIndex(.lost, cause, .none)]) }
    return (count(.pushService(.overwritten)), count(.pushService(.expired)), Double(tally[.owed]))
  }

  private static func row(
    _ process: OfflineProcess, _ samples: [RatioSample], _ count: Int
  ) throws(InputError) -> Row {
    let estimates = samples.map { $0.estimate(confidence: confidence) }
    guard let real = estimates[0], let shuffled = estimates[1] else {
      throw InputError(ExitCode.internalError, "a replay has no message")
    }
    // The same devices are offline at the same times in both, and both owe the same messages.
    let ratio = RatioSample(
      numerators: samples[0].numerators, denominators: samples[1].numerators)
    return Row(
      process: process, replications: count, real: real, shuffled: shuffled,
      fitted: estimates[2], ratio: ratio.estimate(confidence: confidence))
  }
}
