import Foundation
import Statistics
import TestSupport
import Testing

@Suite("Estimates")
struct EstimateTests {
  /// t(0.975, 3 degrees of freedom) = 3.182446 (published), SE = √(5/12).
  @Test("The hand-computed interval")
  func byHand() throws {
    let estimate = try unwrap(RatioSample(values: [1, 2, 3, 4]).estimate(confidence: 0.95))
    let half = 3.182446 * (5.0 / 12).squareRoot()
    expect(estimate.mean, equals: 2.5)
    expect(isClose(estimate.low, 2.5 - half, 1e-6))
    expect(isClose(estimate.high, 2.5 + half, 1e-6))
  }

  @Test("The interval of a share is not clipped")
  func notClipped() throws {
    let sample = RatioSample(numerators: [0, 10, 10], denominators: [10, 10, 10])
    let estimate = try unwrap(sample.estimate(confidence: 0.95, shareTrials: 30))
    expect(try unwrap(estimate.high) > 1)
    expect(try unwrap(estimate.low) < 0)
  }

  @Test(
    "A share of 0 or 1 throughout has the exact one-sided binomial end",
    arguments: [1, 3, 30, 40_000], [0.5, 0.95, 0.999])
  func extremeShares(trials: Int, confidence: Double) throws {
    let size = [7.0, 5, 8]
    let none = RatioSample(numerators: [0, 0, 0], denominators: size)
    let all = RatioSample(numerators: size, denominators: size)
    let zero = try unwrap(none.estimate(confidence: confidence, shareTrials: trials))
    let one = try unwrap(all.estimate(confidence: confidence, shareTrials: trials))
    let (high, low) = (try unwrap(zero.high), try unwrap(one.low))
    expect(zero.low == 0 && one.high == 1)
    expect(zero.standardError == 0 && one.standardError == 0)
    let alpha = 1 - confidence
    expect(isClose(Binomial.lowerTail(0, trials: trials, probability: high), alpha, 1e-10))
    expect(isClose(Binomial.upperTail(trials, trials: trials, probability: low), alpha, 1e-10))
  }

  @Test("What is no share, or not extreme, has the plain interval where replications agree")
  func agreement() {
    let halves = RatioSample(numerators: [1, 2], denominators: [2, 4])
    let point = Estimate(mean: 0.5, standardError: 0, low: 0.5, high: 0.5, method: .student)
    expect(halves.estimate(confidence: 0.95, shareTrials: 6), equals: point)
    let zeros = RatioSample(values: [0, 0])
    let zero = Estimate(mean: 0, standardError: 0, low: 0, high: 0, method: .student)
    expect(zeros.estimate(confidence: 0.95), equals: zero)
  }

  @Test("A single replication has an interval only when it is an extreme share")
  func single() {
    let half = RatioSample(numerators: [1], denominators: [2])
    let bare = Estimate(mean: 0.5, standardError: nil, low: nil, high: nil, method: nil)
    expect(half.estimate(confidence: 0.95, shareTrials: 2), equals: bare)
    let none = RatioSample(numerators: [0], denominators: [2])
    expect(isClose(none.estimate(confidence: 0.75, shareTrials: 2)?.high, 0.5))
    let nothing = RatioSample(numerators: [0], denominators: [0])
    expect(nothing.estimate(confidence: 0.95) == nil)
  }
}

/// False-alarm probability: at most 1e-6 for each expectation (exact binomial tail). The seed is
/// fixed, so a pass stays a pass.
@Suite("Student's intervals")
struct StudentIntervalTests {
  private let trials = 4000

  @Test("A 90 % interval for a normal mean holds the mean in 90 % of experiments")
  func normalMean() {
    var generator = SplitMix64(state: 1)
    let hits = (0..<trials).count { _ in
      let values = (0..<6).map { _ in 5 + 2 * generator.normal() }
      return holds(5, RatioSample(values: values).estimate(confidence: 0.9))
    }
    let p = Binomial.twoSidedP(hits, trials: trials, probability: 0.9)
    expect(p >= 1e-6, "expected 3600, observed \(hits), standard error 19")
  }

  /// Y is uniform on 50...150 and X = Y·(0.3 + noise): the linearised interval is not exact, so its
  /// coverage may be anything from 88 to 91 %.
  @Test("A 90 % interval for a ratio with 40 replications has a coverage of 88 to 91 %")
  func ratio() {
    var generator = SplitMix64(state: 2)
    let hits = (0..<trials).count { _ in
      let denominators = (0..<40).map { _ in 50 + 100 * generator.uniform() }
      let numerators = denominators.map { $0 * (0.3 + 0.1 * generator.normal()) }
      let sample = RatioSample(numerators: numerators, denominators: denominators)
      return holds(0.3, sample.estimate(confidence: 0.9))
    }
    let tooMany = Binomial.upperTail(hits, trials: trials, probability: 0.91)
    let tooFew = Binomial.lowerTail(hits, trials: trials, probability: 0.88)
    expect(tooMany >= 1e-6, "expected at most 3640, observed \(hits), standard error 18")
    expect(tooFew >= 1e-6, "expected at least 3520, observed \(hits), standard error 21")
  }

  private func holds(_ truth: Double, _ estimate: Estimate?) -> Bool {
    guard let low = estimate?.low, let high = estimate?.high else { return false }
    return low <= truth && truth <= high
  }
}
