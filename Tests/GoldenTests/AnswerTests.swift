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

/// The metric that leads decides the answer of a run.
@Suite struct AnswerTests {
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
    expect(try experiment(AnswerRun.frame + lines).leadingMetric.name, equals: metric)
  }

  private func chosen(_ answer: Answer) -> [String] { answer.points.compactMap(\.chosen) }

  /// Plain pushes lose what is overwritten, so recovery is surely better by what is shown.
  @Test("The strategy that is surely better than the baseline is chosen, with its gain")
  func better() async throws {
    let (results, answer) = try await AnswerRun.run(Self.two)
    expect(answer.question.metric, equals: "deliverability")
    expect(answer.question.baseline, equals: "fire-and-forget")
    expect(answer.candidates.map(\.strategy), equals: ["fire-and-forget", "gap-recovery"])
    expect(chosen(answer), equals: ["gap-recovery"])
    expect(!answer.metricsDisagree)
    expect(answer.points[0].order, equals: ["gap-recovery", "fire-and-forget"])
    let gain = try unwrap(answer.differences.first)
    let rows = try unwrap(results.csv("comparisons.csv")).split(separator: "\n")
    let row = try unwrap(rows.first { $0.contains(",deliverability,") }).split(
      separator: ",", omittingEmptySubsequences: false)
    for (value, column) in [(gain.difference, 4), (gain.ciLow, 6), (gain.ciHigh, 7)] {
      expect(value, equals: Double(row[column]), "column \(column)")
    }
    expect(
      answer.sentences[0], hasPrefix: "gap-recovery shows ")
  }

  /// They are one policy under two names.
  @Test("Without a sure difference nothing is chosen")
  func equal() async throws {
    let (_, answer) = try await AnswerRun.run(
      "strategies: [fire-and-forget, {name: b, fire-and-forget: {}}]\n")
    expect(chosen(answer), equals: [])
    expect(answer.sentences[0], contains: "no clear difference")
  }

  @Test("A single replication has no verdict")
  func single() async throws {
    let (_, answer) = try await AnswerRun.run(Self.two, "replications=1")
    expect(chosen(answer), equals: [])
    expect(
      answer.sentences,
      equals: [
        "One replication has no interval, so there is no verdict. Run more."
      ])
  }

  @Test("Where all others are surely worse, the baseline is chosen")
  func baseline() async throws {
    let (_, answer) = try await AnswerRun.run(Self.two + "baseline: gap-recovery\n")
    expect(chosen(answer), equals: ["gap-recovery"])
    expect(answer.sentences[0], contains: "less than gap-recovery")
  }

  @Test("By the metric that leads a sentence says what users know in time")
  func inTime() async throws {
    let escalate =
      "{name: call, escalate: {on: retry-until-acked, after: 5m, channel: "
      + "{latency: 20s, cost: 0.1}}}"
    let strategies = "strategies: [fire-and-forget, \(escalate)]\n"
    let (_, answer) = try await AnswerRun.run(strategies)
    let experiment = try experiment(AnswerRun.frame + strategies)
    expect(answer.question.metric, equals: "awareness_in_time")
    expect(chosen(answer), equals: ["call"])
    expect(answer.sentences[0], hasPrefix: "With call users know ")
    expect(answer.sentences[0], contains: " percentage points more in time than with fire-and-")
    // The channel loses nothing and is in time.
    expect(answer.sentences[0], contains: "not known in time: none was seen, at most 1 in ")
    let bound = try unwrap(
      answer.estimates.first { $0.strategy == "call" && $0.metric == "awareness_in_time" }?.ciLow)
    // Plain pushes miss less than 19 of 20: so high a bound says nothing.
    let text = try answer.json().replacing("\(bound)", with: "0.05")
    let vague = AnswerWords(try Answer(Array(text.utf8), path: "answer.json"), experiment)
    expect(vague.sentences[0], contains: "not known in time: none was seen instead of 1 in ")
  }

  /// Users read most messages in the app within minutes; late alerts of the queue show what they
  /// know, and a second channel tells in time without showing.
  @Test("Where what is shown would choose otherwise, a sentence says so")
  func disagree() async throws {
    let escalate =
      "{name: call, escalate: {on: {retry-until-acked: {attempts: 0}}, after: 2m, "
      + "channel: {latency: 20s, cost: 0.1}}}"
    let (_, answer) = try await AnswerRun.run(
      "strategies: [fire-and-forget, gap-recovery, \(escalate)]\n")
    expect(chosen(answer), equals: ["call"])
    expect(answer.metricsDisagree)
    expect(answer.sentences.contains { $0.contains("gap-recovery would lead") })
  }

  /// The sweep changes nothing for `a`, which is judged at each design point all the same.
  @Test("The pick of each design point comes first, also where another one is the same everywhere")
  func sharedCandidates() async throws {
    let (_, answer) = try await AnswerRun.run(
      """
      strategies:
        - {name: a, gap-recovery: {repeat_limit: 2}}
        - {name: c, gap-recovery: {repeat_limit: 1}}
      sweep: [{factor: limit, path: strategies.c.repeat_limit, values: [1, 100]}]

      """, "best={maximise: deliverability, worth: 50%, among: strategies}",
      "replications={min: 12, max: 60}")
    expect(chosen(answer), equals: ["a", "c"])
    expect(answer.points.map { $0.order.first }, equals: answer.points.map(\.chosen))
    expect(answer.points.map(\.choice), equals: [0, 1])
    expect(answer.choices.map { $0.ranked.sorted() }, equals: [[0, 1], [2, 3]])
    expect(answer.candidates.allSatisfy { $0.standing != nil })
  }

  @Test("What best has chosen is the answer")
  func best() async throws {
    let (_, answer) = try await AnswerRun.run(
      Self.two,
      "best={maximise: deliverability, worth: 50%, tie: pushes_per_notification}",
      "replications={min: 12, max: 60}")
    expect(answer.question.metric, equals: "deliverability")
    // Both are as good, and plain pushes are the cheaper ones.
    expect(chosen(answer), equals: ["fire-and-forget"])
  }

  @Test("Each design point has its own pick")
  func points() async throws {
    let (_, answer) = try await AnswerRun.run(
      Self.two + "sweep: [{factor: f, path: push_service.kind, values: [apns, keep-all]}]\n")
    // A store that keeps all loses nothing to recover.
    expect(answer.points.map { $0.chosen != nil }, equals: [true, false])
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
    let (_, answer) = try await AnswerRun.run(
      "strategies: [fire-and-forget, gap-recovery, \(escalate)]\nbaseline: \(baseline)\n", settings)
    let isSaid = answer.sentences.contains { $0.contains("would lead") }
    expect(answer.metricsDisagree, equals: isSaid, "\(answer.sentences)")
  }

  private static let questions: [(lines: String, settings: [String])] = [
    (two, []),
    (two + opens, ["replications=2"]),
    (two, ["best={maximise: deliverability, worth: 1%}", "replications={min: 4, max: 8}"]),
    (two + "sweep: [{factor: f, path: provider.link.loss, values: [0%, 5%]}]\n", []),
    (two + "expect: [gap-recovery.latency_p90_s < 1h, gap-recovery.loss < 50%]\n", []),
  ]

  /// A second path to each number: the rows of the tables.
  @Test("Estimates and differences are those of the tables, figure by figure", arguments: questions)
  func sameFigures(lines: String, settings: [String]) async throws {
    let (results, answer) = try await AnswerRun.run(lines, settings)
    let metrics = try StrictRows(results, "metrics.csv")
    expect(answer.estimates.count >= answer.candidates.count)
    for found in answer.estimates {
      let row = try metrics.row(found.designPoint, found.strategy, found.metric)
      expect(found.value, equals: row["mean"].flatMap(Double.init))
      expect(found.ciLow, equals: row["ci_low"].flatMap(Double.init))
      expect(found.ciHigh, equals: row["ci_high"].flatMap(Double.init))
      expect(found.interval ?? "", equals: row["interval"] ?? "")
    }
    let comparisons = try StrictRows(results, "comparisons.csv")
    expect(!answer.differences.isEmpty)
    for found in answer.differences {
      let row = try comparisons.row(found.designPoint, found.strategy, found.metric)
      expect(found.difference, equals: row["difference"].flatMap(Double.init))
      expect(found.ciLow, equals: row["ci_low"].flatMap(Double.init))
      expect(found.ciHigh, equals: row["ci_high"].flatMap(Double.init))
      expect(found.pValue, equals: row["p_value"].flatMap(Double.init))
    }
  }

  @Test("The order at a design point has those that gain more first, and the cheaper of equals")
  func order() async throws {
    let (_, answer) = try await AnswerRun.run(
      "strategies: [fire-and-forget, {name: twin, gap-recovery: {}}, gap-recovery]\n")
    expect(answer.points[0].order.last, equals: "fire-and-forget")
    expect(Set(answer.points[0].asGood).count, equals: 1)
    expect(answer.points[0].cost, equals: "pushes_per_notification")
  }

  /// Both repair all that is lost, and heartbeats cost pushes.
  @Test("Of two that gain the same the cheaper one leads, wherever it stands in the scenario")
  func cheaperLeads() async throws {
    let (_, answer) = try await AnswerRun.run(
      "strategies: [fire-and-forget, {name: beats, heartbeat: {on: gap-recovery, after: 10m}}, "
        + "gap-recovery]\n")
    expect(answer.points[0].order, equals: ["gap-recovery", "beats", "fire-and-forget"])
    expect(answer.points[0].chosen, equals: "gap-recovery")
  }

  @Test("A sweep's first sentence says what to choose at how many design points")
  func sweep() async throws {
    let (_, all) = try await AnswerRun.run(
      Self.two
        + "sweep: [{factor: f, path: push_service.latency, values: [{constant: {value: 1s}}, "
        + "{constant: {value: 2s}}], labels: [a, b]}]\n")
    expect(all.sentences[0], equals: "Choose gap-recovery at all 2 design points.")
    expect(all.sentences[1], hasPrefix: "gap-recovery shows ")
    let (_, some) = try await AnswerRun.run(Self.two + Self.services)
    expect(
      some.sentences[0],
      equals: "Choose gap-recovery at 1 of 2 design points; 1 is not decided.")
  }

  private static let services =
    "sweep: [{factor: f, path: push_service.kind, values: [apns, keep-all]}]\n"
  private static let asked = "best={maximise: deliverability, worth: 1%}"

  @Test(
    "What is chosen is the first of the order, at each design point",
    arguments: questions + [
      (two + services, []), (two + services, [asked, "replications={min: 4, max: 8}"]),
    ])
  func chosenIsFirst(lines: String, settings: [String]) async throws {
    let (_, answer) = try await AnswerRun.run(lines, settings)
    for point in answer.points where point.chosen != nil {
      expect(point.order.first, equals: point.chosen)
    }
    for point in answer.points { expect(!point.asGood.contains(point.order.first ?? "")) }
  }

  @Test("Where none keeps the limits, there is no order; where it is open, no pick")
  func noOrder() async throws {
    let (_, none) = try await AnswerRun.run(
      Self.two,
      "best={maximise: deliverability, worth: 1%, subject_to: [pushes_per_notification <= 0.5]}",
      "replications={min: 4, max: 8}")
    expect(none.points[0].order, equals: [])
    expect(none.choices[0].nearest != nil)
    let (_, open) = try await AnswerRun.run(
      Self.two, "best={maximise: deliverability, worth: 0.0001%}", "replications={min: 2, max: 2}",
      "devices=1")
    expect(open.choices[0].chosen == nil)
    expect(open.points[0].chosen, equals: nil)
  }

  @Test("A candidate that breaks a limit is no part of the order")
  func limits() async throws {
    let (_, answer) = try await AnswerRun.run(
      Self.two,
      "best={maximise: deliverability, worth: 1%, subject_to: [pushes_per_notification <= 1]}",
      "replications={min: 12, max: 24}")
    expect(answer.points[0].order, equals: ["fire-and-forget"])
    let standing = try unwrap(answer.candidates[1].standing)
    expect(standing.verdict, equals: .infeasible)
    expect(answer.question.limits.map(\.relation), equals: ["<="])
  }

  /// Plain pushes lose more than a tenth, so nine in ten never come.
  @Test("Delays that never end are read back as what they were")
  func infinite() async throws {
    let (_, answer) = try await AnswerRun.run(
      Self.two + "expect: [fire-and-forget.delay_p90_s >= 1h]\n",
      "network.offline.exponential.mean=40h", "network.online.exponential.mean=1h")
    let delay = answer.estimates.first {
      $0.metric == "delay_p90_s" && $0.strategy == "fire-and-forget"
    }
    expect(delay?.value, equals: .infinity)
    expect(answer.expectations[0].value, equals: .infinity)
  }
}

/// The rows of a table, by what they are about.
private struct StrictRows {
  private let rows: [[String: String]]

  init(_ results: PreparedResults, _ name: String) throws {
    let lines = try unwrap(results.csv(name)).split(separator: "\n").map {
      $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }
    rows = lines.dropFirst().map { row in
      Dictionary(zip(lines[0], row)) { first, _ in first }.filter { !$0.value.isEmpty }
    }
  }

  func row(_ point: Int, _ strategy: String, _ metric: String) throws -> [String: String] {
    try unwrap(
      rows.first {
        $0["design_point"] == "\(point)" && $0["strategy"] == strategy && $0["metric"] == metric
      })
  }
}
