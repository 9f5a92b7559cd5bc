import Files
import Models
import Runs
import Scenarios
import Statistics
import Vocabulary

extension RunOutcome {
  /// The kinds of controls that any strategy has at any design point.
  func controlKinds() -> [Control.Kind] {
    let kinds = experiment.points.flatMap { point in
      point.scenario.strategies.indices.flatMap { point.scenario.controls[$0].map(\.kind) }
    }
    return Control.Kind.allCases.filter(kinds.contains)
  }
}

extension CSVWriter {
  /// Appends the count of a strategy's control of a kind, and its mean; 0 where it has none.
  mutating func append(
    _ kind: Control.Kind, of record: ReplicationRecord, _ strategy: Int, _ controls: Controls
  ) {
    let control = controls[strategy].first { $0.kind == kind }
    let found = controls.plan.flatMap { plan in control?.count(record, plan) }
    append(found?.count ?? 0)
    append(found?.mean ?? 0)
  }

  /// The columns of an estimate about its controls.
  ///
  /// - Parameters:
  ///   - plain: Nil: there are none, and what is in force is plain.
  ///   - controls: Those it was offered.
  mutating func append(
    _ plain: PlainEstimate?, or inForce: (mean: Double?, standardError: Double?),
    _ reduction: Double?, _ controls: [Control]
  ) {
    append(plain?.mean ?? inForce.mean)
    append(plain?.standardError ?? inForce.standardError)
    append(reduction ?? 1)
    append(plain == nil ? Self.noControls : controls.map(\.name).joined(separator: " "))
  }

  /// The word in the place of their names.
  static let noControls = "none"
}
