import Yams

// MARK: - Parsing

extension ConfigNode {
  /// The largest scenario: an alias can repeat a node, so the text's length is no bound.
  package static let nodesMax = 100_000
  package static let depthMax = 64
  static let keyLengthMax = 256

  /// Reads one YAML (or JSON) document.
  ///
  /// Anchors and aliases work; explicit tags, merge keys, keys that are not text, duplicate keys,
  /// control characters and empty or several documents are errors.
  ///
  /// - Parameters:
  ///   - text: the document.
  ///   - file: the name to show in error messages.
  ///   - nodesMax: the most values that it may have.
  /// - Throws: `InputError` with exit code 65; every diagnostic has a line and a column.
  package static func parse(
    yaml text: String, file: String, nodesMax: Int = nodesMax
  ) throws(InputError) -> ConfigNode {
    try parse(yaml: Array(text.utf8), file: file, nodesMax: nodesMax)
  }

  /// Reads one YAML (or JSON) document from bytes, which need not be valid UTF-8.
  ///
  /// It may have `nodesMax` values; what the tool itself has written has no limit.
  package static func parse(
    yaml bytes: [UInt8], file: String, nodesMax: Int = nodesMax
  ) throws(InputError) -> ConfigNode {
    let tree = try parse(bytes, nodesMax: nodesMax) { line, column in
      SourceLocation(file: file, line: line, column: column)
    }
    guard let tree, !tree.isNull else {
      let start = SourceLocation(file: file, line: 1, column: 1)
      throw InputError(ExitCode.dataError, [Diagnostic(at: start, .message("the file is empty"))])
    }
    return tree
  }

  /// Makes a location of a line and a column.
  typealias Locate = (_ line: Int, _ column: Int) -> SourceLocation

  /// The one way into Yams; nil for a text without a document.
  static func parse(
    _ bytes: [UInt8], nodesMax: Int = nodesMax, locate: @escaping Locate
  ) throws(InputError) -> ConfigNode? {
    let bytes = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes
    if let (line, column, problem) = bytes.withUnsafeBufferPointer(TextCheck.firstProblem(in:)) {
      let location = locate(line, column)
      throw InputError(ExitCode.dataError, [Diagnostic(at: location, .message(problem))])
    }
    let text = String(decoding: bytes, as: UTF8.self)
    let root: Node?
    do {
      // The basic resolver guesses no types: "1" and 1 are the same key. The encoding is named
      // because Yams would else look it up in the environment.
      root = try Yams.compose(yaml: text, .basic, .default, .utf8)
    } catch {
      throw InputError(ExitCode.dataError, [diagnostic(of: error, in: text, locate: locate)])
    }
    guard let root else { return nil }
    var builder = TreeBuilder(locate: locate, nodesMax: nodesMax)
    let tree = try builder.tree(of: root, depth: 0)
    guard builder.diagnostics.isEmpty else {
      throw InputError(ExitCode.dataError, builder.diagnostics)
    }
    return tree
  }

  private static func diagnostic(
    of error: any Error, in text: String, locate: Locate
  ) -> Diagnostic {
    switch error as? YamlError {
    case .scanner(let context, let problem, let mark, _),
      .parser(let context, let problem, let mark, _),
      .composer(let context, let problem, let mark, _):
      var details = YAMLProblem.words(problem, context?.text)
      if character(at: mark, in: text) == "\t" { details = "a tab; indent with spaces" }
      let location = locate(mark.line, mark.column)
      return Diagnostic(
        at: location, .message("not valid \(location.language): \(printable(details))"))
    case .duplicatedKeysInMapping(let names, let context):
      let list = names.sorted().map { "\"\(Diagnostic.excerpt($0))\"" }.joined(separator: ", ")
      let location = locate(context.mark.line, context.mark.column)
      return Diagnostic(at: location, .message("more than once in this map: \(list)"))
    default:
      let start = locate(1, 1)
      return Diagnostic(
        at: start, .message("not valid \(start.language): \(Diagnostic.excerpt("\(error)"))"))
    }
  }

  private static func character(at mark: Mark, in text: String) -> Unicode.Scalar? {
    let lines = text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
    guard lines.indices.contains(mark.line - 1) else { return nil }
    return lines[mark.line - 1].dropFirst(mark.column - 1).first
  }

