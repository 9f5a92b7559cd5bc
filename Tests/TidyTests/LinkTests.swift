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

  @Test func anchorsOfLinksAreThere() {
    let pages = SourceTree.texts.filter { $0.path.hasSuffix(".md") }
    let anchors = Dictionary(
      uniqueKeysWithValues: pages.map { (Self.place($0.path), Self.anchors(of: $0.lines)) })
    for page in pages {
      for (target, line) in Self.targets(of: page) {
        let parts = target.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
        let folder = (page.path as NSString).deletingLastPathComponent
        let path = parts[0].isEmpty ? page.path : "\(folder)/\(parts[0])"
        guard parts.count == 2, let known = anchors[Self.place(path)] else { continue }
        if !known.contains(String(parts[1])) {
          Issue.record("\(page.path):\(line): no such anchor: \(target)")
        }
      }
    }
  }

  @Test func anchorsAreFound() {
    let lines = [
      "## `a_b` and [c](d.md), \"e\"", "<a id=\"r1.4\"></a>", "# X", "# X", "```", "# y",
    ]
    expect(Self.anchors(of: lines), equals: ["a_b-and-c-e", "r1.4", "x", "x-1"])
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
    targets(of: file).map { (String($0.target.prefix { $0 != "#" }), $0.line) }
      .filter { !$0.0.isEmpty }
  }

  /// The links of a document to the project, with the anchor, outside of code.
  private static func targets(of file: SourceFile) -> [(target: String, line: Int)] {
    let inline = #/\]\(<?([^)\s>]+)>?[^)]*\)/#
    let reference = #/^\[[^\]]+\]:\s*<?([^\s>]+)/#
    var isCode = false
    return file.lines.enumerated().flatMap { number, line -> [(target: String, line: Int)] in
      if line.drop(while: { $0 == " " }).hasPrefix("```") { isCode.toggle() }
      if isCode { return [] }
      let text = line.replacing(#/`[^`]*`/#, with: "")
      let found = text.matches(of: inline).map(\.1) + text.matches(of: reference).map(\.1)
      let targets = found.filter { !$0.contains("://") && !$0.hasPrefix("mailto:") }
      return targets.map { (String($0), number + 1) }
    }
  }

  /// The anchors of a page: those that it sets, and those that GitHub gives its headings.
  private static func anchors(of lines: [String]) -> Set<String> {
    var (found, isCode) = (Set<String>(), false)
    for line in lines {
      if line.drop(while: { $0 == " " }).hasPrefix("```") { isCode.toggle() }
      found.formUnion(line.matches(of: #/<a id="([^"]+)"/#).map { String($0.1) })
      guard !isCode, let heading = line.wholeMatch(of: #/#+ (.*)/#) else { continue }
      let text = heading.1.replacing(#/\[([^\]]*)\]\([^)]*\)/#) { $0.1 }.lowercased()
      let slug = text.filter { $0.isLetter || $0.isNumber || "_- ".contains($0) }
        .replacing(" ", with: "-")
      let copies = sequence(first: 1) { $0 + 1 }.lazy.map { "\(slug)-\($0)" }
      found.insert(found.contains(slug) ? copies.first { !found.contains($0) } ?? slug : slug)
    }
    return found
  }

  private static func place(_ path: String) -> String {
    URL(fileURLWithPath: SourceTree.full(path)).standardizedFileURL.path
  }

  private static func exists(_ target: String, from path: String) -> Bool {
    let folder = (SourceTree.full(path) as NSString).deletingLastPathComponent
    let name = target.removingPercentEncoding ?? target
    return FileManager.default.fileExists(atPath: "\(folder)/\(name)")
  }
}
