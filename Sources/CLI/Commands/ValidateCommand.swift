import Answers
import ArgumentParser
import Files
import Runs
import Scenarios
import Terminal

struct ValidateCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "validate",
    abstract: "Check a scenario, and print it with defaults filled in, or what a run would cost.",
    usage: "deliverysim validate <scenario> [<options>]",
    discussion: """
      Anything that is not printed is ideal: no loss, no delay, no limit. What a
      device meets on average follows on stderr: messages a day, absences, and what
      is created in them; then the keys that nothing in the scenario uses.

      --cost prints instead the design points, work, time and memory of a run.

      Examples:
        deliverysim validate my.yml
        deliverysim validate my.yml --quiet && echo fine
        deliverysim init mail | deliverysim validate -
        deliverysim validate my.yml --cost --set devices=1e6 --threads 2
        deliverysim validate my.yml --cost --shards 100
      """)

  @Argument(help: "The scenario file (YAML); - reads standard input.", completion: .scenario)
  var scenario: String

  @Flag(name: .shortAndLong, help: "Print errors only.")
  var quiet = false

  @Flag(help: "Print the work, time and memory of a run, without running it.")
  var cost = false

  @OptionGroup var options: ScenarioOptions

  @Option(
    name: [.customShort("j"), .long], parsing: .unconditional,
    help: "With --cost: the run has this many threads (default: one per core).")
  var threads: Int?

  @Option(
    parsing: .unconditional,
    help: "With --cost: show how evenly this many shards would share the work.")
  var shards: Int?

  @Option(help: "Print text (YAML where it is the scenario) or json.")
  var format = Format.text

  @OptionGroup var inputs: InputOptions

  /// `--format`
  enum Format: String, ExpressibleByArgument, CaseIterable {
    case text, json
  }

  func validate() throws {
    let ofCost =
      [("--threads", threads != nil), ("--shards", shards != nil)]
      + [("--inputs", inputs.inputs != nil), ("--input-draws", inputs.inputDraws != nil)]
    if !cost, let option = ofCost.first(where: \.1) {
      throw ValidationError("\(option.0): needs --cost")
    }
  }

  func run() async throws {
    try await withExitCodes {
      let experiment = try options.load(scenario, inputs.draws())
      if cost { return try printCost(experiment) }
      guard !quiet else { return }
      let scenario = experiment.resolved
      try printText(format == .json ? scenario.json() : scenario.yaml())
      let warnings = experiment.heavyTails.flatMap { TextWrap.lines("warning: \($0)", indent: 2) }
      let eras = experiment.eraNotes.flatMap { TextWrap.lines($0, indent: 2) }
      let notes = WorldText(experiment).lines + eras + UnusedText(experiment).lines + warnings
      for line in notes { Console.note(line) }
    }
  }

  private func printCost(_ experiment: Experiment) throws {
    let plan = try Plan.make(
      experiment, threads: try threadCount(threads), shards: try Shard.checkCount(shards))
    guard !quiet else { return }
    switch format {
    case .text: try Console.print(PlanText(plan, cores: try threadCount(nil)).lines)
    case .json: try printText(plan.document.json())
    }
  }

  private func printText(_ text: String) throws {
    try Console.print(text.split(separator: "\n").map(String.init))
  }
}
