import ArgumentParser
import Experiments
import Files

struct ValidateCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "validate",
    abstract: "Check a scenario, and print it with defaults filled in.",
    usage: "deliverysim validate <scenario> [<options>]",
    discussion: """
      Anything that is not printed is ideal: no loss, no delay, no limit.

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
      if !quiet {
        try Terminal.print(experiment.resolved.yaml().split(separator: "\n").map(String.init))
      }
    }
  }
}
