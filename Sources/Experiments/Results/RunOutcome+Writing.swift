import Models

extension RunOutcome {
  /// Writes all result files; they appear together, or not at all.
  ///
  /// - Parameter wallTime: How long the run took [s].
  /// - Throws: ``InputError`` with 73 or 74.
  package func write(to directory: OutputDirectory, wallTime: Double) throws(InputError) {
    let files = tables().map { ($0.name, $0.csv.bytes) }
    for (name, bytes) in files { try directory.write(name, bytes) }
    let manifest = Manifest(
      outcome: self, directory: directory.path, warnings: warnings, wallTime: wallTime, files: files
    )
    try directory.write("manifest.json", manifest.json())
    try directory.commit()
  }

  /// What a reader of the results should know.
  package var warnings: [String] { experiment.warnings }
}

extension Experiment {
  /// What the design of the experiment cannot show.
  package var warnings: [String] {
    var warnings: [String] = []
    let replications = base.replications.max
    if replications < 30 {
      warnings.append(
        "\(replications) replications: intervals of skewed metrics are too narrow below 30")
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
