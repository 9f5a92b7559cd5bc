/// A table for people: columns as wide as their widest cell.
package struct TextTable {
  package enum Alignment { case left, right }

  private let alignments: [Alignment]
  private var rows: [[String]]

  package init(_ header: [String], _ alignments: [Alignment]) {
    precondition(header.count == alignments.count, "one alignment for each column")
    precondition(header.count > 1, "several columns: a heading has one")
    self.alignments = alignments
    rows = [header]
  }

  package mutating func add(_ row: [String]) {
    precondition(row.count == alignments.count, "as many cells as columns")
    rows.append(row)
  }

  /// A line that is no row: it stands above the rows that follow, whatever their widths.
  package mutating func add(heading: String) { rows.append([heading]) }

  /// The lines, without spaces at their ends.
  package var lines: [String] { lines(gap: 2) }

  /// The same with columns that stand closer where else they would not fit a terminal.
  package var fittingLines: [String] {
    lines.allSatisfy { $0.columns <= TextWrap.width } ? lines : lines(gap: 1)
  }

  /// The same for a document.
  ///
  /// - Precondition: No headings.
  package var markdownLines: [String] {
    let rules = alignments.map { $0 == .left ? ":---" : "---:" }
    return ([rows[0], rules] + rows.dropFirst()).map { row in
      precondition(row.count == alignments.count, "a heading is no row")
      return "| " + row.map { $0.replacing("|", with: "\\|") }.joined(separator: " | ") + " |"
    }
  }

  private func lines(gap: Int) -> [String] {
    let space = String(repeating: " ", count: gap)
    let cells = rows.filter { $0.count == alignments.count }
    let widths = alignments.indices.map { column in cells.map { $0[column].columns }.max() ?? 0 }
    return rows.map { row in
      guard row.count == alignments.count else { return row[0] }
      let cells = row.indices.map { Self.pad(row[$0], to: widths[$0], alignments[$0]) }
      let line = cells.joined(separator: space)
      return String(line.reversed().drop { $0 == " " }.reversed())
    }
  }

  private static func pad(_ text: String, to width: Int, _ alignment: Alignment) -> String {
    let space = String(repeating: " ", count: max(0, width - text.columns))
    return alignment == .left ? text + space : space + text
  }
}
