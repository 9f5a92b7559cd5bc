package import Files

/// Every key that a scenario may have, as a list: what the JSON Schema and the reference page are
/// made of.
package enum KeyTable {
  /// One key.
  package struct Key: Sendable {
    /// Keys joined by dots; `[]` stands for the elements of a list.
    package let path: String
    package let type: KeyType
    /// The default in words; empty: what the key says is not modelled.
    package let standard: String
    package let isNeeded: Bool
    /// The rule of model.md; empty for keys of the experiment.
    package let rule: String
    package let meaning: String
    package let variation: Variation
    let isLimit: Bool
  }

  /// The keys, in the order of the documentation.
  package static let keys: [Key] =
    rows(of: KeyFacts.ofScenarios, below: "")
    + KeyFacts.shapes.flatMap { rows(of: $0.keys, below: $0.name) }

  /// The keys right below another one; of the scenario itself for the empty path.
  package static func children(of path: String) -> [Key] {
    keys.filter { $0.parent == path }
  }

  /// The rows of keys. A key without a meaning of its own is a name on the way to others. Shapes
  /// are described once.
  private static func rows(of keys: [KeyFacts], below parent: String) -> [Key] {
    keys.flatMap { key in
      let path = parent.isEmpty ? key.name : "\(parent).\(key.name)"
      let isShape = if case .shape = key.type { true } else { false }
      let below = [.maps, .sweep].contains(key.type) ? path + "[]" : path
      return (key.meaning.isEmpty ? [] : [Key(key, at: path)])
        + (isShape ? [] : rows(of: key.below, below: below))
    }
  }
}

extension KeyTable.Key {
  fileprivate init(_ key: KeyFacts, at path: String) {
    (self.path, type, isNeeded) = (path, key.type, key.isNeeded)
    (rule, meaning) = (key.rule, key.meaning)
    (variation, isLimit) = (key.variation, key.isLimit)
    standard = key.isNeeded ? "" : key.standard
  }

  /// The last part of the path.
  package var name: String { path.split(separator: ".").last.map(String.init) ?? path }

  /// The path without its last part.
  package var parent: String {
    path.split(separator: ".").dropLast().joined(separator: ".")
  }
}
