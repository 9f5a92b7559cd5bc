package import Files
import Scenarios

// The difference of the scenarios of two runs, as far as a simulation sees it.

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

  /// Whether devices are independent in both.
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

extension StoredManifest {
  /// The first difference of the worlds of a strategy in two results, such as `provider.link.loss`;
  /// nil: none.
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
  package func differences(from other: StoredManifest) -> [TreeDifference] {
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
