/// Reads one value of a scenario: a scalar, a list, a map or a one-of map.
///
/// Errors go to the sink, never to the caller: reading goes on with a harmless fallback. It
/// remembers the canonical form of each value, for the resolved scenario.
package final class ValueReader {
  package let node: ConfigNode
  /// Such as `network.offline` or `strategies[1]`.
  package let path: String
  package let sink: DiagnosticSink
  private var outcome = Outcome.unread

  private enum Outcome {
    case unread
    case asWritten
    case canonical(ConfigNode)
    case list([ValueReader])
    case map(MapReader, isKeptIfEmpty: Bool)
    case namedAlternative(String, MapReader)
  }

  package init(_ node: ConfigNode, path: String, sink: DiagnosticSink) {
    self.node = node
    self.path = path
    self.sink = sink
  }

  package var location: SourceLocation { node.location }
  package var isScalar: Bool { node.scalarText != nil }

  /// Reports a semantic error at this value.
  package func report(found: String? = nil, allowed: String, suggestion: String? = nil) {
    let problem = Diagnostic.Problem.found(found ?? node.foundText)
    report(problem, allowed: allowed, suggestion: suggestion)
  }

  /// Reports a problem in words of its own.
  package func report(
    _ problem: Diagnostic.Problem, allowed: String? = nil, suggestion: String? = nil
  ) {
    sink.report(
      Diagnostic(at: location, path: path, problem, allowed: allowed, suggestion: suggestion))
  }
}

// MARK: - Single values

extension ValueReader {
  /// The value in a format, nil after an error.
  package func read<Value>(_ format: ScalarFormat<Value>) -> Value? {
    guard case .scalar(let text, let isQuoted) = node.content,
      let value = format.parse(text, isQuoted)
    else {
      reportScalar(format)
      return nil
    }
    outcome = .canonical(format.render(value))
    return value
  }

  /// The value as it was written, which the resolved scenario repeats.
  package func asWritten() -> ConfigNode {
    outcome = .asWritten
    return node
  }

  /// Says what the resolved scenario repeats, where others have read the value.
  package func resolve(as node: ConfigNode) { outcome = .canonical(node) }

  private func reportScalar<Value>(_ format: ScalarFormat<Value>) {
    report(allowed: format.allowed, suggestion: node.scalarText.flatMap(format.suggestion))
  }
}

// MARK: - Lists

extension ValueReader {
  /// The elements of a list with an allowed number of elements, nil after an error.
  package func list(count: ClosedRange<Int> = 0...ConfigNode.nodesMax) -> [ValueReader]? {
    guard let elements = node.elements else {
      report(allowed: "a list")
      return nil
    }
    guard count.contains(elements.count) else {
      let words =
        count.lowerBound == count.upperBound
        ? "\(count.lowerBound)" : "\(count.lowerBound) to \(count.upperBound)"
      report(found: "a list of \(elements.count)", allowed: "a list of \(words)")
      return nil
    }
    let readers = elements.enumerated().map { index, element in
      ValueReader(element, path: "\(path)[\(index)]", sink: sink)
    }
    outcome = .list(readers)
    return readers
  }

  /// The values of a list of scalars, nil after an error in any of them.
  package func list<Value>(
    of format: ScalarFormat<Value>, count: ClosedRange<Int> = 0...ConfigNode.nodesMax
  ) -> [Value]? {
    guard let readers = list(count: count) else { return nil }
    let values = readers.map { $0.read(format) }
    return values.contains { $0 == nil } ? nil : values.compactMap { $0 }
  }
}

// MARK: - Maps

extension ValueReader {
  /// A reader of this map. After an error it has no keys and stays silent.
  package func map() -> MapReader {
    let reader = MapReader(self)
    outcome = .map(reader, isKeptIfEmpty: false)
    return reader
  }

  /// The alternative that a one-of map names, such as `weibull` of `{weibull: {scale: 20m, ...}}`.
  package struct Alternative {
    package let name: String
    package let location: SourceLocation
    package let parameters: MapReader
    /// The reader of the one-of map itself, for the keys in `besides`.
    package let others: MapReader
  }

