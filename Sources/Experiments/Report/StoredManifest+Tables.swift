package import Files

extension StoredManifest {
  /// What a report is drawn from: every file has its columns, and numbers where they belong.
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
    ResultColumns.groups, ResultColumns.timeline, ResultColumns.observed,
  ]

  /// Texts, and what may be infinite: the last bin's end, ends of intervals. The program that draws
  /// checks these.
  private static let unchecked = [
    "baseline", "metric", "interval", "fate", "stage", "cause", "repair", "group", "cohort",
    "bin_high_s", "ci_low", "ci_high", "ci_low_all", "ci_high_all",
  ]

  private func checkTable(_ path: String, _ columns: [String]) throws(InputError) {
    _ = try TableReader.read(
      path: path, displayName: path,
      optionalNumbers: columns.filter { !Self.unchecked.contains($0) }, integers: ["design_point"],
      texts: ["strategy"] + columns.filter { $0 == "metric" }, allowsNoRows: true)
  }
}
