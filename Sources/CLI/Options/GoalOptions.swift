import ArgumentParser

/// What is best: the same for every command that looks for it.
struct GoalOptions: ParsableArguments {
  @Option(help: ArgumentHelp("The metric to have most of.", valueName: "metric"))
  var maximise: String?

  @Option(
    help: ArgumentHelp("Or: the metric to have least of.", valueName: "metric"))
  var minimise: String?

  @Option(
    help: "A difference up to this does not matter (default: 0.1%; needed for what is no share).")
  var worth: String?

  @Option(
    name: .customLong("subject-to"), parsing: .singleValue,
    help: ArgumentHelp("A limit, such as \"loss <= 1%\"; repeatable.", valueName: "limit"))
  var limits: [String] = []

  @Option(
    help: ArgumentHelp(
      "Of those that are as good, choose by this metric.", valueName: "metric"))
  var tie: String?
}
