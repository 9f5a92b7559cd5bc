import DeliverySim
import Files

extension ScalarFormat<Probability> {
  static var share: Self {
    ScalarFormat<Double>.probability().mapped({ Probability($0) ?? .zero }, back: { $0.value })
  }
}

extension ScalarFormat<SimTime> {
  static var time: Self { time(min: .zero) }
  /// Above 0.
  static var span: Self { time(min: SimTime(microseconds: 1)) }

  static func time(min: SimTime) -> Self {
    ScalarFormat<Int64>.duration(min: min.microseconds)
      .mapped({ SimTime(microseconds: $0) }, back: { $0.microseconds })
  }
}

extension ScalarFormat<Double> {
  /// A confidence level. Nearer to 0 or 1, quantiles may be infinite.
  static var confidence: Self {
    .probability(.between(0.001, 0.999_999_999)).typed(.number("0.001", "0.999999999"))
  }
}

extension ScalarFormat where Value: CaseIterable & RawRepresentable<String> {
  /// The words of an enumeration.
  static func words(of type: Value.Type) -> Self {
    ScalarFormat<String>.choice(Value.allCases.map(\.rawValue)).mapped(
      { word in
        guard let value = Value(rawValue: word) else { preconditionFailure("no word \(word)") }
        return value
      }, back: { $0.rawValue })
  }
}

extension Key where Value: Sendable {
  // MARK: Keys of scalars

  /// A key with a default that the resolved scenario shows.
  init(
    _ name: String, _ scalar: ScalarFormat<Value>, _ standard: Value, _ meaning: String,
    _ rule: String = ""
  ) {
    let words = scalar.words(of: standard)
    self.init(facts: KeyFacts(name, scalar.type, or: words, meaning, rule)) { map, _ in
      map.value(name, scalar, default: standard)
    }
  }

  /// A key with a default that the resolved scenario does not show.
  init(
    _ name: String, _ scalar: ScalarFormat<Value>, unsaid standard: Value, _ meaning: String,
    _ rule: String = ""
  ) {
    let words = scalar.words(of: standard)
    self.init(facts: KeyFacts(name, scalar.type, or: words, meaning, rule)) { map, _ in
      map.optional(name, scalar) ?? standard
    }
  }

  init(needed name: String, _ scalar: ScalarFormat<Value>, _ meaning: String, _ rule: String = "") {
    let facts = KeyFacts(name, scalar.type, meaning, rule)
    self = Key(facts: facts) { map, _ in map.required(name, scalar) }.needed
  }

  /// - Parameter standard: The value without it, in words.
  init<Raw>(
    optional name: String, _ scalar: ScalarFormat<Raw>, or standard: String = "",
    _ meaning: String, _ rule: String = ""
  ) where Value == Raw? {
    self.init(facts: KeyFacts(name, scalar.type, or: standard, meaning, rule)) { map, _ in
      map.optional(name, scalar)
    }
  }
}

extension Key {
  /// A key with a default that only the reader of its map knows.
  init<Raw>(
    _ name: String, _ scalar: ScalarFormat<Raw>, or standard: String, _ meaning: String,
    _ rule: String = ""
  ) where Value == (_ default: Raw) -> Raw {
    self.init(facts: KeyFacts(name, scalar.type, or: standard, meaning, rule)) { map, _ in
      { map.value(name, scalar, default: $0) }
    }
  }
}

extension ScalarFormat {
  /// A value as a scenario writes it.
  fileprivate func words(of value: Value) -> String { render(value).scalarText ?? "" }
}
