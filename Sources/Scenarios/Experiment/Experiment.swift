import DeliverySim
package import Files
import Foundation
package import Models
import Vocabulary

/// A scenario file with its design points: what a run runs.
///
/// It never changes and is large, so what looks at it shares it.
package final class Experiment: Sendable {
  /// One combination of the sweep's values.
  package struct DesignPoint: Sendable {
    package let index: Int
    /// One for each factor.
    package let cells: [SweepFactor.Cell]
    /// The same as they were written.
    package let texts: [String]
    package var scenario: Scenario
    /// The hash of the scenario besides its strategies; nil: there is no other design point.
    package var worldSHA256: String?
  }

  /// The file as the user named it.
  package let file: String
  /// The folder where its relative files start.
  package let folder: String
  /// The scenario without a sweep's values.
  package let base: Scenario
  package let sweep: Sweep
  package let points: [DesignPoint]
  /// The points that a run simulates: the design points, then the vectors of inputs of each of
  /// them.
  package let simulated: [DesignPoint]
  /// The worlds that design points have in common.
  package let shared: SharedWorlds
  /// Nil: the inputs are taken for known.
  package let inputDraws: InputDraws?
  /// The scenario as it was written, with what was set.
  package let written: ConfigNode
  /// The same with defaults filled in.
  package let resolved: ConfigNode
  package let inputs: [InputFiles.Record]
  package let allowsOutside: Bool

  init(
    file: String, folder: String, base: Scenario, sweep: Sweep, points: [DesignPoint],
    written: ConfigNode, resolved: ConfigNode, inputs: [InputFiles.Record], allowsOutside: Bool,
    inputDraws: InputDraws? = nil, drawn: [DesignPoint] = []
  ) {
    self.file = file
    self.folder = folder
    self.base = base
    self.sweep = sweep
    shared = SharedWorlds(points)
    self.points = points
    simulated = points + drawn
    self.inputDraws = inputDraws
    self.written = written
    self.resolved = resolved
    self.inputs = inputs
    self.allowsOutside = allowsOutside
  }
}

extension Experiment {
  /// An experiment with one design point that no file describes: a world made in code.
  ///
  /// - Parameters:
  ///   - world: Its own strategy is not used.
  ///   - strategies: At least one, with the names that they have in what is told; the first one is
  ///     the baseline.
  ///   - replications: The number of replications, at least 1.
  package convenience init(
    _ world: World, strategies: [(name: String, strategy: Strategy)], replications: Int
  ) {
    precondition(!strategies.isEmpty, "an experiment has a strategy")
    let scenario = Scenario(
      name: "world", title: nil, frame: world,
      replications: Replications(min: replications, max: replications, until: nil),
      confidence: 0.95, baseline: strategies[0].name,
      strategies: strategies.map { Scenario.NamedStrategy(name: $0.name, strategy: $0.strategy) },
      expectations: [], controls: false)
    self.init(
      file: "", folder: ".", base: scenario, sweep: Sweep(factors: [], axes: []),
      points: [DesignPoint(index: 0, cells: [], texts: [], scenario: scenario)],
      written: .map([]), resolved: .map([]), inputs: [], allowsOutside: false)
  }
}

extension Experiment {
  package var name: String { base.name }

  /// The columns that the sweep adds to the results.
  package var factors: [SweepFactor] { sweep.factors }

  /// The factors of a design point with their values, such as `rate 40/d, limit 10`.
  package func factorWords(of point: DesignPoint) -> String {
    zip(factors, point.texts).map { "\($0.name) \($1)" }.joined(separator: ", ")
  }

  /// The name of a place of ``simulated`` in messages: a vector of inputs is none of the user's
  /// design points.
  package func placeName(_ place: Int) -> String {
    guard place >= points.count, let draws = inputDraws else { return "design point \(place)" }
    let (point, vector) = (place - points.count).quotientAndRemainder(dividingBy: draws.count)
    return "vector \(vector) of --inputs, design point \(point)"
  }

