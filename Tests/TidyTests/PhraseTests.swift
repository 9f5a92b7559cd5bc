import Foundation
import TestSupport
import Testing

/// Phrases that make a reader stop, in the pages and in the words that the tool prints.
@Suite struct PhraseTests {
  /// The banned phrases and the words that replace them. Put together here, so that this file does
  /// not find itself.
  static let banned: [(phrase: String, instead: String)] = [
    ("hangs" + " on", "depends on"), ("hang" + " on", "depend on"),
    ("same" + " luck", "same random events"), ("goes" + " over to", "switches to"),
    ("go over" + " to other strategies", "switch to"), ("stands there" + " twice", "is repeated"),
    ("Read" + " literally", "verbatim"), ("What you don't" + " mention", "Anything you leave out"),
    ("on a seeded" + " clock", "as a reproducible discrete-event model"),
    ("Who compares" + " only", "If you compare only"), ("of his own" + " accord", "by themselves"),
    ("is dear" + "er", "costs more"),
  ]

  @Test func pagesAndMessagesHaveNone() {
    let files = SourceTree.texts.filter { file in
      file.path.hasSuffix(".md") || (file.isSwift && file.path.hasPrefix("Sources/"))
        || (file.path.hasPrefix("python/") && file.path.hasSuffix(".py"))
    }
    expect(files.count > 200)
    for file in files where file.path != "docs/reference/glossary.md" {
      for (number, line) in file.lines.enumerated() {
        for (phrase, instead) in Self.banned where line.contains(phrase) {
          Issue.record("\(file.path):\(number + 1): \"\(phrase)\": better \"\(instead)\"")
        }
      }
    }
  }
}
