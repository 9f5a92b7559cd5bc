import ArgumentParser
import Files
import Foundation
import Models
import Results
import Scenarios
import Stories

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

      --stories writes the first messages of each ending (fate, stage, cause, repair)
      under each strategy as one JSON document, for programs that draw them.

      --world writes as CSV when messages are created and devices connected, for a
      program that acts it out.

      Examples:
        deliverysim explain my.yml --strategy fire-and-forget --find lost
        deliverysim explain my.yml --strategy fire-and-forget --find lost \\
          --cause overwritten --repair none
        deliverysim explain my.yml --strategy fire-and-forget --device 7 --message 40
        deliverysim explain my.yml --strategy fire-and-forget --device 7 \\
          --message 40 --compare gap-recovery
        deliverysim explain my.yml --strategy fire-and-forget --device 7 \\
          --message 40 --compare gap-recovery --format html > story.html
        deliverysim explain runs/mail-queue --strategy gap-recovery \\
          --replication 3 --device 12 --format perfetto > story.json
        deliverysim explain my.yml --strategy gap-recovery --replication 0 \\
          --save story.txt
        deliverysim explain my.yml --strategy gap-recovery --replication 0 \\
          --against story.txt
        deliverysim explain runs/mail-queue --stories 3 > stories.json
      """)

  @Argument(help: "A scenario file (YAML) or a results directory.", completion: .file())
  var source: String

  @Option(
    name: .customLong("strategy"), parsing: .singleValue,
    help: ArgumentHelp(
      "The strategy; with --stories repeatable, or all of the scenario.", valueName: "name"))
  var strategies: [String] = []

  @Option(parsing: .unconditional, help: "The replication, from 0. (default: 0)")
  var replication: Int?

  @Option(
    parsing: .unconditional,
    help: "The device, from 0; may be left out with --find, --save, --against, --world.")
  var device: Int?

  @Option(parsing: .unconditional, help: "Only what concerns this message, from 0.")
  var message: Int?

  @Option(parsing: .unconditional, help: "The design point, from 0. (default: 0)")
  var designPoint: Int?

  @Option(
    help: "text, json, html: a page with swim lanes, or perfetto: a trace for ui.perfetto.dev.")
  var format = StoryFormat.text

  @Option(
    help: ArgumentHelp("Explain the same under this strategy too.", valueName: "name"))
  var compare: String?

  @Option(
    help: ArgumentHelp(
      "List examples: lost, summarised, synced, escalated, pending or duplicate.", valueName: "kind"
    ),
    completion: .list(Example.Kind.allCases.map(\.rawValue)))
  var find: String?

  @OptionGroup var endings: EndingOptions

  private static let limitUnasked = 10

  @Option(
    parsing: .unconditional,
    help: "How many examples to list at most. (default: \(Self.limitUnasked))")
  var limit: Int?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Write as JSON the first messages of each ending with their stories, so many of each.",
      valueName: "count"))
  var stories: Int?

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
    if stories != nil { return try validateStories() }
    guard let first = strategies.first else {
      throw ValidationError("missing expected argument '--strategy <name>'")
    }
    if strategies.count > 1 {
      throw ValidationError("--strategy: found \(first) and more; only --stories takes several")
    }
    let uses = uses
    if uses.count > 1 { throw ValidationError("\(uses.joined(separator: " and ")): one at a time") }
    if let use = uses.first, !formats(of: use).contains(format) {
      let allowed = use == "--compare" ? "text, html or a trace" : "only text"
      throw ValidationError("\(use): prints \(allowed), so --format \(format) is not allowed")
    }
    if message != nil, let use = uses.first, use != "--compare" {
      let reason = use == "--find" ? "looks for messages" : "is about all messages"
      throw ValidationError("--message: \(use) \(reason); leave one of them out")
    }
    if find == nil, let option = endings.given.first ?? limit.map({ _ in "--limit" }) {
      throw ValidationError("\(option): is for --find")
    }
    if device == nil, uses.isEmpty || uses == ["--compare"] {
      throw ValidationError(
        "missing expected argument '--device <device>' (--find lists devices to look at)")
    }
  }

  private func formats(of use: String) -> [StoryFormat] {
    use == "--compare" ? [.text, .html, .perfetto] : [.text]
  }

  /// What else than a story is asked for.
  private var uses: [String] {
    [
      ("--find", find), ("--compare", compare), ("--save", save), ("--against", against),
      ("--world", world),
    ].filter { $0.1 != nil }.map(\.0)
  }

  /// It looks at all of a design point, and prints one document.
  private func validateStories() throws {
    let numbers = [
      ("--replication", replication), ("--device", device), ("--message", message),
      ("--limit", limit),
    ].filter { $0.1 != nil }.map(\.0)
    let others = uses + numbers + endings.given + (format == .text ? [] : ["--format"])
    if let option = others.first {
      throw ValidationError("\(option): --stories tells of all, as JSON; leave one of them out")
    }
  }

  func run() async throws {
    try await withExitCodes {
      let kind = try find.map { try ExampleList.kind($0) }
      let filter = try endings.filter()
      let experiment = try load()
      if let stories { return try tell(stories, experiment) }
      let explanation = Explanation(
        point: designPoint ?? 0, strategy: strategies[0], replication: replication ?? 0,
        device: device, message: message)
      if let save {
        return try note(explanation.save(experiment, to: save), in: save)
      }
      if let world {
        return try note(explanation.saveWorld(experiment, to: world), in: world)
      }
      if let against { return try judge(explanation, experiment, against: against) }
      try Console.print(text(explanation, kind, filter, experiment))
      noteDesignPoint(experiment)
    }
  }

  private func noteDesignPoint(_ experiment: Experiment) {
    guard designPoint == nil, let point = experiment.firstOfMany else { return }
    Console.note("note: \(point); --design-point chooses another")
  }

  /// - Parameter count: How many messages of each ending.
  private func tell(_ count: Int, _ experiment: Experiment) throws {
    let collection = try StoryCollection(
      limit: count, point: designPoint ?? 0, strategies: strategies, experiment)
    try Console.print(
      collection.lines {
        command(strategy: $0.strategy, $0.replication, device: $0.device, message: $0.message)
      })
    noteDesignPoint(experiment)
  }

  private func text(
    _ explanation: Explanation, _ kind: Example.Kind?, _ filter: EndingFilter,
    _ experiment: Experiment
  ) throws -> [String] {
    if let kind {
      let examples = try ExampleList(
        explanation, of: kind, with: filter, limit: limit ?? Self.limitUnasked, experiment)
      return examples.lines {
        command(strategy: strategies[0], replication ?? 0, device: $0, message: $1)
      }
    }
    return try lines(explanation, experiment)
  }

  private func lines(_ explanation: Explanation, _ experiment: Experiment) throws -> [String] {
    switch format {
    case .text:
      try compare.map { try StrategyComparison(explanation, with: $0, experiment).text }
        ?? explanation.lines(experiment)
    case .json: try StoryDocument(explanation, experiment).lines
    case .perfetto: try StoryTrace(explanation, with: compare, experiment).lines
    case .html: try StoryPage(explanation, with: compare, experiment).lines
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
  private func command(
    strategy: String, _ replication: Int, device: Int, message: Int
  ) -> [String] {
    ["deliverysim", "explain", source] + options.words
      + (designPoint.map { ["--design-point", "\($0)"] } ?? [])
      + ["--strategy", strategy, "--replication", "\(replication)"]
      + ["--device", "\(device)", "--message", "\(message)"]
  }
}

/// The forms of a story.
enum StoryFormat: String, CaseIterable, ExpressibleByArgument {
  case text, json, perfetto, html
}
