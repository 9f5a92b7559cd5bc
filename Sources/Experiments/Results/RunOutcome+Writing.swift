import DeliverySim
package import Files
import Models

/// The files of a run, ready to be written: everything that takes long is done.
package struct PreparedResults: Sendable {
  fileprivate let outcome: RunOutcome
  fileprivate let files: [(name: String, bytes: [UInt8])]
  fileprivate let shard: Shard?
  /// What became of expectations and precision; nil for a shard.
  package let verdict: RunVerdict?
}

extension RunOutcome {
  /// Estimates everything.
  package func prepared() -> PreparedResults {
    PreparedResults(
      outcome: self, files: tables().map { ($0.name, $0.csv.bytes) }, shard: nil,
      verdict: verdict())
  }

  /// - Parameter units: The shard's, sorted.
  func prepared(_ shard: Shard, units: [UInt8]) -> PreparedResults {
    PreparedResults(
      outcome: self, files: [(OutputDirectory.unitsFile, units)], shard: shard, verdict: nil)
  }
}

extension PreparedResults {
  /// Writes all result files; they appear together, or not at all.
  ///
  /// - Parameter wallTime: How long the run took [s].
  /// - Throws: ``InputError`` with 73 or 74.
  package func write(
    to directory: OutputDirectory, wallTime: Double
  ) throws(InputError) {
    for (name, bytes) in files { try directory.write(name, bytes) }
    let experiment = outcome.experiment
    let manifest = Manifest(
      outcome: outcome, directory: directory.path,
      identity: RunIdentity(experiment, strategies: outcome.strategies, shard),
      verdict: verdict, shard: shard, warnings: experiment.warnings + (verdict?.warnings ?? []),
      wallTime: wallTime, files: files)
    try directory.write("manifest.json", manifest.json())
    try directory.commit()
  }
}

extension Experiment {
  /// What the design of the experiment cannot show.
  package var warnings: [String] {
    // How many replications a precision will need is not known yet: the verdict warns.
    let known =
      base.replications.until == nil ? sizeWarnings(points.map { _ in base.replications.min }) : []
    let given = "intervals are given this trace: they do not cover the choice of users"
    return known + (isGivenTrace ? [given] : []) + omission
  }

  private var omission: [String] {
    let omitted = points.lazy.flatMap { $0.scenario.traces }.map(\.omitted).max() ?? .zero
    guard omitted > .zero else { return [] }
    return [
      "workload.arrivals.trace: sample: true replays whole weeks, so the last "
        + "\(HumanText.span(omitted.seconds)) of the recording are left out"
    ]
  }

  /// What so few replications cannot show.
  ///
  /// - Parameter counts: How many there are, by design point.
  func sizeWarnings(_ counts: [Int]) -> [String] {
    var warnings: [String] = []
    if let least = counts.min(), least < 30 {
      let replications = Replications.text(counts)
      warnings.append("\(replications): with fewer than 30, intervals tend to be too narrow")
    }
    if let rare = rareSharedOutages(counts) { warnings.append(rare.warning) }
    return warnings
  }
}

extension Experiment {
  /// Intervals do not cover the choice of users.
  var isGivenTrace: Bool { points.contains { $0.scenario.isGivenTrace } }
}

extension Scenario {
  /// A trace that every replication plays as it is.
  var isGivenTrace: Bool { traces.contains { !$0.samples } }

  /// By group, as far as their messages come from one.
  fileprivate var traces: [Trace] {
    frame.setups.compactMap { setup in
      guard case .trace(let trace) = setup.workload.arrivals else { return nil }
      return trace
    }
  }
}