  /// Says that the first design point is meant, where there are others; else nil.
  package var firstOfMany: String? {
    guard points.count > 1 else { return nil }
    return "design point 0 of \(points.count): \(factorWords(of: points[0]))"
  }

  /// The options of loading a scenario.
  package struct Options: Sendable {
    package var overrides: [ConfigOverride] = []
    package var seed: UInt64?
    package var replications: Int?
    /// Each design point has the same number of them: the fewest, where the scenario asks for a
    /// precision.
    package var isOfFixedSize = false
    /// The most that the run may have had of which these are a part: what is counted depends on it;
    /// nil: as many as there are.
    package var replicationsPlanned: Int?
    /// The figures of Apple's console are counted (R7.4).
    package var watchesConsole = false
    package var allowsOutside = false
    /// The permission in the manifest, where a run is read again; nil: it is not.
    package var allowedOutside: Bool?
    /// The strategies whose code this program has.
    package var foreign: [ForeignStrategy] = []
    /// The draws of uncertain inputs; nil: the inputs are taken for known.
    package var inputDraws: InputDraws?
    /// The design of a sample; nil: the points that the scenario asks for.
    package var design: SampleDesign?

    package init() {}
  }

  /// Reads a scenario file, or standard input where the file is called `-`.
  ///
  /// - Throws: `InputError` with all errors of the file: 65 for what is wrong in it, 66 for files
  ///   that are missing.
  package static func load(_ file: String, _ options: Options = Options()) throws(InputError)
    -> Experiment
  {
    let (tree, name, folder) = try read(file)
    return try make(tree, file: name, folder: folder, options)
  }

  /// A scenario as written, with what it extends and what is set, but not checked.
  ///
  /// - Throws: `InputError`: 66 for a file that cannot be read, 65 for one that is no YAML.
  package static func written(_ file: String, _ options: Options) throws(InputError) -> ConfigNode {
    let (tree, name, folder) = try read(file)
    return try merged(tree, file: name, folder: folder, options)
  }

  private static func read(
    _ file: String
  ) throws(InputError) -> (tree: ConfigNode, name: String, folder: String) {
    let isStdin = file == "-"
    let name = isStdin ? "stdin" : file
    let bytes = try InputFile.contents(
      path: isStdin ? "/dev/stdin" : file, displayName: name, named: .user)
    let folder = URL(fileURLWithPath: name).deletingLastPathComponent().path
    return (try ConfigNode.parse(yaml: bytes, file: name), name, folder)
  }

  private static func merged(
    _ tree: ConfigNode, file: String, folder: String, _ options: Options
  ) throws(InputError) -> ConfigNode {
    let overlay = Overlay(folder: folder, allowsOutside: options.allowsOutside)
    return try apply(options, to: overlay.resolve(tree, file: file))
  }

  /// Reads a scenario from a tree; relative files start in `folder`. The scenario that it extends
  /// is read from there, and gone in the resolved scenario.
  package static func make(
    _ tree: ConfigNode, file: String, folder: String, _ options: Options = Options()
  ) throws(InputError) -> Experiment {
    let sink = DiagnosticSink()
    let written = try merged(tree, file: file, folder: folder, options)
    let isOfFixedSize = options.isOfFixedSize || options.inputDraws != nil
    let tree = isOfFixedSize ? written.withoutPrecision : written
    let inputs = InputFiles(folder: folder, allowsOutside: options.allowsOutside)
    var reader = ScenarioReader(inputs: inputs, sink: sink, foreign: options.foreign)
    reader.replicationsPlanned = options.replicationsPlanned
    reader.watchesConsole = options.watchesConsole
    let (base, resolved, emptied) = try readTwice(tree, reader)
    let sweep = try SweepReader(
      sink: sink, reading: reader.reading, resolved: resolved, design: options.design,
      seed: base?.frame.seed ?? 0
    ).read(base == nil ? tree : resolved)
    if let base {
      try checkVerdicts(of: base, points: sweep.pointCount, at: tree["expect"]?.location)
    }
    let varied = sweep.factors.map(\.path) + (options.inputDraws?.paths ?? [])
    for map in emptied { map.check(varied: varied, sink) }
    let points = expand(tree, sweep, base, reader)
    try sink.throwIfAny()
    guard let base else { preconditionFailure("a scenario without errors was not read") }
    let drawn = try drawnPoints(options.inputDraws, tree, sweep, points, reader)
    let experiment = Experiment(
      file: file, folder: folder, base: base, sweep: sweep, points: points,
      written: written, resolved: resolved,
      inputs: inputs.records, allowsOutside: options.allowedOutside ?? options.allowsOutside,
      inputDraws: options.inputDraws, drawn: drawn)
    try experiment.checkChoice()
    return experiment
  }

