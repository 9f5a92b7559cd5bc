extension ConfigNode {
  /// Reads JSON that other tools export: one value, or a row on each line, which makes a list.
  ///
  /// - Returns: The tree, whose errors keep their lines, and whether each line is a row.
  /// - Throws: `InputError`: 66 for a file that cannot be read, 65 for what is no JSON.
  package static func exported(
    _ path: String
  ) throws(InputError) -> (tree: ConfigNode, areRows: Bool) {
    let bytes = try InputFile.contents(path: path, displayName: path, named: .user)
    // A byte order mark, spaces and CRLF come from other tools.
    let text = String(decoding: bytes, as: UTF8.self).replacing("\u{FEFF}", with: "")
    let rows = text.split(omittingEmptySubsequences: false) { $0.isNewline }
      .map { $0.drop { $0.isWhitespace } }.filter { !$0.isEmpty }
    let areRows =
      rows.count > 1 && rows.allSatisfy { $0.first == "{" && $0.contains("}") }
    let list = rows.map { "- \($0)\n" }.joined()
    let tree = try parse(yaml: areRows ? Array(list.utf8) : Array(text.utf8), file: path)
    return (tree, areRows)
  }
}
