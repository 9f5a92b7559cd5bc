import Foundation

/// A tree inside a JSON document. Numbers keep their value, though not their digits; the keys of a
/// map have no order.
extension ConfigNode: Codable {
  package init(from decoder: any Decoder) throws {
    // A try that fails is slow: texts come first, then maps, since most values are one of them.
    let value = try decoder.singleValueContainer()
    if value.decodeNil() {
      self = .null
    } else if let text = try? value.decode(String.self) {
      self = ConfigNode(.scalar(text: text, isQuoted: !Self.isBeyondDoubles(text)))
    } else if let map = try? decoder.container(keyedBy: Name.self) {
      self = .map(
        try map.allKeys.map { ($0.stringValue, try map.decode(ConfigNode.self, forKey: $0)) }
          .sorted { $0.0 < $1.0 })
    } else if var list = try? decoder.unkeyedContainer() {
      var elements: [ConfigNode] = []
      while !list.isAtEnd { elements.append(try list.decode(ConfigNode.self)) }
      self = .list(elements)
    } else {
      self = try Self.plainValue(value)
    }
  }

  private static func plainValue(
    _ value: any SingleValueDecodingContainer
  ) throws -> ConfigNode {
    if let number = try? value.decode(Int64.self) { return .integer(number) }
    if let number = try? value.decode(UInt64.self) { return .integer(number) }
    if let number = try? value.decode(Double.self) { return .number(number) }
    return .bool(try value.decode(Bool.self))
  }

  package func encode(to encoder: any Encoder) throws {
    switch content {
    case .scalar(let text, let isQuoted): try encode(text, isQuoted, to: encoder)
    case .sequence(let elements):
      var list = encoder.unkeyedContainer()
      for element in elements { try list.encode(element) }
    case .mapping(let entries):
      var map = encoder.container(keyedBy: Name.self)
      for entry in entries { try map.encode(entry.value, forKey: Name(stringValue: entry.key)) }
    }
  }

  private func encode(_ text: String, _ isQuoted: Bool, to encoder: any Encoder) throws {
    var value = encoder.singleValueContainer()
    switch ScalarKind(text, isQuoted: isQuoted) {
    case .null: try value.encodeNil()
    case .bool: try value.encode(text.lowercased() == "true")
    case .text: try value.encode(text)
    case .number:
      if Self.isBeyondDoubles(text) {
        try value.encode(text)
      } else if let number = Int64(text) {
        try value.encode(number)
      } else if let number = UInt64(text) {
        try value.encode(number)
      } else if let number = Units.number(text) {
        try value.encode(number)
      }
    }
  }

  private struct Name: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }
}

extension ConfigNode {
  /// The same tree, all of it written in one file.
  package func located(in file: String) -> ConfigNode {
    let place = SourceLocation(file: file)
    switch content {
    case .scalar: return ConfigNode(content, at: place)
    case .sequence(let elements):
      return ConfigNode(.sequence(elements.map { $0.located(in: file) }), at: place)
    case .mapping(let entries):
      let placed = entries.map { Entry($0.key, at: place, $0.value.located(in: file)) }
      return ConfigNode(.mapping(placed), at: place)
    }
  }

  /// A value as a tree, as a reader of its JSON finds it; keys are sorted.
  ///
  /// - Throws: `EncodingError` for what JSON cannot say, such as a number that is not finite.
  package init(_ value: some Encodable) throws {
    self = try JSONDecoder().decode(ConfigNode.self, from: JSONEncoder().encode(value))
  }
}

extension ConfigNode {
  /// The scalars with their paths, such as `points.0.chosen`.
  package var leaves: [(path: String, text: String)] { leaves(below: []) }

  private func leaves(below path: [String]) -> [(path: String, text: String)] {
    switch content {
    case .scalar(let text, _): [(path.joined(separator: "."), text)]
    case .sequence(let elements):
      elements.enumerated().flatMap { $1.leaves(below: path + ["\($0)"]) }
    case .mapping(let entries): entries.flatMap { $0.value.leaves(below: path + [$0.key]) }
    }
  }
}
