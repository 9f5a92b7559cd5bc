import ArgumentParser
import Files
import Foundation
import Runs
import Scenarios

struct RunCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run",
    abstract: "Run every design point, strategy and replication; write results; print a summary.",
    discussion: """
      Results go to runs/<scenario name>/ as CSV files, answer.json and
      manifest.json.

      Examples:
        deliverysim run my.yml --threads 2
        deliverysim run my.yml --precision 0.1pp --time 30s
        deliverysim run my.yml --strategy fire-and-forget --out /tmp/baseline
        deliverysim run my.yml --set network.offline.exponential.mean=1h --force
        deliverysim run my.yml --format markdown >> report.md
        deliverysim run my.yml --inputs my.inputs.json
      """)

  @Argument(help: "The scenario file (YAML); - reads standard input.", completion: .scenario)
  var scenario: String

  @Option(
    name: .shortAndLong,
    help: "Write results here (default: runs/<name>; a shard: runs/<name>.shards/<i>).",
    completion: .directory)
  var out: String?

  @Option(
    name: .customLong("strategy"), parsing: .singleValue,
    help: ArgumentHelp("Run only this strategy; repeatable.", valueName: "name"))
  var strategies: [String] = []

  @OptionGroup var precision: PrecisionOptions

  @OptionGroup var options: ScenarioOptions

  @OptionGroup var running: RunOptions

  @OptionGroup var inputs: InputOptions

  @Option(
    help: ArgumentHelp(
      """
      Run only one part, for merge, such as 2/3; env or env/3: the part of a batch system's array \
      index.
      """, valueName: "i/n"))
  var shard: String?

  func run() async throws {
    try await withExitCodes {
      let shard = try shard.map {
        try Shard(parsing: $0, environment: ProcessInfo.processInfo.environment)
      }
      let plain = try options.load(scenario, inputs.draws())
      let sets = try options.options().overrides.map(\.path)
      let experiment = try precision.applied(to: plain, sets: sets)
      try await running.run(
        experiment, strategies: strategies, shard: shard, time: precision.duration(experiment),
        into: out ?? folder(experiment, shard))
    }
  }

  /// Shards have folders of their own: else each would replace the one before.
  private func folder(_ experiment: Experiment, _ shard: Shard?) -> String {
    let folder = "runs/\(experiment.base.name)"
    return shard.map { "\(folder).shards/\($0.index)" } ?? folder
  }
}
