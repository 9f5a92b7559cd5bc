// Whether two runs played the same worlds: then their replications are pairs.

extension ConfigNode {
  /// The path of the first value in which two trees differ; nil when they mean the same, whatever
  /// the order of their keys.
  func firstDifference(from other: ConfigNode, path: String = "") -> String? {
    if self == other { return nil }
    if let mine = entries, let others = other.entries {
      let added = others.map(\.key).filter { self[$0] == nil }
      for key in mine.map(\.key) + added {
        let inner = path.isEmpty ? key : "\(path).\(key)"
        guard let value = self[key], let otherValue = other[key] else { return inner }
        if let place = value.firstDifference(from: otherValue, path: inner) { return place }
      }
      return nil
    }
    if let mine = elements, let others = other.elements, mine.count == others.count {
      return mine.indices.lazy.compactMap {
        mine[$0].firstDifference(from: others[$0], path: "\(path)[\($0)]")
      }.first
    }
    return path
  }

  /// Without the keys that no simulation sees: they name, estimate and judge.
  var withoutUnseenKeys: ConfigNode {
    let unseen = [
      "name", "title", "replications", "confidence", "baseline", "timeline", "expect", "extends",
    ]
    let seen = (entries ?? []).filter { !unseen.contains($0.key) }
    return ConfigNode(.mapping(seen), at: location)
  }

  /// A scenario with one of its strategies only, under its name: the others are not in its world.
  func withOnly(strategy name: String) -> ConfigNode {
    let changed = (entries ?? []).map { entry in
      guard entry.key == "strategies" else { return entry }
      let mine = (entry.value.elements ?? []).map(\.namedStrategy).filter { $0.key == name }
      return Entry(entry.key, at: entry.keyLocation, ConfigNode(.mapping(mine)))
    }
    return ConfigNode(.mapping(changed), at: location)
  }

  /// An element of `strategies` as name and parameters.
  private var namedStrategy: Entry {
    if let name = self["name"]?.scalarText { return Entry(name, self) }
    return entries?.first ?? Entry(scalarText ?? "", .map([]))
  }
}

extension StoredManifest {
  /// In what the worlds of a strategy differ in two results, such as `provider.link.loss`; nil:
  /// their replications are pairs.
  func difference(from other: StoredManifest, strategy: String) -> String? {
    if inputHashes != other.inputHashes { return "the data files" }
    let asWritten = Self.difference(scenario, other.scenario, strategy)
    // Another version may have filled in other defaults.
    guard asWritten != nil, let mine = resolvedNow, let others = other.resolvedNow else {
      return asWritten
    }
    return Self.difference(mine, others, strategy)
  }

  private static func difference(
    _ scenario: ConfigNode, _ other: ConfigNode, _ strategy: String
  ) -> String? {
    scenario.withoutUnseenKeys.withOnly(strategy: strategy)
      .firstDifference(from: other.withoutUnseenKeys.withOnly(strategy: strategy))
  }

  private var inputHashes: [String] {
    (tree["inputs"]?.elements ?? []).map {
      "\($0["file"]?.scalarText ?? "") \($0["sha256"]?.scalarText ?? "")"
    }
  }

  /// The scenario with the defaults of this version; nil when it or its data cannot be read.
  private var resolvedNow: ConfigNode? {
    let sink = DiagnosticSink()
    let inputs = InputFiles(folder: scenarioFolder, allowsOutside: true)
    let resolved = ScenarioReader(inputs: inputs, sink: sink).read(scenario).resolved
    return sink.diagnostics.isEmpty ? resolved : nil
  }
}
