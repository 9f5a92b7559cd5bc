import Answers
import Files
import Foundation
import Results
import Runs
import Scenarios
import TestSupport
import Testing

/// Judgements of real runs, against the intervals in the result files.
@Suite struct JudgementTests {
  static let scenario = """
    format: 1
    name: judged
    seed: 7
    duration: 3d
    devices: 20
    replications: 12
    baseline: fire-and-forget
    workload: {arrivals: {poisson: {rate: 40/d}}, useful_for: 1h}
    network: {online: {exponential: {mean: 6h}}, offline: {exponential: {mean: 1h}}}
    provider: {link: {latency: {exponential: {mean: 1s}}}}
    strategies: [fire-and-forget, gap-recovery, {name: patient, gap-recovery: {wait: 10s}}]
    sweep: [{factor: loss_p, path: provider.link.loss, values: [0, 10%]}]
    expect:
      - gap-recovery.deliverability >= 0.5
      - gap-recovery.deliverability <= 50%
      - gap-recovery.deliverability > fire-and-forget.deliverability
      - fire-and-forget.timeliness >= gap-recovery.timeliness - 0.001
      - patient.latency_mean_s <= fire-and-forget.latency_mean_s + 1d
      - 1e6 < patient.latency_p99_s

    """

  private func run(
    strategies: [String] = [], replications: Int? = nil, _ settings: String...
  ) async throws -> RunOutcome {
    var options = Experiment.Options()
    options.replications = replications
    options.overrides = try settings.map { try ConfigOverride.parse($0) }
    let experiment = try experiment(Self.scenario, options)
    return try await Runner(experiment, strategies: strategies, threads: 2).run()
  }

  @Test func verdictsFollowTheFactsOfTheModel() async throws {
    let judgements = try await run().judgements()
    expect(judgements.map(\.designPoint), equals: [0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1])
    let verdicts = judgements.map(\.verdict)
    // Far from every bound: gap recovery shows nearly all, plain pushes lose what is overwritten;
    // nothing takes a million seconds.
    let expected: [Verdict] = [.holds, .fails, .holds, .fails, .holds, .fails]
    expect(Array(verdicts[..<6]), equals: expected)
    expect(Array(verdicts[6...]), equals: expected)
  }

  @Test func intervalsAreThoseOfTheResultFiles() async throws {
    let outcome = try await run()
    let judgements = outcome.judgements()
    let folder = NSTemporaryDirectory() + "deliverysim-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try outcome.prepared().write(
      to: OutputDirectory(path: folder, force: false), words: \.untold, wallTime: 1)
    let metrics = try rows("\(folder)/metrics.csv")
    let comparisons = try rows("\(folder)/comparisons.csv")
    for judgement in judgements {
      let seen = [judgement.value, judgement.ciLow, judgement.ciHigh].map { $0 ?? .nan }
      let row: [Double]
      switch (judgement.strategy, judgement.baseline) {
      case (let strategy, nil):
        row = try numbers(metrics, judgement, strategy, ["mean", "ci_low", "ci_high"])
      case (let strategy, "fire-and-forget"?):
        row = try numbers(comparisons, judgement, strategy, ["difference", "ci_low", "ci_high"])
      case (_, let other):
        // The baseline is on the left: the same difference with its sign turned.
        let turned = try numbers(
          comparisons, judgement, try unwrap(other), ["difference", "ci_high", "ci_low"])
        row = turned.map { -$0 }
      }
      expect(seen, equals: row, "\(judgement.expectation) at \(judgement.designPoint)")
    }
  }

  @Test func aSingleReplicationConcludesNothing() async throws {
    let judgements = try await run(replications: 1, "sweep=").judgements()
    expect(judgements.allSatisfy { $0.value != nil && $0.ciLow == nil })
    expect(
      judgements.map(\.verdict), equals: Array(repeating: .inconclusive, count: 5) + [.notJudged])
    expect(judgements[5].reason, equals: "a quantile needs 10 replications")
  }

  @Test func aQuantileOfTenReplicationsIsJudged() async throws {
    for (count, isJudged) in [(9, false), (10, true)] {
      let verdict = try await run(replications: count, "sweep=").judgements()[5].verdict
      expect(verdict, equals: isJudged ? .fails : .notJudged)
    }
  }

  @Test func aStrategyThatWasNotRunIsNotJudged() async throws {
    let judgements = try await run(strategies: ["gap-recovery"], "sweep=").judgements()
    expect(
      judgements.map(\.verdict), equals: [.holds, .fails] + Array(repeating: .notJudged, count: 4))
    expect(
      judgements.map(\.reason),
      equals: [nil, nil]
        + ["fire-and-forget", "fire-and-forget", "patient and fire-and-forget", "patient"].map {
          "\($0) not run"
        })
    // The judgement of a part is that of the whole run.
    let whole = try await run("sweep=").judgements()
    expect(Array(judgements[..<2]), equals: Array(whole[..<2]))
  }

  @Test func anInfiniteDelayIsAboveEveryBound() async throws {
    // A half of the pushes is lost and not repeated: the delay of the 90th percentile is infinite.
    let judgements = try await run(
      "sweep=", "provider.link.loss=50%",
      "expect=[fire-and-forget.delay_p90_s < 1h, fire-and-forget.delay_p90_s > 1h]"
    ).judgements()
    expect(judgements.map(\.value), equals: [.infinity, .infinity])
    expect(judgements.map(\.verdict), equals: [.fails, .holds])
  }

  @Test func theDifferenceToAnInfiniteDelayIsInconclusive() async throws {
    let judgements = try await run(
      "sweep=", "provider.link.loss=50%",
      "expect=[gap-recovery.delay_p90_s <= fire-and-forget.delay_p90_s]"
    ).judgements()
    expect(judgements.map(\.value), equals: [nil])
    expect(judgements.map(\.verdict), equals: [.inconclusive])
  }

  @Test func equalStrategiesDifferByExactlyNothing() async throws {
    let judgements = try await run(
      "sweep=", "strategies=[gap-recovery, {name: twin, gap-recovery: {}}]", "baseline=twin",
      "expect=[gap-recovery.loss >= twin.loss, gap-recovery.loss > twin.loss, "
        + "gap-recovery.loss <= twin.loss, gap-recovery.loss < twin.loss]"
    ).judgements()
    expect(judgements.map(\.ciLow) == [0, 0, 0, 0] && judgements.map(\.ciHigh) == [0, 0, 0, 0])
    expect(judgements.map(\.verdict), equals: [.holds, .fails, .holds, .fails])
  }

  // MARK: Result files

  /// No cell of these files holds a comma.
  private func rows(_ path: String) throws -> [[String: String]] {
    let lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
      .map { $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init) }
    return lines.dropFirst().map { Dictionary(uniqueKeysWithValues: zip(lines[0], $0)) }
  }

  private func numbers(
    _ rows: [[String: String]], _ judgement: Judgement, _ strategy: String,
    _ columns: [String]
  ) throws -> [Double] {
    let row = try unwrap(
      rows.first {
        $0["design_point"] == "\(judgement.designPoint)" && $0["strategy"] == strategy
          && $0["metric"] == judgement.metric
      })
    return try columns.map { try unwrap(Double(row[$0] ?? "")) }
  }
}
