import Files

// In what the scenarios of two runs differ, as far as a simulation sees it.

/// In what two results' scenarios differ, asked once for each strategy.
final class ScenarioDifference {
  private let results: StoredManifest
  private let baseline: StoredManifest
  private var known: [String: String?] = [:]

  init(_ results: StoredManifest, _ baseline: StoredManifest) {
    self.results = results
    self.baseline = baseline
  }

  /// Only then did both draw the same random numbers.
  var haveSameSeed: Bool {
    results.scenario["seed"]?.scalarText == baseline.scenario["seed"]?.scalarText
  }

  /// In both.
  var devicesAreIndependent: Bool {
    results.devicesAreIndependent && baseline.devicesAreIndependent
  }

  subscript(_ strategy: String) -> String? {
    if let answer = known[strategy] { return answer }
    let answer = results.difference(from: baseline, strategy: strategy)
    known[strategy] = .some(answer)
    return answer
  }
}

extension KeyFacts {
  /// The names of a scenario's keys on which events depend.
  fileprivate static let seen = Set(ofScenarios.filter { $0.reach == .events }.map(\.name))
}

extension ConfigNode {
  /// Without the keys that no simulation sees: they name, estimate and judge.
  var withoutUnseenKeys: ConfigNode {
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
  func withOnly(strategy name: String) -> ConfigNode { withNamedStrategies { $0 == name } }

  /// A scenario with a map of its strategies: they are compared by their names.
  fileprivate func withNamedStrategies(where isKept: (String) -> Bool) -> ConfigNode {
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

extension StoredManifest {
  /// In what the worlds of a strategy differ in two results, such as `provider.link.loss`; nil: in
  /// nothing.
  func difference(from other: StoredManifest, strategy: String) -> String? {
    if inputHashes != other.inputHashes { return "the data files" }
    let asWritten = Self.difference(scenario, other.scenario, strategy)
    // Another version may have filled in other defaults.
    guard asWritten != nil, let mine = resolvedNow, let others = other.resolvedNow else {
      return asWritten
    }
    return Self.difference(mine, others, strategy)
  }

  /// All that differs in two results' scenarios and data files.
  func differences(from other: StoredManifest) -> [TreeDifference] {
    let scenarios: [ConfigNode]
    // Another version may have filled in other defaults.
    if let mine = resolvedNow, let others = other.resolvedNow {
      scenarios = [mine, others]
    } else {
      scenarios = [scenario, other.scenario]
    }
    let named = scenarios.map { $0.withNamedStrategies { _ in true } }
    return named[0].differences(from: named[1]) + hashes.differences(from: other.hashes)
  }

  /// The start of each data file's hash.
  private var hashes: ConfigNode {
    let files = manifest.inputs.map { ($0.file, ConfigNode.text(String($0.sha256.prefix(12)))) }
    return .map([("data", .map(files))])
  }

  private static func difference(
    _ scenario: ConfigNode, _ other: ConfigNode, _ strategy: String
  ) -> String? {
    scenario.withoutUnseenKeys.withOnly(strategy: strategy)
      .difference(from: other.withoutUnseenKeys.withOnly(strategy: strategy))?.path
  }

  private var inputHashes: [String] {
    manifest.inputs.map { "\($0.file) \($0.sha256)" }
  }

  /// The scenario with the defaults of this version; nil when it or its data cannot be read.
  private var resolvedNow: ConfigNode? {
    let sink = DiagnosticSink()
    let inputs = InputFiles(folder: scenarioFolder, allowsOutside: true)
    let resolved = ScenarioReader(inputs: inputs, sink: sink).read(scenario).resolved
    return sink.diagnostics.isEmpty ? resolved : nil
  }
}
