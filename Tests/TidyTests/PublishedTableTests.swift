import Foundation
import TestSupport
import Testing

/// Programs that guess a column's type from its first rows guess right in the published results:
/// no column begins with integers and turns fractional. `make report-test` asks the programs.
@Suite struct PublishedTableTests {
  @Test func everyColumnHasOneKind() throws {
    let paths = try Self.paths()
    expect(paths.count >= 144)
    for path in paths {
      let bytes = try unwrap(FileManager.default.contents(atPath: SourceTree.full(path)))
      let flaws = Self.flaws(in: bytes)
      expect(flaws.isEmpty, "\(path): \(flaws.joined(separator: ", "))")
    }
  }

  @Test(arguments: [
    ("a\n0\n0.5\n", ["a: integers and fractions"]), ("a\n0.0\n0.5\n", []),
    ("a\n1e-05\n\ninf\n", []), ("a\n1\n-2\n", []), ("a,b\n1,\"x, y\"\n2,\n", []),
    ("a,b\n1,2\n,2\n", ["a: integers and empty cells"]),
    ("a\n1\nnone\n", ["a: integers and text"]), ("a\n0.5\nnone\n", ["a: fractions and text"]),
    ("a,b\n1,\n2,\n", []),
    (
      "a,b\n" + String(repeating: ",x\n", count: 100) + "0.5,x\n", ["a: no value in the first rows"]
    ),
    ("a,b\n" + String(repeating: ",x\n", count: 99) + "0.5,x\n", []),
  ])
  func flawsAreFound(_ text: String, _ flaws: [String]) {
    expect(Self.flaws(in: Data(text.utf8)), equals: flaws)
  }

  /// Everybody clones them. Fewer design points, strategies or replications make them smaller.
  @Test func allTogetherHaveAtMost12Megabytes() throws {
    let packed = Set(try Self.paths(ending: ".csv.gz"))
    let cloned = try packed + Self.paths().filter { !packed.contains("\($0).gz") }
    expect(packed.count > 10 && cloned.count >= 144)
    let sizes = try cloned.map { path in
      try FileManager.default.attributesOfItem(atPath: SourceTree.full(path))[.size] as? Int ?? 0
    }
    expect(sizes.reduce(0, +) <= 12_000_000)
    expect(sizes.allSatisfy { $0 <= 1 << 20 })
  }

  private static func paths(ending: String = ".csv") throws -> [String] {
    let names = try FileManager.default.contentsOfDirectory(atPath: SourceTree.full("results"))
    return names.sorted().flatMap { name in
      let folder = "results/\(name)"
      let files = try? FileManager.default.contentsOfDirectory(atPath: SourceTree.full(folder))
      return (files ?? []).filter { $0.hasSuffix(ending) }.sorted().map { "\(folder)/\($0)" }
    }
  }

  /// The kinds of a cell's content.
  private struct Kinds: OptionSet {
    let rawValue: UInt8
    static let integer = Kinds(rawValue: 1)
    static let fraction = Kinds(rawValue: 2)
    static let text = Kinds(rawValue: 4)
    static let empty = Kinds(rawValue: 8)

    /// The kinds that make a reader stumble where they meet in one column; nil for none.
    var clash: String? {
      if isSuperset(of: [.integer, .fraction]) { return "integers and fractions" }
      if isSuperset(of: [.integer, .text]) { return "integers and text" }
      if isSuperset(of: [.fraction, .text]) { return "fractions and text" }
      return isSuperset(of: [.integer, .empty]) ? "integers and empty cells" : nil
    }
  }

  private static func flaws(in data: Data) -> [String] {
    data.withUnsafeBytes { bytes in
      guard let end = bytes.firstIndex(of: UInt8(ascii: "\n")) else { return ["no header"] }
      let names = String(decoding: bytes[..<end], as: UTF8.self).split(separator: ",")
      let columns = columns(of: bytes[(end + 1)...], count: names.count)
      return zip(names, columns).compactMap { name, column in
        column.flaw.map { "\(name): \($0)" }
      }
    }
  }

  private struct Column {
    var kinds: Kinds = []
    /// The row of its first value, from 0.
    var start: Int?

    mutating func add(_ kind: Kinds, row: Int) {
      kinds.insert(kind)
      if kind != .empty, start == nil { start = row }
    }

    var flaw: String? { (start ?? 0) < guessedRows ? kinds.clash : "no value in the first rows" }
  }

  /// The number of rows from which polars guesses the types.
  private static let guessedRows = 100

  /// A comma or a line end between quotes belongs to the cell.
  private static func columns(of rows: Slice<UnsafeRawBufferPointer>, count: Int) -> [Column] {
    var columns = [Column](repeating: Column(), count: count)
    var (row, column, start, isQuoted) = (0, 0, rows.startIndex, false)
    for place in rows.indices {
      let byte = rows[place]
      if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
      guard !isQuoted, byte == UInt8(ascii: ",") || byte == UInt8(ascii: "\n") else { continue }
      columns[column].add(kind(of: rows[start..<place]), row: row)
      start = place + 1
      (row, column) = byte == UInt8(ascii: ",") ? (row, column + 1) : (row + 1, 0)
    }
    return columns
  }

  private static func kind(of cell: Slice<UnsafeRawBufferPointer>) -> Kinds {
    guard let first = cell.first else { return .empty }
    let digits = first == UInt8(ascii: "-") ? cell.dropFirst() : cell
    if !digits.isEmpty, digits.allSatisfy({ (48...57).contains($0) }) { return .integer }
    return Double(String(decoding: cell, as: UTF8.self)) == nil ? .text : .fraction
  }
}
