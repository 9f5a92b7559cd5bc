/// The uses of files by other files of a module, as far as their texts tell: by types and functions
/// whose names are declared in one file only.
struct Uses {
  let files: [SourceFile]
  /// The names, by user, then by the used file.
  private(set) var names: [Int: [Int: Set<Substring>]] = [:]

  init(_ files: [SourceFile]) {
    self.files = files
    let codes = files.map { $0.lines.map(Self.code) }
    var homes: [Substring: Set<Int>] = [:]
    for (place, lines) in codes.enumerated() {
      for line in lines {
        if let name = Self.declared(in: line) { homes[name, default: []].insert(place) }
      }
    }
    for (place, lines) in codes.enumerated() {
      let own = Set(lines.flatMap(Self.own))
      for line in lines {
        for name in Self.used(in: line) where !own.contains(name) {
          guard let home = homes[name], home.count == 1, let other = home.first, other != place
          else { continue }
          names[place, default: [:]][other, default: []].insert(name)
        }
      }
    }
  }

  /// The folder inside the module; a file at its top is a folder of its own.
  static func room(_ file: SourceFile) -> String {
    let parts = file.path.split(separator: "/")
    return String(parts[2])
  }
}

extension Uses {
  // MARK: A line

  /// The line without comment and texts, but with the values inserted in them.
  private static func code(_ line: String) -> Substring {
    var (code, isText) = ("", false)
    var previous: Character = " "
    for character in line {
      if !isText, character == "/", previous == "/" { break }
      if character == "\"", previous != "\\" { isText.toggle() }
      if !isText || character == "(" && previous == "\\" { code.append(character) }
      if isText, character == "(", previous == "\\" { isText = false }
      previous = character
    }
    return code[...]
  }

  private static let words: Set<Substring> = [
    "struct", "class", "enum", "protocol", "actor", "func", "typealias",
  ]

  /// The name of a type, or of a function, that other files may use.
  private static func declared(in line: Substring) -> Substring? {
    guard line.prefix(while: { $0 == " " }).count <= 4 else { return nil }
    let parts = line.split { !$0.isLetter && !$0.isNumber && $0 != "_" }
    guard let keyword = parts.firstIndex(where: words.contains), keyword + 1 < parts.count,
      !parts[..<keyword].contains(where: { $0 == "private" || $0 == "fileprivate" })
    else { return nil }
    return parts[keyword + 1]
  }

  /// Names of the file's own: what is called by such a name may be this.
  private static func own(in line: Substring) -> [Substring] {
    let parts = line.split { !$0.isLetter && !$0.isNumber && $0 != "_" }
    guard let place = parts.firstIndex(where: { ["let", "var", "func"].contains($0) })
    else { return [] }
    let isTuple = line.contains("let (") || line.contains("var (")
    return Array(parts[(place + 1)...].prefix(isTuple ? .max : 1))
  }

  /// Names of types, and of functions that are called.
  private static func used(in line: Substring) -> [Substring] {
    var names: [Substring] = []
    var start: Substring.Index?
    for place in line.indices {
      let character = line[place]
      if character.isLetter || character.isNumber || character == "_" {
        start = start ?? place
      } else if let first = start {
        let name = line[first..<place]
        if line[first].isUppercase || character == "(" { names.append(name) }
        start = nil
      }
    }
    if let first = start, line[first].isUppercase { names.append(line[first...]) }
    return names
  }
}
