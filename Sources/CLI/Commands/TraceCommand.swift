import ArgumentParser
import Files
import Scenarios
import Stories

struct TraceCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "trace",
    abstract: "Export the events of a device for other programs, or compare those of versions.",
    usage: "deliverysim trace <source> --strategy <name> [<options>]",
    discussion: """
      Prints a trace of a device, or of a message, for ui.perfetto.dev.

      --save and --against compare versions: one saves the events of a device (or,
      without --device, of all devices of the replication), the other names the
      first event that differs, and ends with exit code 1.

      --world writes as CSV when messages are created and devices connected, for a
      program that acts it out. More: \(Manual.explain).

      Examples:
        deliverysim trace runs/mail-queue --strategy gap-recovery \\
          --replication 3 --device 12 > story.json
        deliverysim trace my.yml --strategy gap-recovery --save story.txt
        deliverysim trace my.yml --strategy gap-recovery --against story.txt
        deliverysim trace my.yml --strategy gap-recovery --world world.csv
      """)

  /// Other programs read this.
  enum Format: String, CaseIterable, ExpressibleByArgument {
    case perfetto
  }

  @OptionGroup var story: StoryOptions

  @Option(parsing: .unconditional, help: "Trace only this message of the device, from 0.")
  var message: Int?

  @Option(help: ArgumentHelp("Also trace the same under this strategy.", valueName: "name"))
  var compare: String?

  @Option(help: "Choose the form of the trace.")
  var format: Format?

  @Option(
    help: ArgumentHelp("Save the events in this file.", valueName: "file"),
    completion: .file())
  var save: String?

  @Option(
    help: ArgumentHelp("Compare with the events in a file of --save.", valueName: "file"),
    completion: .file())
  var against: String?

  @Option(
    help: ArgumentHelp(
      "Write the times of messages and connections to this file.", valueName: "file"),
    completion: .file())
  var world: String?

  @OptionGroup var options: OneReplicationOptions

  func validate() throws {
    try story.checkStrategy()
    let files = given([("--save", save), ("--against", against), ("--world", world)])
    if files.count > 1 {
      throw ValidationError("\(files.joined(separator: " and ")): one at a time")
    }
    guard let file = files.first else { return try story.checkDevice() }
    let others = given([
      ("--message", message), ("--compare", compare), ("--format", format),
    ])
    if let other = others.first {
      throw ValidationError("\(other): \(file) takes all messages as they are; leave it out")
    }
  }

  private func given(_ options: [(String, Any?)]) -> [String] {
    options.filter { $0.1 != nil }.map(\.0)
  }

  func run() async throws {
    try await withExitCodes {
      let experiment = try story.load(options)
      let explanation = story.explanation(of: message)
      if let save { return try note(explanation.save(experiment, to: save), in: save) }
      if let world { return try note(explanation.saveWorld(experiment, to: world), in: world) }
      if let against { return try judge(explanation, experiment, against: against) }
      try Console.print(StoryTrace(explanation, with: compare, experiment).lines)
      story.noteDesignPoint(experiment)
    }
  }

  private func note(_ count: (devices: Int, events: Int), in path: String) {
    let devices = "\(count.devices) device\(count.devices == 1 ? "" : "s")"
    Console.note("\(path): \(count.events) events of \(devices)")
  }

  private func judge(
    _ explanation: Explanation, _ experiment: Experiment, against path: String
  ) throws {
    let comparison = try StoryComparison(explanation, experiment, path: path)
    try Console.print(comparison.lines)
    try endWith(comparison.isSame ? Files.ExitCode.ok : Files.ExitCode.failed)
  }
}
