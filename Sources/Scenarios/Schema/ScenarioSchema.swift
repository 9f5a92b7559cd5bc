import Files
import Models

/// The JSON Schema of scenarios, for editors.
///
/// It says what the keys are and what their values look like. Only `validate` knows rules on
/// several keys, such as which ones are needed once files are laid over each other.
package enum ScenarioSchema {
  /// JSON Schema 2020-12, with a newline at the end.
  package static var json: String { document.json() }

  static var document: ConfigNode {
    let top = KeyTable.children(of: "").filter { !$0.path.hasPrefix("@") }
    let needed = top.filter(\.isNeeded).map(\.name)
    return .map([
      ("$schema", .text("https://json-schema.org/draft/2020-12/schema")),
      ("title", .text("deliverysim scenario")),
      ("type", .text("object")),
      ("properties", .map(top.map { ($0.name, node(of: $0)) })),
      ("additionalProperties", .bool(false)),
      ("anyOf", .list([["extends"], needed].map { .map([("required", SchemaNode.texts($0))]) })),
      ("$defs", .map(definitions)),
    ])
  }
}

extension ScenarioSchema {
  // MARK: Keys

  private static func node(of key: KeyTable.Key, _ dimension: Dimension = .time)
    -> ConfigNode
  {
    let node = SchemaNode.described(value(of: key, dimension), key.words)
    guard let word = key.variation.word, let entries = node.entries else { return node }
    return ConfigNode(.mapping(entries + [ConfigNode.Entry("x-varies", .text(word))]))
  }

  private static func properties(
    of path: String, _ dimension: Dimension = .time
  ) -> [(String, ConfigNode)] {
    KeyTable.children(of: path).map { ($0.name, node(of: $0, dimension)) }
  }

  private static func value(
    of key: KeyTable.Key, _ dimension: Dimension
  ) -> ConfigNode {
    switch key.type {
    case .map: SchemaNode.object(properties(of: key.path))
    case .maps: maps(key, path: key.path + "[]")
    case .mapOrMaps:
      SchemaNode.anyOf([
        SchemaNode.object(properties(of: key.path)), maps(key, path: key.path),
      ])
    case .sweep:
      SchemaNode.anyOf([
        maps(key, path: key.path + "[]"),
        SchemaNode.object([("sample", SchemaNode.reference("sample"))], needed: ["sample"]),
      ])
    case .anyLaw:
      SchemaNode.anyOf(Dimension.allCases.map { SchemaNode.reference("law-\($0.rawValue)") })
    case .oneOf(let names): SchemaNode.anyOf(names.map { alternative($0, below: key.path) })
    case .section:
      .map([("$ref", .text("#/properties/\(key.name)"))])
    case .inner(let names): strategy(names, isNamed: false)
    case .dimension: amount(dimension)
    case .dimensions: SchemaNode.array(of: amount(dimension))
    case .laws: SchemaNode.array(of: SchemaNode.reference("law-\(dimension.rawValue)"))
    case .lawAlike: SchemaNode.reference("law-\(dimension.rawValue)")
    default: plain(key.type)
    }
  }

  /// - Parameter path: The keys of each map lie below it.
  private static func maps(_ key: KeyTable.Key, path: String) -> ConfigNode {
    SchemaNode.array(
      of: SchemaNode.object(
        properties(of: path),
        needed: KeyTable.children(of: path).filter { $0.isNeeded }.map(\.name)))
  }

  private static func alternative(_ name: String, below path: String) -> ConfigNode {
    let keys = KeyTable.children(of: path).filter { $0.name == name }
    return SchemaNode.object(keys.map { (name, node(of: $0)) }, needed: [name])
  }

  // MARK: Values without keys below them

  private static func weights(_ count: Int) -> ConfigNode {
    SchemaNode.array(of: SchemaNode.bounded("number", from: "0", to: ""), count: count)
  }

  private static func plain(_ type: KeyType) -> ConfigNode {
    switch type {
    case .integer(let low, let high): SchemaNode.bounded("integer", from: low, to: high)
    case .number(let low, let high): SchemaNode.bounded("number", from: low, to: high)
    case .words(let words): SchemaNode.words(words)
    case .shape(let name): SchemaNode.reference(String(name.dropFirst()))
    case .law(let dimension): SchemaNode.reference("law-\(dimension.rawValue)")
    case .lawOr(let dimension):
      SchemaNode.anyOf([amount(dimension), SchemaNode.reference("law-\(dimension.rawValue)")])
    case .bool: SchemaNode.type("boolean")
    case .text: .map([("type", SchemaNode.texts(["string", "number", "boolean"]))])
    case .texts: SchemaNode.array(of: SchemaNode.type("string"))
    case .numbers: SchemaNode.array(of: SchemaNode.bounded("number", from: "0", to: ""))
    case .hours: Self.weights(168)
    case .hoursOfWeekOrDay: SchemaNode.anyOf([Self.weights(168), Self.weights(24)])
    case .list: SchemaNode.type("array")
    case .clocks: SchemaNode.array(of: SchemaNode.reference("clock"))
    case .days:
      SchemaNode.array(of: SchemaNode.words(dayNames))
    case .handlers:
      SchemaNode.array(of: SchemaNode.words(HandlerMatrix.Method.allCases.map(\.rawValue)))
    case .strategies: SchemaNode.array(of: SchemaNode.reference("strategy"))
    case .stage: strategy(StrategyKind.stageNames, isNamed: false)
    case .factors: .map([("$ref", .text("#/properties/sweep"))])
    default: SchemaNode.reference(scalarName(type))
    }
  }

