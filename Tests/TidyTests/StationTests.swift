import Foundation
import TestSupport
import Testing

/// The inside of `Models` (ARCHITECTURE.md): a station knows the turn and values, and no other
/// station; its wiring brings it together with others. What is shared never changes.
@Suite struct StationTests {
  /// The path of each file and its lines without comments.
  private static let models = SourceTree.swift.filter { $0.module == "Models" }
    .map { (path: $0.path, code: $0.code) }

  /// Such as `NetworkStation`.
  private static let stations = Set(
    models.flatMap(\.code).filter { $0.hasSuffix("~Copyable {") }
      .compactMap { $0.firstMatch(of: /struct (\w+Station): ~Copyable/) }
      .map { String($0.1) })

  @Test func thereAreStations() {
    expect(Self.stations.count >= 12, equals: true, "\(Self.stations.sorted())")
  }

  @Test func noStationNamesAnother() {
    for file in Self.models where !file.path.hasSuffix("+Wiring.swift") {
      let home = Self.stations.filter { station in
        file.code.contains { $0.contains("struct \(station)") || $0 == "extension \(station) {" }
      }
      guard !home.isEmpty else { continue }
      let named = Self.stations.filter { station in
        file.code.contains { $0.contains(station) }
      }
      expect(named, equals: home, "\(file.path)")
      expect(home.count, equals: 1, "\(file.path): the home of one station")
    }
  }

  @Test func whatIsSharedInModelsIsImmutable() {
    for file in Self.models {
      let classes = file.code.filter { $0.contains(/^\s*(\w+ )*class \w/) }
      for declaration in classes where !declaration.contains(/final class \w+: Sendable \{/) {
        Issue.record("\(file.path): \(declaration)")
      }
      // A final class that is Sendable has no variables, unless it says otherwise.
      for line in file.code where line.contains("@unchecked") {
        Issue.record("\(file.path): \(line)")
      }
    }
  }
}

extension SourceFile {
  /// Its lines without comments.
  fileprivate var code: [String] {
    lines.map { line in
      // Most lines have none, and the search in strings is slow.
      guard line.utf8.contains(UInt8(ascii: "/")) else { return line }
      return line.range(of: "//").map { String(line[..<$0.lowerBound]) } ?? line
    }
  }
}
