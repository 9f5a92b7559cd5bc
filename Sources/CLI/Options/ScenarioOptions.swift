import ArgumentParser
import Files
import Scenarios

extension CompletionKind {
  /// A scenario's file.
  static var scenario: CompletionKind { .file(extensions: ["yml", "yaml"]) }
}

/// The changes to a scenario.
struct ScenarioChanges: ParsableArguments {
  @Option(
    name: .customLong("set"), parsing: .singleValue,
    help: ArgumentHelp(
      "Set a key of the scenario (devices=500); repeatable.", valueName: "path=value"))
  var overrides: [String] = []

  @Option(parsing: .unconditional, help: "Draw the random numbers by this seed, from 0.")
  var seed: UInt64?

  @Flag(help: "Let the scenario read files outside its folder.")
  var allowOutside = false
}

/// The number of replications of a scenario.
struct ReplicationCount: ParsableArguments {
  @Option(
    name: [.customShort("n"), .long],
    parsing: .unconditional,
    help: ArgumentHelp(
      "Run this many replications; ignore the scenario's.", valueName: "n"))
  var replications: Int?
}

/// The scenario's place and changes: the same for every command that reads one.
struct ScenarioOptions: ParsableArguments, ScenarioSettings {
  @OptionGroup var count: ReplicationCount

  @OptionGroup var changes: ScenarioChanges
}

/// The same for commands that look at one replication: help about their number would mislead.
struct OneReplicationOptions: ParsableArguments, ScenarioSettings {
  @OptionGroup var changes: ScenarioChanges

  @OptionGroup(visibility: .hidden) var count: ReplicationCount
}

/// The options change a scenario.
protocol ScenarioSettings {
  var changes: ScenarioChanges { get }
  var count: ReplicationCount { get }
}

extension ScenarioSettings {
  var replications: Int? { count.replications }

  /// - Parameter more: Set besides what the user sets.
  func load(
    _ file: String, _ inputs: InputDraws? = nil, more: [ConfigOverride] = []
  ) throws -> Experiment {
    var options = try options()
    options.inputDraws = inputs
    options.overrides += more
    return try Experiment.load(file, options)
  }

  func options() throws -> Experiment.Options {
    var options = Experiment.Options()
    options.overrides = try changes.overrides.map { try ConfigOverride.parse($0) }
    options.seed = changes.seed
    options.replications = replications
    options.allowsOutside = changes.allowOutside
    return options
  }

  /// The options as they were typed.
  var words: [String] {
    var words = changes.overrides.flatMap { ["--set", $0] }
    if let seed = changes.seed { words += ["--seed", "\(seed)"] }
    if let replications { words += ["--replications", "\(replications)"] }
    if changes.allowOutside { words.append("--allow-outside") }
    return words
  }
}
