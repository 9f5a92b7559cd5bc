package import Files

extension StoredManifest {
  /// What a report is drawn from: every file has its columns, and numbers where they belong. Columns
  /// that the scenario does not model are absent.
  ///
  /// - Throws: ``InputError`` (65) with line and column.
  package func checkTables() throws(InputError) {
    for (name, columns) in zip(ResultColumns.files, Self.columns) {
      try check(name)
      try checkTable(path(of: name), columns)
    }
  }

  /// In the order of `ResultColumns.files`.
  private static let columns = [
    ResultColumns.replications, ResultColumns.metrics, ResultColumns.comparisons,
    ResultColumns.fates, ResultColumns.latency, ResultColumns.concentration,
    ResultColumns.groups, ResultColumns.timeline + ResultColumns.timelineOfQueues,
    ResultColumns.observed,
  ]

  /// Those that a file may lack.
  private static let optional =
    Count.allCases.map(\.rawValue) + Metric.all.map(\.name) + ResultColumns.timelineOfQueues

  /// The program that draws checks these.
  private static let texts = [
    "baseline", "metric", "interval", "fate", "stage", "cause", "repair", "group", "cohort",
  ]

  private func checkTable(_ path: String, _ columns: [String]) throws(InputError) {
    let header = try TableReader.header(path: path, displayName: path)
    let numbers = columns.filter {
      !Self.texts.contains($0) && (header.contains($0) || !Self.optional.contains($0))
    }
    _ = try TableReader.read(
      path: path, displayName: path, optionalNumbers: numbers, integers: ["design_point"],
      texts: ["strategy"] + columns.filter { $0 == "metric" }, allowsNoRows: true,
      allowsInfinity: true)
  }
}
