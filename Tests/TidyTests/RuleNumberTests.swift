import Foundation
import TestSupport
import Testing

/// Rule numbers, such as R1.4 or R8, lead to docs/reference/model.md: whoever meets one can look it
/// up.
@Suite struct RuleNumberTests {
  private static let model = "docs/reference/model.md"

  @Test func everyRuleNumberHasItsAnchor() throws {
    let anchors = Set(try Self.anchors())
    expect(anchors.count >= 60)
    let files = SourceTree.texts.filter { file in
      [".swift", ".md", ".py"].contains { file.path.hasSuffix($0) }
    }
    complain(files) { _, line in
      Self.rules(in: line).first { !anchors.contains($0) }.map { "no such rule: \($0)" }
    }
  }

  @Test func everyAnchorIsUnique() throws {
    let anchors = try Self.anchors()
    expect(anchors.sorted(), equals: Set(anchors).sorted())
  }

  /// An anchor that no heading follows would lead to the wrong rule.
  @Test func everyAnchorPrecedesItsHeading() throws {
    let lines = try Self.page(Self.model).lines.filter { !$0.isEmpty }
    for (line, next) in zip(lines, lines.dropFirst()) {
      guard let anchor = Self.anchor(in: line) else { continue }
      expect(next.hasPrefix("#"), "\(anchor): no heading")
      expect(Self.rules(in: next).first, equals: anchor)
    }
  }

  /// `LinkTests` only look for the file.
  @Test func linksToRulesHaveTheirAnchor() throws {
    let anchors = Set(try Self.anchors())
    complain(SourceTree.texts.filter { $0.path.hasSuffix(".md") }) { _, line in
      Self.linked(in: line).first { !anchors.contains($0) }.map { "no such rule: \($0)" }
    }
  }

  /// The first mention of a rule on a page, outside of code, is a link; more would be noise.
  @Test func theFirstMentionOnAPageIsALink() {
    for file in SourceTree.texts where file.path.hasSuffix(".md") && file.path != Self.model {
      for (rule, line) in Self.unlinked(in: file.lines) {
        Issue.record("\(file.path):\(line): \(rule) is no link to \(Self.model)")
      }
    }
  }

  @Test func numbersAndAnchorsAreFound() {
    let rule = "R1" + ".4"
    let line = "\(rule), \(rule). (\(rule)) R08WindowTests xR8 R8x"
    expect(Self.rules(in: line), equals: [rule, rule, rule])
    expect(Self.linked(in: "[one](../model.md#r8) [two](#r1.4) (r8)"), equals: ["R8", rule])
    expect(Self.anchor(in: "<a id=\"r1.4\"></a>"), equals: rule)
    expect(Self.anchor(in: "<a id=\"apple\"></a>"), equals: nil)
    let lines = ["```", rule, "```", "`\(rule)` [\(rule)](model.md#r1.4) \(rule)", "R8 \(rule)"]
    expect(Self.unlinked(in: lines).map(\.rule), equals: ["R8"])
    expect(Self.unlinked(in: lines).map(\.line), equals: [5])
  }

  // MARK: Reading

  /// The rules that a line names, in order, without those inside of other words.
  private static func rules(in line: String) -> [String] {
    // Most lines have none, and regular expressions are slow.
    guard line.utf8.contains(UInt8(ascii: "R")) else { return [] }
    let number = #/(?:^|[^A-Za-z0-9_.])(R[0-9]+(?:\.[0-9]+)?)(?![A-Za-z0-9_])/#
    return line.matches(of: number).map { String($0.1) }
  }

  /// The rules that a line's links lead to.
  private static func linked(in line: String) -> [String] {
    line.matches(of: #/\]\([^()]*#r([0-9.]+)\)/#).map { "R\($0.1)" }
  }

  /// The rule of an anchor, which has a line to itself.
  private static func anchor(in line: String) -> String? {
    line.wholeMatch(of: #/<a id="r([0-9.]+)"><\/a>/#).map { "R\($0.1)" }
  }

  /// The anchors in the order of docs/reference/model.md.
  private static func anchors() throws -> [String] {
    try page(model).lines.compactMap { anchor(in: $0) }
  }

  private static func page(_ path: String) throws -> SourceFile {
    try unwrap(SourceTree.texts.first { $0.path == path })
  }

  /// Rules whose first mention outside of code is no link, with the line's number.
  private static func unlinked(in lines: [String]) -> [(rule: String, line: Int)] {
    var (isCode, seen) = (false, Set<String>())
    return lines.enumerated().flatMap { number, line -> [(rule: String, line: Int)] in
      if line.drop(while: { $0 == " " }).hasPrefix("```") { isCode.toggle() }
      if isCode { return [] }
      let text = line.replacing(#/`[^`]*`/#, with: "")
      seen.formUnion(linked(in: text))
      return rules(in: text).filter { seen.insert($0).inserted }.map { ($0, number + 1) }
    }
  }
}
