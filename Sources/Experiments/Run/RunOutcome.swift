import Files
import Models

/// Everything that a run has found out, before it is written.
package struct RunOutcome: Sendable {
  /// One strategy at one design point.
  struct Series: Sendable {
    let point: Int
    /// The strategy's place in the scenario.
    let strategy: Int
    /// Those that there were at the last ``RunOutcome/sort()``.
    fileprivate(set) var replications = ReplicationSample([])
    /// The same of each group.
    fileprivate(set) var groups: [ReplicationSample]
    /// The sum over the replications.
    fileprivate(set) var sum = Sums()
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

    /// By replication.
    var records: [ReplicationRecord] { replications.records }
  }

  let experiment: Experiment
  /// The strategies that were run, by their places in the scenario.
  let strategies: [Int]
  /// See ``Experiment/leadingMetric``.
  let leading: Metric
  /// By design point or vector of inputs, then strategy.
  private var all: [Series] = []
  private var finished: Set<Unit> = []
  /// What was chosen up to here; nil: nothing, or nobody has looked since the last unit.
  var selection: SelectionRun?

  /// Nothing is found out yet.
  ///
  /// - Parameter strategies: What is run, by place in the scenario, ascending.
  init(_ experiment: Experiment, strategies: [Int]) {
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
  mutating func add(_ result: UnitResult) {
    guard let place = place(of: result.unit), finished.insert(result.unit).inserted else { return }
    selection = nil
    all[place].sum.add(result.sums)
    for (part, record) in ([result.record] + result.groups).enumerated() {
      all[place].added[part].append(record)
    }
  }

  /// Puts the records in the order of their replications: estimates may begin.
  mutating func sort() {
    for place in all.indices { all[place].sort() }
  }

  func contains(_ unit: Unit) -> Bool { finished.contains(unit) }

  var unitCount: Int { finished.count }

  /// - Parameter count: Of the units that the run asks for, all of which are there.
  /// - Throws: ``InputError`` (65) when there are others as well.
  func checkHasNoMore(than count: Int) throws(InputError) {
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
    replications = ReplicationSample(added[0], ofStrategy: strategy, scenario)
    groups = added.dropFirst().map(ReplicationSample.init)
  }
}

extension RunOutcome {
  // MARK: Looking

  /// Of the design points, by strategy.
  var series: ArraySlice<Series> { all[..<(experiment.points.count * strategies.count)] }

  /// The same strategy with a vector of inputs.
  func drawn(_ series: Series, _ number: Int) -> Series {
    let count = experiment.inputDraws?.count ?? 0
    let point = experiment.points.count + series.point * count + number
    return self.series(atPoint: point).first { $0.strategy == series.strategy } ?? series
  }

  func point(_ series: Series) -> Experiment.DesignPoint { experiment.simulated[series.point] }

  func scenario(_ series: Series) -> Scenario { point(series).scenario }

  func name(_ series: Series) -> String { scenario(series).strategies[series.strategy].name }

  /// By design point.
  package var replicationCounts: [Int] {
    experiment.points.map { series(atPoint: $0.index).map(\.records.count).max() ?? 0 }
  }

  /// The strategies' series at a design point.
  func series(atPoint point: Int) -> ArraySlice<Series> {
    all[point * strategies.count..<(point + 1) * strategies.count]
  }

  /// The same strategy with the same parameters, under two names: what it does cannot differ.
  func isSamePolicy(_ series: Series, _ other: Series) -> Bool {
    scenario(series).strategies[series.strategy].strategy
      == scenario(other).strategies[other.strategy].strategy
  }

  /// The same policy in the same world.
  func cannotDiffer(_ series: Series, _ other: Series) -> Bool {
    let isSameWorld =
      series.point == other.point
      || point(series).worldSHA256 != nil
        && point(series).worldSHA256 == point(other).worldSHA256
    return isSameWorld && isSamePolicy(series, other)
  }

  /// The baseline's series at the same design point; nil when it was not run.
  func baseline(of series: Series) -> Series? {
    let name = scenario(series).baseline
    return self.series(atPoint: series.point).first { self.name($0) == name }
  }
}
