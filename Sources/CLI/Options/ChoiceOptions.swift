import ArgumentParser
import Files
import Search

/// The options say what is best, and how sure that must be.
struct ChoiceOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The goal: as much of this metric as possible (default: the goal of the scenario).",
      valueName: "metric"))
  var maximise: String?

  @Option(
    help: ArgumentHelp(
      "The goal instead: as little of this metric as possible.", valueName: "metric"))
  var minimise: String?

  @Option(
    help: """
      Differences up to this do not matter (default: the scenario's, else 0.1% for a share; other \
      metrics need it).
      """)
  var worth: String?

  @Option(
    name: .customLong("subject-to"), parsing: .singleValue,
    help: ArgumentHelp("A limit, such as \"loss <= 1%\"; repeatable.", valueName: "limit"))
  var limits: [String] = []

  @Option(
    help: ArgumentHelp("Of those that are as good, choose by this metric.", valueName: "metric"))
  var tie: String?

  @Option(
    parsing: .singleValue,
    help: ArgumentHelp(
      """
      Also list the candidates that no other one beats in all of these metrics; give the option \
      two to five times.
      """, valueName: "metric"))
  var pareto: [String] = []

  @Option(
    help: """
      Who competes: choices (strategies with swept parameters), strategies (at each design point) \
      or all.
      """)
  var among: String?

  @Option(
    help:
      "How to decide: gaps (an interval for each candidate) or kn (fewer replications, one winner)."
  )
  var method: String?

  @Option(
    help:
      "How certain it must be that all verdicts are right, such as 99% (default: the scenario's).")
  var confidence: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The most replications of a candidate (default: 1000).", valueName: "replications"))
  var budget: Int?

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
