import Answers
import Files
import Foundation

/// A result file as it is kept against the same file as a run gives it now.
package struct FileComparison: Sendable {
  /// The rules for equal cells.
  package enum Rule: Sendable {
    /// Every byte: promised on the same platform.
    case bytes
    /// Whole numbers exactly, but for fingerprints; others to 1e-9 of their size.
    case numbers
  }

  /// The place where two files differ.
  package struct Place: Sendable {
    /// Lines of the kept file count from 1; nil: the values of an answer have paths.
    package let line: Int?
    package let column: String
    package let found: String
    package let expected: String
    /// The cells that name the row, by column.
    let row: [(column: String, value: String)]
    package let changesFingerprint: Bool
  }

  package let name: String
  package let rule: Rule
  /// The number of rows without the header.
  package private(set) var rowCount = 0
  package private(set) var differingCount = 0
  /// The number of cells that differ in a whole number.
  private var wholeCount = 0
  package private(set) var first: Place?
  private var columns: [String] = []

  /// - Parameters:
  ///   - found: The kept file.
  ///   - expected: The same as this version makes it.
  ///   - limits: The number of replications to compare, by design point; nil: all rows.
  init(
    _ name: String, found: [UInt8], expected: [UInt8], rule: Rule, replicationsBelow limits: [Int]?
  ) {
    self.name = name
    self.rule = rule
    guard name != Answer.file else {
      compare(Self.rows(flattened(found)), Self.rows(flattened(expected)), below: nil)
      if rule == .bytes, differingCount == 0, found != expected {
        differingCount = 1
        first = Place(
          line: nil, column: "the form, not the values", found: "\(found.count) bytes",
          expected: "\(expected.count) bytes", row: [], changesFingerprint: false)
      }
      return
    }
    compare(Self.rows(found), Self.rows(expected), below: limits)
    if found.last != UInt8(ascii: "\n") { noteEnd() }
  }
}

extension FileComparison {
  /// Whether the difference is within what is promised: none on the same platform, elsewhere whole
  /// numbers in one replication in a million.
  package var isSame: Bool {
    guard rule == .numbers, name == "replications.csv" else { return differingCount == 0 }
    return differingCount == wholeCount && wholeCount * 1_000_000 <= rowCount
  }

  /// A line, without its end: names and labels have no line ends, so no field has one.
  private struct Row {
    /// The line's number, from 1.
    let line: Int
    let bytes: ArraySlice<UInt8>

    var fields: [String] { RecordFields.texts(of: bytes) }
  }

  /// The values of an answer as a table: a row for each, with its path.
  private func flattened(_ json: [UInt8]) -> [UInt8] {
    var csv = CSVWriter(header: ["path", "value"])
    let tree = try? JSONDecoder().decode(ConfigNode.self, from: Data(json))
    for (path, value) in tree?.leaves ?? []
    // Elsewhere a last digit may be rounded to another word.
    where rule == .bytes || !["sentences", "warnings"].contains(where: path.hasPrefix) {
      csv.append(path)
      csv.append(value)
      csv.endRow()
    }
    return csv.bytes
  }

  private typealias Rows = IndexingIterator<[Row]>

  private static func rows(_ file: [UInt8]) -> Rows {
    guard !file.isEmpty else { return [].makeIterator() }
    let newline = UInt8(ascii: "\n")
    let whole = file.last == newline ? file.dropLast() : file[...]
    let lines = whole.split(separator: newline, omittingEmptySubsequences: false)
    return zip(1..., lines).map { Row(line: $0, bytes: $1) }.makeIterator()
  }

  private mutating func compare(_ found: Rows, _ expected: Rows, below limits: [Int]?) {
    var (found, expected) = (found, expected)
    let header = found.next()
    columns = header?.fields ?? []
    let wanted = expected.next()
    if header?.bytes != wanted?.bytes {
      rowCount = 1
      noteHeader(columns, wanted?.fields ?? [])
      return
    }
    while true {
      let row = next(&found, below: limits)
      let other = next(&expected, below: limits)
      if row == nil, other == nil { return }
      rowCount += 1
      if !isSame(row, other) { note(row, other) }
    }
  }

