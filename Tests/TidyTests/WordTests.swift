import Foundation
import TestSupport
import Testing

/// Words that may not stand in the code, and words that must.
@Suite struct WordTests {
  /// Put together here, so that this file does not find itself.
  static let unfinished = ["TO" + "DO", "FIX" + "ME", "XX" + "X"]
  /// These words make two runs differ, or hide that they could.
  static let nondeterministic = [
    "Date" + "()", "SystemRandom" + "NumberGenerator", ".hash" + "Value", "Hasher" + "(",
    "@unchecked " + "Sendable", "-O" + "unchecked",
  ]

  @Test func nothingIsLeftUnfinished() {
    complain(SourceTree.texts) { _, line in
      Self.unfinished.first { Self.words(of: line).contains($0[...]) }
    }
  }

  @Test func nothingNondeterministicOrUnchecked() {
    let files = SourceTree.texts.filter {
      $0.isSwift || $0.path.hasSuffix(".mk") || $0.path == "Makefile"
    }
    complain(files) { _, line in Self.nondeterministic.first { line.contains($0) } }
  }

  @Test func onlyTheCommandLineAndTestsPrint() {
    let files = SourceTree.swift.filter { file in
      file.module.map { $0 != "CLI" } ?? false
    }
    let call = #/(^|[^.A-Za-z_])(debugPrint|print|dump)\(/#
    complain(files) { _, line in
      line.firstMatch(of: call) == nil || line.contains("//") ? nil : "prints"
    }
  }

  private static func words(of line: String) -> [Substring] {
    line.split { !$0.isLetter && !$0.isNumber && $0 != "_" }
  }

  // MARK: Documentation

  /// A ratchet: lower the number when something was documented, never raise it.
  static let undocumentedMax = 0

  @Test func publicTypesAreDocumented() {
    let kinds = ["struct", "enum", "class", "actor", "protocol", "typealias", "macro"]
    for (file, line, text) in Self.undocumented where kinds.contains(Self.kind(of: text)) {
      Issue.record("\(file):\(line): no documentation: \(text)")
    }
  }

  @Test func publicFunctionsAndPropertiesAreDocumented() {
    let found = Self.undocumented.filter { !Self.isObvious($0.text) }
    let list = found.map { "\($0.file):\($0.line): \($0.text)" }
    expect(found.count <= Self.undocumentedMax, "\(list.joined(separator: "\n"))")
  }

  /// An initialiser that only sets the properties, and what a protocol prescribes.
  private static func isObvious(_ text: String) -> Bool {
    let prescribed = ["static func <", "static func ==", "func hash(", "var description"]
    return kind(of: text) == "init" || prescribed.contains { text.contains($0) }
  }

  /// Public declarations in Sources without a `///` above them.
  private static let undocumented: [(file: String, line: Int, text: String)] =
    SourceTree.swift.filter { $0.module != nil }.flatMap { file in
      file.lines.indices.compactMap { place in
        let text = file.lines[place].drop { $0 == " " }
        guard text.hasPrefix("public "), !["import", "extension"].contains(kind(of: String(text))),
          !isDocumented(place, file.lines)
        else { return nil }
        return (file.path, place + 1, String(text))
      }
    }

  /// `struct` of `public final struct ...`.
  private static func kind(of text: String) -> String {
    let modifiers = ["public", "static", "mutating", "final", "consuming", "borrowing", "indirect"]
    let words = text.split { !$0.isLetter && $0 != "(" }
    let word = words.first { !modifiers.contains(String($0)) } ?? ""
    return String(word.prefix { $0 != "(" })
  }

  /// Attributes may stand between a declaration and its comment.
  private static func isDocumented(_ place: Int, _ lines: [String]) -> Bool {
    let above = lines[..<place].reversed().map { $0.drop { $0 == " " } }
    return above.first { !$0.hasPrefix("@") }?.hasPrefix("///") ?? false
  }
}
