import ArgumentParser
import Stories

/// Which endings `explain --find` looks for, by the names in `fates.csv`.
struct EndingOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "With --find: only with this cause, as in fates.csv, such as overwritten.",
      valueName: "name"), completion: .list(EndingFilter.causeNames))
  var cause: String?

  @Option(
    help: ArgumentHelp(
      "With --find: only destroyed at this stage, such as service.", valueName: "name"),
    completion: .list(EndingFilter.stageNames))
  var stage: String?

  @Option(
    help: ArgumentHelp(
      "With --find: only with this outcome of the repair, such as none.", valueName: "name"),
    completion: .list(EndingFilter.repairNames))
  var repair: String?

  func filter() throws -> EndingFilter {
    try EndingFilter(cause: cause, stage: stage, repair: repair)
  }

  /// The options that are there.
  var given: [String] {
    [("--cause", cause), ("--stage", stage), ("--repair", repair)].filter { $0.1 != nil }.map(\.0)
  }
}
