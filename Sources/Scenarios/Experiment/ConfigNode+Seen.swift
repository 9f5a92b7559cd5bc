package import Files

extension KeyFacts {
  /// The names of a scenario's keys on which events depend.
  fileprivate static let seen = Set(ofScenarios.filter { $0.reach == .events }.map(\.name))
}

extension ConfigNode {
  /// The tree without the keys that no simulation sees: they name, estimate and judge.
  package var withoutUnseenKeys: ConfigNode {
    let seen = (entries ?? []).filter { KeyFacts.seen.contains($0.key) }.map { entry in
      entry.key == "sweep"
        ? Entry(entry.key, at: entry.keyLocation, entry.value.withoutSweptValues) : entry
    }
    return ConfigNode(.mapping(seen), at: location)
  }

  /// A sweep without what names its factors and the design points that are compared: its values,
  /// except where labels name them.
  private var withoutSweptValues: ConfigNode {
    if let elements { return .list(elements.map(\.withoutSweptValues)) }
    let isLabelled = self["labels"] != nil
    let names = ["label", "unit"] + (isLabelled ? [] : ["values"])
    let kept = (entries ?? []).filter { !names.contains($0.key) }.map { entry in
      entry.key == "zip"
        ? Entry(entry.key, at: entry.keyLocation, entry.value.withoutSweptValues) : entry
    }
    return ConfigNode(.mapping(kept), at: location)
  }

  /// A scenario with one of its strategies only, under its name: the others are not in its world.
  package func withOnly(strategy name: String) -> ConfigNode { withNamedStrategies { $0 == name } }

  /// A scenario with a map of its strategies: they are compared by their names.
  package func withNamedStrategies(where isKept: (String) -> Bool) -> ConfigNode {
    let changed = (entries ?? []).map { entry in
      guard entry.key == "strategies" else { return entry }
      let kept = (entry.value.elements ?? []).map(\.namedStrategy).filter { isKept($0.key) }
      return Entry(entry.key, at: entry.keyLocation, ConfigNode(.mapping(kept)))
    }
    return ConfigNode(.mapping(changed), at: location)
  }

  /// An element of `strategies` as name and parameters.
  private var namedStrategy: Entry {
    if let name = self["name"]?.scalarText { return Entry(name, self) }
    return entries?.first ?? Entry(scalarText ?? "", .map([]))
  }
}
