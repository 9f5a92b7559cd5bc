import Files
import Models
import Statistics

/// Two columns of `replications.csv`: how many runs of messages there were, and the mean of that
/// number (docs/statistics.md, "Controls").
struct RunColumn: Sendable, Hashable {
  let source: AbsenceRuns.Source
  let length: Int

  var names: [String] {
    let name = Control(source: source, measure: .runs(length)).name
    return [name, "\(name)_expected"]
  }

  /// - Parameter runs: What the record has; nil: none.
  func append(_ record: ReplicationRecord, _ runs: AbsenceRuns?, to csv: inout CSVWriter) {
    guard let runs, runs.lengths.contains(length) else {
      csv.append("")
      return csv.append("")
    }
    let count = record.runs[runs.place(of: source, length: length)]
    csv.append(count.count)
    csv.append(count.mean)
  }
}

extension RunOutcome {
  /// Of all design points: by source, then length.
  func runColumns() -> [RunColumn] {
    let worlds = experiment.points.map(\.scenario.frame)
    return AbsenceRuns.Source.allCases.flatMap { source in
      let lengths = worlds.filter { $0.absenceSources.contains(source) }
        .flatMap { $0.runs?.lengths ?? [] }
      return Set(lengths).sorted().map { RunColumn(source: source, length: $0) }
    }
  }
}

extension CSVWriter {
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
