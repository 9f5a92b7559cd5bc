import Foundation
import Statistics
import TestSupport
import Testing

/// Expected values: SciPy 1.17.1,
/// `r = scipy.stats.ttest_ind(a, b, equal_var=False)`, then `r.df`, `r.pvalue` and
/// `r.confidence_interval(0.95)`.
@Suite("Welch's difference of independent samples")
struct IndependentDifferenceTests {
  /// Two samples and what SciPy says of them.
  struct Case: Sendable {
    let a: [Double]
    let b: [Double]
    let t: Double
    let p: Double
    let low: Double
    let high: Double
  }

  @Test(
    "Values of SciPy",
    arguments: [
      Case(
        a: [3, 5, 4, 8, 6.5], b: [1, 4, 2, 5, 2.5, 3, 7], t: 1.5359763347691504,
        p: 0.1594268984591619, low: -0.857146235506618, high: 4.457146235506618),
      Case(
        a: [0.91, 0.93, 0.90, 0.95, 0.92, 0.94], b: [0.95, 0.95, 0.96], t: -3.3999999999999764,
        p: 0.012823304727386159, low: -0.04835213860944029, high: -0.00831452805722591),
    ])
  func scipy(expected: Case) throws {
    let (a, b) = (RatioSample(values: expected.a), RatioSample(values: expected.b))
    let result = try unwrap(a.independentDifference(from: b, confidence: 0.95, ifZero: .exact))
    let standardError = try unwrap(result.standardError)
    expect(isClose(result.difference / standardError, expected.t, 1e-10))
    expect(isClose(result.pValue, expected.p, 1e-10))
    expect(isClose(result.low, expected.low, 1e-10))
    expect(isClose(result.high, expected.high, 1e-10))
    expect(result.low == result.lowAll && result.high == result.highAll)
    expect(result.method == .student && result.varianceReduction == nil)
  }

  @Test("Swapping the samples turns the signs")
  func antisymmetry() throws {
    let (a, b) = (RatioSample(values: [3, 5, 4, 8]), RatioSample(values: [1, 4, 2]))
    let forth = try unwrap(a.independentDifference(from: b, confidence: 0.9, ifZero: .exact))
    let back = try unwrap(b.independentDifference(from: a, confidence: 0.9, ifZero: .exact))
    expect(forth.difference == -back.difference && forth.pValue == back.pValue)
    expect(isClose(forth.low, -(try unwrap(back.high))))
  }

  /// Against a constant the degrees of freedom are n - 1: SciPy with b = [2, 2, 2, 2, 2].
  @Test("One sample without spread")
  func oneConstant() throws {
    let a = RatioSample(values: [10, 12, 9, 14])
    let b = RatioSample(values: [2, 2, 2, 2, 2])
    let result = try unwrap(a.independentDifference(from: b, confidence: 0.95, ifZero: .exact))
    expect(isClose(result.pValue, 0.0036094868504301034, 1e-10))
    expect(isClose(result.low, 5.721692141069304, 1e-10))
    expect(isClose(result.high, 12.778307858930695, 1e-10))
  }

  @Test("No spread at all: a point, with p = 1 for 0 and else 0")
  func bothConstant() throws {
    let (twos, more) = (RatioSample(values: [2, 2, 2]), RatioSample(values: [2, 2]))
    let same = try unwrap(
      twos.independentDifference(from: more, confidence: 0.95, ifZero: .exact))
    expect(same.difference == 0 && same.low == 0 && same.high == 0 && same.pValue == 1)
    let fives = RatioSample(values: [5, 5])
    let different = try unwrap(
      fives.independentDifference(from: twos, confidence: 0.95, ifZero: .exact))
    expect(different.low == 3 && different.high == 3 && different.pValue == 0)
  }

  @Test("A single replication has a difference and nothing else; no ratio, no difference")
  func missing() throws {
    let (one, many) = (RatioSample(values: [1]), RatioSample(values: [2, 3]))
    let result = try unwrap(
      many.independentDifference(from: one, confidence: 0.95, ifZero: .exact))
    expect(result.difference, equals: 1.5)
    expect(result.standardError == nil && result.low == nil && result.pValue == nil)
    let nothing = RatioSample(numerators: [0], denominators: [0])
    expect(many.independentDifference(from: nothing, confidence: 0.95, ifZero: .exact) == nil)
  }

  /// 2,000 pairs of normal samples with different spreads and sizes. False-alarm probability 1e-6;
  /// Welch's approximation may be off by half a percentage point.
  @Test("A 95 % interval holds the difference in 95 % of experiments")
  func coverage() throws {
    var generator = SplitMix64(state: 5)
    let (trials, truth) = (2000, 1.5)
    var hits = 0
    for _ in 0..<trials {
      let a = RatioSample(values: (0..<30).map { _ in truth + 3 * generator.normal() })
      let b = RatioSample(values: (0..<45).map { _ in generator.normal() })
      let result = try unwrap(a.independentDifference(from: b, confidence: 0.95, ifZero: .exact))
      let (low, high) = (try unwrap(result.low), try unwrap(result.high))
      hits += low <= truth && truth <= high ? 1 : 0
    }
    let tooFew = Binomial.lowerTail(hits, trials: trials, probability: 0.945)
    let tooMany = Binomial.upperTail(hits, trials: trials, probability: 0.955)
    expect(
      min(tooFew, tooMany) >= 1e-6 / 2, "expected 1900, observed \(hits), standard error 9.7")
  }
}
