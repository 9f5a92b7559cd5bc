import TestSupport
import Testing

/// The rooms of a module are its folders: each does one thing, and their uses of each other have
/// one direction. `Models` has an order of its own (`StationTests`).
@Suite struct RoomTests {
  private static let modules = Dictionary(
    grouping: SourceTree.swift.filter { $0.module != nil && $0.module != "Models" }
  ) { $0.module ?? "" }

  @Test func noFolderHasMoreThan25Files() {
    let folders = Dictionary(grouping: Self.modules.values.joined()) { file in
      file.path.split(separator: "/").dropLast().joined(separator: "/")
    }
    expect(folders.count > 40)
    for (folder, files) in folders where files.count > 25 {
      Issue.record("\(folder): \(files.count) files")
    }
  }

  @Test(arguments: modules.keys.sorted())
  func noTwoRoomsUseEachOther(module: String) {
    let uses = Uses(Self.modules[module] ?? [])
    var between: [String: [String: [String]]] = [:]
    for (user, others) in uses.names {
      for (other, names) in others {
        let (room, its) = (Uses.room(uses.files[user]), Uses.room(uses.files[other]))
        guard room != its else { continue }
        let example = "\(uses.files[user].path) uses \(names.sorted().joined(separator: ", "))"
        between[room, default: [:]][its, default: []].append(example)
      }
    }
    for (room, others) in between {
      for (other, examples) in others where room < other {
        guard let back = between[other]?[room] else { continue }
        let fewest = examples.count < back.count ? examples : back
        Issue.record(
          "\(module): \(room) and \(other) use each other: \(fewest.sorted().prefix(3))")
      }
    }
  }

  @Test("Two files that use each other are found, and those that only seem to are not")
  func usesAreFound() {
    let texts = [
      "Sources/M/A/one.swift": "struct One { let two: Two }\n// Two\nlet text = \"Two()\"",
      "Sources/M/B/two.swift": "struct Two {}\nfunc make() -> One { one(\"\\(three())\") }",
      "Sources/M/C/three.swift": "func three() {}\nprivate func one() {}",
    ]
    let files = texts.sorted { $0.key < $1.key }.map { path, text in
      SourceFile(path: path, lines: text.split(separator: "\n").map(String.init))
    }
    let uses = Uses(files)
    expect(uses.names[0], equals: [1: ["Two"]])
    expect(uses.names[1], equals: [0: ["One"], 2: ["three"]])
    expect(uses.names[2] == nil)
  }
}
