import Results
import TestSupport
import Testing

/// A row of a result file by its columns. No cell of the files that are read holds a comma.
struct ResultRow {
  fileprivate let cells: [String: String]

  subscript(column: String) -> String? { cells[column] }

  func number(_ column: String) throws -> Double {
    try unwrap(cells[column].flatMap(Double.init), "no number in \(column)")
  }
}

extension PreparedResults {
  /// The rows of a result file whose cells are those of `wanted`.
  func rows(_ file: String, _ wanted: [String: String] = [:]) throws -> [ResultRow] {
    try resultRows(try unwrap(csv(file), "no \(file)")).filter { row in
      wanted.allSatisfy { row[$0.key] == $0.value }
    }
  }

  /// The only one of them.
  func row(_ file: String, _ wanted: [String: String]) throws -> ResultRow {
    let rows = try rows(file, wanted)
    expect(rows.count, equals: 1, "\(wanted) in \(file)")
    return try unwrap(rows.first)
  }
}

/// The rows below the header of a text.
func resultRows(_ text: String) throws -> [ResultRow] {
  let lines = text.split(separator: "\n").map {
    $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
  }
  let header = try unwrap(lines.first)
  return lines.dropFirst().map {
    ResultRow(cells: Dictionary(uniqueKeysWithValues: zip(header, $0)))
  }
}
