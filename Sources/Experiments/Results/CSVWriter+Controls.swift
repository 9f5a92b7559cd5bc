import Files
import Models
import Statistics

extension RunOutcome {
  /// The numbers with a known mean that have columns in `replications.csv`: those of all design
  /// points, in the order in which they first come.
  func surplusColumns() -> [Surplus] {
    experiment.points.flatMap { $0.scenario.controls.plan?.numbers ?? [] }
      .reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }
}

extension CSVWriter {
  /// A number and its mean; empty where it is not counted.
  mutating func append(_ number: Surplus, of record: ReplicationRecord, _ plan: SurplusPlan?) {
    guard let plan, plan.numbers.contains(number) else {
      append("")
      return append("")
    }
    let count = record.surplus[plan.place(of: number)]
    append(count.count)
    append(count.mean)
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
    append(reduction)
    append(plain == nil ? "" : controls.map(\.name).joined(separator: " "))
  }
}
