/// The keys of which a map holds one kind only, so that naming another kind replaces the first.
package struct Alternatives: Sendable {
  /// Keys of a map that stand for one of two ways to say the same.
  package struct Rivals: Sendable {
    /// The key of the map.
    package let map: String
    /// The keys of each way.
    package let ways: [[String]]

    package init(in map: String, _ ways: [String]...) {
      self.map = map
      self.ways = ways
    }
  }

  /// The names that the only key of a one-of map can have, one list for each kind of one-of map.
  private let names: [[String]]
  private let rivals: [Rivals]

  package init(_ names: [[String]] = [], rivals: [Rivals] = []) {
    self.names = names
    self.rivals = rivals
  }
}

extension Alternatives {
  /// Whether a key is an alternative of any kind.
  func contain(_ key: String) -> Bool {
    names.contains { $0.contains(key) }
  }

  /// Whether a map holds one alternative, and the key names another one of its kind.
  func areDifferent(_ entries: [ConfigNode.Entry], _ key: String) -> Bool {
    guard entries.count == 1, let known = entries.first?.key, known != key else { return false }
    return names.contains { $0.contains(known) && $0.contains(key) }
  }

  /// The keys of a map that a key of it makes void.
  func voided(by key: String, in map: String) -> [String] {
    let ways = rivals.first { $0.map == map }?.ways ?? []
    guard ways.contains(where: { $0.contains(key) }) else { return [] }
    return ways.filter { !$0.contains(key) }.flatMap { $0 }
  }
}
