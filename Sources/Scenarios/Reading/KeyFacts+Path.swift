package import Files

extension KeyFacts {
  /// The type of the key at a path; nil where only the scenario's text tells, as in a law.
  package static func type(ofPath path: String) -> KeyType? {
    let keys = along(path)
    return keys.last?.type
  }

  /// The declared keys that a path leads through; names of strategies, groups and other elements of
  /// lists are none. It ends at what is not declared.
  static func along(_ path: String) -> [KeyFacts] {
    var (candidates, passed) = (KeyFacts.ofScenarios, [KeyFacts]())
    for name in path.split(separator: ".").map(String.init) {
      if let key = candidates.first(where: { $0.name == name }) {
        passed.append(key)
        candidates = key.keysBelow
      } else if passed.last?.type == .strategies {
        // A strategy's own name: its kind is not said.
        candidates = shapes[0].keys.flatMap(\.below)
      } else if passed.last?.type != .maps {
        return passed
      }
    }
    return passed
  }

  /// These keys may stand in its value.
  package var keysBelow: [KeyFacts] {
    switch type {
    case .shape(let shape): Self.shapes.first { $0.name == shape }?.keys ?? []
    case .replications: Self.shape("@replications")
    case .strategies, .stage, .inner: Self.shape("@strategy")
    case .law, .lawOr, .lawAlike, .anyLaw, .laws: Self.shape("@law")
    case .section: Self.ofScenarios.first { $0.name == name }?.keysBelow ?? []
    case .map, .maps, .mapOrMaps, .sweep, .oneOf: below
    case .text, .name, .bool, .time, .rate, .share, .bytes, .clock, .amount, .payload, .devices,
      .integer, .number, .words, .dimension, .texts, .numbers, .dimensions, .clocks, .days,
      .handlers, .hours, .hoursOfWeekOrDay, .list, .factors:
      []
    }
  }

  private static func shape(_ name: String) -> [KeyFacts] {
    shapes.first { $0.name == name }?.keys ?? []
  }

  /// A key with the keys that lead to it.
  package struct Place: Sendable {
    /// Joined by dots.
    package let path: String
    package let key: KeyFacts
  }

  /// All keys of sections, but for those of groups, laws, strategies and the sweep.
  ///
  /// - Complexity: Slow: it looks at each declaration.
  package static let placesOfSections: [Place] = ofScenarios.flatMap { $0.places(below: "") }

  private func places(below parent: String) -> [Place] {
    let path = parent.isEmpty ? name : "\(parent).\(name)"
    let inner: [KeyFacts] =
      switch type {
      case .map, .mapOrMaps, .oneOf, .shape: keysBelow
      default: []
      }
    return [Place(path: path, key: self)] + inner.flatMap { $0.places(below: path) }
  }
}

extension KeyType {
  /// Whether it takes whole numbers alone.
  package var isWhole: Bool {
    switch self {
    case .integer, .bytes, .payload, .devices: true
    default: false
    }
  }

  /// The range of a plain number; nil: anything that its reader allows.
  package var range: ClosedRange<Double>? {
    guard case .integer(let low, let high) = self, let low = Double(low), let high = Double(high)
    else {
      guard case .number(let low, let high) = self else { return nil }
      return (Double(low) ?? -.infinity)...(Double(high) ?? .infinity)
    }
    return low...high
  }
}

extension Variation {
  /// The place at the end of a path varies no more freely than any key on the way.
  package init(ofPath path: String) {
    let names = path.split(separator: ".", omittingEmptySubsequences: false)
    guard !names.contains("") else {
      self = .never
      return
    }
    let keys = KeyFacts.along(path)
    let isWhole = keys.count == names.count
    let isBelow = !(isWhole && keys.last?.variation == .below)
    self = isBelow ? keys.map(\.variation).filter { $0 != .below }.max() ?? .freely : .below
  }
}
