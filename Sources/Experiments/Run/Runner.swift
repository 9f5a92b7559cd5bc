import DeliverySim
import Models

/// Runs an experiment: every design point, strategy and replication, in parallel.
package struct Runner: Sendable {
  /// How far a run is.
  package struct Progress: Sendable {
    package let doneDevices: Int
    package let totalDevices: Int
    /// Notifications simulated so far.
    package let notifications: UInt64
  }

  /// One replication of one strategy at one design point.
  private struct Unit: Sendable {
    let point: Int
    let strategy: Int
    let replication: Int
  }

  /// A range of devices of a unit: what one task simulates.
  private struct Block: Sendable {
    let unit: Unit
    let devices: Range<Int>
    let isLast: Bool
  }

  private let experiment: Experiment
  private let threads: Int
  private let cellSize: Int
  /// The strategies' places in the scenario.
  private let strategies: [Int]
  /// For each design point, the number of its first block; the last one is the number of all.
  private let firstBlocks: [Int]

  /// - Parameters:
  ///   - strategies: The names to run; empty: all.
  ///   - threads: How many blocks are simulated at once.
  ///   - cellSize: See ``simulate(_:replication:devices:cellSize:)``; never changes a result.
  /// - Throws: ``InputError`` (64) for a strategy that the scenario does not have.
  package init(
    _ experiment: Experiment, strategies: [String] = [], threads: Int, cellSize: Int = 1
  ) throws(InputError) {
    let names = experiment.base.strategies.map(\.name)
    for name in strategies where !names.contains(name) {
      throw .unknownName("--strategy", name, among: names)
    }
    self.experiment = experiment
    self.threads = threads
    self.cellSize = cellSize
    let places = names.indices.filter { strategies.isEmpty || strategies.contains(names[$0]) }
    self.strategies = places
    firstBlocks = experiment.points.reduce(into: [0]) { blocks, point in
      let units = places.count * experiment.base.replications.max
      blocks.append(blocks[blocks.count - 1] + units * Self.blockCount(point.scenario.frame))
    }
  }
}

extension Runner {
  // MARK: Blocks

  /// At most 64 blocks for a unit: enough to share out, few enough to add up.
  private static func blockSize(_ frame: World) -> Int { max(256, (frame.devices + 63) / 64) }

  private static func blockCount(_ frame: World) -> Int {
    (frame.devices + blockSize(frame) - 1) / blockSize(frame)
  }

  /// Blocks are numbered by design point, strategy, replication, first device.
  private func block(_ index: Int) -> Block {
    var (point, end) = (0, experiment.points.count)
    while point + 1 < end {
      let middle = (point + end) / 2
      if firstBlocks[middle] <= index { point = middle } else { end = middle }
    }
    let frame = experiment.points[point].scenario.frame
    let count = Self.blockCount(frame)
    let (unit, place) = (index - firstBlocks[point]).quotientAndRemainder(dividingBy: count)
    let (strategy, replication) = unit.quotientAndRemainder(
      dividingBy: experiment.base.replications.max)
    let first = place * Self.blockSize(frame)
    return Block(
      unit: Unit(point: point, strategy: strategies[strategy], replication: replication),
      devices: first..<min(frame.devices, first + Self.blockSize(frame)),
      isLast: place == count - 1)
  }

  private var totalDevices: Int {
    let units = strategies.count * experiment.base.replications.max
    return experiment.points.reduce(0) { $0 + units * $1.scenario.frame.devices }
  }
}

extension Runner {
  /// Runs everything.
  ///
  /// - Parameter report: Called after each block, on the caller's side.
  /// - Throws: ``InputError`` (65) when a limit was hit; ``BooksError``.
  package func run(
    report: (Progress) -> Void = { _ in }
  ) async throws -> RunOutcome {
    var outcome = RunOutcome(experiment: experiment)
    var tally: Tally?
    var (doneDevices, notifications) = (0, UInt64(0))
    let totalDevices = totalDevices
    func consume(_ index: Int, _ part: Tally) throws {
      let block = block(index)
      notifications += part.created
      doneDevices += block.devices.count
      if tally == nil { tally = part } else { tally?.add(part) }
      if block.isLast, let sum = tally {
        try add(sum, of: block.unit, to: &outcome)
        tally = nil
      }
      report(
        Progress(
          doneDevices: doneDevices, totalDevices: totalDevices, notifications: notifications))
    }
    try await forEachInParallel(
      count: firstBlocks[experiment.points.count], threads: threads,
      work: { try simulate(block($0)) }, consume: consume)
    return outcome
  }

  private func simulate(_ block: Block) throws -> Tally {
    let unit = block.unit
    let scenario = experiment.points[unit.point].scenario
    do {
      return try Models.simulate(
        scenario.world(for: unit.strategy), replication: unit.replication,
        devices: block.devices, cellSize: cellSize)
    } catch let limit as LimitExceeded {
      let strategy = scenario.strategies[unit.strategy].name
      throw InputError(
        limit, "design point \(unit.point), \(strategy), replication \(unit.replication)")
    }
  }

  private func add(_ tally: Tally, of unit: Unit, to outcome: inout RunOutcome) throws {
    let world = experiment.points[unit.point].scenario.frame
    if unit.replication == 0 {
      outcome.series.append(.init(point: unit.point, strategy: unit.strategy, world))
    }
    try outcome.series[outcome.series.count - 1].add(tally, world)
  }
}

extension InputError {
  /// A name on the command line that does not exist.
  package static func unknownName(
    _ option: String, _ name: String, among names: [String]
  ) -> InputError {
    let nearest = NearestName.nearest(to: name, among: names)
    let hint = nearest.map { "; did you mean \"\($0)\"?" } ?? ";"
    let all = names.joined(separator: ", ")
    return InputError(
      ExitCode.usage, "\(option): no strategy \"\(name)\"\(hint) there are: \(all)")
  }
}
