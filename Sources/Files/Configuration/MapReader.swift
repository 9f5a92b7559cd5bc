/// Reads the keys of one map of a scenario.
///
/// Each key that is asked for becomes a known key; `finish` reports all others with the nearest
/// valid name. The resolved map holds what was read, in the order of asking, defaults included.
///
/// ```swift
/// let sink = DiagnosticSink()
/// let scenario = MapReader(root: tree, sink: sink)
/// let devices = scenario.value("devices", .integer(in: 1...1_000_000), default: 1000)
/// let offline = scenario.section("network")?.oneOf("offline", ["exponential", "weibull"])
/// let resolved = scenario.finish()
/// try sink.throwIfAny()
/// ```
package final class MapReader {
  /// The map as a value.
  package let source: ValueReader
  private let entries: [ConfigNode.Entry]
  /// Set when the value was no map: one error has been reported, and more would be noise.
  private let isSilent: Bool
  private var known: [String] = []
  private var children: [(key: String, reader: ValueReader)] = []

  /// Begins with the root of a scenario.
  package convenience init(root: ConfigNode, sink: DiagnosticSink) {
    self.init(ValueReader(root, path: "", sink: sink))
  }

  package init(_ source: ValueReader) {
    // A reader of its own: the one that leads here keeps this one, and would never be freed.
    self.source = ValueReader(source.node, path: source.path, sink: source.sink)
    entries = source.node.entries ?? []
    isSilent = source.node.entries == nil && !source.node.isNull
    if isSilent {
      source.report(allowed: "a map of keys")
    }
  }

  package var path: String { source.path }
  package var location: SourceLocation { source.location }
  /// The keys that the user wrote, in order.
  package var keys: [String] { entries.map(\.key) }
}

// MARK: - Values

extension MapReader {
  /// The reader of a key's value, nil if the key is absent. Asking makes the key a known one.
  package func child(_ key: String) -> ValueReader? {
    expect([key])
    if let child = children.first(where: { $0.key == key }) { return child.reader }
    guard let entry = entries.first(where: { $0.key == key }) else { return nil }
    return adopt(key, entry.value)
  }

  /// The reader of a key's value, or of a default; an empty map is the same as an absent key.
  package func child(_ key: String, default standard: ConfigNode) -> ValueReader {
    guard hasValue(key), let child = child(key) else { return adopt(key, standard) }
    return child
  }

  /// Whether there is more than nothing: null and an empty map are the same as an absent key.
  package func hasValue(_ key: String) -> Bool {
    child(key)?.node.saysSomething ?? false
  }

  /// A scalar that need not be there; an empty map is the same as an absent one.
  package func value<Value>(
    _ key: String, _ format: ScalarFormat<Value>, default standard: Value
  ) -> Value {
    let written = child(key).flatMap { $0.node.entries?.isEmpty == true ? nil : $0 }
    let child = written ?? adopt(key, format.render(standard))
    return child.read(format) ?? standard
  }

  /// A scalar that must be there; its format's fallback after an error.
  package func required<Value>(_ key: String, _ format: ScalarFormat<Value>) -> Value {
    guard let child = child(key) else {
      reportMissing(key, allowed: format.allowed)
      return format.fallback
    }
    return child.read(format) ?? format.fallback
  }

  /// A scalar without a default; nil if it is absent, and after an error.
  package func optional<Value>(_ key: String, _ format: ScalarFormat<Value>) -> Value? {
    child(key)?.read(format)
  }

  private func adopt(_ key: String, _ node: ConfigNode) -> ValueReader {
    let path = path.isEmpty ? key : "\(path).\(key)"
    var node = node
    // A default stands where its map does: what is wrong with it has a place.
    if node.location == .none { node.location = location }
    let reader = ValueReader(node, path: path, sink: source.sink)
    children.append((key, reader))
    return reader
  }
}

// MARK: - Maps and lists

extension MapReader {
  /// A section; nil if it is absent, null or an empty map.
  package func section(_ key: String) -> MapReader? {
    guard let child = child(key), child.node.saysSomething else { return nil }
    return child.map()
  }

  /// A section whose keys have defaults: it is read even if it is absent.
  package func sectionOrEmpty(_ key: String) -> MapReader {
    (child(key) ?? adopt(key, ConfigNode(.mapping([]), at: location))).map()
  }

  /// A one-of map that need not be there; nil if it is absent, null or empty, or after an error.
  package func oneOf(
    _ key: String, _ alternatives: [String]
  ) -> ValueReader.Alternative? {
    guard let child = child(key), child.node.saysSomething else { return nil }
    return child.oneOf(alternatives)
  }

  /// A one-of map that must be there.
  package func requiredOneOf(
    _ key: String, _ alternatives: [String]
  ) -> ValueReader.Alternative? {
    guard let child = child(key) else {
      reportMissing(key, allowed: "a map with one of: \(alternatives.joined(separator: ", "))")
      return nil
    }
    return child.oneOf(alternatives)
  }

  /// The elements of a list; empty if it is absent, and after an error.
  package func list(
    _ key: String, count: ClosedRange<Int> = 0...ConfigNode.nodesMax
  ) -> [ValueReader] {
    child(key)?.list(count: count) ?? []
  }
}

// MARK: - Errors

extension MapReader {
  /// Reports a semantic error at a key's value, or at the map if the key is absent.
  package func report(
    _ key: String, found: String? = nil, allowed: String, suggestion: String? = nil
  ) {
    if let child = child(key) {
      child.report(found: found, allowed: allowed, suggestion: suggestion)
    } else {
      let problem = found.map(Diagnostic.Problem.found) ?? .missing
      report(problem, key, allowed: allowed, suggestion: suggestion)
    }
  }

  /// Reports that a key is needed here.
  package func reportMissing(_ key: String, allowed: String) {
    report(.missing, key, allowed: allowed)
  }

  /// Makes keys known without reading them.
  package func expect(_ keys: [String]) {
    known += keys.filter { !known.contains($0) }
  }

  private func report(
    _ problem: Diagnostic.Problem, _ key: String, at place: SourceLocation? = nil,
    allowed: String? = nil, suggestion: String? = nil
  ) {
    if isSilent { return source.sink.countKnown() }
    let path = path.isEmpty ? key : "\(path).\(key)"
    source.sink.report(
      Diagnostic(
        at: place ?? location, path: path, problem, allowed: allowed, suggestion: suggestion))
  }
}

// MARK: - The resolved scenario

extension MapReader {
  /// Reports the unknown keys of this map and of all that was read below it.
  ///
  /// - Returns: the resolved map: canonical values, defaults filled in.
  package func finish() -> ConfigNode {
    reportUnknownKeys()
    return ConfigNode(.mapping(resolvedEntries), at: location)
  }

  func reportUnknownKeys() {
    for (place, entry) in entries.enumerated() where !known.contains(entry.key) {
      let before = place > 0 ? entries[place - 1] : nil
      report(
        .unknownKey, entry.key, at: entry.keyLocation, allowed: known.joined(separator: ", "),
        suggestion: Slips.joined(entry, behind: before)
          ?? NearestName.nearest(to: entry.key, among: known))
    }
    for child in children { child.reader.finish() }
  }

  var resolvedEntries: [ConfigNode.Entry] {
    children.compactMap { key, reader in
      reader.resolved.map { ConfigNode.Entry(key, at: reader.location, $0) }
    }
  }
}
