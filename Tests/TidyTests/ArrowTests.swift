import Foundation
import TestSupport
import Testing

/// A module imports only what its target names in Package.swift, which is the only list of arrows.
@Suite struct ArrowTests {
  static let system: Set<String> = ["Synchronization", "Foundation"]

  /// The package manager tells this of Package.swift.
  private struct Package: Decodable {
    struct Target: Decodable {
      struct Dependency: Decodable {
        /// A name and more about it.
        let byName, product, target: [Name?]?
      }
      /// A text, or what is no name.
      struct Name: Decodable {
        let text: String?

        init(from decoder: any Decoder) throws {
          text = try? decoder.singleValueContainer().decode(String.self)
        }
      }
      let name: String
      let dependencies: [Dependency]

      var imports: Set<String> {
        Set(
          dependencies.compactMap { dependency in
            let names = dependency.byName ?? dependency.product ?? dependency.target ?? []
            return names.first.flatMap { $0?.text }
          })
      }
    }
    let targets: [Target]
  }

  private static func arrows() throws -> [String: Set<String>] {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    let scratch = "\(NSTemporaryDirectory())/deliverysim-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: scratch) }
    process.arguments = [
      "swift", "package", "--package-path", projectRoot, "--scratch-path", scratch,
      "dump-package",
    ]
    let output = Pipe()
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    let json = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    let package = try JSONDecoder().decode(Package.self, from: json)
    return Dictionary(uniqueKeysWithValues: package.targets.map { ($0.name, $0.imports) })
  }

  @Test func importsFollowTheArrows() throws {
    let arrows = try Self.arrows()
    for file in SourceTree.swift {
      guard let module = file.module else { continue }
      let allowed = try unwrap(arrows[module], "\(file.path): Package.swift has no \(module)")
      for (name, line) in Self.imports(of: file)
      where !allowed.contains(name) && !Self.system.contains(name) {
        Issue.record("\(file.path):\(line): \(module) may not import \(name)")
      }
    }
  }

  @Test("Nobody passes on what he imports: who uses a module names it")
  func noneIsPassedOn() {
    for file in SourceTree.swift {
      for (number, line) in file.lines.enumerated() where line.hasPrefix("@_exported") {
        Issue.record("\(file.path):\(number + 1): \(line)")
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
