import Foundation
import TestSupport
import Testing

/// A room imports only what its arrows in ARCHITECTURE.md allow; the table below is all of them.
@Suite struct ArrowTests {
  static let system: Set<String> = ["Synchronization", "Foundation"]
  static let arrows: [String: Set<String>] = [
    "CLI": [
      "Experiments", "Fit", "Files", "Models", "DeliverySim", "Schema", "ArgumentParser",
    ],
    "Experiments": ["CCommit", "Files", "Models", "DeliverySim", "Statistics"],
    "Fit": ["Files", "Models", "DeliverySim", "Statistics"],
    "Schema": ["Experiments", "Files"],
    "Files": ["Yams"],
    "Models": ["DeliverySim"],
    "DeliverySim": ["CGSL", "CVariates"],
    "Oracles": ["Statistics"],
    "Statistics": ["CGSL"],
  ]

  @Test func everyRoomIsKnown() {
    expect(Set(SourceTree.swift.compactMap(\.module)), equals: Set(Self.arrows.keys))
  }

  @Test func importsFollowTheArrows() {
    for file in SourceTree.swift {
      guard let module = file.module, let allowed = Self.arrows[module] else { continue }
      for (name, line) in Self.imports(of: file)
      where !allowed.contains(name) && !Self.system.contains(name) {
        Issue.record("\(file.path):\(line): \(module) may not import \(name)")
      }
    }
  }

  @Test func importsAreFound() {
    let text = """
      import A
      package import B
      @preconcurrency public import C
      @testable import struct D.Thing
      // import E
      let text = "import F"
      """
    let file = SourceFile(path: "x.swift", lines: text.split(separator: "\n").map(String.init))
    expect(Self.imports(of: file).map(\.name), equals: ["A", "B", "C", "D"])
  }

  private static func imports(of file: SourceFile) -> [(name: String, line: Int)] {
    let kinds: Set<Substring> = ["struct", "class", "enum", "protocol", "func", "var", "typealias"]
    let access: Set<Substring> = ["public", "package", "internal", "fileprivate", "private"]
    return file.lines.enumerated().compactMap { number, line in
      var words = line.split(separator: " ")[...]
      words = words.drop { access.contains($0) || $0.hasPrefix("@") }
      guard words.first == "import" else { return nil }
      words = words.dropFirst().drop { kinds.contains($0) }
      return words.first.map { (String($0.prefix { $0 != "." }), number + 1) }
    }
  }
}
