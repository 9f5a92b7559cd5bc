import ArgumentParser
import Experiments
import Files
import Foundation

struct ExplainCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "explain",
    abstract: "Simulate one device again from the seed, and tell its story.",
    discussion: """
      Reads a scenario file, or a results directory, whose manifest.json has the scenario.
      --save and --against compare versions: one saves the events of a device (or,
      without --device, of all devices of the replication), the other names the
      first event that differs, and ends with exit code 1.

      Examples:
        deliverysim explain my.yml --strategy gap-recovery --replication 0 --device 7
        deliverysim explain results/mail-queue --strategy fire-and-forget \\
          --replication 3 --device 12 --message 40
        deliverysim explain my.yml --strategy gap-recovery --replication 0 \\
          --save story.txt
        deliverysim explain my.yml --strategy gap-recovery --replication 0 \\
          --against story.txt
      """)

  @Argument(help: "A scenario file (YAML) or a results directory.")
  var source: String

  @Option(help: ArgumentHelp("The strategy.", valueName: "name"))
  var strategy: String

  @Option(help: "The replication, from 0.")
  var replication: Int

  @Option(help: "The device, from 0; may be left out with --save and --against.")
  var device: Int?

  @Option(help: "Only what concerns this message, from 0.")
  var message: Int?

  @Option(help: "The design point, from 0.")
  var designPoint = 0

  @Option(help: ArgumentHelp("Write the events to a file.", valueName: "file"))
  var save: String?

  @Option(help: ArgumentHelp("Compare with saved events.", valueName: "file"))
  var against: String?

  @OptionGroup var options: ScenarioOptions

  func validate() throws {
    let isTold = save == nil && against == nil
    if device == nil, isTold {
      throw ValidationError("Missing expected argument '--device <device>'")
    }
    if message != nil, !isTold {
      throw ValidationError("--message: a saved story is that of all messages")
    }
    if save != nil, against != nil {
      throw ValidationError("--save and --against: one at a time")
    }
  }

  func run() async throws {
    try await withExitCodes {
      let experiment = try load()
      let explanation = Explanation(
        point: designPoint, strategy: strategy, replication: replication, device: device,
        message: message)
      if let save { return try self.save(explanation, experiment, to: save) }
      if let against {
        let comparison = try StoryComparison(explanation, experiment, path: against)
        try Terminal.print(comparison.lines)
        return try endWith(
          comparison.isSame ? Files.ExitCode.ok : Files.ExitCode.failed)
      }
      try Terminal.print(try explanation.lines(experiment))
    }
  }

  private func save(
    _ explanation: Explanation, _ experiment: Experiment, to path: String
  ) throws {
    let (devices, events) = try explanation.save(experiment, to: path)
    Terminal.note("\(path): \(events) events of \(devices) device\(devices == 1 ? "" : "s")")
  }

  private func load() throws -> Experiment {
    var isDirectory: ObjCBool = false
    let exists = FileManager.default.fileExists(atPath: source, isDirectory: &isDirectory)
    guard exists, isDirectory.boolValue else { return try options.load(source) }
    guard options.isEmpty else {
      throw InputError(
        Files.ExitCode.usage,
        "\(source): results are explained as they are: --set, --seed, --replications and "
          + "--allow-outside belong to a scenario file")
    }
    return try Experiment.load(results: source)
  }
}
