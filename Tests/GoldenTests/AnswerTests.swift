import Answers
import Files
import Foundation
import Results
import Runs
import Scenarios
import Terminal
import TestSupport
import Testing
import Vocabulary

/// Which metric leads, and what a run answers by it.
@Suite struct AnswerTests {
  private static let frame = """
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
  private static let two = "strategies: [fire-and-forget, gap-recovery]\n"
  private static let opens = "app: {opens: {poisson: {rate: 12/d}}}\n"

  private static let scenarios: [(lines: String, metric: String)] = [
    (two, "deliverability"),
    (two + opens, "awareness_in_time"),
    ("strategies: [fire-and-forget, digest]\n", "awareness_in_time"),
    ("strategies: [fire-and-forget, {escalate: {on: retry-until-acked}}]\n", "awareness_in_time"),
    (two + opens + "best: {minimise: delay_p90_s, worth: 1m}\n", "delay_p90_s"),
    (two + opens + groups + "workload: {useful_for: null}}]\n", "deliverability"),
    (two + groups + "app: {opens: {poisson: {rate: 1/d}}}}]\n", "awareness_in_time"),
    (two + sometimes, "deliverability"),
  ]
  private static let groups = "groups: [{name: g, share: 50%, "
  private static let sometimes =
    "sweep: [{factor: f, path: app, values: [{opens: {poisson: {rate: 4/d}}}, null], "
    + "labels: [with, none]}]\n"

  @Test("The metric that leads follows from the scenario", arguments: scenarios)
  func leads(lines: String, metric: String) throws {
    expect(try experiment(Self.frame + lines).leadingMetric.name, equals: metric)
  }

  private func run(
    _ lines: String, _ settings: String...
  ) async throws -> (RunOutcome, ConfigNode) {
    try await run(lines, settings)
  }

  private func run(
    _ lines: String, _ settings: [String]
  ) async throws -> (RunOutcome, ConfigNode) {
    var options = Experiment.Options()
    options.overrides = try settings.map { try ConfigOverride.parse($0) }
    let outcome = try await Runner(experiment(Self.frame + lines, options), threads: 2).run()
    let folder = try LogFolder()
    let results = outcome.prepared()
    let directory = try OutputDirectory(path: "\(folder.path)/run", force: false)
    try results.write(to: directory, words: ManifestWords(results), wallTime: 0)
    let text = try String(contentsOfFile: "\(folder.path)/run/manifest.json", encoding: .utf8)
    let manifest = try ConfigNode.parse(yaml: text, file: "manifest.json")
    return (outcome, try unwrap(manifest["answer"]))
  }

  private func texts(_ node: ConfigNode?) -> [String] {
    (node?.elements ?? []).compactMap(\.scalarText)
  }

  private func chosen(_ answer: ConfigNode) -> [String] {
    (answer["chosen"]?.elements ?? []).compactMap { $0["strategy"]?.scalarText }
  }

  /// Plain pushes lose what is overwritten, so recovery is surely better by what is shown.
  @Test("The strategy that is surely better than the baseline is chosen, with its gain")
  func better() async throws {
    let (outcome, answer) = try await run(Self.two)
    expect(answer["metric"]?.scalarText, equals: "deliverability")
    expect(answer["baseline"]?.scalarText, equals: "fire-and-forget")
    expect(texts(answer["candidates"]), equals: ["fire-and-forget", "gap-recovery"])
    expect(chosen(answer), equals: ["gap-recovery"])
    expect(answer["metrics_disagree"]?.scalarText, equals: "false")
    let gain = try unwrap(answer["differences"]?.elements?.first)
    let rows = try unwrap(outcome.prepared().csv("comparisons.csv")).split(separator: "\n")
    let row = try unwrap(rows.first { $0.contains(",deliverability,") }).split(
      separator: ",", omittingEmptySubsequences: false)
    for (key, column) in [("difference", 4), ("ci_low", 6), ("ci_high", 7)] {
      expect(gain[key]?.scalarText, equals: String(row[column]), "\(key)")
    }
    expect(
      texts(answer["sentences"])[0], hasPrefix: "gap-recovery shows ")
  }

  /// They are one policy under two names.
  @Test("Without a sure difference nothing is chosen")
  func equal() async throws {
    let (_, answer) = try await run(
      "strategies: [fire-and-forget, {name: b, fire-and-forget: {}}]\n")
    expect(chosen(answer), equals: [])
    expect(texts(answer["sentences"])[0], contains: "no clear difference")
  }

  @Test("A single replication has no verdict")
  func single() async throws {
    let (_, answer) = try await run(Self.two, "replications=1")
    expect(chosen(answer), equals: [])
    expect(
      texts(answer["sentences"]),
      equals: [
        "One replication has no interval, so there is no verdict. Run more."
      ])
  }

  @Test("Where all others are surely worse, the baseline is chosen")
  func baseline() async throws {
    let (_, answer) = try await run(Self.two + "baseline: gap-recovery\n")
    expect(chosen(answer), equals: ["gap-recovery"])
    expect(texts(answer["sentences"])[0], contains: "less than gap-recovery")
  }

  @Test("By the metric that leads a sentence says what users know in time")
  func inTime() async throws {
    let escalate =
      "{name: call, escalate: {on: retry-until-acked, after: 5m, channel: "
      + "{latency: 20s, cost: 0.1}}}"
    let (_, answer) = try await run("strategies: [fire-and-forget, \(escalate)]\n")
    expect(answer["metric"]?.scalarText, equals: "awareness_in_time")
    expect(chosen(answer), equals: ["call"])
    expect(texts(answer["sentences"])[0], hasPrefix: "With call users know in time of ")
  }

  /// Users read most messages in the app within minutes; late alerts of the queue show what they
  /// know, and a second channel tells in time without showing.
  @Test("Where what is shown would choose otherwise, a sentence says so")
  func disagree() async throws {
    let escalate =
      "{name: call, escalate: {on: {retry-until-acked: {attempts: 0}}, after: 2m, "
      + "channel: {latency: 20s, cost: 0.1}}}"
    let (_, answer) = try await run("strategies: [fire-and-forget, gap-recovery, \(escalate)]\n")
    expect(chosen(answer), equals: ["call"])
    expect(answer["metrics_disagree"]?.scalarText, equals: "true")
    expect(texts(answer["sentences"]).contains { $0.contains("gap-recovery would lead") })
  }

  @Test("What best has chosen is the answer")
  func best() async throws {
    let (_, answer) = try await run(
      Self.two,
      "best={maximise: deliverability, worth: 50%, tie: pushes_per_notification}",
      "replications={min: 12, max: 60}")
    expect(answer["metric"]?.scalarText, equals: "deliverability")
    // Both are as good, and plain pushes are the cheaper ones.
    expect(chosen(answer), equals: ["fire-and-forget"])
  }

  @Test("Each design point has its own pick")
  func points() async throws {
    let (_, answer) = try await run(
      Self.two + "sweep: [{factor: f, path: push_service.kind, values: [apns, keep-all]}]\n")
    // A store that keeps all loses nothing to recover.
    let picks = (answer["chosen"]?.elements ?? []).compactMap {
      $0["design_point"]?.scalarText
    }
    expect(picks, equals: ["0"])
  }

  /// Where the baseline leads, where nothing is sure, and where best chooses.
  @Test(
    "The sentence about other figures is there exactly where the field says so",
    arguments: ["fire-and-forget", "gap-recovery", "call"], ["", "best", "few"])
  func disagreement(baseline: String, kind: String) async throws {
    let escalate =
      "{name: call, escalate: {on: {retry-until-acked: {attempts: 0}}, after: 2m, "
      + "channel: {latency: 20s, cost: 0.1}}}"
    let settings =
      switch kind {
      case "best":
        ["best={maximise: awareness_in_time, worth: 2%}", "replications={min: 12, max: 40}"]
      case "few": ["replications=2", "devices=1"]
      default: ["replications=12"]
      }
    let (_, answer) = try await run(
      "strategies: [fire-and-forget, gap-recovery, \(escalate)]\nbaseline: \(baseline)\n", settings)
    let isSaid = texts(answer["sentences"]).contains { $0.contains("would lead") }
    expect(
      answer["metrics_disagree"]?.scalarText, equals: isSaid ? "true" : "false",
      "\(texts(answer["sentences"]))")
  }
}
