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
}
