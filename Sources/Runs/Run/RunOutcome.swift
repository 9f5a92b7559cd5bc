package import Files
import Models
package import Scenarios
package import Vocabulary

/// Everything that a run has found out, before it is written.
package struct RunOutcome: Sendable {
  /// One strategy at one design point.
  package struct Series: Sendable {
    /// It is the place in `Experiment/simulated`.
    package let point: Int
    /// The strategy's place in the scenario.
    package let strategy: Int
    /// Those that there were at the last ``RunOutcome/sort()``.
    package fileprivate(set) var replications = ReplicationSample([])
    /// The same of each group.
    package fileprivate(set) var groups: [ReplicationSample]
    /// The sum over the replications.
    package fileprivate(set) var sum = Sums()
    /// All that were added, in any order; first those of all devices, then those of each group.
    fileprivate var added: [[ReplicationRecord]]

    fileprivate let scenario: Scenario

    fileprivate init(point: Int, strategy: Int, _ scenario: Scenario) {
      let groupCount = scenario.frame.groupNames.count
      self.scenario = scenario
      self.point = point
      self.strategy = strategy
      groups = (0..<groupCount).map { _ in ReplicationSample([]) }
      added = [[ReplicationRecord]](repeating: [], count: 1 + groupCount)
    }

    /// The records, by replication.
    package var records: [ReplicationRecord] { replications.records }
  }

  package let experiment: Experiment
  /// The strategies that were run, by their places in the scenario.
  package let strategies: [Int]
  /// See `Experiment/leadingMetric`.
  package let leading: Metric
  /// All series, by design point or vector of inputs, then strategy.
  private var all: [Series] = []
  private var finished: Set<Unit> = []
  /// This rule ended the run, and knows what it has decided by; nil: none has, or units were added
  /// since.
  package internal(set) var rule: (any StoppingRule)?
  /// The run was stopped: undecided design points had so many replications at their last look.
  package internal(set) var stop: (size: Int, reason: StopRequest.Reason)?

  /// Nothing is found out yet.
  ///
  /// - Parameter strategies: The strategies that are run, by place in the scenario, ascending.
  package init(_ experiment: Experiment, strategies: [Int]) {
    self.experiment = experiment
    self.strategies = strategies
    leading = experiment.leadingMetric
    all = experiment.simulated.flatMap { point in
      strategies.map { Series(point: point.index, strategy: $0, point.scenario) }
    }
  }
}

extension RunOutcome {
  // MARK: Adding

  /// Adds the findings of a unit; the same one counts once. The order does not matter: sums are
  /// integers, and ``sort()`` puts the records in order.
  package mutating func add(_ result: UnitResult) {
    guard let place = place(of: result.unit), finished.insert(result.unit).inserted else { return }
    rule = nil
    all[place].sum.add(result.sums)
    for (part, record) in ([result.record] + result.groups).enumerated() {
      all[place].added[part].append(record)
    }
  }

  /// Puts the records in the order of their replications: estimates may begin.
  package mutating func sort() {
    for place in all.indices { all[place].sort() }
  }

  /// It is true when the unit is finished.
  package func has(_ unit: Unit) -> Bool { finished.contains(unit) }

  /// It counts the finished units.
  package var unitCount: Int { finished.count }

  /// - Parameter count: The number of units that the run asks for, all of which are there.
  /// - Throws: `InputError` (65) when there are others as well.
  package func checkHasNoMore(than count: Int) throws(InputError) {
    if unitCount > count {
      throw InputError(
        ExitCode.dataError, "\(unitCount - count) units too many: not of this run")
    }
  }

  private func place(of unit: Unit) -> Int? {
    guard experiment.simulated.indices.contains(unit.point),
      let strategy = strategies.firstIndex(of: unit.strategy)
    else { return nil }
    return unit.point * strategies.count + strategy
  }
}

extension RunOutcome.Series {
  fileprivate mutating func sort() {
    guard added[0].count > replications.count else { return }
    for part in added.indices { added[part].sort { $0.replication < $1.replication } }
    replications = ReplicationSample(added[0], of: (strategy, scenario))
    groups = added.dropFirst().map { ReplicationSample($0) }
  }
}

extension RunOutcome {
  // MARK: Looking

  /// The series of the design points, by strategy.
  package var series: ArraySlice<Series> { all[..<(experiment.points.count * strategies.count)] }

  /// The same strategy with a vector of inputs.
  package func drawn(_ series: Series, _ number: Int) -> Series {
    let count = experiment.inputDraws?.count ?? 0
    let point = experiment.points.count + series.point * count + number
    return self.series(atPoint: point).first { $0.strategy == series.strategy } ?? series
  }

  package func point(_ series: Series) -> Experiment.DesignPoint {
    experiment.simulated[series.point]
  }

  package func scenario(_ series: Series) -> Scenario { point(series).scenario }

  /// It is the strategy's name in the scenario of its design point.
  package func name(_ series: Series) -> String {
    scenario(series).strategies[series.strategy].name
  }

  /// They are in the order of the design points.
  package var replicationCounts: [Int] {
    experiment.points.map { series(atPoint: $0.index).map(\.records.count).max() ?? 0 }
  }

  /// The strategies' series at a design point.
  package func series(atPoint point: Int) -> ArraySlice<Series> {
    all[point * strategies.count..<(point + 1) * strategies.count]
  }

  /// The same strategy with the same parameters, under two names: what it does cannot differ.
  package func isSamePolicy(_ series: Series, _ other: Series) -> Bool {
    scenario(series).strategies[series.strategy].strategy
      == scenario(other).strategies[other.strategy].strategy
  }

  /// The same policy in the same world.
  package func cannotDiffer(_ series: Series, _ other: Series) -> Bool {
    let isSameWorld =
      series.point == other.point
      || point(series).worldSHA256 != nil
        && point(series).worldSHA256 == point(other).worldSHA256
    return isSameWorld && isSamePolicy(series, other)
  }

  /// The baseline's series at the same design point; nil when it was not run.
  package func baseline(of series: Series) -> Series? {
    let name = scenario(series).baseline
    return self.series(atPoint: series.point).first { self.name($0) == name }
  }
}
