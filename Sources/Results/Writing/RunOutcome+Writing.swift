package import Answers
import DeliverySim
package import Files
import Models
package import Runs
import Scenarios

/// The files of a run, ready to be written: everything that takes long is done.
package struct PreparedResults: Sendable {
  package let outcome: RunOutcome
  fileprivate let files: [(name: String, bytes: [UInt8])]
  /// The rows that contradict themselves.
  fileprivate let contradictions: [String]
  fileprivate let shard: Shard?
  /// It has no words; nil for a shard.
  package let answer: Answer?

  /// A file's text; nil: there is none of that name.
  package func csv(_ name: String) -> String? {
    files.first { $0.name == name }.map { String(decoding: $0.bytes, as: UTF8.self) }
  }
}

extension RunOutcome {
  /// Estimates everything.
  package func prepared() -> PreparedResults {
    let verdict = verdict()
    let tables = tables(verdict)
    return PreparedResults(
      outcome: self, files: tables.map { ($0.name, $0.csv.bytes) },
      contradictions: tables.flatMap(\.contradictions), shard: nil, answer: answer(verdict))
  }

  /// - Parameter units: The shard's, sorted.
  func prepared(_ shard: Shard, units: [UInt8]) -> PreparedResults {
    PreparedResults(
      outcome: self, files: [(OutputDirectory.unitsFile, units)], contradictions: [],
      shard: shard, answer: nil)
  }

  /// All tables, in the order of docs/reference/results.md.
  private func tables(_ verdict: RunVerdict) -> [ResultTable] {
    let (choices, judgements) = (verdict.choices, verdict.judgements)
    return [
      replicationsTable(), metricsTable(), comparisonsTable(), fatesTable(), latencyTable(),
      concentrationTable(), groupsTable(), timelineTable(),
      observedTable(),
    ] + (experiment.inputDraws.map { [inputsTable($0)] } ?? [])
      + (choices.map { [bestTable($0)] } ?? [])
      + (choices.map(\.rule.pareto).flatMap {
        $0.isEmpty ? nil : [paretoTable(verdict.pareto, $0)]
      } ?? [])
      + (judgements.isEmpty ? [] : [expectationsTable(judgements)])
  }
}

extension PreparedResults {
  /// The files with their names, the answer last.
  ///
  /// - Throws: `InputError` (70) for an answer that JSON cannot say.
  func files(
    _ words: (Answer) -> AnswerWords
  ) throws(InputError) -> [(name: String, bytes: [UInt8])] {
    guard let answer else { return files }
    let told = try answer.told(in: words(answer)).json()
    return files + [(Answer.file, Array(told.utf8))]
  }

  /// Writes all result files; they appear together, the manifest last, or not at all.
  ///
  /// - Parameters:
  ///   - words: For people who read the answer; not asked of a shard, which has none.
  ///   - wallTime: The time that the run took [s].
  /// - Throws: `InputError` with 73 or 74; 70 where a row contradicts itself.
  package func write(
    to directory: OutputDirectory, words: (Answer) -> AnswerWords, wallTime: Double
  ) throws(InputError) {
    if let first = contradictions.first {
      let others = contradictions.count > 1 ? " (and \(contradictions.count - 1) more rows)" : ""
      throw InputError(ExitCode.internalError, "a defect of the tool: \(first)\(others)")
    }
    let files = try files(words)
    for (name, bytes) in files { try directory.write(name, bytes) }
    let identity = RunIdentity(outcome.experiment, strategies: outcome.strategies, shard)
    let manifest = Manifest(
      outcome, in: directory.path, identity, shard, wallTime: wallTime, files: files)
    try directory.write("manifest.json", manifest.json())
    try directory.commit()
  }
}
