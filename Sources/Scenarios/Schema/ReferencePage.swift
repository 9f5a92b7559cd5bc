import Files

/// The reference of all keys as Markdown: docs/reference/reference.md.
package enum ReferencePage {
  package static var text: String {
    (head + sections.flatMap(section) + shapes.flatMap(section)).joined(separator: "\n")
  }

  private static let head = [
    "# Every key of a scenario",
    "",
    "Made by `make reference`; not to be edited. [scenario.md](scenario.md) has examples,",
    "[model.md](model.md) the rules. If you leave out a key without a default, that part is not",
    "modelled.",
    "",
    "- **time**: `250ms`, `30s`, `20m` (or `20min`), `6h`, `28d`, `2w`, `1h30m`. **rate**: `40/d`,",
    "  `2/h`, `20/min`, `0.5/s`, `7/w`. **share**: `0.02` or `2%`. **clock**: `22:30` or `22.5h`.",
    "  A space before the unit is allowed: `30 m`, `3 %`.",
    "- **law**: a map of one of the [laws](#law), of times, rates or counts. A key that takes a",
    "  \"time, or law of times\" takes `500ms` too, for a constant; a \"law of times\" must be",
    "  written as one: `{constant: {value: 500ms}}`.",
    "",
  ]

  private static var sections: [String] {
    [""]
      + KeyTable.children(of: "")
      .filter { [.map, .maps, .sweep].contains($0.type) && !$0.name.hasPrefix("@") }
      .map(\.name)
  }

  private static let shapes = [
    "@strategy", "@replications", "@sample", "@poisson", "@weekly", "@hop", "@link", "@outages",
    "@extra", "@throttle", "@windows", "@law",
  ]
}

extension ReferencePage {
  private static func section(_ name: String) -> [String] {
    let keys = KeyTable.keys.filter { isListed($0, in: name) }
    let title = name.isEmpty ? "The experiment" : name.drop { $0 == "@" }
    return [
      "## \(title)", "", "| key | value | default | meaning | rule |", "|---|---|---|---|---|",
    ] + keys.map { row($0, in: name) } + [""]
  }

  private static func isListed(_ key: KeyTable.Key, in section: String) -> Bool {
    if section.isEmpty {
      return key.parent.isEmpty && !key.path.hasPrefix("@")
    }
    return key.path.hasPrefix(section + ".") || key.path.hasPrefix(section + "[].")
  }

  private static func row(_ key: KeyTable.Key, in section: String) -> String {
    let name = section.isEmpty ? key.path : String(key.path.dropFirst(section.count + 1))
    let shown = name.hasPrefix("].") ? String(name.dropFirst(2)) : name
    let standard = key.isNeeded ? "needed" : key.standard
    let rule = key.rule.isEmpty ? "" : "[\(key.rule)](model.md#\(key.rule.lowercased()))"
    return "| `\(shown)` | \(key.type.words) | \(standard) | \(key.meaning) | \(rule) |"
  }
}

extension KeyType {
  /// The words in the reference.
  package var words: String {
    switch self {
    case .integer(let low, let high): "integer, \(low) to \(high)"
    case .number("", ""): "number"
    case .number(let low, ""): "number from \(low)"
    case .number(let low, let high): "number, \(low) to \(high)"
    case .words(let words): words.map { "`\($0)`" }.joined(separator: ", ")
    case .oneOf(let names): "one of: " + names.joined(separator: ", ")
    case .law(let dimension): "law of \(dimension)s"
    case .lawOr(let dimension): "\(dimension), or law of \(dimension)s"
    case .shape(let name): "[\(name.dropFirst())](#\(name.dropFirst()))"
    case .inner(let names): "strategy: " + names.joined(separator: ", ")
    case .stage: "strategy, but no schedule"
    default: others
    }
  }

  private var others: String {
    switch self {
    case .text: "text"
    case .name: "a-z, 0-9 and -, not - at the start"
    case .bool: "true, false"
    case .bytes: "bytes, such as 24MB"
    case .amount: "number, time or share"
    case .payload: "bytes, or " + payloadEras.joined(separator: ", ")
    case .devices: "integer from 1, or streams"
    case .dimension: "value"
    case .dimensions: "list of values"
    case .texts: "list of texts"
    case .numbers: "list of numbers"
    case .clocks: "list of clocks"
    case .days: "list of mon ... sun"
    case .handlers: "list of methods"
    case .hours: "list of 168 numbers"
    case .hoursOfWeekOrDay: "list of 168 or 24 numbers"
    case .laws: "list of laws"
    case .lawAlike: "law"
    case .maps: "list of maps"
    case .mapOrMaps: "map, or list of maps"
    case .sweep: "list of factors, or map with [sample](#sample)"
    case .anyLaw: "[law](#law)"
    case .replications: "integer, or [map](#replications)"
    case .factors: "list of factors"
    case .strategies: "list of [strategies](#strategy)"
    default: "\(self)"
    }
  }
}
