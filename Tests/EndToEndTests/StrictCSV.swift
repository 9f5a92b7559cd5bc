import TestSupport
import Testing

/// A CSV file read by the letter of RFC 4180 and docs/reference/results.md: UTF-8 without a byte
/// order mark, `\n` line ends with one at the end, a header, as many fields in every row.
struct StrictCSV {
  let columns: [String]
  let rows: [[String: String]]

  init(_ bytes: [UInt8], _ name: String) throws {
    let text = try unwrap(String(validating: bytes, as: UTF8.self), "\(name): not UTF-8")
    try #require(!text.unicodeScalars.contains("\u{FEFF}"), "\(name): a byte order mark")
    try #require(!text.unicodeScalars.contains("\r"), "\(name): a carriage return")
    try #require(text.last == "\n", "\(name): no line end at the end")
    var records = try Self.records(text, name)
    let header = records.removeFirst()
    try #require(Set(header).count == header.count, "\(name): two columns of one name")
    columns = header
    rows = try records.map { record in
      try #require(record.count == header.count, "\(name): ragged row \(record)")
      return Dictionary(uniqueKeysWithValues: zip(header, record))
    }
  }

  /// One character at a time: slow, short and independent of the code that writes.
  private static func records(_ text: String, _ name: String) throws -> [[String]] {
    var (records, record, field) = ([[String]](), [String](), "")
    var isQuoted = false
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": isQuoted.toggle()
      case "," where !isQuoted:
        record.append(field)
        field = ""
      case "\n" where !isQuoted:
        try #require(!(record.isEmpty && field.isEmpty), "\(name): an empty line")
        records.append(record + [field])
        (record, field) = ([], "")
      default: field.unicodeScalars.append(scalar)
      }
    }
    try #require(!isQuoted, "\(name): a quote is not closed")
    return records
  }

  /// The rows grouped by design point and strategy, as "0 gap-recovery".
  var series: [String: [[String: String]]] {
    Dictionary(grouping: rows) { "\($0["design_point"] ?? "") \($0["strategy"] ?? "")" }
  }
}

extension [String: String] {
  /// A number; nil for a missing value.
  func number(_ column: String) -> Double? { self[column].flatMap { Double($0) } }

  func count(_ column: String) throws -> Int {
    try unwrap(self[column].flatMap { Int($0) }, "\(column) is no integer: \(self)")
  }
}

extension [[String: String]] {
  func sum(_ column: String) throws -> Int {
    try reduce(0) { try $0 + $1.count(column) }
  }
}
