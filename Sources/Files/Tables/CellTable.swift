/// A small CSV file as texts with their places: for tables whose every mistake is told at once.
package struct CellTable: Sendable {
  package struct Cell: Sendable {
    package let text: String
    package let location: SourceLocation
  }

  package let header: [Cell]
  /// The rows, each with as many cells as the header, in its order.
  package let rows: [[Cell]]

  /// The cells of a column, by row; nil: there is no such column.
  package func column(_ name: String) -> [Cell]? {
    header.firstIndex { $0.text == name }.map { place in rows.map { $0[place] } }
  }
}