  /// The next row of a replication that is compared.
  private func next(_ records: inout Rows, below limits: [Int]?) -> Row? {
    guard let limits, let column = columns.firstIndex(of: "replication") else {
      return records.next()
    }
    while let record = records.next() {
      let fields = record.fields
      guard fields.count > column, let point = Int(fields[0]), limits.indices.contains(point),
        let number = Int(fields[column]), number >= limits[point]
      else { return record }
    }
    return nil
  }

  private func isSame(_ row: Row?, _ other: Row?) -> Bool {
    guard let row, let other else { return false }
    if row.bytes == other.bytes { return true }
    guard rule == .numbers, case (let fields, let others) = (row.fields, other.fields),
      fields.count == columns.count, others.count == columns.count
    else { return false }
    return columns.indices.allSatisfy { isSame(columns[$0], fields[$0], others[$0]) }
  }

  private func isSame(_ column: String, _ field: String, _ other: String) -> Bool {
    if field == other { return true }
    guard rule == .numbers else { return false }
    if column == "fingerprint" { return true }
    let areWhole = UInt128(field) != nil && UInt128(other) != nil
    guard !areWhole, let number = Units.number(field), let wanted = Units.number(other)
    else { return false }
    return abs(number - wanted) <= 1e-9 * max(abs(number), abs(wanted))
  }

  private func isWholeChange(_ column: String, _ field: String, _ other: String) -> Bool {
    UInt128(field) != nil && UInt128(other) != nil && !isSame(column, field, other)
  }

  private mutating func noteHeader(_ found: [String], _ expected: [String]) {
    let same = zip(found, expected).prefix { $0 == $1 }.count
    let name = { (columns: [String]) in
      columns.indices.contains(same) ? columns[same] : "no more columns"
    }
    differingCount = 1
    first = Place(
      line: 1, column: "the name of column \(same + 1)", found: name(found),
      expected: name(expected), row: [], changesFingerprint: false)
  }

  /// Rows are compared without their line ends: a file that is cut at its last byte needs a look.
  private mutating func noteEnd() {
    differingCount += 1
    first =
      first
      ?? Place(
        line: rowCount + 1, column: "the end of the file", found: "no line end",
        expected: "a line end", row: [], changesFingerprint: false)
  }

  private mutating func note(_ row: Row?, _ other: Row?) {
    differingCount += 1
    let (fields, others) = (row?.fields ?? [], other?.fields ?? [])
    if zip(zip(columns, fields), others).contains(where: { isWholeChange($0.0, $0.1, $1) }) {
      wholeCount += 1
    }
    guard first == nil else { return }
    let place = zip(zip(columns, fields), others).map { pair, other in (pair.0, pair.1, other) }
      .firstIndex { !isSame($0.0, $0.1, $0.2) }
    let column = place ?? min(fields.count, others.count)
    let name = columns.indices.contains(column) ? columns[column] : "\(column + 1)"
    // Rows whose fields are the same differ in quotes.
    let isOfQuotes = place == nil && fields.count == others.count
    let text = { (fields: [String], row: Row?) in
      guard let row else { return "no row" }
      if isOfQuotes { return String(decoding: row.bytes, as: UTF8.self) }
      return fields.indices.contains(column) ? fields[column] : "no field"
    }
    let fingerprint = columns.firstIndex(of: "fingerprint")
    let path = (fields + others).first ?? ""
    let isAnswer = self.name == Answer.file
    first = Place(
      line: isAnswer ? nil : row?.line ?? rowCount + 1, column: isAnswer ? path : name,
      found: text(fields, row),
      expected: text(others, other),
      row: Array(zip(columns, fields.isEmpty ? others : fields)),
      changesFingerprint: fingerprint.map {
        fields.count > $0 && others.count > $0 && fields[$0] != others[$0]
      } ?? false)
  }
}

extension FileComparison.Place {
  package func value(_ column: String) -> String? { row.first { $0.column == column }?.value }
}
