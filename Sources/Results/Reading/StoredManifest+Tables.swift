package import Files
import Vocabulary

extension StoredManifest {
  /// Checks the tables that a report is drawn from: every file has its columns, and numbers where
  /// they belong. Columns that the scenario does not model are absent.
  ///
  /// - Throws: `InputError` (65) with line and column.
  package func checkTables() throws(InputError) {
    for file in ResultColumns.files where file.isAlways || files.contains(file.name) {
      try check(file.name)
      try checkTable(file)
    }
  }

  /// The program that draws checks texts.
  private func checkTable(_ file: ResultColumns.File) throws(InputError) {
    let path = place(of: file.name)
    let header = try TableReader.header(path: path, displayName: path)
    let numbers = file.columns.filter { column in
      column.kind != .text && (header.contains(column.name) || !file.optional.contains(column))
    }
    let texts = file.columns.map(\.name).filter { $0 == "metric" }
    _ = try TableReader.read(
      path: path, displayName: path, optionalNumbers: numbers.map(\.name),
      integers: ["design_point"], texts: ["strategy"] + texts, allowsNoRows: true,
      allowsInfinity: true, allowsNegativeInfinity: true)
  }
}
