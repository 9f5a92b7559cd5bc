import Answers
import Files
import Results
import Runs
import Scenarios
import Terminal
import TestSupport
import Testing

/// Runs of a small scenario, for tests of what they answer.
enum AnswerRun {
  static let frame = """
    format: 1
    name: answer
    seed: 4
    warmup: 1d
    duration: 5d
    drain: 1d
    devices: 20
    replications: 12
    workload: {arrivals: {poisson: {rate: 20/d}}, useful_for: 6m}
    network: {online: {exponential: {mean: 4h}}, offline: {exponential: {mean: 1h}}}

    """

  static func run(_ lines: String, _ settings: String...) async throws -> (PreparedResults, Answer)
  {
    try await run(lines, settings)
  }

  /// The answer is what a reader of its file finds.
  static func run(
    _ lines: String, _ settings: [String], inputs: InputDraws? = nil
  ) async throws -> (PreparedResults, Answer) {
    var options = Experiment.Options()
    options.overrides = try settings.map { try ConfigOverride.parse($0) }
    options.inputDraws = inputs
    let outcome = try await Runner(experiment(frame + lines, options), threads: 2).run()
    let folder = try LogFolder()
    let results = outcome.prepared()
    let directory = try OutputDirectory(path: "\(folder.path)/run", force: false)
    try results.write(
      to: directory, words: { AnswerWords($0, outcome.experiment) }, wallTime: 0)
    return (results, try unwrap(StoredManifest.read("\(folder.path)/run").answer()))
  }
}
