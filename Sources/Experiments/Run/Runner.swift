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
    let unit: Int
    let devices: Range<Int>
    let isLast: Bool
  }

  private let experiment: Experiment
  private let threads: Int
  private let cellSize: Int
  private let units: [Unit]
  private let blocks: [Block]

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
    units = experiment.points.flatMap { point in
      names.indices.filter { strategies.isEmpty || strategies.contains(names[$0]) }.flatMap {
        strategy in
        (0..<experiment.base.replications).map {
          Unit(point: point.index, strategy: strategy, replication: $0)
        }
      }
    }
    blocks = units.indices.flatMap { [units] unit in
      Self.blocks(of: unit, experiment.points[units[unit].point].scenario.frame.devices)
    }
  }

  /// At most 64 blocks for a unit: enough to share out, few enough to add up.
  private static func blocks(of unit: Int, _ devices: Int) -> [Block] {
    let size = max(256, (devices + 63) / 64)
    return stride(from: 0, to: devices, by: size).map { first in
      Block(
        unit: unit, devices: first..<min(first + size, devices), isLast: first + size >= devices)
    }
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
    let totalDevices = blocks.reduce(0) { $0 + $1.devices.count }
    func consume(_ index: Int, _ part: Tally) throws {
      let block = blocks[index]
      notifications += part.created
      doneDevices += block.devices.count
      if tally == nil { tally = part } else { tally?.add(part) }
      if block.isLast, let sum = tally {
        try add(sum, of: units[block.unit], to: &outcome)
        tally = nil
      }
      report(
        Progress(
          doneDevices: doneDevices, totalDevices: totalDevices, notifications: notifications))
    }
    try await forEachInParallel(
      count: blocks.count, threads: threads, work: { try simulate(blocks[$0]) }, consume: consume)
    return outcome
  }

  private func simulate(_ block: Block) throws -> Tally {
    let unit = units[block.unit]
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
