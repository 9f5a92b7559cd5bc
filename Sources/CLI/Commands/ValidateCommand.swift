import Answers
import ArgumentParser
import Files
import Scenarios
import Terminal

struct ValidateCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "validate",
    abstract: "Check a scenario, and print it with defaults filled in.",
    usage: "deliverysim validate <scenario> [<options>]",
    discussion: """
      Anything that is not printed is ideal: no loss, no delay, no limit. What a device meets on
      average follows on stderr: messages a day, absences, and what is created in them; then the
      keys that nothing in the scenario uses.

      Examples:
        deliverysim validate my.yml
        deliverysim validate my.yml --quiet && echo fine
        deliverysim init mail | deliverysim validate -
      """)

  @Argument(help: "The scenario file (YAML); - reads standard input.", completion: .scenario)
  var scenario: String

  @Flag(name: .shortAndLong, help: "Print nothing but errors.")
  var quiet = false

  @OptionGroup var options: ScenarioOptions

  func run() async throws {
    try await withExitCodes {
      let experiment = try options.load(scenario)
      guard !quiet else { return }
      try Console.print(experiment.resolved.yaml().split(separator: "\n").map(String.init))
      let warnings = experiment.heavyTails.flatMap { TextWrap.lines("warning: \($0)", indent: 2) }
      let eras = experiment.eraNotes.flatMap { TextWrap.lines($0, indent: 2) }
      let notes = WorldText(experiment).lines + eras + UnusedText(experiment).lines + warnings
      for line in notes { Console.note(line) }
    }
  }
}
