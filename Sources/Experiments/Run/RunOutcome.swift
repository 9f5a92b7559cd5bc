import Models

/// Everything that a run has found out, before it is written.
package struct RunOutcome: Sendable {
  /// One strategy at one design point.
  struct Series: Sendable {
    let point: Int
    /// The strategy's place in the scenario.
    let strategy: Int
    /// By replication.
    var records: [ReplicationRecord] = []
    /// The sum over the replications.
    var sum: Tally
    /// For each timeline bucket, the sum over the replications of the largest number of requests in
    /// a minute.
    var peakRequests: [UInt64]

    init(point: Int, strategy: Int, _ world: World) {
      self.point = point
      self.strategy = strategy
      sum = Tally(world)
      peakRequests = [UInt64](repeating: 0, count: world.timelineBuckets)
    }
  }

  let experiment: Experiment
  /// By design point, then strategy.
  var series: [Series] = []
}

extension RunOutcome.Series {
  /// Adds the next replication.
  mutating func add(_ tally: Tally, _ world: World) throws(BooksError) {
    let record = ReplicationRecord(tally, world)
    try record.checkBooks()
    records.append(record)
    for bucket in peakRequests.indices {
      peakRequests[bucket] += UInt64(tally.peakRequestsPerMinute(bucket: bucket))
    }
    sum.add(tally)
  }
}

extension RunOutcome {
  func point(_ series: Series) -> Experiment.DesignPoint { experiment.points[series.point] }

  func scenario(_ series: Series) -> Scenario { point(series).scenario }

  func name(_ series: Series) -> String { scenario(series).strategies[series.strategy].name }

  /// The baseline's series at the same design point; nil when it was not run.
  func baseline(of series: Series) -> Series? {
    let name = scenario(series).baseline
    return self.series.first { $0.point == series.point && self.name($0) == name }
  }
}