  /// The scenario that the resolved form of a tree says, and that form, which must mean the same.
  ///
  /// - Returns: The scenario, nil after an error.
  /// - Throws: `InputError` (70) when the resolved form means something else: the tool's defect.
  private static func readTwice(
    _ tree: ConfigNode, _ reader: ScenarioReader
  ) throws(InputError) -> (base: Scenario?, resolved: ConfigNode, emptied: [EmptiedMap]) {
    let written = reader.resolve(tree)
    guard reader.sink.reportCount == 0 else { return (nil, written.resolved, []) }
    let again = reader.resolve(written.resolved)
    if let first = reader.sink.diagnostics.first {
      throw unlike(tree, first.description)
    }
    let nodeCount = written.resolved.nodeCount
    guard nodeCount <= ConfigNode.nodesMax else {
      let diagnostic = Diagnostic(
        at: tree.location, .message("\(nodeCount) values with the defaults filled in"),
        allowed: "at most \(ConfigNode.nodesMax)")
      throw InputError(ExitCode.dataError, [diagnostic])
    }
    if let difference = written.difference(from: again) {
      let place = difference.path.isEmpty ? "the scenario" : difference.path
      throw unlike(tree, "\(place) is \(difference.here), then \(difference.there)")
    }
    return (reader.scenario(of: again), written.resolved, written.emptied)
  }

  private static func unlike(_ tree: ConfigNode, _ found: String) -> InputError {
    InputError(
      ExitCode.internalError,
      "\(tree.location.file): with its defaults filled in, the scenario means something else "
        + "(\(found)): a defect of deliverysim, so nothing was run; please report it")
  }

  /// A scenario that the tool has written itself, read back as `run` would.
  ///
  /// - Parameters:
  ///   - text: The scenario.
  ///   - folder: The folder of its files.
  /// - Throws: `InputError` (70) when the tool would refuse it: a defect of the tool.
  package static func readBack(
    _ text: String, folder: String = "."
  ) throws(InputError) -> String {
    do {
      let tree = try ConfigNode.parse(yaml: text, file: "the scenario")
      _ = try make(tree, file: "the scenario", folder: folder)
    } catch {
      throw InputError(ExitCode.internalError, error.diagnostics)
    }
    return text
  }

  /// Checks that a value that was set is small enough to be read again from where it is written to.
  private static func checkDepth(
    of tree: ConfigNode, _ override: ConfigOverride
  ) throws(InputError) {
    guard !tree.isNested(atMost: ConfigNode.depthMax) else { return }
    let problem = Diagnostic.Problem.message("nested deeper than \(ConfigNode.depthMax) levels")
    throw InputError(
      ExitCode.dataError,
      [Diagnostic(at: ConfigOverride.location, path: override.path, problem)])
  }

