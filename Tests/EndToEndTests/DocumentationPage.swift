import Foundation
import TestSupport
import Testing

/// A page of the documentation, as far as it can be checked: its fenced blocks and its `code`.
struct DocumentationPage: Sendable, CustomTestStringConvertible {
  /// The text between two fences.
  struct Block: Sendable {
    /// The words behind the opening fence: the language, then what the rules ask for.
    let head: [String]
    let lines: [String]
    /// The line of the opening fence, from 1.
    let place: Int

    var text: String { lines.joined(separator: "\n") + "\n" }

    /// The shell's lines; one that ends in a backslash or a bar goes on in the next.
    var commands: [String] {
      var commands: [String] = []
      var open = ""
      for line in lines {
        open += line
        if line.hasSuffix("\\") || line.hasSuffix("|") {
          open += "\n"
        } else {
          commands.append(open)
          open = ""
        }
      }
      return (commands + [open]).filter { !$0.allSatisfy(\.isWhitespace) }
    }
  }

  /// Relative to the project's root.
  let path: String
  let blocks: [Block]
  /// The texts in backticks within sentences.
  let codes: [String]

  var testDescription: String { path }

  init(path: String, text: String) {
    var blocks: [Block] = []
    var prose: [String] = []
    var open: Block?
    for (number, line) in text.components(separatedBy: "\n").enumerated() {
      if let block = open, line != "```" {
        open = Block(head: block.head, lines: block.lines + [line], place: block.place)
      } else if let block = open {
        blocks.append(block)
        open = nil
      } else if line.hasPrefix("```") {
        let head = line.dropFirst(3).split(separator: " ").map(String.init)
        open = Block(head: head, lines: [], place: number + 1)
      } else {
        prose.append(line)
      }
    }
    self.path = path
    self.blocks = blocks + (open.map { [$0] } ?? [])
    codes = prose.joined(separator: " ").matches(of: #/`([^`]+)`/#).map { String($0.1) }
  }
}

// MARK: - All pages

extension DocumentationPage {
  /// Every page in the checkout, in order: Markdown, and the sentences of the notebooks.
  static let all: [DocumentationPage] = paths.compactMap { path in
    guard let data = FileManager.default.contents(atPath: "\(projectRoot)/\(path)") else {
      return nil
    }
    let text = path.hasSuffix(".md") ? String(decoding: data, as: UTF8.self) : sentences(data)
    return DocumentationPage(path: path, text: text)
  }

  private static let paths: [String] = {
    let root = URL(fileURLWithPath: projectRoot)
    let walk = FileManager.default.enumerator(
      at: root, includingPropertiesForKeys: nil, options: .skipsHiddenFiles)
    var paths: [String] = []
    while let file = walk?.nextObject() as? URL {
      guard ["md", "ipynb"].contains(file.pathExtension) else { continue }
      paths.append(String(file.path.dropFirst(root.path.count + 1)))
    }
    return paths.sorted()
  }()

  /// The Markdown cells of a notebook.
  private static func sentences(_ notebook: Data) -> String {
    let object = try? JSONSerialization.jsonObject(with: notebook) as? [String: Any]
    let cells = object?["cells"] as? [[String: Any]] ?? []
    return cells.filter { $0["cell_type"] as? String == "markdown" }
      .map { ($0["source"] as? [String] ?? []).joined() }.joined(separator: "\n\n")
  }
}
