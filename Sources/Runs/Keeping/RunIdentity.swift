import DeliverySim
import Files
package import Scenarios
import Vocabulary

/// The facts that must be the same for two processes to work on the same run, byte for byte.
package struct RunIdentity: Sendable {
  let node: ConfigNode

  /// - Parameter strategies: The strategies by their places in the scenario.
  package init(_ experiment: Experiment, strategies: [Int], _ shard: Shard?) {
    let platform = Platform()
    let names = strategies.map { experiment.base.strategies[$0].name }
    var entries: [(String, ConfigNode)] = [
      ("format", .integer(Version.format)),
      ("results_epoch", .integer(Version.resultsEpoch)),
      ("stream_layout", .integer(RandomSource.layoutVersion)),
      ("scenario", experiment.resolved.without(KeyFacts.ofWords)),
      ("inputs", .list(experiment.inputs.map { .text($0.sha256) })),
      ("strategies", .list(names.map { .text($0) })),
      ("shard", shard.map { .text($0.text) } ?? .null),
      (
        "platform",
        .map([
          ("cpu_features", .list(platform.cpuFeatures.map { .text($0) })),
          ("libc", .text(platform.libc)), ("gsl", .text(platform.gsl)),
          ("swift", .text(platform.swift)),
        ])
      ),
    ]
    if let draws = experiment.inputDraws { entries.append(("input_draws", draws.node)) }
    // By other rules a shard of the same name is another part.
    if shard != nil { entries.append(("dealing", .integer(Dealing.version))) }
    node = .map(entries)
  }

  package init(_ runner: Runner) {
    self.init(runner.experiment, strategies: runner.strategies, runner.shard)
  }

  /// The hash of the whole identity.
  package var sha256: String { node.sha256 }

  /// The identity that is kept beside stored units.
  var stored: ConfigNode {
    let entries = (node.entries ?? []).map { ($0.key, $0.value) }
    return .map(entries + [(Self.unitsKey, .integer(UnitFile.version))])
  }

  static let unitsKey = "units_version"

  /// The first difference from the run that a stored identity tells of; nil: it is the same run.
  func difference(from other: ConfigNode) -> TreeDifference? { stored.difference(from: other) }
}

extension KeyFacts {
  /// The names of a scenario's keys in which a run that goes on may differ from what it was.
  fileprivate static let ofWords = ofScenarios.filter { $0.reach == .words }.map(\.name)
}
