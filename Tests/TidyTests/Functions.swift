/// A function, initialiser, subscript or computed property with a body.
struct Function {
  let file: String
  /// The number of its first line **[1, 2, ...]**.
  let line: Int
  let lineCount: Int
  /// It is a single switch: its rows are as many as there are cases.
  let isTable: Bool
}

extension SourceFile {
  /// The functions of a Swift file, found by their indentation: `swift format` ends a body with a
  /// brace as deep as the declaration. Functions inside functions count as parts of both.
  var functions: [Function] {
    lines.indices.compactMap { start in
      guard Self.isDeclaration(lines[start]), let end = end(of: start) else { return nil }
      let isTable =
        end > start + 2 && lines[start + 1].drop { $0 == " " }.hasPrefix("switch ")
        && lines[end - 1].hasSuffix(" }")
        && Self.indentation(lines[end - 1])
          == Self.indentation(lines[start + 1])
      return Function(file: path, line: start + 1, lineCount: end - start + 1, isTable: isTable)
    }
  }

  private static func isDeclaration(_ line: String) -> Bool {
    let words = line.split(separator: " ").drop { word in
      modifiers.contains(String(word)) || word.hasPrefix("@")
    }
    guard let word = words.first else { return false }
    // A property has a body when its line opens one; a stored one that a closure fills counts too.
    return word == "func" || ["init", "subscript"].contains(word.prefix { $0.isLetter })
      || word == "deinit" || (["var", "let"].contains(word) && line.hasSuffix("{"))
  }

  private static let modifiers: Set<String> = [
    "public", "package", "internal", "private", "fileprivate", "static", "mutating", "nonmutating",
    "override", "final", "convenience", "required", "consuming", "borrowing", "nonisolated",
  ]

  /// The line of the closing brace; nil for a declaration without a body.
  private func end(of start: Int) -> Int? {
    let depth = Self.indentation(lines[start])
    if lines[start].hasSuffix("}"), lines[start].contains("{") { return start }
    for place in lines.indices.dropFirst(start + 1) {
      let line = lines[place]
      if line.isEmpty || Self.indentation(line) > depth { continue }
      let rest = line.drop { $0 == " " }
      if Self.indentation(line) < depth { return nil }
      if rest.hasPrefix("}") { return place }
      // The end of a signature that spans lines, with the body still to come.
      guard rest.hasPrefix(")"), rest.hasSuffix("{") else { return nil }
    }
    return nil
  }

  private static func indentation(_ line: String) -> Int { line.prefix { $0 == " " }.count }
}
