import Foundation
import TestSupport

/// A text file of the project.
struct SourceFile: Sendable {
  /// Relative to the project's root.
  let path: String
  let lines: [String]

  var isSwift: Bool { path.hasSuffix(".swift") }
  var isTest: Bool { path.hasPrefix("Tests/") }

  /// The module of a file in Sources, such as `Models`.
  var module: String? {
    let parts = path.split(separator: "/")
    return parts.first == "Sources" && parts.count > 2 ? String(parts[1]) : nil
  }
}

/// Everything that a person has written: build products, results and other people's files are not.
enum SourceTree {
  static let places = [
    "Package.swift", "Makefile", "make", "README.md", "ARCHITECTURE.md", "CHANGELOG.md",
    "CONTRIBUTING.md", "Snippets", "Sources", "Tests", "Benchmarks", "Fuzz/Package.swift",
    "Fuzz/Fuzzer",
    "Fuzz/fuzz.py", "Fuzz/parts", "brokers", "docs", "experiments", "notebooks", "python",
    "results/README.md",
  ]
  private static let foreign: Set<String> = [
    ".build", ".git", ".venv", "__pycache__", "node_modules",
  ]
  private static let textSuffixes = [
    ".swift", ".md", ".yml", ".h", ".modulemap", ".py", ".sh", ".expected", ".mk", "Makefile",
  ]

  /// The paths of all files, in order.
  static let paths: [String] = places.flatMap(paths(below:)).sorted()

  static let texts: [SourceFile] = paths.filter { path in
    textSuffixes.contains { path.hasSuffix($0) }
  }.compactMap { path in
    guard let data = FileManager.default.contents(atPath: full(path)) else { return nil }
    let text = String(decoding: data, as: UTF8.self)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    // The text after the last line end is no line.
    return SourceFile(path: path, lines: lines.last == "" ? lines.dropLast() : lines)
  }

  static var swift: [SourceFile] { texts.filter(\.isSwift) }

  static func full(_ path: String) -> String { "\(projectRoot)/\(path)" }

  private static func paths(below place: String) -> [String] {
    var isDirectory: ObjCBool = false
    guard FileManager.default.fileExists(atPath: full(place), isDirectory: &isDirectory)
    else { return [] }
    guard isDirectory.boolValue else { return [place] }
    let names = (try? FileManager.default.contentsOfDirectory(atPath: full(place))) ?? []
    return names.filter { !foreign.contains($0) }.flatMap { paths(below: "\(place)/\($0)") }
  }
}
