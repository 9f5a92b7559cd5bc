import Files
import Foundation
package import Scenarios

/// The units of a finished run, `.units` beside its manifest: a run with more replications begins
/// with them.
///
/// It is the run's checkpoint under another name, so that whatever is checked there is checked
/// here.
package enum KeptUnits {
  static let folder = ".units"
  private static let names = ["run.json", "units"]

  /// Puts the checkpoint of a finished run in place of what was kept before.
  static func keep(in directory: String) {
    discard(in: directory)
    rename("\(directory)/\(Checkpoint.folder)", "\(directory)/\(folder)")
  }

  /// Removes what was kept; nothing happens where there is nothing.
  package static func discard(in directory: String) {
    for name in names { unlink("\(directory)/\(folder)/\(name)") }
    rmdir("\(directory)/\(folder)")
  }

  package static func exist(in directory: String) -> Bool { node(in: directory) != nil }

  /// Whether they are of the same run with fewer replications; or with as many, if what decides
  /// how many are needed is the same.
  package static func fit(_ identity: RunIdentity, in directory: String) -> Bool {
    guard let kept = node(in: directory),
      RunIdentity.withoutSize(kept) == RunIdentity.withoutSize(identity.stored)
    else { return false }
    let (before, now) = (RunIdentity.size(kept), RunIdentity.size(identity.node))
    guard before == now, let scenario = kept["scenario"], let wanted = identity.node["scenario"]
    else { return before < now }
    return scenario.hasSameChoice(as: wanted)
  }

  /// Whether they have fewer replications than a run that they fit.
  package static func areFewer(_ identity: RunIdentity, in directory: String) -> Bool {
    node(in: directory).map { RunIdentity.size($0) < RunIdentity.size(identity.node) } ?? false
  }

  private static func node(in directory: String) -> ConfigNode? {
    let file = "\(directory)/\(folder)/run.json"
    var status = stat()
    guard lstat("\(directory)/\(folder)", &status) == 0, status.st_mode & S_IFMT == S_IFDIR,
      let bytes = try? InputFile.contents(path: file, displayName: file, countMax: 1 << 30)
    else { return nil }
    return try? ConfigNode.parse(yaml: bytes, file: file, nodesMax: .max)
  }

  /// Those that a larger run asks for, too.
  ///
  /// - Returns: Also how many are of no use: damaged, or with other controls counted in them, as a
  ///   very small run has.
  package static func results(
    in directory: String, _ experiment: Experiment
  ) -> (results: [UnitResult], uselessCount: Int) {
    let file = "\(directory)/\(folder)/units"
    guard let kept = node(in: directory),
      let bytes = try? InputFile.contents(path: file, displayName: file, countMax: .max)
    else { return ([], 0) }
    let units = UnitFile(runSHA256: kept.without([RunIdentity.unitsKey]).sha256)
    let (lines, damagedCount) = units.wholeLines(of: bytes)
    let results = lines.compactMap { try? units.result(of: $0, experiment, in: file) }
    return (results, damagedCount + lines.count - results.count)
  }
}

extension RunIdentity {
  /// The most replications.
  fileprivate static func size(_ node: ConfigNode) -> Int {
    let replications = node["scenario"]?["replications"]
    return (replications?["max"] ?? replications)?.scalarText.flatMap { Int($0) } ?? 0
  }

  /// The part of a run's identity that a unit depends on: not the number of units.
  fileprivate static func withoutSize(_ node: ConfigNode) -> ConfigNode {
    guard let scenario = node["scenario"] else { return node }
    return node.placing(scenario.withoutSize, at: "scenario")
  }
}
