import ArgumentParser
import Files
import Search

/// The options say what is best, and how sure that must be.
struct ChoiceOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Maximise this metric (default: the scenario's goal).",
      valueName: "metric"))
  var maximise: String?

  @Option(
    help: ArgumentHelp(
      "Minimise this metric instead.", valueName: "metric"))
  var minimise: String?

  @Option(
    help: """
      Ignore differences up to this (default: the scenario's, else 0.1% for shares; others need it).
      """)
  var worth: String?

  @Option(
    name: .customLong("subject-to"), parsing: .singleValue,
    help: ArgumentHelp("Keep this limit, such as \"loss <= 1%\"; repeatable.", valueName: "limit"))
  var limits: [String] = []

  @Option(
    help: ArgumentHelp("Choose by this metric among those that are as good.", valueName: "metric"))
  var tie: String?

  @Option(
    help: ArgumentHelp(
      "Be this sure of all verdicts (default: scenario's).", valueName: "share"))
  var confidence: String?

  @Option(
    help: "Compare choices, strategies (at each point) or all.")
  var among: String?

  @Option(
    help: "Decide by gaps (all intervals) or kn (one winner)."
  )
  var method: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Run at most n replications of each (default: 1000).", valueName: "n"))
  var budget: Int?

  @Option(
    parsing: .singleValue,
    help: ArgumentHelp(
      """
      Also list those that no other beats in all of these 2 to 5 metrics; repeatable.
      """, valueName: "metric"))
  var pareto: [String] = []

  /// - Throws: `InputError` (64) for a wrong number.
  func question() throws(InputError) -> ChoiceQuestion {
    if let budget, budget < 2 {
      throw InputError(Files.ExitCode.usage, "--budget: found \(budget); allowed: at least 2")
    }
    var question = ChoiceQuestion()
    (question.maximise, question.minimise) = (maximise, minimise)
    (question.worth, question.tie, question.limits) = (worth, tie, limits)
    (question.among, question.method, question.confidence) = (among, method, confidence)
    (question.pareto, question.budget) = (pareto, budget)
    return question
  }
}
