import Answers
import ArgumentParser
import Files
import Results
import Runs
import Scenarios
import Search
import Terminal

struct SensitivityCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sensitivity",
    abstract: "Find out which uncertain inputs matter, and which do not.",
    discussion: """
      The inputs and what they may be come from sweep.sample.factors of the scenario.
      morris is cheap: it finds the inputs that can be left out. sobol says which share
      of the variance each input causes, alone and with others. Writes design.csv,
      sensitivity.csv and answer.json. More: \(Manual.sensitivity).

      Examples:
        deliverysim sensitivity my.yml --method morris
        deliverysim sensitivity my.yml --method sobol --points 512 --replications 10
        deliverysim sensitivity my.yml --method sobol --metric loss --out what-matters
      """)

  @Argument(help: "The scenario file (YAML); - reads standard input.", completion: .scenario)
  var scenario: String

  @Option(help: "Compare the inputs by this method.")
  var method: Sensitivity.Method

  @Option(
    name: .customLong("metric"), parsing: .singleValue,
    help: ArgumentHelp(
      "Analyse this metric (default: deliverability); repeatable.", valueName: "name"))
  var metrics: [String] = []

  @Option(
    name: .customLong("strategy"), parsing: .singleValue,
    help: ArgumentHelp("Run only this strategy; repeatable.", valueName: "name"))
  var strategies: [String] = []

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      """
      With sobol: use this many base points, best a power of two (default: 256); k inputs take \
      k + 2 simulations of each.
      """))
  var points: Int?

  @Option(
    parsing: .unconditional,
    help: "With morris: use this many trajectories (default: 20) of k + 1 points for k inputs.")
  var trajectories: Int?

  @Option(
    name: .shortAndLong, help: "Write results here (default: runs/<name>.sensitivity).",
    completion: .directory)
  var out: String?

  @Flag(help: "Replace the files of an earlier analysis.")
  var force = false

  @Flag(name: .shortAndLong, help: "Print errors only.")
  var quiet = false

  @Option(
    name: [.customShort("j"), .long], parsing: .unconditional,
    help: "Use this many threads (default: one per core).")
  var threads: Int?

  @Option(help: "Choose how progress is shown.")
  var progress = ProgressMode.auto

  @OptionGroup var options: ScenarioOptions

  func run() async throws {
    try await withExitCodes {
      if out == "" { throw InputError(Files.ExitCode.usage, "--out: a folder is needed") }
      let sensitivity = try Sensitivity(
        scenario, options.options(),
        Sensitivity.Question(method, size: size(), metrics: metrics, strategies: strategies),
        threads: try threadCount(threads))
      let path = out ?? "runs/\(sensitivity.experiment.base.name).sensitivity"
      let directory = try OutputDirectory(path: path, force: force)
      let meter = ProgressMeter(quiet ? .none : progress)
      let clock = ContinuousClock()
      let start = clock.now
      let result = try await sensitivity.run { meter.show($0) }
      meter.finish((clock.now - start) / .seconds(1))
      var answer = result.answer
      let text = SensitivityText(answer)
      answer.sentences = text.sentences
      try result.write(to: directory, answer)
      guard !quiet else { return }
      for warning in answer.warnings { Console.warn(warning) }
      Console.note("written: \(path)/answer.json, \(path)/design.csv, \(path)/sensitivity.csv")
      try Console.print(text.lines(result.effort))
    }
  }

  /// - Throws: `InputError` (64) for the size of the other method.
  private func size() throws(InputError) -> Int? {
    let (own, other, name) =
      method == .sobol
      ? (points, trajectories, "--trajectories") : (trajectories, points, "--points")
    guard other == nil else {
      throw InputError(
        Files.ExitCode.usage,
        "\(name): is not for --method \(method.rawValue); allowed: "
          + (method == .sobol ? "--points" : "--trajectories"))
    }
    return own
  }
}

extension Sensitivity.Method: ExpressibleByArgument {}
