/// Writes a table as RFC 4180 CSV with `\n`, so that `pandas.read_csv(path)` reads it as it is.
///
/// A `Double` has the shortest text that reads back as the same number, with a decimal point, an
/// exponent or `inf` always: a reader that looks at the first rows only never takes a column of
/// fractions for one of integers. An integer has neither. A missing value is empty; quotes stand
/// only where needed.
package struct CSVWriter {
  /// The file so far.
  package private(set) var bytes: [UInt8] = []
  package let columnCount: Int
  private var fieldCount = 0

  /// Begins with the header row.
  package init(header: [String]) {
    columnCount = header.count
    for name in header {
      append(name)
    }
    endRow()
  }
}

// MARK: - Fields

extension CSVWriter {
  package mutating func append(_ text: String) {
    beginField()
    let needsQuotes = text.utf8.contains(where: Self.isSpecial)
    // A row with one empty field would be an empty line, which readers skip.
    guard needsQuotes || (text.isEmpty && columnCount == 1) else {
      bytes += text.utf8
      return
    }
    bytes.append(Self.quote)
    for byte in text.utf8 {
      if byte == Self.quote { bytes.append(Self.quote) }
      bytes.append(byte)
    }
    bytes.append(Self.quote)
  }

  package mutating func append(_ value: some BinaryInteger) {
    beginField()
    bytes += String(value).utf8
  }

  /// Infinity in a column that may begin with it: `1e999`. pandas, polars and DuckDB read it as
  /// infinity; from `inf` at the start of a column DuckDB concludes that it holds dates or text.
  package static let leadingInfinity = "1e999"

  /// A number that may be infinite in the first row.
  package mutating func append(leading value: Double?) {
    if value == .infinity { append(Self.leadingInfinity) } else { append(value) }
  }

  /// A number; nil and NaN are missing values, infinity is `inf`.
  package mutating func append(_ value: Double?) {
    guard let value, !value.isNaN else {
      append("")
      return
    }
    beginField()
    let text = Units.text(of: value)
    bytes += text.utf8
    if text.utf8.allSatisfy(Self.isOfInteger) { bytes += ".0".utf8 }
  }

  private static func isOfInteger(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "-") || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
  }

  /// Ends the row.
  ///
  /// - Precondition: the row has as many fields as the header.
  package mutating func endRow() {
    precondition(fieldCount == columnCount, "A row needs as many fields as the header")
    bytes.append(UInt8(ascii: "\n"))
    fieldCount = 0
  }

  private mutating func beginField() {
    if fieldCount > 0 { bytes.append(UInt8(ascii: ",")) }
    fieldCount += 1
  }

  private static let quote = UInt8(ascii: "\"")

  private static func isSpecial(_ byte: UInt8) -> Bool {
    byte == quote || byte == UInt8(ascii: ",") || byte == UInt8(ascii: "\n")
      || byte == UInt8(ascii: "\r")
  }
}
