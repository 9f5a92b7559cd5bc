import DeliverySim
import Foundation
import Models

/// A scenario file with its design points: what a run runs.
package struct Experiment: Sendable {
  /// One combination of the sweep's values.
  package struct DesignPoint: Sendable {
    package let index: Int
    /// One for each factor.
    package let cells: [SweepFactor.Cell]
    package let scenario: Scenario
  }

  /// The file as the user named it.
  package let file: String
  /// Without a sweep's values.
  package let base: Scenario
  package let factors: [SweepFactor]
  package let points: [DesignPoint]
  /// The scenario with defaults filled in.
  package let resolved: ConfigNode
  package let inputs: [InputFiles.Record]
  package let allowsOutside: Bool
}

extension Experiment {
  /// How a scenario is loaded.
  package struct Options: Sendable {
    package var overrides: [ConfigOverride] = []
    package var seed: UInt64?
    package var replications: Int?
    package var allowsOutside = false

    package init() {}
  }

  /// Reads a scenario file.
  ///
  /// - Throws: ``InputError`` with all errors of the file: 65 for what is wrong in it, 66 for files
  ///   that are missing.
  package static func load(_ file: String, _ options: Options = Options()) throws(InputError)
    -> Experiment
  {
    let bytes = try InputFile.contents(path: file, displayName: file)
    let tree = try ConfigNode.parse(yaml: bytes, file: file)
    let folder = URL(fileURLWithPath: file).deletingLastPathComponent().path
    return try make(tree, file: file, folder: folder, options)
  }

  /// Reads a scenario from a tree; relative files start in `folder`.
  package static func make(
    _ tree: ConfigNode, file: String, folder: String, _ options: Options = Options()
  ) throws(InputError) -> Experiment {
    let sink = DiagnosticSink()
    let tree = try apply(options, to: tree)
    let inputs = InputFiles(folder: folder, allowsOutside: options.allowsOutside)
    let reader = ScenarioReader(inputs: inputs, sink: sink)
    let (base, resolved) = reader.read(tree)
    let factors = SweepReader(sink: sink).read(tree)
    try sink.throwIfAny()
    guard let base else { preconditionFailure("a scenario without errors was not read") }
    let points = try expand(tree, factors, base, reader)
    return Experiment(
      file: file, base: base, factors: factors, points: points,
      resolved: resolved,
      inputs: inputs.records, allowsOutside: options.allowsOutside)
  }

  private static func apply(
    _ options: Options, to tree: ConfigNode
  ) throws(InputError) -> ConfigNode {
    var tree = tree
    for override in options.overrides {
      tree = try tree.setting(override.path, to: override.value, oneOf: alternatives)
    }
    if let seed = options.seed {
      tree = try tree.setting("seed", to: .integer(seed), oneOf: [])
    }
    if let replications = options.replications {
      tree = try tree.setting("replications", to: .integer(replications), oneOf: [])
    }
    return tree
  }

  /// The one-of maps: replaced as a whole when a path names another alternative.
  private static let alternatives = [
    ScenarioReader.countLaws, ScenarioReader.arrivalKinds, ["min", "max", "until"],
  ]
}

extension Experiment {
  // MARK: Design points

  /// The full factorial; the first factor varies slowest.
  private static func expand(
    _ tree: ConfigNode, _ factors: [SweepFactor], _ base: Scenario, _ reader: ScenarioReader
  ) throws(InputError) -> [DesignPoint] {
    guard !factors.isEmpty else { return [DesignPoint(index: 0, cells: [], scenario: base)] }
    let count = factors.reduce(1) { $0 * $1.values.count }
    var points: [DesignPoint] = []
    for index in 0..<count {
      let choice = choices(of: index, factors)
      var tree = tree
      for (factor, place) in zip(factors, choice) {
        tree = try tree.setting(factor.path, to: factor.values[place], oneOf: alternatives)
      }
      guard let scenario = reader.read(tree).scenario else { continue }
      let cells = zip(factors, choice).map { $0.cells[$1] }
      points.append(DesignPoint(index: index, cells: cells, scenario: scenario))
    }
    try reader.sink.throwIfAny()
    return points
  }

  private static func choices(of index: Int, _ factors: [SweepFactor]) -> [Int] {
    var rest = index
    let reversed = factors.reversed().map { factor in
      defer { rest /= factor.values.count }
      return rest % factor.values.count
    }
    return reversed.reversed()
  }
}
