import ArgumentParser
import Experiments
import Foundation

struct ExplainCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "explain",
    abstract: "Simulate one device again from the seed, and tell its story.",
    discussion: """
      Reads a scenario file, or a results directory, whose manifest.json has the scenario.

      Examples:
        deliverysim explain my.yml --strategy gap-recovery --replication 0 --device 7
        deliverysim explain results/mail-queue --strategy fire-and-forget \\
          --replication 3 --device 12 --message 40
      """)

  @Argument(help: "A scenario file (YAML) or a results directory.")
  var source: String

  @Option(help: ArgumentHelp("The strategy.", valueName: "name"))
  var strategy: String

  @Option(help: "The replication, from 0.")
  var replication: Int

  @Option(help: "The device, from 0.")
  var device: Int

  @Option(help: "Only what concerns this message, from 0.")
  var message: Int?

  @Option(help: "The design point, from 0.")
  var designPoint = 0

  @OptionGroup var options: ScenarioOptions

  func run() async throws {
    try await withExitCodes {
      let experiment = try load()
      let explanation = Explanation(
        point: designPoint, strategy: strategy, replication: replication, device: device,
        message: message)
      try Terminal.print(try explanation.lines(experiment))
    }
  }

  private func load() throws -> Experiment {
    var isDirectory: ObjCBool = false
    let exists = FileManager.default.fileExists(atPath: source, isDirectory: &isDirectory)
    guard exists, isDirectory.boolValue else { return try options.load(source) }
    guard options.isEmpty else {
      throw InputError(
        Experiments.ExitCode.usage,
        "\(source): results are explained as they are: --set, --seed, --replications and "
          + "--allow-outside belong to a scenario file")
    }
    return try Experiment.load(results: source)
  }
}
