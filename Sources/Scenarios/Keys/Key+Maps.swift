import Files

extension Key {
  /// A map; nil if it is absent or empty.
  init<Keys: KeyGroup>(
    _ name: String, _ keys: Keys, or standard: String = "", _ meaning: String, _ rule: String = ""
  ) where Value == Section<Keys>? {
    self.init(facts: KeyFacts(name, keys, or: standard, meaning, rule)) { map, reading in
      map.section(name).map { Section(map: $0, keys: keys, reading: reading) }
    }
  }

  /// - Parameter missing: The thing that is asked for in its absence.
  init<Keys: KeyGroup>(
    needed name: String, _ keys: Keys, missing: String, _ meaning: String, _ rule: String = ""
  ) where Value == Section<Keys>? {
    self =
      Key(facts: KeyFacts(name, keys, meaning, rule)) { map, reading in
        let section = map.section(name)
        if section == nil { map.reportMissing(name, allowed: missing) }
        return section.map { Section(map: $0, keys: keys, reading: reading) }
      }.needed
  }

  /// A map whose keys have defaults: it is read even if it is absent.
  init<Keys: KeyGroup>(
    always name: String, _ keys: Keys, _ meaning: String, _ rule: String = ""
  ) where Value == Section<Keys> {
    self.init(facts: KeyFacts(name, keys, meaning, rule)) { map, reading in
      Section(map: map.sectionOrEmpty(name), keys: keys, reading: reading)
    }
  }

  /// A list of maps.
  init<Keys: KeyGroup>(
    list name: String, _ keys: Keys, count: ClosedRange<Int>, _ meaning: String,
    _ rule: String = ""
  ) where Value == [Section<Keys>] {
    let facts = KeyFacts(name, .maps, meaning, rule, below: keys.facts)
    self.init(facts: facts) { map, reading in
      map.list(name, count: count).map { Section(map: $0.map(), keys: keys, reading: reading) }
    }
  }

  /// A map, or a list of such; none where it is absent or empty.
  init<Keys: KeyGroup>(
    mapOrMaps name: String, _ keys: Keys, count: ClosedRange<Int>, _ meaning: String,
    _ rule: String = ""
  ) where Value == [Section<Keys>] {
    let facts = KeyFacts(name, .mapOrMaps, meaning, rule, below: keys.facts)
    self.init(facts: facts) { map, reading in
      let isList = map.child(name)?.node.elements != nil
      let maps =
        isList
        ? map.list(name, count: count).map { $0.map() }
        : map.section(name).map { [$0] } ?? []
      return maps.map { Section(map: $0, keys: keys, reading: reading) }
    }
  }
}

extension Key {
  // MARK: One of several maps

  /// An alternative of a one-of map: the map below its name, and what it stands for.
  init<Keys: KeyGroup>(
    case name: String, _ keys: Keys, _ meaning: String = "", _ rule: String = "",
    _ build: @escaping @Sendable (Section<Keys>) -> Value
  ) {
    self.init(facts: KeyFacts(name, keys, meaning, rule)) { map, reading in
      build(Section(map: map, keys: keys, reading: reading))
    }
  }

  /// The value of the alternative that the map names; nil if there is none, and after an error.
  init<Choice>(
    _ name: String, oneOf cases: [Key<Choice?>], _ meaning: String, _ rule: String = ""
  ) where Value == Choice? {
    self.init(facts: KeyFacts(name, oneOf: cases, meaning, rule)) { map, reading in
      map.oneOf(name, cases.names).flatMap { cases.read($0, reading) }
    }
  }

  init<Choice>(
    needed name: String, oneOf cases: [Key<Choice?>], _ meaning: String, _ rule: String = ""
  ) where Value == Choice? {
    self =
      Key(facts: KeyFacts(name, oneOf: cases, meaning, rule)) { map, reading in
        map.requiredOneOf(name, cases.names).flatMap { cases.read($0, reading) }
      }.needed
  }
}

extension Array where Element: DeclaredKey {
  var names: [String] { map(\.facts.name) }

  /// The value of an alternative.
  ///
  /// - Precondition: Its name is one of these.
  func read<Value>(_ choice: ValueReader.Alternative, _ reading: Reading) -> Value
  where Element == Key<Value> {
    guard let key = first(where: { $0.facts.name == choice.name }) else {
      preconditionFailure("no alternative is called \(choice.name)")
    }
    return key.read(choice.parameters, reading)
  }
}

extension KeyFacts {
  fileprivate init(
    _ name: String, _ keys: some KeyGroup, or standard: String = "", _ meaning: String,
    _ rule: String
  ) {
    let shape = Swift.type(of: keys).shape
    let kind = shape.map { KeyType.shape($0) } ?? .map
    self.init(name, kind, or: standard, meaning, rule, below: keys.facts)
  }

  fileprivate init<Value>(
    _ name: String, oneOf cases: [Key<Value>], _ meaning: String, _ rule: String
  ) {
    self.init(name, .oneOf(cases.names), meaning, rule, below: cases.map(\.facts))
  }
}
