/// What a key's value may be, as the tables of keys write it.
package enum KeyType: Equatable, Sendable {
  // Scalars.
  case text, name, bool, time, rate, share, bytes, clock, amount, payload, devices
  case integer(String, String)
  /// The ends of its range; empty: none.
  case number(String, String)
  case words([String])
  /// A number in the unit of a law's values.
  case dimension
  // Lists.
  case texts, numbers, dimensions, clocks, days, handlers, hours, list, laws
  // Maps.
  case map, maps, section, replications, factors
  /// One of the maps below it.
  case oneOf([String])
  /// As described under a name that starts with @.
  case shape(String)
  // Laws.
  case law(Dimension)
  case lawOr(Dimension)
  // Strategies.
  case strategies, stage
  case inner([String])

  /// What a law's values are.
  package enum Dimension: String, Sendable, CaseIterable {
    case time, rate, count
  }
}

extension KeyType {
  private static let plain: [String: KeyType] = [
    "text": .text, "name": .name, "bool": .bool, "time": .time, "rate": .rate, "share": .share,
    "bytes": .bytes, "clock": .clock, "amount": .amount, "payload": .payload,
    "devices": .devices, "dimension": .dimension, "texts": .texts, "numbers": .numbers,
    "dimensions": .dimensions, "clocks": .clocks, "days": .days, "handlers": .handlers,
    "hours": .hours, "list": .list, "laws": .laws, "map": .map, "maps": .maps,
    "section": .section, "replications": .replications, "factors": .factors,
    "strategies": .strategies, "stage": .stage,
  ]

  /// - Returns: nil for what is no type.
  init?(_ text: String) {
    let words = text.split(separator: " ").map(String.init)
    let rest = Array(words.dropFirst())
    switch (words.first ?? "", rest.count) {
    case ("words", 1...): self = .words(rest)
    case ("oneof", 1...): self = .oneOf(rest)
    case ("inner", 1...): self = .inner(rest)
    case ("integer", 1), ("number", 0...1):
      let ends = (rest.first ?? "..").split(separator: ".", omittingEmptySubsequences: false)
      let (low, high) = (ends.first.map(String.init) ?? "", ends.last.map(String.init) ?? "")
      self = words[0] == "integer" ? .integer(low, high) : .number(low, high)
    case ("law", 1...):
      guard let dimension = Dimension(rawValue: rest[rest.count - 1]) else { return nil }
      self = rest.first == "or" ? .lawOr(dimension) : .law(dimension)
    case (let name, 0) where name.hasPrefix("@"): self = .shape(name)
    case (let name, 0):
      guard let type = Self.plain[name] else { return nil }
      self = type
    default: return nil
    }
  }
}
