import Answers
import Files
import Results
import Runs
import Scenarios
import TestSupport
import Testing

/// Verdicts of `best` on candidates whose order is known. A push in n slots is lost where n more
/// come in its absence, so more slots show more; each repeat is one more push, and plain pushes
/// have none.
@Suite struct ChoiceTests {
  private static let world = """
    format: 1
    name: world
    seed: 3
    duration: 3d
    drain: 1d
    devices: 8
    replications: 12
    workload: {arrivals: {poisson: {rate: 20/d}}}
    network: {online: {exponential: {mean: 6h}}, offline: {exponential: {mean: 90m}}}
    push_service: {latency: {exponential: {mean: 2s}}}
    strategies: [fire-and-forget, \(queue), {name: short, gap-recovery: {repeat_limit: 2}}]

    """
  private static let queue = "{name: queue, gap-recovery: {repeat_limit: 20}}"

  private func run(_ best: String, _ settings: String...) async throws -> PreparedResults {
    var options = Experiment.Options()
    options.overrides = try settings.map { try ConfigOverride.parse($0) }
    let experiment = try experiment(Self.world + "best: {\(best)}\n", options)
    return try await Runner(experiment, threads: 2).run().prepared()
  }

  private func verdicts(_ best: String) async throws -> [String] {
    try await run(best).rows("best.csv").map { $0["verdict"] ?? "" }
  }

  @Test(
    "The goal says which way is good",
    arguments: [
      ("maximise: deliverability, worth: 1%", ["inferior", "best", "inferior"]),
      ("minimise: push_loss, worth: 1%", ["inferior", "best", "inferior"]),
      ("minimise: pushes_per_notification, worth: 0.01", ["best", "inferior", "inferior"]),
    ])
  func goals(best: String, expected: [String]) async throws {
    try await expect(verdicts(best), equals: expected)
  }

  /// Plain pushes are exactly one for each notification.
  @Test("A limit is met by who is exactly at it")
  func limits() async throws {
    let found = try await verdicts(
      "maximise: deliverability, worth: 1%, subject_to: [pushes_per_notification <= 1]")
    expect(found, equals: ["best", "infeasible", "infeasible"])
    let others = try await verdicts(
      "maximise: push_loss, worth: 1%, subject_to: [pushes_per_notification >= 1.02]")
    expect(others, equals: ["infeasible", "inferior", "best"])
  }

  @Test("Of those that are as good the cheapest is taken")
  func ties() async throws {
    let found = try await verdicts(
      "maximise: deliverability, worth: 50%, tie: pushes_per_notification")
    expect(found, equals: ["best", "as-good", "as-good"])
  }

  /// Two gaps to the best share 5 %, as two differences to a baseline do. A limit takes half of the
  /// 5 % for itself, so that one gap has then what each of two had.
  @Test("Gaps share their confidence with each other and with limits")
  func confidence() async throws {
    let plain = "maximise: deliverability, worth: 1%"
    let three = try await run(plain)
    let gap = try three.row("best.csv", ["strategy": "fire-and-forget"])
    let difference = try three.row(
      "comparisons.csv", ["strategy": "queue", "metric": "deliverability"])
    try expect(gap.number("gap_low"), equals: difference.number("ci_low_all"))
    try expect(gap.number("gap_high"), equals: difference.number("ci_high_all"))
    let two = try await run(
      plain + ", subject_to: [pushes_per_notification <= 100]",
      "strategies=[fire-and-forget, \(Self.queue)]")
    let limited = try two.row("best.csv", ["strategy": "fire-and-forget"])
    try expect(limited.number("gap_low"), equals: gap.number("gap_low"))
    try expect(limited.number("gap_high"), equals: gap.number("gap_high"))
  }

  /// More is shown by who sends more: nobody is beaten in both. No push loss means shown, so one
  /// candidate is ahead in both.
  @Test("Who is better in one metric and worse in another dominates nobody")
  func pareto() async throws {
    let goal = "maximise: deliverability, worth: 1%, pareto: "
    let front = try await run(goal + "[deliverability, pushes_per_notification]")
    try expect(front.rows("pareto.csv").map { $0["verdict"] }, equals: ["front", "front", "front"])
    let alone = try await run(goal + "[deliverability, push_loss]")
    try expect(
      alone.rows("pareto.csv").map { $0["verdict"] }, equals: ["dominated", "front", "dominated"])
  }
}