  private static func printable(_ text: String) -> String {
    String(String.UnicodeScalarView(text.unicodeScalars.filter(TextCheck.isPrintable)))
  }
}

// MARK: - From Yams' nodes to ours

private struct TreeBuilder {
  let locate: ConfigNode.Locate
  let nodesMax: Int
  var diagnostics: [Diagnostic] = []
  private var nodeCount = 0

  init(locate: @escaping ConfigNode.Locate, nodesMax: Int) {
    self.locate = locate
    self.nodesMax = nodesMax
  }

  mutating func tree(of node: Node, depth: Int) throws(InputError) -> ConfigNode {
    let location = node.mark.map { locate($0.line, $0.column) } ?? .none
    nodeCount += 1
    if nodeCount > nodesMax { try stop("more than \(nodesMax) values", at: location) }
    if depth > ConfigNode.depthMax {
      try stop("nested deeper than \(ConfigNode.depthMax) levels", at: location)
    }
    switch node {
    case .scalar(let scalar): return ConfigNode(content(of: scalar, at: location), at: location)
    case .sequence(let sequence):
      refuseTag(sequence.tag, at: location)
      var elements: [ConfigNode] = []
      for element in sequence {
        elements.append(try tree(of: element, depth: depth + 1))
      }
      return ConfigNode(.sequence(elements), at: location)
    case .mapping(let mapping):
      refuseTag(mapping.tag, at: location)
      var entries: [ConfigNode.Entry] = []
      for (keyNode, valueNode) in mapping {
        let value = try tree(of: valueNode, depth: depth + 1)
        if let (key, keyLocation) = key(of: keyNode) {
          entries.append(ConfigNode.Entry(key, at: keyLocation, value))
        }
      }
      return ConfigNode(.mapping(entries), at: location)
    case .alias:
      return try stop("an alias without its anchor", at: location)
    }
  }

  private mutating func content(
    of scalar: Node.Scalar, at location: SourceLocation
  ) -> ConfigNode.Content {
    let isText = scalar.tag.rawValue == Tag.Name.str.rawValue
    if !isText {
      refuseTag(scalar.tag, at: location)
    }
    let isAllowed = { TextCheck.isPrintable($0) || $0 == "\n" || $0 == "\t" }
    if !scalar.string.unicodeScalars.allSatisfy(isAllowed) {
      report("a control character in a text", at: location)
    }
    return .scalar(text: scalar.string, isQuoted: isText || scalar.style != .plain)
  }

  private mutating func key(of node: Node) -> (String, SourceLocation)? {
    let location = node.mark.map { locate($0.line, $0.column) } ?? .none
    guard case .scalar(let scalar) = node,
      case (let text, let isQuoted) = (scalar.string, scalar.style != .plain),
      ScalarKind(text, isQuoted: isQuoted) == .text, !text.isEmpty,
      text.utf8.count <= ConfigNode.keyLengthMax,
      text.unicodeScalars.allSatisfy(TextCheck.isPrintable)
    else {
      report("a key must be a short text", at: location)
      return nil
    }
    // Yams gives a key the tag !!str when it looks for duplicates, so the style tells quotes apart.
    if ![Tag.Name.implicit, .str].map(\.rawValue).contains(scalar.tag.rawValue) {
      refuseTag(scalar.tag, at: location)
    }
    if text == "<<", !isQuoted {
      report("merge keys (<<) are not supported", at: location)
    }
    return (text, location)
  }

  private mutating func refuseTag(_ tag: Tag, at location: SourceLocation) {
    if tag.rawValue != Tag.Name.implicit.rawValue {
      report("tags are not supported: \(Diagnostic.excerpt(tag.rawValue))", at: location)
    }
  }

  private mutating func report(_ message: String, at location: SourceLocation) {
    diagnostics.append(Diagnostic(at: location, .message(message)))
  }

  @discardableResult
  private mutating func stop(
    _ message: String, at location: SourceLocation
  ) throws(InputError) -> ConfigNode {
    report(message, at: location)
    throw InputError(ExitCode.dataError, diagnostics)
  }
}

extension SourceLocation {
  /// JSON is also YAML, and is read as such.
  fileprivate var language: String { file.hasSuffix(".json") ? "JSON" : "YAML" }
}
