import Files
import Foundation
import TestSupport
import Testing

/// Links between documents lead somewhere.
@Suite struct LinkTests {
  @Test func linksToFilesResolve() {
    for file in SourceTree.texts where file.path.hasSuffix(".md") {
      for (target, line) in Self.links(of: file) where !Self.exists(target, from: file.path) {
        Issue.record("\(file.path):\(line): no such file: \(target)")
      }
    }
  }

  @Test func pathsOfPagesInTextsAreThere() {
    complain(SourceTree.texts.filter { $0.path != Self.own }) { _, line in
      Self.pages(in: line).first { !Self.exists($0, from: "x") }.map { "no such page: \($0)" }
    }
  }

  @Test func thePagesThatTheToolNamesAreThere() {
    for page in Manual.allCases { expect(Self.exists(page.rawValue, from: "x"), "\(page)") }
  }

  @Test func linksAreFound() {
    let text = """
      See [one](a.md), [two](b/c.md#part) and ![three](d.png "title").
      [web](https://example.org/x.md) [here](#part) [mail](mailto:a@b.c) `[code](e.md)`
      ```
      [block](f.md)
      ```
      [four]: g.md
      """
    let file = SourceFile(path: "x.md", lines: text.split(separator: "\n").map(String.init))
    expect(Self.links(of: file).map(\.target), equals: ["a.md", "b/c.md", "d.png", "g.md"])
    expect(Self.pages(in: "See (docs/a/b.md). ../docs/c.md"), equals: ["docs/a/b.md"])
  }

  private static let own = "Tests/TidyTests/LinkTests.swift"

  /// The paths below `docs` that a line names, from the root of a checkout.
  private static func pages(in line: String) -> [String] {
    guard line.contains("docs/") else { return [] }
    let path = #/(?:^|[^\w\/.-])(docs\/[\w\/-]+\.(?:md|json|png))/#
    return line.matches(of: path).map { String($0.1) }
  }

  /// The files that a document links to, outside of code.
  private static func links(of file: SourceFile) -> [(target: String, line: Int)] {
    let inline = #/\]\(<?([^)\s>]+)>?[^)]*\)/#
    let reference = #/^\[[^\]]+\]:\s*<?([^\s>]+)/#
    var isCode = false
    return file.lines.enumerated().flatMap { number, line -> [(target: String, line: Int)] in
      if line.drop(while: { $0 == " " }).hasPrefix("```") { isCode.toggle() }
      if isCode { return [] }
      let text = line.replacing(#/`[^`]*`/#, with: "")
      let found = text.matches(of: inline).map(\.1) + text.matches(of: reference).map(\.1)
      let targets = found.map { $0.prefix { $0 != "#" } }.filter { target in
        !target.isEmpty && !target.contains("://") && !target.hasPrefix("mailto:")
      }
      return targets.map { (String($0), number + 1) }
    }
  }

  private static func exists(_ target: String, from path: String) -> Bool {
    let folder = (SourceTree.full(path) as NSString).deletingLastPathComponent
    let name = target.removingPercentEncoding ?? target
    return FileManager.default.fileExists(atPath: "\(folder)/\(name)")
  }
}