  private static func scalarName(_ type: KeyType) -> String { "\(type)" }

  private static func amount(_ dimension: Dimension) -> ConfigNode {
    switch dimension {
    case .time, .rate, .share: SchemaNode.reference(dimension.rawValue)
    case .count: SchemaNode.bounded("number", from: "0", to: "")
    }
  }
}

extension ScenarioSchema {
  // MARK: Definitions

  private static var definitions: [(String, ConfigNode)] {
    let shapes = ["sample", "poisson", "weekly", "extra", "hop", "link", "outages", "throttle"].map
    {
      name in
      (name, SchemaNode.object(properties(of: "@\(name)")))
    }
    let windows = SchemaNode.object(properties(of: "@windows[]"), needed: ["from", "to"])
    let laws = Dimension.allCases.map { ("law-\($0.rawValue)", law($0)) }
    let parameters = KeyTable.children(of: "@strategy").map {
      ("strategy-\($0.name)", node(of: $0))
    }
    return scalars + shapes + parameters + [("windows", SchemaNode.array(of: windows))] + laws
      + [("strategy", strategy(strategyNames, isNamed: true)), ("replications", replications)]
  }

  private static var scalars: [(String, ConfigNode)] {
    let (time, points) = (Amount.time.pattern, Amount.points.pattern)
    let share = SchemaNode.anyOf([
      SchemaNode.bounded("number", from: "0", to: "1"),
      SchemaNode.pattern("^\(Amount.share.pattern)$"),
    ])
    return [
      ("name", SchemaNode.pattern("^[a-z0-9][a-z0-9-]{0,99}$")),
      ("time", SchemaNode.pattern("^\(time)$")),
      ("rate", SchemaNode.pattern("^\(Amount.rate.pattern)$")),
      ("share", share),
      ("clock", SchemaNode.pattern("^([0-9]{1,2}:[0-9]{2}|\(time))$")),
      ("bytes", orNumber(SchemaNode.pattern("^\(Amount.number.pattern) ?(kB|MB)$"))),
      ("amount", orNumber(SchemaNode.pattern("^(\(points)|\(time))$"))),
      (
        "payload",
        SchemaNode.anyOf([
          SchemaNode.bounded("integer", from: "1", to: "1000000"),
          SchemaNode.words(payloadEras),
        ])
      ),
      (
        "devices",
        SchemaNode.anyOf([
          SchemaNode.bounded("integer", from: "1", to: "4294967295"), SchemaNode.words(["streams"]),
        ])
      ),
    ]
  }

  private static func orNumber(_ text: ConfigNode) -> ConfigNode {
    SchemaNode.anyOf([SchemaNode.bounded("number", from: "0", to: ""), text])
  }

  private static func law(_ dimension: Dimension) -> ConfigNode {
    let paths = KeyTable.keys.map(\.parent).filter { $0.hasPrefix("@law.") }
    var names: [String] = []
    for path in paths where !names.contains(path) { names.append(path) }
    if dimension != .count { names.removeAll { $0 == "@law.geometric" } }
    return SchemaNode.anyOf(
      names.map { path in
        let name = String(path.dropFirst("@law.".count))
        let parameters = SchemaNode.object(properties(of: path, dimension))
        return SchemaNode.object([(name, parameters)], needed: [name])
      })
  }

  private static var replications: ConfigNode {
    SchemaNode.anyOf([
      SchemaNode.bounded("integer", from: "1", to: "16777216"),
      SchemaNode.object(properties(of: "@replications")),
    ])
  }

  // MARK: Strategies

  static var strategyNames: [String] { KeyTable.children(of: "@strategy").map(\.name) }

  /// A bare name, or a map of one, with a name of its own beside it where there are several.
  private static func strategy(_ names: [String], isNamed: Bool) -> ConfigNode {
    let own = isNamed ? [("name", SchemaNode.reference("name"))] : []
    let maps = KeyTable.children(of: "@strategy").filter { names.contains($0.name) }.map { key in
      SchemaNode.object(
        own + [(key.name, SchemaNode.reference("strategy-\(key.name)"))], needed: [key.name])
    }
    return SchemaNode.anyOf([SchemaNode.words(names)] + maps)
  }
}

extension KeyTable.Key {
  /// The meaning, what is there without the key, and the rule.
  fileprivate var words: String {
    let standard = standard.isEmpty ? "" : " Default: \(standard)."
    return meaning + (isNeeded ? " Needed." : standard) + (rule.isEmpty ? "" : " (\(rule))")
  }
}

extension Variation {
  /// The word for programs that read the schema; nil: it may vary freely.
  fileprivate var word: String? {
    switch self {
    case .freely: nil
    case .byList: "by-list"
    case .below: "below"
    case .never: "never"
    }
  }
}
