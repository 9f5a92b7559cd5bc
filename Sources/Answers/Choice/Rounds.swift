import Models
package import Runs
import Scenarios
import Statistics

/// The rule for the units that a run simulates, and for the end of a design point.
///
/// A fixed number of replications is one round. With a precision to reach, each round brings the
/// undecided design points to the next size of the schedule, then looks: a decision depends on
/// complete prefixes alone, so neither threads nor interruptions change it.
package struct Rounds: StoppingRule {
  private let experiment: Experiment
  /// The strategies, by place in the scenario.
  private let strategies: [Int]
  /// The replications of each design point that are simulated here, ascending.
  private let mine: [[Range<Int>]]
  private let sizes: [Int]
  /// The number of ``sizes`` that the undecided design points have gone through.
  private var round = 0
  /// The undecided design points, ascending.
  private var open: [Int]
  /// Nil: nothing is to be chosen.
  private(set) var selection: SelectionRun?

  init(_ experiment: Experiment, strategies: [Int], shard: Shard?) {
    self.experiment = experiment
    self.strategies = strategies
    let replications = experiment.base.replications
    sizes = replications.looks
    mine =
      shard.map { Dealing.replications(of: experiment, for: $0) }
      ?? experiment.simulated.indices.map { [0..<experiment.replicationsMax(atPoint: $0)] }
    open = mine.indices.filter { [mine] in !mine[$0].isEmpty }
    selection = SelectionRun(experiment)
  }
}

extension Rounds {
  package mutating func next(after outcome: RunOutcome) -> [Unit] {
    if selection != nil {
      if round > 0 { selection?.look(outcome) }
      round += 1
      return selection?.next ?? []
    }
    if round > 0 {
      open = open.filter { !isReached(outcome.precision(atPoint: $0, first: sizes[round - 1])) }
    }
    guard round < sizes.count else { return [] }
    let first = round > 0 ? sizes[round - 1] : 0
    let last = sizes[round]
    round += 1
    return units(first..<last)
  }

  private func units(_ replications: Range<Int>) -> [Unit] {
    var units: [Unit] = []
    for point in open {
      let chosen = mine[point].flatMap { $0.clamped(to: replications) }
      for strategy in strategies {
        units += chosen.map { Unit(point: point, strategy: strategy, replication: $0) }
      }
    }
    return units
  }

  private func isReached(_ states: [PrecisionState]) -> Bool {
    !states.isEmpty && states.allSatisfy(\.isReached)
  }
}

extension Rounds {
  // MARK: Outlook

  package var openCount: Int { selection?.openCount ?? open.count }

  package var lastLook: Int? {
    experiment.base.replications.until != nil && round > 1 ? sizes[round - 2] : nil
  }

  package func worst(_ outcome: RunOutcome) -> PrecisionState? {
    guard round > 1, selection == nil else { return nil }
    return open.flatMap { outcome.precision(atPoint: $0, first: sizes[round - 2]) }
      .filter { !$0.isReached }
      .max { ($0.growth ?? .infinity) < ($1.growth ?? .infinity) }
  }

  /// The half-width shrinks with the square root of the number of replications.
  package func laterDevices(_ outcome: RunOutcome) -> Int {
    guard round > 1, selection == nil else { return 0 }
    let (before, now) = (sizes[round - 2], sizes[round - 1])
    return open.reduce(0) { sum, point in
      let growth = outcome.precision(atPoint: point, first: before)
        .filter { !$0.isReached }.map { $0.growth ?? 1 }.max()
      let needed = min(Double(sizes[sizes.count - 1]), Double(before) * (growth ?? 1))
      let units = max(0, Int(needed) - now) * strategies.count
      return sum + units * experiment.simulated[point].scenario.frame.devices
    }
  }
}

extension Runner {
  /// Runs everything.
  ///
  /// - Parameter report: Called after each block, on the caller's side.
  /// - Throws: `InputError` (65) when a limit was hit; `BooksError`.
  package func run(report: (Progress) -> Void = { _ in }) async throws -> RunOutcome {
    try await run(RunOutcome(experiment, strategies: strategies), by: rounds, report: report)
  }

  /// The rule that the scenario asks for.
  package var rounds: Rounds { Rounds(experiment, strategies: strategies, shard: shard) }
}
