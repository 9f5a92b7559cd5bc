import Foundation
import TestSupport
import Testing

/// The documentation shows the snippets as they are built.
@Suite struct SnippetTests {
  @Test func theDocumentationShowsTheSnippets() throws {
    let snippets = SourceTree.swift.filter { $0.path.hasPrefix("Snippets/") }
    expect(!snippets.isEmpty)
    let documents = SourceTree.texts.filter { $0.path.hasPrefix("docs/") }
    for snippet in snippets {
      let block = ["```swift"] + snippet.lines + ["```"]
      let isShown = documents.contains { $0.lines.contains(block) }
      expect(isShown, "no document shows \(snippet.path) as it is")
    }
  }

  @Test func snippetsAreShort() {
    for file in SourceTree.swift where file.path.hasPrefix("Snippets/") {
      expect(file.lines.count <= 40, "\(file.path): \(file.lines.count) lines")
    }
  }
}
