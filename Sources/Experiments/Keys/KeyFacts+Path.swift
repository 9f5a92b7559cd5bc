import Files

extension KeyFacts {
  /// What a path leads to; nil where only the scenario's text tells, as in a law.
  static func type(ofPath path: String) -> KeyType? {
    var (keys, type) = (KeyFacts.ofScenarios, KeyType?.none)
    for name in path.split(separator: ".").map(String.init) {
      guard let key = keys.first(where: { $0.name == name }) else {
        // A strategy's own name: its kind is not said.
        if type == .strategies { keys = shapes[0].keys.flatMap(\.below) }
        continue
      }
      type = key.type
      keys = key.below
      switch key.type {
      case .shape(let shape): keys = shapes.first { $0.name == shape }?.keys ?? []
      case .strategies, .stage, .inner: keys = shapes[0].keys
      case .law, .lawOr, .lawAlike, .anyLaw: keys = laws.map(\.facts)
      default: break
      }
    }
    return type
  }
}

extension KeyType {
  /// Of whole numbers alone.
  var isWhole: Bool {
    switch self {
    case .integer, .bytes, .payload, .devices: true
    default: false
    }
  }

  /// What a plain number may be; nil: anything that its reader allows.
  var range: ClosedRange<Double>? {
    guard case .integer(let low, let high) = self, let low = Double(low), let high = Double(high)
    else {
      guard case .number(let low, let high) = self else { return nil }
      return (Double(low) ?? -.infinity)...(Double(high) ?? .infinity)
    }
    return low...high
  }
}
