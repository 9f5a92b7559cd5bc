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
    /// The same as they were written.
    package let texts: [String]
    package let scenario: Scenario
  }

  /// The file as the user named it.
  package let file: String
  /// Where its relative files start.
  package let folder: String
  /// Without a sweep's values.
  package let base: Scenario
  package let factors: [SweepFactor]
  package let points: [DesignPoint]
  /// The scenario as it was written, with what was set.
  package let written: ConfigNode
  /// The same with defaults filled in.
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
      file: file, folder: folder, base: base, factors: factors, points: points,
      written: tree, resolved: resolved,
      inputs: inputs.records, allowsOutside: options.allowsOutside)
  }

  private static func apply(
    _ options: Options, to tree: ConfigNode
  ) throws(InputError) -> ConfigNode {
    var tree = tree
    for override in options.overrides {
      let value = override.value.withAbsoluteFiles()
      tree = try tree.setting(override.path, to: key(override.path, value), oneOf: alternatives)
    }
    for (key, number) in [
      ("seed", options.seed.map(String.init)),
      ("replications", options.replications.map(String.init)),
    ] {
      guard let number else { continue }
      let location = SourceLocation(file: "--\(key)")
      let node = ConfigNode(.scalar(text: number, isQuoted: false), at: location)
      tree = try tree.setting(key, to: node, oneOf: [])
    }
    return tree
  }

  /// A file that `--set` names starts in the working directory, and is still the same one when the
  /// manifest is read elsewhere.
  private static func key(_ path: String, _ value: ConfigNode) -> ConfigNode {
    path.hasSuffix(".file") ? value.asAbsoluteFile() : value
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
    guard !factors.isEmpty else {
      return [DesignPoint(index: 0, cells: [], texts: [], scenario: base)]
    }
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
      let texts = zip(factors, choice).map { $0.texts[$1] }
      points.append(DesignPoint(index: index, cells: cells, texts: texts, scenario: scenario))
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

extension ConfigNode {
  /// This name of a file, from the root of the file system.
  fileprivate func asAbsoluteFile() -> ConfigNode {
    guard case .scalar(let text, _) = content, !isNull, !text.hasPrefix("/") else { return self }
    let path = URL(fileURLWithPath: text).standardizedFileURL.path
    return ConfigNode(.scalar(text: path, isQuoted: false), at: location)
  }

  /// This tree with absolute names under the keys called `file`.
  fileprivate func withAbsoluteFiles() -> ConfigNode {
    switch content {
    case .scalar: return self
    case .sequence(let elements):
      return ConfigNode(.sequence(elements.map { $0.withAbsoluteFiles() }), at: location)
    case .mapping(let entries):
      let changed = entries.map { entry in
        let value = entry.value.withAbsoluteFiles()
        let file = entry.key == "file" ? value.asAbsoluteFile() : value
        return Entry(entry.key, at: entry.keyLocation, file)
      }
      return ConfigNode(.mapping(changed), at: location)
    }
  }
}
