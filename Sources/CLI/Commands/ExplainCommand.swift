import ArgumentParser
import Files
import Scenarios
import Stories

struct ExplainCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "explain",
    abstract: "Simulate one device again from the seed, and list what happened to it.",
    usage: "deliverysim explain <source> --strategy <name> [<options>]",
    discussion: """
      Reads a scenario file, or a results directory, whose manifest.json has the
      scenario. With --message it follows one notification to its fate, and ends
      with the reason in words; find lists notifications that are worth a look.
      --compare also explains the same device or message under another strategy,
      and marks the first difference. More: \(Manual.explain).

      --stories writes the first messages of each ending (fate, stage, cause, repair)
      as one JSON document, for programs that draw them: under all strategies, or
      under each --strategy.

      Examples:
        deliverysim explain my.yml --strategy fire-and-forget --device 7 --message 40
        deliverysim explain my.yml --strategy fire-and-forget --device 7 \\
          --message 40 --compare gap-recovery
        deliverysim explain my.yml --strategy fire-and-forget --device 7 \\
          --message 40 --compare gap-recovery --format html > story.html
        deliverysim explain runs/mail-queue --stories 3 > stories.json
      """)

  /// The forms of a story.
  enum Format: String, CaseIterable, ExpressibleByArgument {
    case text, json, html
  }

  @OptionGroup var story: StoryOptions

  @Option(parsing: .unconditional, help: "Tell only about this message of the device, from 0.")
  var message: Int?

  @Option(help: ArgumentHelp("Also explain the same under this strategy.", valueName: "name"))
  var compare: String?

  @Option(help: "Print text, json, or html (a page with swim lanes).")
  var format = Format.text

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Print, as JSON, the stories of this many messages of each ending.",
      valueName: "count"))
  var stories: Int?

  @OptionGroup var options: OneReplicationOptions

  func validate() throws {
    if stories != nil { return try validateStories() }
    try story.checkStrategy()
    try story.checkDevice()
    if compare != nil, format == .json {
      throw ValidationError("--compare: prints text or html, so --format json is not allowed")
    }
  }

  /// It looks at all of a design point, and prints one document.
  private func validateStories() throws {
    let others = [
      ("--compare", compare != nil), ("--replication", story.replication != nil),
      ("--device", story.device != nil), ("--message", message != nil),
      ("--format", format != .text),
    ]
    if let other = others.first(where: \.1) {
      throw ValidationError("\(other.0): --stories tells of all, as JSON; leave one of them out")
    }
  }

  func run() async throws {
    try await withExitCodes {
      let experiment = try story.load(options)
      try Console.print(stories.map { try told($0, experiment) } ?? lines(experiment))
      story.noteDesignPoint(experiment)
    }
  }

  /// - Parameter count: The number of messages of each ending.
  private func told(_ count: Int, _ experiment: Experiment) throws -> [String] {
    let collection = try StoryCollection(
      limit: count, point: story.designPoint ?? 0, strategies: story.strategies, experiment)
    return try collection.lines {
      story.command(
        options, strategy: $0.strategy, $0.replication, device: $0.device, message: $0.message)
    }
  }

  private func lines(_ experiment: Experiment) throws -> [String] {
    let explanation = story.explanation(of: message)
    return switch format {
    case .text:
      try compare.map { try StrategyComparison(explanation, with: $0, experiment).text }
        ?? explanation.lines(experiment)
    case .json: try StoryDocument(explanation, experiment).lines
    case .html: try StoryPage(explanation, with: compare, experiment).lines
    }
  }
}
