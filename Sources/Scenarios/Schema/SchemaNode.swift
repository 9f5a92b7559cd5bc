import Files

/// Pieces of JSON Schema (2020-12).
enum SchemaNode {
  static func texts(_ texts: [String]) -> ConfigNode { .list(texts.map { .text($0) }) }

  static func type(_ name: String) -> ConfigNode { .map([("type", .text(name))]) }

  static func pattern(_ pattern: String) -> ConfigNode {
    .map([("type", .text("string")), ("pattern", .text(pattern))])
  }

  static func reference(_ name: String) -> ConfigNode { .map([("$ref", .text("#/$defs/\(name)"))]) }

  static func anyOf(_ options: [ConfigNode]) -> ConfigNode { .map([("anyOf", .list(options))]) }

  static func array(of items: ConfigNode, count: Int? = nil) -> ConfigNode {
    let bounds = count.map { [("minItems", $0), ("maxItems", $0)] } ?? []
    return .map(
      [("type", .text("array")), ("items", items)] + bounds.map { ($0.0, .integer($0.1)) })
  }

  static func words(_ words: [String]) -> ConfigNode {
    .map([("enum", .list(words.map { $0.allSatisfy(\.isNumber) ? .plain($0) : .text($0) }))])
  }

  static func bounded(_ type: String, from low: String, to high: String) -> ConfigNode {
    let ends = [("minimum", low), ("maximum", high)].filter { !$0.1.isEmpty }
    return .map([("type", .text(type))] + ends.map { ($0.0, end($0.1)) })
  }

  /// A bound is a number for whoever reads the schema, also where doubles round it.
  private static func end(_ text: String) -> ConfigNode {
    guard let number = UInt64(text), number > 1 << 53 else { return .plain(text) }
    return .number(Double(number))
  }

  /// An object that may be left empty: then it is as good as absent.
  static func object(_ properties: [(String, ConfigNode)], needed: [String] = []) -> ConfigNode {
    let required = needed.isEmpty ? [] : [("required", texts(needed))]
    return .map(
      [("type", needed.isEmpty ? texts(["object", "null"]) : .text("object"))]
        + [("properties", .map(properties))] + required + [("additionalProperties", .bool(false))])
  }

  /// The node with words for whoever hovers over the key.
  static func described(_ node: ConfigNode, _ words: String) -> ConfigNode {
    guard let entries = node.entries, !words.isEmpty else { return node }
    return ConfigNode(.mapping([ConfigNode.Entry("description", .text(words))] + entries))
  }
}
