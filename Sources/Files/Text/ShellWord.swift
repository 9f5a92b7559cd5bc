import Foundation

/// Words of commands that users are told to type.
package enum ShellWord {
  /// A word as a shell takes it literally.
  package static func quoted(_ word: String) -> String {
    let isPlain =
      !word.isEmpty
      && word.utf8.allSatisfy { byte in
        97...122 ~= byte || 65...90 ~= byte || 48...57 ~= byte || "-_./=:,+@%".utf8.contains(byte)
      }
    return isPlain ? word : "'" + word.replacingOccurrences(of: "'", with: "'\\''") + "'"
  }

  /// A command to copy, broken before an option where it does not fit a terminal.
  package static func command(_ words: [String]) -> [String] {
    var parts: [String] = []
    for word in words {
      if parts.isEmpty || word.hasPrefix("--") {
        parts.append(quoted(word))
      } else {
        parts[parts.count - 1] += " " + quoted(word)
      }
    }
    var lines: [String] = []
    for part in parts {
      // Room for the backslash that goes on.
      if let line = lines.last, line.count + 1 + part.count <= TextWrap.width - 2 {
        lines[lines.count - 1] += " " + part
      } else {
        if !lines.isEmpty { lines[lines.count - 1] += " \\" }
        lines.append((lines.isEmpty ? "" : "  ") + part)
      }
    }
    return lines
  }
}
