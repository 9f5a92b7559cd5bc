import DeliverySim
package import Files
import Models
package import Scenarios
import Vocabulary

/// The work of a run, and its cost.
package struct Plan: Sendable {
  package let experiment: Experiment
  /// Expected of each strategy, over all design points and replications.
  package let notifications: Double
  /// Expected of all strategies, where what is the same at several design points counts once.
  package let simulated: Double
  /// Those of them that are counted: neither in the warm-up nor in the drain.
  package let counted: Double
  /// All strategies on one thread [s]: measured on a small part of the costliest design point, the
  /// others by what they are expected to cost.
  private let work: Double
  package let threads: Int
  /// Nil: the run is not shared out.
  package let dealing: Dealing?
}

extension Plan {
  /// Reckons, and measures each strategy for about a tenth of a second.
  ///
  /// - Parameters:
  ///   - experiment: The experiment that would be run.
  ///   - threads: The number of threads on each machine, at least 1.
  ///   - shards: The number of machines that would share the run, 1 to ``Shard/countMax``; nil: it
  ///     is not shared out.
  /// - Throws: The errors of `simulate(_:replication:devices:batchSize:)`.
  package static func make(
    _ experiment: Experiment, threads: Int, shards: Int? = nil
  ) throws -> Plan {
    let points = experiment.simulated
    let replications = points.indices.map { Double(experiment.replicationsMax(atPoint: $0)) }
    func sum(_ messages: (World) -> Double) -> Double {
      zip(points, replications).reduce(0) { sum, part in
        let frame = part.0.scenario.frame
        return sum + messages(frame) * Double(frame.devices) * part.1
      }
    }
    let costs = points.map(\.scenario.expectedCost)
    let costliest = costs.indices.max { (costs[$0], $1) < (costs[$1], $0) } ?? 0
    let work = try experiment.base.strategies.indices.reduce(0) { sum, strategy in
      let cost = points.indices.reduce(0) { sum, point in
        experiment.isSimulated(strategy, at: point)
          ? sum + costs[point] * replications[point] : sum
      }
      let place = experiment.placeName(costliest)
      return sum + cost / costs[costliest] * (try measure(points[costliest], strategy, place))
    }
    let once = points.indices.reduce(0) { total, point in
      let frame = points[point].scenario.frame
      let count = experiment.base.strategies.indices.count {
        experiment.isSimulated($0, at: point)
      }
      let devices = Double(frame.devices * count)
      return total + frame.expectedMessages * devices * replications[point]
    }
    return Plan(
      experiment: experiment, notifications: sum(\.expectedMessages), simulated: once,
      counted: sum(\.expectedCounted), work: work, threads: threads,
      dealing: try shards.map { try Dealing.make(experiment, count: $0) })
  }

  /// One replication [s].
  private static func measure(
    _ point: Experiment.DesignPoint, _ strategy: Int, _ place: String
  ) throws -> Double {
    let world = point.scenario.world(for: strategy)
    let clock = ContinuousClock()
    let start = clock.now
    var (devices, size) = (0, 1)
    while devices < world.devices, clock.now - start < .milliseconds(100) {
      let end = min(world.devices, devices + size)
      do {
        if world.sharesEndpoint {
          try play(world, devices: end - devices)
        } else {
          _ = try simulate(world, replication: 0, devices: devices..<end)
        }
      } catch let limit as LimitExceeded {
        let name = point.scenario.strategies[strategy].name
        throw InputError(limit, "\(place), \(name)")
      }
      (devices, size) = (end, size * 2)
    }
    return (clock.now - start) / .seconds(1) * Double(world.devices) / Double(devices)
  }

  /// No part of a shard can be simulated, but a smaller population that is one shard.
  private static func play(_ world: World, devices: Int) throws {
    var world = world
    (world.devices, world.setup.provider.shards) = (min(devices, Event.ownerMax), 1)
    _ = try simulate(world, replication: 0, devices: 0..<world.devices)
  }

  /// [s]
  package var seconds: Double { seconds(threads: threads) }

  /// [s]
  package func seconds(threads: Int) -> Double { work / Double(threads) }
}

extension Experiment {
  // MARK: Size

  /// The largest number of (design point, strategy, replication) units.
  package var unitCount: Int {
    base.strategies.count * simulated.indices.reduce(0) { $0 + replicationsMax(atPoint: $1) }
  }

  /// The bytes that the results take on the disk, generously.
  package var outputBytes: Double {
    let series = Double(points.count * base.strategies.count)
    let bucketRows = points.map { Double($0.scenario.frame.timelineBuckets) }.max() ?? 0
    let groups = points.map { $0.scenario.frame.groupNames.count }.max() ?? 0
    let metrics = Double(groups * Metric.all.count)
    let rows = Double(base.replications.max) + 201 + 100 + metrics + bucketRows
    return series * rows * 400 + 100_000
  }

