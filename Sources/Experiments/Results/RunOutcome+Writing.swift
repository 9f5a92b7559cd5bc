import Models

extension RunOutcome {
  /// Writes all result files; they appear together, or not at all.
  ///
  /// - Parameter wallTime: How long the run took [s].
  /// - Throws: ``InputError`` with 73 or 74.
  /// - Returns: What became of expectations and precision.
  @discardableResult
  package func write(
    to directory: OutputDirectory, wallTime: Double
  ) throws(InputError) -> RunVerdict {
    let files = tables().map { ($0.name, $0.csv.bytes) }
    let verdict = verdict()
    try write(files, shard: .whole, verdict, to: directory, wallTime)
    return verdict
  }

  /// Writes a shard: its units, sorted, and a manifest.
  func writeShard(
    _ shard: Shard, _ units: [UInt8], to directory: OutputDirectory, wallTime: Double
  ) throws(InputError) {
    try write([(OutputDirectory.unitsFile, units)], shard: shard, nil, to: directory, wallTime)
  }

  private func write(
    _ files: [(name: String, bytes: [UInt8])], shard: Shard, _ verdict: RunVerdict?,
    to directory: OutputDirectory, _ wallTime: Double
  ) throws(InputError) {
    for (name, bytes) in files { try directory.write(name, bytes) }
    let manifest = Manifest(
      outcome: self, directory: directory.path,
      identity: RunIdentity(experiment, strategies: strategies, shard),
      verdict: verdict, shard: shard, warnings: experiment.warnings + (verdict?.warnings ?? []),
      wallTime: wallTime, files: files)
    try directory.write("manifest.json", manifest.json())
    try directory.commit()
  }
}

extension Experiment {
  /// What the design of the experiment cannot show.
  package var warnings: [String] {
    var warnings: [String] = []
    if base.replications.min < 30 {
      warnings.append(
        "\(base.replications.min) replications: intervals are too narrow below 30")
    }
    if isGivenTrace {
      warnings.append("intervals are given this trace: they do not cover the choice of users")
    }
    return warnings
  }
}

extension Experiment {
  /// Intervals do not cover the choice of users.
  var isGivenTrace: Bool { points.contains { $0.scenario.isGivenTrace } }
}

extension Scenario {
  /// A trace that every replication plays as it is.
  var isGivenTrace: Bool {
    guard case .trace(let trace) = frame.setup.workload.arrivals else { return false }
    return !trace.samples
  }
}
