import ArgumentParser
import Files
import Scenarios

extension CompletionKind {
  /// A scenario's file.
  static var scenario: CompletionKind { .file(extensions: ["yml", "yaml"]) }
}

/// How a scenario is found and changed: the same for every command that reads one.
struct ScenarioOptions: ParsableArguments {
  @Option(
    name: .customLong("set"), parsing: .singleValue,
    help: ArgumentHelp("Change a key of the scenario; repeatable.", valueName: "path=value"))
  var overrides: [String] = []

  @Option(parsing: .unconditional, help: "Use another seed, at least 0.")
  var seed: UInt64?

  @Option(
    name: [.customShort("n"), .long],
    parsing: .unconditional,
    help: "This many replications, instead of the number or the precision in the scenario.")
  var replications: Int?

  @Flag(help: "Let the scenario read files outside its folder.")
  var allowOutside = false

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
    options.overrides = try overrides.map { try ConfigOverride.parse($0) }
    options.seed = seed
    options.replications = replications
    options.allowsOutside = allowOutside
    return options
  }

  /// The options as they were typed.
  var words: [String] {
    var words = overrides.flatMap { ["--set", $0] }
    if let seed { words += ["--seed", "\(seed)"] }
    if let replications { words += ["--replications", "\(replications)"] }
    if allowOutside { words.append("--allow-outside") }
    return words
  }

  /// Nothing was asked to be different.
  var isEmpty: Bool {
    overrides.isEmpty && seed == nil && replications == nil && !allowOutside
  }
}
