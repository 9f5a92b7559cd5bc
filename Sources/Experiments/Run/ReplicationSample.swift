import Models
import Statistics
import Synchronization

/// The replications of one strategy, in their order.
///
/// A reference, so that what takes long to make of them is made once, for all metrics and tables.
final class ReplicationSample: Sendable {
  let records: [ReplicationRecord]
  /// What its estimates are moved by.
  let controls: [Control]
  /// What the controls are made of; nil: there are none.
  private let runs: AbsenceRuns?
  /// See ``ControlVariates/fitted``.
  private let fitted: Int?
  private let pooled = Mutex<PooledCounts?>(nil)

  /// Without controls.
  convenience init(_ records: [ReplicationRecord]) {
    self.init(records, [], runs: nil, fitted: nil)
  }

  /// - Parameter strategy: Its place in the scenario.
  convenience init(_ records: [ReplicationRecord], ofStrategy strategy: Int, _ scenario: Scenario) {
    let replications = scenario.replications
    self.init(
      records, scenario.controls[strategy], runs: scenario.controls.runs,
      fitted: replications.until == nil ? nil : replications.min)
  }

  private init(
    _ records: [ReplicationRecord], _ controls: [Control], runs: AbsenceRuns?, fitted: Int?
  ) {
    (self.records, self.controls, self.runs, self.fitted) = (records, controls, runs, fitted)
  }
}

extension ReplicationSample {
  var count: Int { records.count }

  func first(_ count: Int) -> ReplicationSample {
    count == records.count
      ? self : ReplicationSample(Array(records.prefix(count)), controls, runs: runs, fitted: fitted)
  }

  /// The delays of all of them.
  var delays: PooledCounts {
    pooled.withLock { pooled in
      if let pooled { return pooled }
      let counts = PooledCounts(records.map(\.delays))
      pooled = counts
      return counts
    }
  }

  // MARK: Controls

  /// Their values, by control; nil without any.
  var variates: ControlVariates? { variates(controls) }

  /// Those of a difference: the controls of both.
  func variates(against other: ReplicationSample) -> ControlVariates? {
    variates(controls(against: other))
  }

  func controls(against other: ReplicationSample) -> [Control] {
    controls + other.controls.filter { !controls.contains($0) }
  }

  /// What is counted of the world is the same for all strategies.
  private func variates(_ controls: [Control]) -> ControlVariates? {
    guard let runs, !controls.isEmpty else { return nil }
    return ControlVariates(
      controls.map { control in records.map { control.value(of: $0, runs) } }, fitted: fitted)
  }
}
