import Foundation
import TestSupport
import Testing

/// The measures of files, lines and functions (CONTRIBUTING.md, "Style").
@Suite struct ShapeTests {
  @Test func thereIsSomethingToLookAt() {
    expect(SourceTree.swift.count >= 100)
    expect(SourceTree.swift.flatMap(\.functions).count >= 500)
    expect(SourceTree.texts.contains { $0.path == "Package.swift" })
  }

  @Test func swiftLinesHaveAtMost100Columns() {
    complain(SourceTree.swift) { _, line in
      line.count > 100 && !line.contains("http") ? "\(line.count) columns" : nil
    }
  }

  @Test func noTabsInSwiftAndNoTrailingSpacesAnywhere() {
    complain(SourceTree.swift) { _, line in line.contains("\t") ? "a tab" : nil }
    complain(SourceTree.texts) { _, line in
      line.hasSuffix(" ") || line.hasSuffix("\t") ? "spaces at the end" : nil
    }
  }

  @Test func swiftFilesHaveAtMost400Lines() {
    for file in SourceTree.swift where file.lines.count > 400 {
      Issue.record("\(file.path): \(file.lines.count) lines")
    }
  }

  @Test func everyTextEndsWithOneLineEnd() {
    for file in SourceTree.texts where file.path.hasSuffix(".swift") || file.path.hasSuffix(".md") {
      expect(file.lines.last?.isEmpty, equals: false, "\(file.path): an empty line at the end")
    }
  }

  @Test func functionsHaveAtMost70Lines() {
    for function in SourceTree.swift.flatMap(\.functions)
    where function.lineCount > 70 && !function.isTable {
      Issue.record("\(function.file):\(function.line): \(function.lineCount) lines")
    }
  }

  /// A ratchet: lower the number when a long function was cut, never raise it.
  static let longFunctionsMax = 0

  @Test func theNumberOfFunctionsOver40LinesDoesNotGrow() {
    let long = SourceTree.swift.flatMap(\.functions).filter { $0.lineCount > 40 && !$0.isTable }
    let list = long.map { "\($0.file):\($0.line): \($0.lineCount) lines" }
    expect(long.count <= Self.longFunctionsMax, "\(list.joined(separator: "\n"))")
  }

  // MARK: Files as such

  @Test func onlyScriptsAreExecutable() throws {
    for path in SourceTree.paths {
      let attributes = try FileManager.default.attributesOfItem(atPath: SourceTree.full(path))
      let mode = attributes[.posixPermissions] as? Int ?? 0
      guard mode & 0o111 != 0 else { continue }
      let start = FileManager.default.contents(atPath: SourceTree.full(path))?.prefix(2)
      expect(
        start.map { Array($0) }, equals: Array("#!".utf8), "\(path) is executable, but no script")
    }
  }

  @Test func noFileIsLargerThanAMegabyte() throws {
    for path in SourceTree.paths {
      let attributes = try FileManager.default.attributesOfItem(atPath: SourceTree.full(path))
      let size = attributes[.size] as? Int ?? 0
      expect(size <= 1 << 20, "\(path): \(size) bytes")
    }
  }

  @Test func buildProductsStayOutOfTheRepository() throws {
    let ignored = try String(contentsOfFile: SourceTree.full(".gitignore"), encoding: .utf8)
    expect(ignored.split(separator: "\n").contains(".build/"))
    for folder in ["Sources", "Tests", "docs", "experiments"] {
      let files = FileManager.default.enumerator(atPath: SourceTree.full(folder))
      while let path = files?.nextObject() as? String {
        expect(!path.hasSuffix(".build") && !path.contains("__pycache__"), "\(folder)/\(path)")
      }
    }
  }
}

/// Records one issue with all lines that `flaw` finds fault with.
func complain(_ files: [SourceFile], _ flaw: (SourceFile, String) -> String?) {
  let flaws = files.flatMap { file in
    file.lines.enumerated().compactMap { number, line in
      flaw(file, line).map { "\(file.path):\(number + 1): \($0)" }
    }
  }
  if !flaws.isEmpty { Issue.record("\(flaws.joined(separator: "\n"))") }
}
