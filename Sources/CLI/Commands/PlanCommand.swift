import ArgumentParser
import Runs
import Terminal

struct PlanCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "plan",
    abstract: "Show the design points, work, time and memory of a run, without running it.",
    usage: "deliverysim plan <scenario> [<options>]",
    discussion: """
      Examples:
        deliverysim plan my.yml
        deliverysim plan my.yml --set devices=1e6 --threads 2
        deliverysim plan my.yml --shards 100
      """)

  @Argument(help: "The scenario file (YAML); - reads standard input.", completion: .scenario)
  var scenario: String

  @Option(
    name: [.customShort("j"), .long], parsing: .unconditional,
    help: "How many threads would simulate (default: one per core).")
  var threads: Int?

  @Option(
    parsing: .unconditional, help: "Also show how evenly this many shards would share the work.")
  var shards: Int?

  @OptionGroup var options: ScenarioOptions

  @OptionGroup var inputs: InputOptions

  func run() async throws {
    try await withExitCodes {
      let experiment = try options.load(scenario, inputs.draws())
      let plan = try Plan.make(
        experiment, threads: try threadCount(threads), shards: try Shard.checkCount(shards))
      try Console.print(PlanText(plan, cores: try threadCount(nil)).lines)
    }
  }
}