  /// The units that a finished run keeps.
  package var unitBytes: Double {
    let records = points.map { 1 + $0.scenario.frame.groupNames.count }.max() ?? 1
    let delays = points.map { $0.scenario.delayBytes }.max() ?? 0
    return 1.5 * (1000 + delays) * Double(unitCount * records)
  }

  /// The memory that a run takes, generously: rows, sums over replications, one open tally for each
  /// block under way, one device's messages for each thread and strategy (where devices wait for
  /// each other, a provider shard's for each thread), and the data that was read.
  package func memoryBytes(threads: Int) -> Double {
    let tallies = points.map { $0.scenario.tallyBytes }
    let series = Double(base.strategies.count) * points.reduce(0) { $0 + $1.scenario.seriesBytes }
    let messages = points.map { $0.scenario.messagesPerDevice }.max() ?? 0
    let together = Double(threads * base.strategies.count)
    let open = together * (5 * (tallies.max() ?? 0) + 100 * messages)
    // Variates that the strategies share are kept.
    let kept = base.strategies.count > 1 ? Double(threads) * 200 * messages : 0
    let shards = Double(threads) * (points.map { $0.scenario.shardBytes }.max() ?? 0)
    let inputs = points.map { $0.scenario.inputBytes }.max() ?? 0
    return 20e6 + unitBytes + series + open + kept + shards + 3 * inputs
  }

  /// Refuses a run that cannot fit into this machine's memory.
  ///
  /// - Throws: `InputError` (65).
  package func checkMemory(threads: Int) throws(InputError) {
    let needed = memoryBytes(threads: threads)
    guard let available = MemoryInfo().available, needed > available else { return }
    let isOfShards = points.contains { $0.scenario.hasResendCapacity }
    let (need, have) = ((needed / 1e9).formatted, (available / 1e9).formatted)
    throw InputError(
      ExitCode.dataError,
      "the scenario needs about \(need) GB of memory, \(have) GB are available: "
        + "fewer design points, replications (replications.max), timeline steps or notifications "
        + "per device\(isOfShards ? ", or more provider.shards" : "")"
    )
  }
}

extension World {
  /// The mean number of messages of a device that are counted.
  fileprivate var expectedCounted: Double {
    populations.reduce(0) { sum, population in
      let workload = population.setup.workload
      let counted =
        workload.expectedMessages(until: duration) - workload.expectedMessages(until: warmup)
      return sum + population.share * counted
    }
  }
}

extension Scenario {
  fileprivate var tallyBytes: Double {
    let minutes = frame.duration.seconds / 60
    let one = 500_000 + 32 * Double(frame.timelineBuckets) + 4 * minutes
    // The whole, each group, and what belongs to none.
    return frame.groups.isEmpty ? one : one * Double(frame.groupNames.count + 2)
  }

  /// The sums of a strategy's replications, and its rows as text when the files are written.
  /// Measured: 63 KB with one step of the timeline, in a sweep of 10,000 design points.
  fileprivate var seriesBytes: Double {
    (100_000 + 400 * Double(frame.timelineBuckets)) * Double(1 + frame.groupNames.count)
  }

  /// The delays of one replication, packed: three bytes for each cell that is not empty, of which
  /// delays from milliseconds to days fill some thousands.
  fileprivate var delayBytes: Double {
    3 * min(8000, messagesPerDevice * Double(frame.devices))
  }

  fileprivate var messagesPerDevice: Double {
    let messages = frame.setups.map { $0.workload.expectedMessages(until: frame.horizon) }
    return min(1e9, messages.max() ?? 0)
  }

  /// The memory of all devices of a provider shard, which are under way together. Measured: 11 KB
  /// for a device with 25 messages.
  fileprivate var shardBytes: Double {
    guard hasResendCapacity else { return 0 }
    return Double(frame.largestShard) * (8000 + 150 * messagesPerDevice)
  }

  fileprivate var inputBytes: Double {
    // Groups mostly have the trace of the others: those of one size are taken for one.
    let rows = frame.setups.reduce(into: [Int]()) { rows, setup in
      guard case .trace(let trace) = setup.workload.arrivals else { return }
      if !rows.contains(trace.rowCount) { rows.append(trace.rowCount) }
    }
    let absences = frame.setups.compactMap { $0.network.absences?.absenceCount }.max() ?? 0
    return 16 * Double(rows.reduce(absences, +))
  }
}

extension Double {
  /// One decimal.
  fileprivate var formatted: String { Units.text(of: (self * 10).rounded() / 10) }
}
