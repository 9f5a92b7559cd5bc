import Foundation
import TestSupport
import Testing

/// The pages for users stay short and plain. Each limit is a ratchet: lower it when a page has
/// become better, never raise it.
@Suite struct StyleTests {
  /// Words outside of code in all pages below `docs` that a person writes.
  static let wordsMax = 49_800

  /// The same below `experiments`.
  static let experimentWordsMax = 7_240

  /// Longer sentences have to be read twice.
  static let sentenceMax = 35

  /// So many longer sentences a page may have; any other page has none.
  static let longSentences: [String: Int] = [:]

  /// Words about how the project came to be, which mean nothing to a user. Put together here, so
  /// that this file does not find itself.
  static let banned = [
    "to" + "day", "find" + "ings", "slow " + "hour", "../" + "shared", "contract" + ".md",
    "architecture" + ".md", "the bri" + "ef",
  ]

  /// So many lines of a page may have banned words; any other page has none.
  static let bannedLines: [String: Int] = [:]

  @Test func thePagesHaveFewWords() {
    expect(Self.docs.count > 60 && Self.experiments.count > 20)
    let (docs, experiments) = (Self.words(of: Self.docs), Self.words(of: Self.experiments))
    expect(docs <= Self.wordsMax, "\(docs) words; at most \(Self.wordsMax)")
    expect(
      experiments <= Self.experimentWordsMax,
      "\(experiments) words; at most \(Self.experimentWordsMax)")
  }

  @Test func sentencesAreShort() {
    for page in Self.pages where !page.path.contains("/decisions/") {
      let long = Self.sentences(in: page.lines).filter { Self.words(in: $0) > Self.sentenceMax }
      let list = long.map { "\(Self.words(in: $0)) words: \($0.prefix(80))" }
      expect(
        long.count <= Self.longSentences[page.path] ?? 0,
        "\(page.path):\n\(list.joined(separator: "\n"))")
    }
  }

  @Test func pagesSayNothingOfTheirMaking() {
    for page in Self.pages {
      let lines = Self.prose(page.lines).filter { line in
        Self.banned.contains { line.contains($0) } || line.contains(#/\b[Pp]art \d+\b/#)
      }
      expect(
        lines.count <= Self.bannedLines[page.path] ?? 0,
        "\(page.path):\n\(lines.joined(separator: "\n"))")
    }
  }

  @Test func wordsAndSentencesAreFound() {
    let lines = [
      "# Title", "", "One `x. Y` is [two](a.md) or", "3 words. And? (It is.) See e.g. this.", "",
      "| a | table |", "```", "some code.", "```", "- A point: 1.", "- Another", "  point.",
    ]
    expect(
      Self.sentences(in: lines),
      equals: [
        "One X is two or 3 words.", "And?", "(It is.)", "See e.g. this.", "A point: 1.",
        "Another point.",
      ])
    expect(Self.words(in: "One, 2 + x = (three) | - b2"), equals: 4)
    expect(Self.prose(lines).contains("some code."), equals: false)
  }

  // MARK: Reading

  private static let pages = docs + experiments

  /// The pages that a person writes: all below `docs` but the one of all keys.
  private static let docs = texts(below: "docs/").filter {
    $0.path != "docs/reference/reference.md"
  }

  private static let experiments = texts(below: "experiments/")

  private static func texts(below folder: String) -> [SourceFile] {
    SourceTree.texts.filter { $0.path.hasPrefix(folder) && $0.path.hasSuffix(".md") }
  }

  /// The lines outside of code blocks.
  private static func prose(_ lines: [String]) -> [String] {
    var isCode = false
    return lines.filter { line in
      let isFence = line.drop(while: { $0 == " " }).hasPrefix("```")
      if isFence { isCode.toggle() }
      return !isCode && !isFence
    }
  }

  /// The words of all these pages together, without code.
  private static func words(of pages: [SourceFile]) -> Int {
    pages.map { words(in: prose($0.lines).joined(separator: " ")) }.reduce(0, +)
  }

  /// A word has a letter: signs and numbers are none.
  private static func words(in text: String) -> Int {
    text.split(whereSeparator: \.isWhitespace).count { $0.contains(where: \.isLetter) }
  }

  /// The sentences of paragraphs and points, without headings, tables and code; `X` stands for
  /// code inside a sentence.
  private static func sentences(in lines: [String]) -> [String] {
    paragraphs(in: prose(lines)).flatMap { paragraph in
      let text = paragraph.replacing(#/`[^`]*`/#, with: "X")
        .replacing(#/\[([^\]]*)\]\([^)]*\)/#) { $0.1 }
      return split(text)
    }
  }

  private static func paragraphs(in lines: [String]) -> [String] {
    var found: [String] = []
    var isOpen = false
    for line in lines {
      let text = line.trimmingCharacters(in: .whitespaces)
      guard !text.isEmpty, !["|", "#", "<", "!["].contains(where: text.hasPrefix) else {
        isOpen = false
        continue
      }
      if let point = text.firstMatch(of: #/^(?:-|\d{1,2}\.) (.*)/#) {
        found.append(String(point.1))
      } else if isOpen {
        found[found.count - 1] += " " + text
      } else {
        found.append(text)
      }
      isOpen = true
    }
    return found
  }

  /// A sentence ends with a mark behind which another one begins.
  private static func split(_ text: String) -> [String] {
    var (found, start) = ([String](), text.startIndex)
    for end in text.matches(of: #/[.!?]["”)*]*\s+(?=[A-Z0-9(*"])/#) {
      found.append(text[start..<end.range.upperBound].trimmingCharacters(in: .whitespaces))
      start = end.range.upperBound
    }
    return found + [text[start...].trimmingCharacters(in: .whitespaces)]
  }
}
