import ArgumentParser
import Files
import Models
import Stories

struct FindCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "find",
    abstract: "List notifications that are worth a look, such as those that were lost.",
    usage: "deliverysim find <kind> <source> --strategy <name> [<options>]",
    discussion: """
      Looks through the devices of one replication, or at one (--device), and ends
      with the command that explains the first notification found. Finding nothing
      is no error. More: \(Manual.explain).

      Examples:
        deliverysim find lost my.yml --strategy fire-and-forget
        deliverysim find lost my.yml --strategy fire-and-forget \\
          --cause overwritten --repair none
        deliverysim find duplicate runs/mail-queue --strategy gap-recovery --limit 3
      """)

  @Argument(
    help: "Lost, summarised, synced, escalated, pending or duplicate.",
    completion: .list(Example.Kind.allCases.map(\.name)))
  var kind: String

  @OptionGroup var story: StoryOptions

  @Option(
    help: ArgumentHelp(
      "List only those with this cause, such as overwritten (see fates.csv).", valueName: "name"),
    completion: .list(EndingFilter.causeNames))
  var cause: String?

  @Option(
    help: ArgumentHelp(
      "List only those destroyed at this stage, such as service.", valueName: "name"),
    completion: .list(EndingFilter.stageNames))
  var stage: String?

  @Option(
    help: ArgumentHelp(
      "List only those with this outcome of the repair, such as none.", valueName: "name"),
    completion: .list(EndingFilter.repairNames))
  var repair: String?

  @Option(parsing: .unconditional, help: "List at most this many.")
  var limit = 10

  @OptionGroup var options: OneReplicationOptions

  func validate() throws { try story.checkStrategy() }

  func run() async throws {
    try await withExitCodes {
      let kind = try ExampleList.kind(kind)
      let filter = try EndingFilter(cause: cause, stage: stage, repair: repair)
      let experiment = try story.load(options)
      let explanation = story.explanation()
      let examples = try ExampleList(
        explanation, of: kind, with: filter, limit: limit, experiment)
      try Console.print(
        examples.lines {
          story.command(
            options, strategy: explanation.strategy, explanation.replication, device: $0,
            message: $1)
        })
      story.noteDesignPoint(experiment)
    }
  }
}
