import DeliverySim
package import Files
import Models
package import Scenarios

/// Runs an experiment: every design point, strategy and replication, in parallel.
package struct Runner: Sendable {
  package let experiment: Experiment
  /// Nil: everything.
  package let shard: Shard?
  /// The strategies' places in the scenario.
  package let strategies: [Int]
  private let threads: Int
  private let batchSize: Int

  /// - Parameters:
  ///   - strategies: The names to run; empty: all.
  ///   - shard: The part of the run; nil: all of it.
  ///   - threads: The number of blocks that are simulated at once.
  ///   - batchSize: See ``simulate(_:replication:devices:batchSize:)``; never changes a result.
  /// - Throws: `InputError` (64) for a strategy that the scenario does not have, or when one is
  ///   left out on which the number of replications hangs.
  package init(
    _ experiment: Experiment, strategies: [String] = [], shard: Shard? = nil, threads: Int,
    batchSize: Int = 1
  ) throws(InputError) {
    let names = experiment.base.strategies.map(\.name)
    for name in strategies where !names.contains(name) {
      throw .unknownName("--strategy", name, among: names)
    }
    self.experiment = experiment
    self.shard = shard
    self.threads = threads
    self.batchSize = batchSize
    self.strategies = names.indices.filter {
      strategies.isEmpty || strategies.contains(names[$0])
    }
    try experiment.checkPart(strategies, isShard: shard != nil)
  }
}

extension Runner {
  /// Runs what is left to do.
  ///
  /// - Parameters:
  ///   - earlier: The outcome so far.
  ///   - rule: Says what is run.
  ///   - spare: Results of units that may be asked for.
  ///   - stop: May end the run at its last look.
  ///   - finish: Takes each unit's result as soon as it is complete.
  ///   - look: Called with what there is at each look, when the run goes on.
  ///   - report: Called after each block, on the caller's side.
  /// - Returns: The outcome of the run. After a stop it has units behind the last look, too, and no
  ///   rule that ended the run.
  /// - Throws: `InputError`: 65 when a limit was hit, and for earlier units that this run does not
  ///   ask for; `BooksError`; what `finish` throws.
  package func run(
    _ earlier: RunOutcome, by rule: some StoppingRule, spare: [Unit: UnitResult] = [:],
    stop: StopRequest = StopRequest(),
    finish: (UnitResult) throws -> Void = { _ in },
    look: (RunOutcome, Int) -> Void = { _, _ in },
    report: (Progress) -> Void = { _ in }
  ) async throws -> RunOutcome {
    var outcome = earlier
    var rule = rule
    var progress = Progress()
    var unitCount = 0
    outcome.sort()
    while case let units = rule.next(after: outcome), !units.isEmpty {
      for result in units.compactMap({ spare[$0] }) where !outcome.has(result.unit) {
        try finish(result)
        outcome.add(result)
      }
      let all = BlockQueue(SharedUnits(units, experiment).simulated, experiment, threads: threads)
      let left = SharedUnits(units.filter { !outcome.has($0) }, experiment)
      let queue = BlockQueue(left.simulated, experiment, threads: threads)
      progress.beginRound(
        devices: all.deviceCount, finished: all.deviceCount - queue.deviceCount,
        later: rule.laterDevices(outcome), openPoints: rule.openCount, rule.worst(outcome))
      if let size = rule.lastLook {
        stop.noteLook()
        look(outcome, size)
      }
      try await run(queue, left, into: &outcome, &progress, stop, finish, report)
      if let size = rule.lastLook, let reason = stop.reason {
        outcome.stop = (size, reason)
        return outcome
      }
      outcome.sort()
      unitCount += units.count
    }
    try outcome.checkHasNoMore(than: unitCount)
    outcome.rule = rule
    return outcome
  }

  private func run(
    _ queue: BlockQueue, _ shared: SharedUnits, into outcome: inout RunOutcome,
    _ progress: inout Progress, _ stop: StopRequest,
    _ finish: (UnitResult) throws -> Void, _ report: (Progress) -> Void
  ) async throws {
    var (tallies, isOver) = ([Tally](), false)
    try await forEachInParallel(
      count: queue.count, threads: threads,
      work: { stop.reason == nil ? try simulate(queue.block($0)) : nil },
      consume: { index, parts in
        // A block that was left out ends the run, though later ones may have been under way.
        guard !isOver, let parts else {
          isOver = true
          return
        }
        let block = queue.block(index)
        if tallies.isEmpty { tallies = parts } else { tallies.add(parts) }
        if block.isLast {
          for (unit, whole) in zip(block.units, tallies) {
            let plan = experiment.world(of: unit).surplus
            for same in shared.all(unit) {
              let world = experiment.simulated[same.point].scenario.frame
              let result = try UnitResult(whole.counting(world.surplus, of: plan), of: same, world)
              try finish(result)
              outcome.add(result)
            }
          }
          tallies = []
        }
        progress.add(
          devices: block.deviceCount * parts.count,
          notifications: UInt64(parts.reduce(0) { $0 + $1[.created] }))
        report(progress)
      })
  }

  private func simulate(_ block: BlockQueue.Block) throws -> [Tally] {
    do {
      return try Models.simulate(
        block.units.map(experiment.world(of:)), replication: block.replication, block.portion,
        batchSize: batchSize)
    } catch let stopped as WorldStopped {
      let unit = block.units[block.units.startIndex + stopped.place]
      let strategy = experiment.simulated[unit.point].scenario.strategies[unit.strategy].name
      throw InputError(
        stopped.limit,
        "\(experiment.placeName(unit.point)), \(strategy), replication \(unit.replication)")
    }
  }
}

extension [Tally] {
  /// Each to its own.
  fileprivate mutating func add(_ others: [Tally]) {
    for place in indices { self[place].add(others[place]) }
  }
}
