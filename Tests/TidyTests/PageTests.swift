import Foundation
import Models
import TestSupport
import Testing

/// Facts that pages repeat from the code still hold, and nothing stands twice.
@Suite struct PageTests {
  private static let determinism = "docs/explanation/determinism.md"

  @Test func theStreamLayoutHasThePurposesOfTheCode() throws {
    let written = try text(Self.determinism)
      .matches(of: #/(?m)^\| [^|]+ \| (\d[^|]*) \|/#)
    let numbers = written.flatMap { Self.numbers(String($0.1)) }
    expect(numbers.sorted(), equals: Feature.all.flatMap(\.streamCodes).map(Int.init).sorted())
  }

  @Test func theStreamLayoutHasTheVersionOfTheCode() throws {
    let code = try text("Sources/DeliverySim/Random/RandomStream.swift")
    let version = try unwrap(code.firstMatch(of: #/layoutVersion = (\d+)/#)).1
    expect(try text(Self.determinism).contains("(stream layout \(version))"))
  }

  @Test func theGlossaryHasEveryFateAndRepair() throws {
    let glossary = try text("docs/reference/glossary.md")
    for name in Fate.allCases.map(\.name) + Repair.allCases.map(\.name) {
      expect(glossary.contains("\n| **\(name)** |"), "no row for \(name)")
    }
  }

  @Test("Each suite that a guarantee names is there")
  func guaranteesHaveTheirTests() throws {
    let page = try text("docs/explanation/validation.md")
    let named = Set(page.matches(of: #/`(\w+Tests)`/#).map { String($0.1) })
    let tests = SourceTree.swift.filter(\.isTest)
    let suites = tests.flatMap { file in
      file.lines.flatMap { line in line.matches(of: #/\b(?:struct|class) (\w+Tests)\b/#).map(\.1) }
    }
    let targets = tests.map { $0.path.split(separator: "/")[1] }
    let missing = named.subtracting((suites + targets).map { String($0) })
    expect(named.count > 30 && missing.isEmpty, "\(missing.sorted())")
  }

  @Test func noParagraphStandsTwiceOnAPage() {
    for file in SourceTree.texts where file.path.hasSuffix(".md") {
      for paragraph in Self.repeated(in: file.lines) {
        Issue.record("\(file.path): twice: \(paragraph.prefix(60))")
      }
    }
  }

  @Test func noPartOfAnExperimentStandsTwice() {
    let pages = SourceTree.texts.filter { $0.path.contains(#/^experiments\/[^\/]+\/README\.md$/#) }
    expect(pages.count >= 16)
    for page in pages {
      for part in Self.repeatedParts(of: page.lines) {
        Issue.record("\(page.path): twice: \(part)")
      }
    }
  }

  @Test func whatStandsTwiceIsFound() {
    let long = String(repeating: "word ", count: 20)
    expect(Self.repeated(in: [long, "", "short", "", long, "", "short"]), equals: [long])
    expect(
      Self.repeatedParts(of: ["**Design.** a", "**Limits.**", "**Design.** b"]), equals: ["Design"])
    expect(Self.repeatedParts(of: ["**Command.** a", "## Mails", "**Command.** b"]), equals: [])
    expect(Self.numbers("48 - 51, 3; 4"), equals: [48, 49, 50, 51, 3, 4])
  }

  private func text(_ path: String) throws -> String {
    try String(contentsOfFile: SourceTree.full(path), encoding: .utf8)
  }

  /// `12, 13; 48 - 51` as numbers.
  private static func numbers(_ cell: String) -> [Int] {
    cell.split { $0 == "," || $0 == ";" }.flatMap { part in
      let ends = part.split(separator: "-").compactMap {
        Int($0.trimmingCharacters(in: .whitespaces))
      }
      return ends.count == 2 ? Array(ends[0]...ends[1]) : ends
    }
  }

  /// Paragraphs that are too long to be the same by chance; tables may look alike.
  private static func repeated(in lines: [String]) -> [String] {
    var seen: Set<String> = []
    let paragraphs = lines.split(separator: "").map { $0.joined(separator: "\n") }
    return paragraphs.filter { $0.count >= 80 && !$0.hasPrefix("|") && !seen.insert($0).inserted }
  }

  /// Such as `Design` of `**Design.**`, in each section by itself.
  private static func repeatedParts(of lines: [String]) -> [String] {
    lines.split { $0.hasPrefix("## ") }.flatMap { section in
      var seen: Set<String> = []
      return section.compactMap { line in
        line.firstMatch(of: #/^\*\*(\w+)\.\*\*/#).map { String($0.1) }
      }.filter { !seen.insert($0).inserted }
    }
  }
}
