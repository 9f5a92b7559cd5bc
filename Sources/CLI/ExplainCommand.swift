import ArgumentParser
import Experiments
import Files
import Foundation
import Models

struct ExplainCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "explain",
    abstract: "Simulate one device again from the seed, and list what happened to it.",
    discussion: """
      Reads a scenario file, or a results directory, whose manifest.json has the
      scenario. With --message it follows one notification to its fate, and ends
      with the reason in words. --find lists notifications that are worth a look.
      --compare also explains the same device or message under another strategy,
      and marks the first difference. More: docs/explain.md.

      --save and --against compare versions: one saves the events of a device (or,
      without --device, of all devices of the replication), the other names the
      first event that differs, and ends with exit code 1.

      --world writes as CSV when messages are created and devices connected, for a
      program that acts it out.

      Examples:
        deliverysim explain my.yml --strategy fire-and-forget --find lost
        deliverysim explain my.yml --strategy fire-and-forget --device 7 --message 40
        deliverysim explain my.yml --strategy fire-and-forget --device 7 \\
          --message 40 --compare gap-recovery
        deliverysim explain runs/mail-queue --strategy gap-recovery \\
          --replication 3 --device 12 --format perfetto > story.json
        deliverysim explain my.yml --strategy gap-recovery --replication 0 \\
          --save story.txt
        deliverysim explain my.yml --strategy gap-recovery --replication 0 \\
          --against story.txt
      """)

  @Argument(help: "A scenario file (YAML) or a results directory.", completion: .file())
  var source: String

  @Option(help: ArgumentHelp("The strategy.", valueName: "name"))
  var strategy: String

  @Option(parsing: .unconditional, help: "The replication, from 0.")
  var replication = 0

  @Option(
    parsing: .unconditional,
    help: "The device, from 0; may be left out with --find, --save, --against, --world.")
  var device: Int?

  @Option(parsing: .unconditional, help: "Only what concerns this message, from 0.")
  var message: Int?

  @Option(parsing: .unconditional, help: "The design point, from 0. (default: 0)")
  var designPoint: Int?

  @Option(help: "text, json, or perfetto: a trace for ui.perfetto.dev.")
  var format = StoryFormat.text

  @Option(
    help: ArgumentHelp("Explain the same under this strategy too.", valueName: "name"))
  var compare: String?

  @Option(
    help: ArgumentHelp(
      "List examples: lost, summarised, synced, pending or duplicate.", valueName: "kind"),
    completion: .list(Example.Kind.allCases.map(\.rawValue)))
  var find: String?

  private static let limitUnasked = 10

  @Option(
    parsing: .unconditional,
    help: "How many examples to list at most. (default: \(Self.limitUnasked))")
  var limit: Int?

  @Option(help: ArgumentHelp("Write the events to a file.", valueName: "file"), completion: .file())
  var save: String?

  @Option(help: ArgumentHelp("Compare with saved events.", valueName: "file"), completion: .file())
  var against: String?

  @Option(
    help: ArgumentHelp("Write messages and connections to a file.", valueName: "file"),
    completion: .file())
  var world: String?

  @OptionGroup var options: ScenarioOptions

  func validate() throws {
    let uses = [
      ("--find", find), ("--compare", compare), ("--save", save), ("--against", against),
      ("--world", world),
    ].filter { $0.1 != nil }.map(\.0)
    if uses.count > 1 { throw ValidationError("\(uses.joined(separator: " and ")): one at a time") }
    if let use = uses.first, format != .text {
      throw ValidationError("\(use): prints only text, so --format is not allowed with it")
    }
    if message != nil, let use = uses.first, use != "--compare" {
      let reason = use == "--find" ? "looks for messages" : "is about all messages"
      throw ValidationError("--message: \(use) \(reason); leave one of them out")
    }
    if limit != nil, find == nil { throw ValidationError("--limit: is for --find") }
    if device == nil, uses.isEmpty || uses == ["--compare"] {
      throw ValidationError(
        "missing expected argument '--device <device>' (--find lists devices to look at)")
    }
  }

  func run() async throws {
    try await withExitCodes {
      let kind = try find.map { try ExampleList.kind($0) }
      let experiment = try load()
      let explanation = Explanation(
        point: designPoint ?? 0, strategy: strategy, replication: replication, device: device,
        message: message)
      if let save {
        return try note(explanation.save(experiment, to: save), in: save)
      }
      if let world {
        return try note(explanation.saveWorld(experiment, to: world), in: world)
      }
      if let against { return try judge(explanation, experiment, against: against) }
      try Terminal.print(text(explanation, kind, experiment))
      if designPoint == nil, let point = experiment.firstOfMany {
        Terminal.note("note: \(point); --design-point chooses another")
      }
    }
  }

  private func text(
    _ explanation: Explanation, _ kind: Example.Kind?, _ experiment: Experiment
  ) throws -> [String] {
    if let kind {
      let examples = try ExampleList(
        explanation, of: kind, limit: limit ?? Self.limitUnasked, experiment)
      return examples.lines { command(device: $0, message: $1) }
    }
    if let compare {
      return try StrategyComparison(explanation, with: compare, experiment).text
    }
    return try lines(explanation, experiment)
  }

  private func lines(_ explanation: Explanation, _ experiment: Experiment) throws -> [String] {
    switch format {
    case .text: try explanation.lines(experiment)
    case .json: try StoryDocument(explanation, experiment).lines
    case .perfetto: try StoryTrace(explanation, experiment).lines
    }
  }

  private func note(_ count: (devices: Int, events: Int), in path: String) {
    let devices = "\(count.devices) device\(count.devices == 1 ? "" : "s")"
    Terminal.note("\(path): \(count.events) events of \(devices)")
  }

  private func judge(
    _ explanation: Explanation, _ experiment: Experiment, against path: String
  ) throws {
    let comparison = try StoryComparison(explanation, experiment, path: path)
    try Terminal.print(comparison.lines)
    try endWith(comparison.isSame ? Files.ExitCode.ok : Files.ExitCode.failed)
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

  /// The command that explains one message, for the user to copy.
  private func command(device: Int, message: Int) -> [String] {
    ["deliverysim", "explain", source] + options.words
      + (designPoint.map { ["--design-point", "\($0)"] } ?? [])
      + ["--strategy", strategy, "--replication", "\(replication)"]
      + ["--device", "\(device)", "--message", "\(message)"]
  }
}

/// The forms of a story.
enum StoryFormat: String, CaseIterable, ExpressibleByArgument {
  case text, json, perfetto
}
