/// A tree of scalars, lists and maps with the place where each was written.
///
/// Scalars keep their text: nothing is converted before a reader asks for a type, so `no` stays
/// `no` and 0.10 keeps its digits. Two nodes are equal if they mean the same, wherever they stand.
package struct ConfigNode: Sendable {
  package enum Content: Sendable {
    case scalar(text: String, isQuoted: Bool)
    case sequence([ConfigNode])
    case mapping([Entry])
  }

  package struct Entry: Sendable, Equatable {
    package let key: String
    package let keyLocation: SourceLocation
    package var value: ConfigNode

    package init(_ key: String, at keyLocation: SourceLocation = .none, _ value: ConfigNode) {
      self.key = key
      self.keyLocation = keyLocation
      self.value = value
    }

    package static func == (left: Entry, right: Entry) -> Bool {
      left.key == right.key && left.value == right.value
    }
  }

  package var content: Content
  package var location: SourceLocation

  package init(_ content: Content, at location: SourceLocation = .none) {
    self.content = content
    self.location = location
  }
}

// MARK: - Building

extension ConfigNode {
  /// Text that stays text, whatever it looks like.
  package static func text(_ text: String) -> ConfigNode {
    ConfigNode(.scalar(text: text, isQuoted: true))
  }

  package static func integer(_ value: some BinaryInteger) -> ConfigNode { plain(String(value)) }

  /// A scalar as it is written, such as a number with a unit.
  package static func plain(_ text: String) -> ConfigNode {
    ConfigNode(.scalar(text: text, isQuoted: false))
  }

  /// - Precondition: `value` is finite.
  package static func number(_ value: Double) -> ConfigNode {
    precondition(value.isFinite, "A configuration holds finite numbers only")
    return plain(Units.text(of: value))
  }

  package static func bool(_ value: Bool) -> ConfigNode { plain(value ? "true" : "false") }

  package static var null: ConfigNode { ConfigNode(.scalar(text: "null", isQuoted: false)) }

  package static func list(_ elements: [ConfigNode]) -> ConfigNode {
    ConfigNode(.sequence(elements))
  }

  /// A map with its keys in the given order.
  package static func map(_ entries: [(String, ConfigNode)]) -> ConfigNode {
    ConfigNode(.mapping(entries.map { Entry($0.0, $0.1) }))
  }
}

// MARK: - Looking

extension ConfigNode {
  /// The value of a key of a map.
  package subscript(_ key: String) -> ConfigNode? {
    entries?.first { $0.key == key }?.value
  }

  /// A map without some of its keys.
  package func without(_ keys: [String]) -> ConfigNode {
    let kept = (entries ?? []).filter { !keys.contains($0.key) }
    return ConfigNode(.mapping(kept), at: location)
  }

  /// The entries of a map, nil for anything else.
  package var entries: [Entry]? {
    if case .mapping(let entries) = content { entries } else { nil }
  }

  /// The elements of a list, nil for anything else.
  package var elements: [ConfigNode]? {
    if case .sequence(let elements) = content { elements } else { nil }
  }

  /// The text of a scalar, nil for anything else.
  package var scalarText: String? {
    if case .scalar(let text, _) = content { text } else { nil }
  }

  package var isNull: Bool { kind == .null }

  /// Null and an empty map are the same as an absent key.
  package var saysSomething: Bool { !isNull && entries?.isEmpty != true }

  /// Whether no value has more than so many maps and lists around it.
  package func isNested(atMost levels: Int) -> Bool {
    let parts = entries?.map(\.value) ?? elements ?? []
    return levels >= 0 && parts.allSatisfy { $0.isNested(atMost: levels - 1) }
  }

  /// The number of values, maps and lists included.
  package var nodeCount: Int {
    let parts = entries?.map(\.value) ?? elements ?? []
    return parts.reduce(1) { $0 + $1.nodeCount }
  }

  /// A text without quotes where it is one all the same, as people write it.
  var plain: ConfigNode {
    guard case .scalar(let text, _) = content, ScalarKind(text, isQuoted: false) == .text else {
      return self
    }
    return ConfigNode(.scalar(text: text, isQuoted: false), at: location)
  }

  /// Whether it is a number, a truth value or nothing, and no text.
  package var looksTyped: Bool { kind != .text }

  private var kind: ScalarKind? {
    guard case .scalar(let text, let isQuoted) = content else { return nil }
    return ScalarKind(text, isQuoted: isQuoted)
  }

  /// The text that a user sees in an error message after "found".
  package var foundText: String {
    switch content {
    case .scalar where isNull: "nothing"
    case .scalar(let text, let isQuoted):
      isQuoted ? "\"\(Diagnostic.excerpt(text))\"" : Diagnostic.excerpt(text)
    case .sequence: "a list"
    case .mapping(let entries): entries.isEmpty ? "an empty map" : "a map"
    }
  }
}

// MARK: - Equality

/// The kinds of scalars in YAML 1.2, the JSON-compatible part: quoted scalars are always text.
enum ScalarKind {
  case null
  case bool
  case number
  case text

  init(_ text: String, isQuoted: Bool) {
    self =
      switch text {
      case _ where isQuoted: .text
      case "", "~", "null", "Null", "NULL": .null
      case "true", "True", "TRUE", "false", "False", "FALSE": .bool
      default: Units.number(text) == nil ? .text : .number
      }
  }
}

extension ConfigNode: Equatable {
  /// The same meaning: locations, needless quotes, the digits of numbers and the order of keys do
  /// not count.
  package static func == (left: ConfigNode, right: ConfigNode) -> Bool {
    switch (left.content, right.content) {
    case (.scalar(let text, _), .scalar(let otherText, _)):
      text == otherText && isBeyondDoubles(text)
        || left.kind == right.kind
          && (text == otherText || left.kind == .null
            || left.kind == .number && areSame(text, otherText))
    case (.sequence(let elements), .sequence(let others)): elements == others
    case (.mapping(let entries), .mapping(let others)):
      entries.count == others.count
        && (zip(entries, others).allSatisfy { $0.key == $1.key }
          ? entries == others : Self.areSame(entries, others))
    default: false
    }
  }

  /// Numbers as 0.5 and 0.50; whole ones are too long to be compared as fractions.
  private static func areSame(_ number: String, _ other: String) -> Bool {
    if let one = Int64(number), let two = Int64(other) { return one == two }
    if let one = UInt64(number), let two = UInt64(other) { return one == two }
    return Units.number(number) == Units.number(other)
  }

  /// In any order; a map has each key once.
  private static func areSame(_ entries: [Entry], _ others: [Entry]) -> Bool {
    let sorted = [entries, others].map { $0.sorted { $0.key < $1.key } }
    return sorted[0] == sorted[1]
  }
}
