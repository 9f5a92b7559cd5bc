// MARK: - YAML

extension ConfigNode {
  /// The canonical YAML of this tree: block style, two spaces, quotes only where needed, a
  /// newline at the end. It parses back to an equal tree.
  package func yaml() -> String {
    yamlLines().joined(separator: "\n") + "\n"
  }

  private func yamlLines() -> [String] {
    switch content {
    case .scalar(let text, let isQuoted):
      return [Self.yamlScalar(text, isQuoted: isQuoted)]
    case .sequence(let elements):
      if elements.isEmpty { return ["[]"] }
      return elements.flatMap { element -> [String] in
        let lines = element.yamlLines()
        return ["- " + lines[0]] + lines.dropFirst().map { "  " + $0 }
      }
    case .mapping(let entries):
      if entries.isEmpty { return ["{}"] }
      return entries.flatMap { entry -> [String] in
        let key = Self.yamlScalar(entry.key, isQuoted: true) + ":"
        let lines = entry.value.yamlLines()
        return entry.value.isBlock ? [key] + lines.map { "  " + $0 } : [key + " " + lines[0]]
      }
    }
  }

  /// Whether this node begins on a line of its own.
  private var isBlock: Bool {
    switch content {
    case .scalar: false
    case .sequence(let elements): !elements.isEmpty
    case .mapping(let entries): !entries.isEmpty
    }
  }

  private static func yamlScalar(_ text: String, isQuoted: Bool) -> String {
    switch ScalarKind(text, isQuoted: isQuoted) {
    case .null: "null"
    case .bool, .number: text
    case .text: isSafePlain(text) ? text : quoted(text)
    }
  }

  /// Whether every YAML reader, old or new, takes the plain text for this very text.
  private static func isSafePlain(_ text: String) -> Bool {
    let scalars = text.unicodeScalars
    guard let first = scalars.first, let last = scalars.last,
      scalars.allSatisfy(TextCheck.isPrintable)
    else { return false }
    let indicators = "-?:,[]{}#&*!|>'\"%@`= ".unicodeScalars
    let isMarkup =
      indicators.contains(first) || last == " " || last == ":" || text.hasPrefix("...")
      || text.contains(": ") || text.contains(" #")
    return !isMarkup && !looksTyped(text)
  }

  /// Whether a reader of YAML 1.1 or 1.2 could take the plain text for a number, truth value,
  /// date, time or null: `no`, `0x1f`, `1_000`, `12:30`, `2019-08-28`.
  private static func looksTyped(_ text: String) -> Bool {
    let words = [
      "~", "null", "true", "false", "yes", "no", "on", "off", "y", "n", ".inf", ".nan", "<<",
    ]
    let word = text.lowercased()
    let unsigned = word.hasPrefix("+") || word.hasPrefix("-") ? String(word.dropFirst()) : word
    if words.contains(unsigned) || ["0x", "0o", "0b"].contains(where: unsigned.hasPrefix) {
      return true
    }
    let first = unsigned.first ?? "?"
    return "0123456789.".contains(first) && word.allSatisfy("0123456789_.:+-etz ".contains)
  }
}

// MARK: - JSON

extension ConfigNode {
  /// This tree as indented JSON in the order of the tree, with a newline at the end. Scalars that
  /// are numbers, truth values or null in YAML are so in JSON; all others are strings.
  package func json() -> String {
    jsonLines().joined(separator: "\n") + "\n"
  }

  /// The same on one line, without a newline.
  package func jsonLine() -> String {
    switch content {
    case .scalar(let text, let isQuoted):
      Self.jsonScalar(text, isQuoted: isQuoted)
    case .sequence(let elements):
      "[" + elements.map { $0.jsonLine() }.joined(separator: ", ") + "]"
    case .mapping(let entries):
      "{"
        + entries.map { Self.quoted($0.key) + ": " + $0.value.jsonLine() }
        .joined(separator: ", ") + "}"
    }
  }

  /// The same, as it may stand in a script element of a page: no text in it ends the element, or
  /// opens a comment.
  package func jsonOfScript() -> String { jsonLine().replacing("<", with: "\\u003c") }

  private func jsonLines() -> [String] {
    switch content {
    case .scalar(let text, let isQuoted):
      return [Self.jsonScalar(text, isQuoted: isQuoted)]
    case .sequence(let elements):
      return Self.jsonBlock("[", elements.map { $0.jsonLines() }, "]")
    case .mapping(let entries):
      let members = entries.map { entry in
        let lines = entry.value.jsonLines()
        return [Self.quoted(entry.key) + ": " + lines[0]] + lines.dropFirst()
      }
      return Self.jsonBlock("{", members, "}")
    }
  }

  private static func jsonBlock(_ open: String, _ parts: [[String]], _ close: String) -> [String] {
    if parts.isEmpty { return [open + close] }
    let inner = parts.enumerated().flatMap { index, part in
      let isLast = index == parts.count - 1
      return part.dropLast() + [part[part.count - 1] + (isLast ? "" : ",")]
    }
    return [open] + inner.map { "  " + $0 } + [close]
  }

  private static func jsonScalar(_ text: String, isQuoted: Bool) -> String {
    switch ScalarKind(text, isQuoted: isQuoted) {
    case .null: "null"
    case .bool: text.lowercased()
    case .number where isBeyondDoubles(text): quoted(text)
    case .number: isJSONNumber(text) ? text : Units.number(text).map(Units.text(of:)) ?? "null"
    case .text: quoted(text)
    }
  }

  /// A whole number that readers of JSON would round, since they read doubles: it is a text there.
  static func isBeyondDoubles(_ text: String) -> Bool {
    UInt64(text).map { $0 > 1 << 53 && String($0) == text } ?? false
  }

  /// JSON writes 0.5, not .5, 5. or +5, and no leading zeros.
  private static func isJSONNumber(_ text: String) -> Bool {
    let unsigned = text.hasPrefix("-") ? text.dropFirst() : Substring(text)
    let digits = unsigned.prefix { $0.isNumber }
    let rest = unsigned.dropFirst(digits.count)
    let hasBareDot = rest.hasPrefix(".") && !(rest.dropFirst().first?.isNumber ?? false)
    return !digits.isEmpty && !hasBareDot && (digits == "0" || !digits.hasPrefix("0"))
  }

  /// A double-quoted string of JSON, which YAML reads too.
  package static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": result += "\\\(scalar)"
      case "\n": result += "\\n"
      case "\t": result += "\\t"
      case _ where TextCheck.isPrintable(scalar): result.unicodeScalars.append(scalar)
      default:
        let digits = String(scalar.value, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      }
    }
    return result + "\""
  }
}
