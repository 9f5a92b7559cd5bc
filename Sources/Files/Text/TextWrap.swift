/// Text broken into lines that fit a terminal.
package enum TextWrap {
  /// The width that every terminal has.
  package static let width = 80

  /// Breaks a text at spaces; a word that is too long for a line stays whole.
  ///
  /// - Parameters:
  ///   - text: Without line ends.
  ///   - width: Columns, margin included.
  ///   - indent: The number of spaces before every line but the first.
  package static func lines(_ text: String, width: Int = Self.width, indent: Int = 0) -> [String] {
    let margin = String(repeating: " ", count: indent)
    var lines: [String] = []
    var rest = Substring(text)
    while true {
      let start = lines.isEmpty ? "" : margin
      let room = max(1, width - start.count)
      guard rest.count > room,
        let space = breakingSpace(rest, room, keeps: lines.isEmpty ? indent : 0)
      else { return lines + [start + rest] }
      lines.append(start + rest[..<space].trimmed)
      rest = rest[space...].drop { $0 == " " }
    }
  }

  /// Sentences below a title, after an empty line; nothing at all without sentences.
  ///
  /// - Parameters:
  ///   - title: The line above them.
  ///   - sentences: One for each entry.
  package static func list(_ title: String, _ sentences: [String]) -> [String] {
    sentences.isEmpty
      ? [] : ["", title] + sentences.flatMap { lines("  \($0)", indent: 4) }
  }

  /// The last space at which the text fits, else the first one at all.
  ///
  /// - Parameter kept: The length of the text's start that is not broken.
  private static func breakingSpace(
    _ text: Substring, _ room: Int, keeps kept: Int
  ) -> Substring.Index? {
    let start = text.index(text.startIndex, offsetBy: kept, limitedBy: text.endIndex)
    guard let start else { return nil }
    let end = text.index(text.startIndex, offsetBy: room)
    let fitting = start <= end ? text[start...end].lastIndex(of: " ") : nil
    return fitting ?? text[max(start, end)...].firstIndex(of: " ")
  }
}

extension Substring {
  /// Without spaces at its end.
  fileprivate var trimmed: Substring {
    var text = self
    while text.last == " " { text.removeLast() }
    return text
  }
}
