/// A table for other programs: numbers with all their digits, as CSV or JSON.
package struct RecordTable {
  package enum Cell {
    case text(String)
    case integer(Int)
    /// Nil is a missing value.
    case number(Double?)
    /// A delay may be infinite, so it is a text in JSON, whatever its value.
    case delay(Double?)
  }

  private let columns: [String]
  private var rows: [[Cell]] = []

  package init(_ columns: [String]) { self.columns = columns }

  /// - Precondition: The row has as many cells as there are columns.
  package mutating func add(_ row: [Cell]) {
    precondition(row.count == columns.count, "as many cells as columns")
    rows.append(row)
  }
}

extension RecordTable {
  // MARK: Formats

  package var csvLines: [String] {
    var writer = CSVWriter(header: columns)
    for row in rows {
      for cell in row {
        switch cell {
        case .text(let text): writer.append(text)
        case .integer(let value): writer.append(value)
        case .number(let value), .delay(let value): writer.append(value)
        }
      }
      writer.endRow()
    }
    return Self.lines(String(decoding: writer.bytes, as: UTF8.self))
  }

  /// A list of objects. JSON has no infinity: it is the text `inf`.
  package var jsonLines: [String] {
    let records = rows.map { row in
      ConfigNode.map(zip(columns, row).map { ($0, $1.node) })
    }
    return Self.lines(ConfigNode.list(records).json())
  }

  private static func lines(_ text: String) -> [String] {
    text.split(separator: "\n").map(String.init)
  }
}

extension RecordTable.Cell {
  /// The same in JSON, which has no infinity: it is the text `inf`.
  package var node: ConfigNode {
    switch self {
    case .text(let text): .text(text)
    case .integer(let value): .integer(value)
    case .delay(let value?): .text(value.isInfinite ? "inf" : Units.text(of: value))
    case .delay: .null
    case .number(let value?) where value.isInfinite: .text(value > 0 ? "inf" : "-inf")
    case .number(let value?) where !value.isNaN: .number(value)
    case .number: .null
    }
  }
}
