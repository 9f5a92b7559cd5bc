/// Every key that a scenario may have: what the JSON Schema and the reference page are made of.
///
/// The readers of scenarios decide what is accepted; tests ask them for every key here, and for
/// keys that are not here.
package enum KeyTable {
  /// One key.
  package struct Key: Sendable {
    /// Keys joined by dots; `[]` stands for the elements of a list.
    package let path: String
    package let type: KeyType
    /// In words; empty: what the key says is not modelled.
    package let standard: String
    package let isNeeded: Bool
    /// Of model.md; empty for keys of the experiment.
    package let rule: String
    package let meaning: String
  }

  /// In the order of the documentation.
  package static let keys: [Key] = [scenarioText, deviceText, strategyText].flatMap { text in
    text.split(separator: "\n").map { Key($0) }
  }

  /// The keys right below another one; of the scenario itself for the empty path.
  package static func children(of path: String) -> [Key] {
    keys.filter { $0.parent == path }
  }
}

extension KeyTable.Key {
  /// - Precondition: The line has five columns and a known type; the tables are part of the tool.
  fileprivate init(_ line: Substring) {
    let columns = line.split(separator: "|", omittingEmptySubsequences: false).map { column in
      column.split(separator: " ").joined(separator: " ")
    }
    precondition(columns.count == 5, "path | type | default | rule | meaning: \(line)")
    guard let type = KeyType(columns[1]) else { preconditionFailure("no type: \(line)") }
    (path, self.type, rule, meaning) = (columns[0], type, columns[3], columns[4])
    isNeeded = columns[2] == "!"
    standard = isNeeded ? "" : columns[2]
  }

  /// The last part of the path.
  package var name: String { path.split(separator: ".").last.map(String.init) ?? path }

  /// The path without its last part.
  package var parent: String {
    path.split(separator: ".").dropLast().joined(separator: ".")
  }
}
