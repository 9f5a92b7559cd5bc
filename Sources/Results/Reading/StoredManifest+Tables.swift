package import Files
import Vocabulary

extension StoredManifest {
  /// What a report is drawn from: every file has its columns, and numbers where they belong.
  /// Columns that the scenario does not model are absent.
  ///
  /// - Throws: `InputError` (65) with line and column.
  package func checkTables() throws(InputError) {
    for (name, columns) in zip(ResultColumns.files, Self.columns)
    where name != "inputs.csv" || files.contains(name) {
      try check(name)
      try checkTable(name, columns)
    }
  }

  /// In the order of `ResultColumns.files`.
  private static let columns = [
    ResultColumns.replications, ResultColumns.metrics, ResultColumns.comparisons,
    ResultColumns.fates, ResultColumns.latency, ResultColumns.concentration,
    ResultColumns.groups, ResultColumns.timeline + ResultColumns.timelineOfQueues,
    ResultColumns.observed, ResultColumns.inputs,
  ]

  /// Whether a file may lack a column.
  private static func isOptional(_ column: String, in file: String) -> Bool {
    switch file {
    case "replications.csv":
      let always = ["replication", "owed", "shown", "summarised", "synced", "pending", "lost"]
      return !always.contains(column)
    case "timeline.csv": return ResultColumns.timelineOfQueues.contains(column)
    default: return false
    }
  }

  /// The program that draws checks these.
  private static let texts = [
    "baseline", "metric", "interval", "fate", "stage", "cause", "repair", "group", "cohort",
  ]

  private func checkTable(_ name: String, _ columns: [String]) throws(InputError) {
    let path = place(of: name)
    let header = try TableReader.header(path: path, displayName: path)
    let numbers = columns.filter {
      !Self.texts.contains($0) && (header.contains($0) || !Self.isOptional($0, in: name))
    }
    _ = try TableReader.read(
      path: path, displayName: path, optionalNumbers: numbers, integers: ["design_point"],
      texts: ["strategy"] + columns.filter { $0 == "metric" }, allowsNoRows: true,
      allowsInfinity: true, allowsNegativeInfinity: true)
  }
}
