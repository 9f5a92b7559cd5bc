/// Columns of a CSV file.
package struct Table: Sendable {
  /// A column of names as numbers.
  package struct TextColumn: Sendable {
    /// One for each row: an index into `names`.
    package let ids: [Int]
    /// The distinct texts in order of first appearance.
    package let names: [String]
  }

  /// The file as it is shown to users.
  package let file: String
  package let rowCount: Int
  /// The numeric columns in the order they were asked for; one finite number for each row.
  package let numbers: [[Double]]
  /// The same for columns that may have missing values, which are nil.
  package let optionalNumbers: [[Double?]]
  /// The columns of whole numbers; nil is a missing value.
  package let integers: [[UInt128?]]
  /// The text columns in the order they were asked for.
  package let texts: [TextColumn]
  /// The hash of the whole file, for the manifest.
  package let sha256: String
  package let byteCount: Int

  let lines: LineIndex

  /// The line on which a row begins **[2, 3, ...]**.
  ///
  /// - Complexity: O(log n) in the number of rows that span lines.
  package func line(ofRow row: Int) -> Int {
    lines.line(ofRow: row)
  }
}

/// The line on which a row begins: as good as always the row's number plus a constant, so only the
/// rows where the constant changes are kept.
struct LineIndex: Sendable {
  private var steps: [(row: Int, offset: Int)] = []

  mutating func add(row: Int, line: Int) {
    if steps.last?.offset != line - row {
      steps.append((row, line - row))
    }
  }

  func line(ofRow row: Int) -> Int {
    var (low, high) = (0, steps.count)
    while low + 1 < high {
      let middle = (low + high) / 2
      if steps[middle].row <= row { low = middle } else { high = middle }
    }
    precondition(low < steps.count && steps[low].row <= row, "The table has no such row")
    return row + steps[low].offset
  }
}
