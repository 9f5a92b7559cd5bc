import Foundation
import Statistics
import TestSupport
import Testing

/// A share of 0 where only some parts of each trial can be missing.
@Suite("Parts at risk")
struct PartsAtRiskTests {
  /// Four trials of ten parts: two with none at risk, one with 1, one with 3. With K = 3 the limit
  /// is share · 4, with K = 1 it is share · 2 + 2/4, with K = 0 it is share + 4/4; all of them over
  /// ten.
  @Test(
    "The hand-computed limit is the least over K",
    arguments: [(0.1, 0.04), (0.25, 0.1), (0.4, 0.13), (0.6, 0.16)])
  func byHand(share: Double, limit: Double) {
    let parts = PartsAtRisk([0: 2, 1: 1, 3: 1, 7: 0], size: 10)
    expect(isClose(parts.limit(ofTrials: share), limit, 1e-12))
  }

  @Test("Where all parts are at risk the limit is the share itself")
  func allAtRisk() {
    let parts = PartsAtRisk([10: 50], size: 10)
    for share in [0.001, 0.1, 1] {
      expect(isClose(parts.limit(ofTrials: share), share, 1e-12))
    }
  }

  /// Where nothing was hit, three of a million trials may lose one part each.
  @Test("Where nothing was hit a trial may miss one part")
  func noneAtRisk() {
    let parts = PartsAtRisk([0: 1_000_000], size: 100)
    expect(isClose(parts.limit(ofTrials: 3e-6), 3e-8, 1e-20))
  }

  /// The pairs in order of their size: 0 and 1, 0 and 2, 3 and 2.
  @Test("Of two policies the largest numbers go together")
  func together() {
    let (one, two) = (PartsAtRisk([0: 2, 3: 1], size: 10), PartsAtRisk([1: 1, 2: 2], size: 10))
    expect(one.together(with: two), equals: PartsAtRisk([1: 1, 2: 1, 5: 1], size: 10))
    expect(two.together(with: one), equals: one.together(with: two))
  }

  /// 1 - 0.05^(1/20) = 0.139108 (by hand) of 20 trials; one part at risk in each, of 50.
  @Test("A share of 0 or 1 ends there, and so does a difference of 0")
  func ends() throws {
    let size = [Double](repeating: 50, count: 20)
    let zeros = RatioSample(
      numerators: [Double](repeating: 0, count: 20), denominators: size)
    let atRisk = PartsAtRisk([1: 20], size: 50)
    let limit = 2 * 0.139108 / 50
    let zero = try unwrap(zeros.estimate(confidence: 0.95, shareTrials: 20, atRisk: atRisk))
    expect(isClose(zero.high, limit, 1e-7))
    let all = RatioSample(numerators: size, denominators: size)
    let one = try unwrap(all.estimate(confidence: 0.95, shareTrials: 20, atRisk: atRisk))
    expect(isClose(one.low, 1 - limit, 1e-7))
    let difference = try unwrap(
      zeros.difference(
        from: zeros, confidence: 0.95, ifZero: .share(trials: 20, atRisk: atRisk), familySize: 2))
    expect(isClose(difference.high, limit, 1e-7) && isClose(difference.low, -limit, 1e-7))
    try expect(unwrap(difference.highAll) > limit)
  }

  private struct Worst: Sendable, CustomTestStringConvertible {
    let mean: Double
    let trials: Int
    /// A trial with so many hits or more loses all that was hit.
    let fatal: Int

    var testDescription: String { "\(mean) hits, \(trials) trials, \(fatal) fatal" }

    /// E[U; U ≥ fatal] of a Poisson number U.
    var truth: Double { mean * tail(fatal - 1) }

    private func tail(_ least: Int) -> Double {
      1
        - (0..<max(0, least)).reduce(0) {
          $0 + exp(Double($1) * log(mean) - mean - lgamma(Double($1) + 1))
        }
    }
  }

  private static let worst = [
    Worst(mean: 0.005, trials: 400, fatal: 1), Worst(mean: 0.05, trials: 400, fatal: 2),
    Worst(mean: 1, trials: 400, fatal: 5), Worst(mean: 5, trials: 400, fatal: 12),
    Worst(mean: 30, trials: 60, fatal: 39), Worst(mean: 30, trials: 60, fatal: 40),
    Worst(mean: 30, trials: 60, fatal: 42),
  ]

  /// The worst there is for the limit: what is lost is all that was hit in the trials with most
  /// hits. False-alarm probability: 1e-6 for each case, if the limit is missed in 7 % of all
  /// repetitions at most (exact binomial tail). Repetitions with a loss have another interval, and
  /// count as covered.
  @Test("The limit covers even if trials with most hits lose all of them", arguments: worst)
  private func covers(worst: Worst) {
    var random = SplitMix64(state: UInt64(worst.fatal))
    let count = isNightly ? 4000 : 600
    let share = 1 - pow(0.05, 1 / Double(worst.trials))
    let missed = (0..<count).count { _ in
      var trials: [Int: Int] = [:]
      for _ in 0..<worst.trials { trials[poisson(worst.mean, &random), default: 0] += 1 }
      guard !trials.keys.contains(where: { $0 >= worst.fatal }) else { return false }
      let size = 1000.0
      return PartsAtRisk(trials, size: size).limit(ofTrials: share) < worst.truth / size
    }
    print("\(worst.testDescription): missed in \(missed) of \(count)")
    expect(Binomial.upperTail(missed, trials: count, probability: 0.07) > 1e-6, "\(missed)")
  }

  private func poisson(_ mean: Double, _ random: inout SplitMix64) -> Int {
    var (number, product) = (0, Double.random(in: 0..<1, using: &random))
    let limit = exp(-mean)
    while product > limit {
      number += 1
      product *= Double.random(in: 0..<1, using: &random)
    }
    return number
  }
}
