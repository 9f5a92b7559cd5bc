import Answers
import Foundation
import Runs
import Statistics
import TestSupport
import Testing

/// Intervals hold the truth as often as they claim where controls leave about one event in all
/// replications.
///
/// With a latency of 20 s nearly every loss is one that the control counts; what is left are
/// messages on their way when an absence begins. The truth is the mean of all repetitions with 100
/// replications. False-alarm probability: 1e-6, if the intervals hold it in 93 % of all
/// repetitions (exact binomial tail); seeds are fixed. By day only gross errors are found.
@Suite struct RareEventCoverageTests {
  private struct Found {
    let value: Double
    let low: Double
    let high: Double
    let replications: Int
  }

  private func run(seed: Int, replications: String) async throws -> Found {
    let made = try experiment(
      """
      format: 1
      name: rare
      seed: \(seed)
      warmup: 1d
      duration: 3d
      drain: 1d
      devices: 6
      replications: \(replications)
      workload: {arrivals: {poisson: {rate: 12/d}}}
      push_service: {latency: {exponential: {mean: 20s}}}
      network: {online: {exponential: {mean: 6h}}, offline: {exponential: {mean: 1h}}}
      strategies: [fire-and-forget]
      expect: [fire-and-forget.deliverability > 1%]
      """)
    let outcome = try await Runner(made, threads: 2).run()
    let judgement = outcome.judgements()[0]
    return Found(
      value: try unwrap(judgement.value), low: try unwrap(judgement.ciLow),
      high: try unwrap(judgement.ciHigh), replications: outcome.replicationCounts[0])
  }

  @Test("Intervals cover where controls leave hardly any event")
  func cover() async throws {
    let count = isNightly ? 1000 : 25
    var found: [String: [Found]] = [:]
    let until = "{min: 30, max: 400, until: {metric: deliverability, half_width: 0.1%}}"
    for (name, replications, seed) in [
      ("30", "30", 1), ("100", "100", 100_000), ("until", until, 200_000),
    ] {
      for repetition in 0..<count {
        found[name, default: []].append(
          try await run(seed: seed + repetition, replications: replications))
      }
    }
    let best = try unwrap(found["100"])
    let truth = best.reduce(0) { $0 + $1.value } / Double(count)
    for (name, repetitions) in found.sorted(by: { $0.key < $1.key }) {
      let hits = repetitions.count { ($0.low...$0.high).contains(truth) }
      let width = repetitions.reduce(0) { $0 + $1.high - $1.low } / Double(2 * count)
      let size = repetitions.reduce(0) { $0 + $1.replications } / count
      print(
        "\(name): \(hits) of \(count), half-width \(width), \(size) replications, truth \(truth)")
      expect(Binomial.lowerTail(hits, trials: count, probability: 0.93) > 1e-6, "\(name): \(hits)")
    }
  }
}