  private static func apply(
    _ options: Options, to tree: ConfigNode
  ) throws(InputError) -> ConfigNode {
    var tree = tree
    for override in options.overrides {
      if override.path == "extends" || override.path.hasPrefix("extends.") {
        let diagnostic = Diagnostic(
          at: ConfigOverride.location, path: override.path,
          .message("can be set in a scenario file only, not by --set"))
        throw InputError(ExitCode.dataError, [diagnostic])
      }
      tree = try tree.setting(override.path, to: override.value, oneOf: .ofScenarios)
      try checkDepth(of: tree, override)
    }
    // A file that `--set` names starts in the working directory, and is still the same one when the
    // manifest is read elsewhere.
    tree = tree.renamingFiles { node in
      node.location == ConfigOverride.location ? node.asAbsoluteFile() : node
    }
    for (key, number) in [
      ("seed", options.seed.map(String.init)),
      ("replications", options.replications.map(String.init)),
    ] {
      guard let number else { continue }
      let location = SourceLocation(file: "--\(key)")
      let node = ConfigNode(.scalar(text: number, isQuoted: false), at: location)
      tree = try tree.setting(key, to: node, oneOf: .ofScenarios)
    }
    return tree
  }
}

extension Experiment {
  // MARK: Design points

  /// So many design points are looked at when something is wrong already.
  private static let probesMax = 10_000

  /// The full factorial of the sweep's axes; what is wrong at a design point goes to the reader's
  /// sink.
  ///
  /// After an error, as in the base, there are no design points: then the sweep's values are tried
  /// each on its own, so that what is wrong with them is said along with the rest.
  private static func expand(
    _ tree: ConfigNode, _ sweep: Sweep, _ base: Scenario?, _ reader: ScenarioReader
  ) -> [DesignPoint] {
    let isWrong = reader.sink.reportCount > 0
    guard !sweep.axes.isEmpty else {
      return base.map { [DesignPoint(index: 0, cells: [], texts: [], scenario: $0)] } ?? []
    }
    // A design point has no sweep of its own to look through.
    let tree = tree.without(["sweep"])
    if sweep.sample != nil { return isWrong ? [] : sampledPoints(tree, sweep, reader) }
    if isWrong {
      for choices in sweep.probes(atMost: probesMax) {
        _ = scenario(tree, zip(sweep.factors, choices), reader)
      }
      return []
    }
    return (0..<Int(sweep.pointCount)).compactMap { index in
      let choice = Array(zip(sweep.factors, sweep.choices(at: index)))
      return scenario(tree, choice, reader).map {
        DesignPoint(
          index: index, cells: choice.map { $0.cells[$1] }, texts: choice.map { $0.texts[$1] },
          scenario: $0.scenario, worldSHA256: $0.worldSHA256)
      }
    }
  }

  /// The scenario with a value of each factor; nil after an error.
  private static func scenario(
    _ tree: ConfigNode, _ choice: some Sequence<(SweepFactor, Int)>, _ reader: ScenarioReader
  ) -> (scenario: Scenario, worldSHA256: String)? {
    let errorsBefore = reader.sink.reportCount
    let (scenario, resolved) = reader.read(set(choice, in: tree, reader.sink))
    guard let scenario, reader.sink.reportCount == errorsBefore else { return nil }
    return (scenario, worldSHA256(resolved))
  }

  /// - Parameter resolved: A design point's scenario, with defaults filled in.
  static func worldSHA256(_ resolved: ConfigNode) -> String {
    // The sweep, which may be long, is the same at all design points.
    SHA256.hex(of: Array(resolved.without(["strategies", "sweep"]).yaml().utf8))
  }

  /// The tree with a value of each factor.
  static func set(
    _ choice: some Sequence<(SweepFactor, Int)>, in tree: ConfigNode, _ sink: DiagnosticSink
  ) -> ConfigNode {
    var tree = tree
    for (factor, place) in choice {
      do throws(InputError) {
        tree = try tree.setting(
          factor.path, to: factor.values[place], writtenAt: factor.location, oneOf: .ofScenarios)
      } catch {
        sink.report(error)
      }
    }
    return tree
  }
}