  /// Reads a one-of map.
  ///
  /// - Parameters:
  ///   - alternatives: the names there are.
  ///   - besides: keys that may stand beside the alternative, such as `name`.
  ///   - allowsBareName: whether `gap-recovery` stands for `{gap-recovery: {}}`.
  /// - Returns: nil after an error.
  package func oneOf(
    _ alternatives: [String], besides: [String] = [], allowsBareName: Bool = false
  ) -> Alternative? {
    let shape = "a map with one of: \(alternatives.joined(separator: ", "))"
    let map: MapReader
    if allowsBareName, let name = node.scalarText, !node.isNull {
      let parameters = ConfigNode(.mapping([]), at: location)
      let entry = ConfigNode.Entry(name, at: location, parameters)
      let whole = ConfigNode(.mapping([entry]), at: location)
      map = MapReader(ValueReader(whole, path: path, sink: sink))
    } else if node.entries != nil {
      map = MapReader(self)
    } else {
      report(allowed: shape)
      return nil
    }
    let entries = (map.source.node.entries ?? []).filter { !besides.contains($0.key) }
    let strangers = entries.filter { !alternatives.contains($0.key) }
    if entries.count > 1, strangers.count == entries.count - 1 {
      for entry in strangers { _ = isKnown(entry, alternatives) }
      return nil
    }
    guard entries.count == 1 else {
      let names = entries.map { Diagnostic.excerpt($0.key) }.joined(separator: " and ")
      report(found: names.isEmpty ? "none" : names, allowed: shape)
      return nil
    }
    guard isKnown(entries[0], alternatives) else { return nil }
    outcome = isScalar ? .namedAlternative(entries[0].key, map) : .map(map, isKeptIfEmpty: true)
    return alternative(entries[0], in: map, besides)
  }

  private func isKnown(
    _ entry: ConfigNode.Entry, _ alternatives: [String]
  ) -> Bool {
    if alternatives.contains(entry.key) { return true }
    sink.report(
      Diagnostic(
        at: entry.keyLocation, path: path, .found("\"\(Diagnostic.excerpt(entry.key))\""),
        allowed: alternatives.joined(separator: ", "),
        suggestion: NearestName.nearest(to: entry.key, among: alternatives)))
    return false
  }

  private func alternative(
    _ entry: ConfigNode.Entry, in map: MapReader, _ besides: [String]
  ) -> Alternative? {
    for key in besides { _ = map.child(key) }  // they come first in the resolved map
    guard let child = map.child(entry.key) else { return nil }
    let parameters = MapReader(child)
    child.outcome = .map(parameters, isKeptIfEmpty: true)
    return Alternative(
      name: entry.key, location: entry.keyLocation, parameters: parameters, others: map)
  }
}

// MARK: - The resolved scenario

extension ValueReader {
  /// Reports the unknown keys below this value.
  func finish() {
    switch outcome {
    case .unread, .asWritten, .canonical: break
    case .list(let readers): for reader in readers { reader.finish() }
    case .map(let reader, _), .namedAlternative(_, let reader): reader.reportUnknownKeys()
    }
  }

  /// The canonical value with defaults filled in; nil if it is empty or was not read.
  var resolved: ConfigNode? {
    switch outcome {
    case .unread: return nil
    case .asWritten: return node
    case .canonical(let node): return ConfigNode(node.plain.content, at: location)
    case .list(let readers):
      return ConfigNode(.sequence(readers.compactMap(\.resolved)), at: location)
    case .map(let reader, let isKeptIfEmpty):
      let entries = reader.resolvedEntries
      let isKept = isKeptIfEmpty || !entries.isEmpty
      return isKept ? ConfigNode(.mapping(entries), at: location) : nil
    case .namedAlternative(let name, let reader):
      let entries = reader.resolvedEntries
      let isBare = entries.count == 1 && entries[0].value.entries?.isEmpty ?? false
      let content = isBare ? ConfigNode.text(name).content : .mapping(entries)
      return ConfigNode(content, at: location)
    }
  }
}
