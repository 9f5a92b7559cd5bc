/// A result file as it is kept against the same file as a run gives it now.
struct FileComparison: Sendable {
  /// What counts as the same.
  enum Rule: Sendable {
    /// Every byte: promised on the same platform.
    case bytes
    /// Whole numbers exactly, but for fingerprints; others to 1e-9 of their size.
    case numbers
  }

  /// Where two files differ.
  struct Place: Sendable {
    /// Of the kept file, from 1.
    let line: Int
    let column: String
    let found: String
    let expected: String
    /// What the row is about, by column.
    let row: [(column: String, value: String)]
    let changesFingerprint: Bool
  }

  let name: String
  let rule: Rule
  /// Without the header.
  private(set) var rowCount = 0
  private(set) var differingCount = 0
  private(set) var first: Place?
  private var columns: [String] = []

  /// - Parameters:
  ///   - found: The kept file.
  ///   - expected: The same as this version makes it.
  ///   - limit: Only the replications below this one; nil: all rows.
  init(
    _ name: String, found: [UInt8], expected: [UInt8], rule: Rule, replicationsBelow limit: Int?
  ) {
    self.name = name
    self.rule = rule
    compare(CSVRecords(found), CSVRecords(expected), below: limit)
  }
}

extension FileComparison {
  /// Whether the difference is within what is promised: none on the same platform, elsewhere one
  /// replication in a million.
  var isSame: Bool {
    guard rule == .numbers, name == "replications.csv" else { return differingCount == 0 }
    return differingCount * 1_000_000 <= rowCount
  }

  private mutating func compare(
    _ found: CSVRecords, _ expected: CSVRecords, below limit: Int?
  ) {
    var (found, expected) = (found, expected)
    let header = found.next()
    columns = header?.fields ?? []
    let wanted = expected.next()
    if columns != wanted?.fields {
      rowCount = 1
      noteHeader(columns, wanted?.fields ?? [])
      return
    }
    let column = limit == nil ? nil : columns.firstIndex(of: "replication")
    while true {
      var row = found.next()
      while let limit, let column, let number = row.flatMap({ Int($0.fields[column]) }),
        number >= limit
      {
        row = found.next()
      }
      let other = expected.next()
      if row == nil, other == nil { return }
      rowCount += 1
      if !isSame(row, other) { note(row, other) }
    }
  }

  private func isSame(_ row: CSVRecords.Record?, _ other: CSVRecords.Record?) -> Bool {
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

  private mutating func note(_ row: CSVRecords.Record?, _ other: CSVRecords.Record?) {
    differingCount += 1
    guard first == nil else { return }
    let (fields, others) = (row?.fields ?? [], other?.fields ?? [])
    let place = zip(zip(columns, fields), others).map { pair, other in (pair.0, pair.1, other) }
      .firstIndex { !isSame($0.0, $0.1, $0.2) }
    let column = place ?? min(fields.count, others.count)
    let name = columns.indices.contains(column) ? columns[column] : "\(column + 1)"
    let text = { (fields: [String]) in
      fields.isEmpty ? "no row" : fields.indices.contains(column) ? fields[column] : "no field"
    }
    let fingerprint = columns.firstIndex(of: "fingerprint")
    first = Place(
      line: row?.line ?? rowCount + 1, column: name, found: text(fields), expected: text(others),
      row: Array(zip(columns, fields.isEmpty ? others : fields)),
      changesFingerprint: fingerprint.map {
        fields.count > $0 && others.count > $0 && fields[$0] != others[$0]
      } ?? false)
  }
}

extension FileComparison.Place {
  func value(_ column: String) -> String? { row.first { $0.column == column }?.value }
}
