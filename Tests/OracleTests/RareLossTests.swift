import Answers
import Foundation
import Oracles
import Runs
import Statistics
import TestSupport
import Testing
import Vocabulary

/// Rare losses against closed forms (docs/explanation/statistics.md, "Rare losses").
@Suite struct RareLossTests {
  private struct Found {
    let value: Double
    let low: Double
    let high: Double
  }

  /// The share that gap-recovery does not show: hop 2 loses a push with probability p, and a
  /// request fails with probability f.
  private static func truth(_ p: Double, _ f: Double) -> Double {
    RareLosses(linkLoss: p, resendFailure: f).notShown
  }

  /// - Parameter size: Devices and replications.
  private func run(
    _ p: Double, _ f: Double, seed: Int, devices: Int, replications: String, days: Int = 30,
    confidence: Double = 0.95, strategy: String = "gap-recovery"
  ) async throws -> (Found, RunOutcome) {
    let made = try experiment(
      """
      format: 1
      name: rare
      seed: \(seed)
      warmup: 1d
      duration: \(days + 1)d
      drain: 2d
      devices: \(devices)
      replications: \(replications)
      confidence: \(confidence)
      workload: {arrivals: {poisson: {rate: 40/d}}}
      provider: {link: {loss: \(p)}, resend: {failure: \(f)}}
      push_service: {kind: keep-all}
      strategies: [\(strategy)]
      baseline: \(strategy)
      expect: ["\(strategy).push_loss < 100%"]
      """)
    let outcome = try await Runner(made, threads: 2).run()
    let judgement = try unwrap(outcome.judgements().first)
    return (
      Found(
        value: try unwrap(judgement.value), low: try unwrap(judgement.ciLow),
        high: try unwrap(judgement.ciHigh)), outcome
    )
  }

  private struct Row: Sendable, CustomTestStringConvertible {
    let p: Double
    let f: Double
    let devices: Int
    /// The interval must be so many times narrower than a plain one.
    let gain: Double

    var testDescription: String { "p \(p), f \(f)" }
  }

  private static let rows = [Row(p: 0.02, f: 0.01, devices: 8, gain: 4)]
  /// p·f is 1e-6 and 1e-7: 50 and 100 million messages.
  private static let byNight = [
    Row(p: 1e-3, f: 1e-3, devices: 1000, gain: 3), Row(p: 1e-3, f: 1e-4, devices: 2000, gain: 3),
  ]

  /// False-alarm probability: 1e-4 for each row; seeds are fixed.
  @Test("The closed form lies in a narrow interval", arguments: rows + (isNightly ? byNight : []))
  private func isMet(row: Row) async throws {
    let (found, outcome) = try await run(
      row.p, row.f, seed: 7, devices: row.devices, replications: "40", confidence: 0.9999)
    let truth = Self.truth(row.p, row.f)
    let owed = Double(outcome.series[0].sum.owed)
    // The interval of a count of independent events, at the same confidence.
    let plain = -Normal.quantile(0.5e-4) * (truth / owed).squareRoot()
    let halfWidth = (found.high - found.low) / 2
    print("\(row.testDescription): \(truth) in \(found), \(plain / halfWidth) times closer")
    expect(found.low <= truth && truth <= found.high, "\(found)")
    expect(plain > row.gain * halfWidth, "\(plain / halfWidth)")
  }

  /// Small worlds: with hundreds of losses, with some, with hardly any, and where hardly any world
  /// sees one. The mean of their estimates has no bias: |z| < 4, 6e-5 for each. Intervals hold the
  /// truth in 93 % at least: a false alarm has 1e-6 (exact binomial tail).
  @Test(
    "Estimates in small worlds have no bias, and their intervals cover",
    arguments: [(0.05, 0.2), (0.05, 0.02), (0.02, 0.005), (0.004, 0.004), (0.001, 0.01)])
  func smallWorlds(p: Double, f: Double) async throws {
    let (count, truth) = (isNightly ? 400 : 40, Self.truth(p, f))
    var found: [Found] = []
    for seed in 0..<count {
      found.append(
        try await run(p, f, seed: 1000 + seed, devices: 3, replications: "20", days: 5).0)
    }
    let mean = found.reduce(0) { $0 + $1.value } / Double(count)
    let squares = found.reduce(0) { $0 + ($1.value - mean) * ($1.value - mean) }
    let z = (mean - truth) / (squares / Double(count * (count - 1))).squareRoot()
    let hits = found.count { ($0.low...$0.high).contains(truth) }
    let width = found.reduce(0) { $0 + $1.high - $1.low } / Double(2 * count)
    let zeros = found.count { $0.value == 0 }
    print(
      "p \(p), f \(f): truth \(truth), z \(z), \(hits) of \(count) cover, half-width \(width), "
        + "\(zeros) without a loss")
    expect(zeros == count || abs(z) < 4, "\(z)")
    expect(Binomial.lowerTail(hits, trials: count, probability: 0.93) > 1e-6, "\(hits)")
  }

  /// 36,000 messages, 36 of them hit on average. With devices alone as trials the end would be
  /// 1 - 0.05^(1/60) = 4.9 %.
  @Test("Where nothing is lost, the limit follows from what was hit")
  func none() async throws {
    let (found, outcome) = try await run(
      0.001, 0.001, seed: 5, devices: 3, replications: "20", days: 15, strategy: "gap-window")
    expect(found.value == 0 && found.low == 0)
    // The last number in the list is that of the device with most.
    let most = outcome.series[0].records.reduce(0) { max($0, $1.devicesByHits.count - 1) }
    let owed = Double(outcome.series[0].sum.owed) / 60
    let end = 1 - pow(0.05, 1.0 / 60)
    expect(found.high <= end * Double(most + 1) / owed * (1 + 1e-12))
    expect(found.high >= end / owed)
    expect(found.high < 0.01 * end)
  }

  /// The first look has too few repeats that are lost: the coefficients wait for a later one. The
  /// closed form is in the interval; false-alarm probability 1e-4 (the confidence).
  @Test("With a precision to reach, the loss is known relative to itself")
  func precision() async throws {
    let (p, f) = (0.02, 0.05)
    let until = "{min: 13, max: 2000, until: {metric: push_loss, relative: 30%}}"
    let (found, outcome) = try await run(
      p, f, seed: 9, devices: 1, replications: until, confidence: 0.9999)
    let truth = Self.truth(p, f)
    expect(found.low <= truth && truth <= found.high, "\(found)")
    let reach = max(found.high - found.value, found.value - found.low)
    expect(reach <= 0.3 * found.value, "\(found)")
    // A plain count of independent losses would need more messages.
    let needed = pow(-Normal.quantile(0.5e-4) / 0.3, 2) / truth
    print("\(outcome.series[0].sum.owed) messages, \(needed) of a plain count")
    expect(Double(outcome.series[0].sum.owed) < 0.7 * needed)
  }
}
