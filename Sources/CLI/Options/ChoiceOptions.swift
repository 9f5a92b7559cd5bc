import ArgumentParser
import Files
import Search

/// The options say what is best, and how sure that must be.
struct ChoiceOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Find as much of this metric as possible (default: the scenario's goal).",
      valueName: "metric"))
  var maximise: String?

  @Option(
    help: ArgumentHelp(
      "Find as little of this metric as possible instead.", valueName: "metric"))
  var minimise: String?

  @Option(
    help: """
      Ignore differences up to this (default: the scenario's, else 0.1% for shares; other metrics \
      need it).
      """)
  var worth: String?

  @Option(
    name: .customLong("subject-to"), parsing: .singleValue,
    help: ArgumentHelp("Allow only candidates within a limit: \"loss <= 1%\"; repeatable.", valueName: "limit"))
  var limits: [String] = []

  @Option(
    help: ArgumentHelp("Choose by this metric among candidates that are as good.", valueName: "metric"))
  var tie: String?

  @Option(
    help:
      "Be this certain that all verdicts are right, such as 99% (default: the scenario's).")
  var confidence: String?

  @Option(
    help: """
      Compare choices (strategies with swept parameters), strategies (at each design point) or all.
      """)
  var among: String?

  @Option(
    help:
      "Decide by gaps (an interval for each candidate) or kn (one winner, fewer replications)."
  )
  var method: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Simulate at most this many replications of each (default: 1000).", valueName: "replications"))
  var budget: Int?

  @Option(
    parsing: .singleValue,
    help: ArgumentHelp(
      """
      Also list the candidates that no other beats in all these metrics; give it 2 to 5 times.
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
