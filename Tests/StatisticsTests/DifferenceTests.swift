import Foundation
import Statistics
import TestSupport
import Testing

@Suite("Paired difference")
struct DifferenceTests {
  /// Differences 2, 1, 2, 3: mean 2, SE² = 1/6, t = √24 with 3 degrees of freedom; SE_A² = 14/12,
  /// SE_B² = 10/12.
  private let a = RatioSample(values: [3, 5, 4, 8])
  private let b = RatioSample(values: [1, 4, 2, 5])

  @Test("The hand-computed example")
  func byHand() throws {
    let result = try unwrap(
      a.difference(from: b, confidence: 0.95, ifZero: .exact, familySize: 5))
    let standardError = (1.0 / 6).squareRoot()
    expect(result.difference, equals: 2)
    expect(isClose(result.standardError, standardError))
    expect(isClose(result.low, 2 - 3.182446 * standardError, 1e-6))
    expect(isClose(result.high, 2 + 3.182446 * standardError, 1e-6))
    expect(isClose(result.varianceReduction, 12))
    let t = 24.0.squareRoot() / 3.0.squareRoot()
    let closed = 1 - 2 / Double.pi * (t / (1 + t * t) + atan(t))
    expect(isClose(try unwrap(result.pValue) / closed, 1, 1e-10))
  }

  /// A family of 5 at 95 % needs t(0.995, 3 degrees of freedom) = 5.840909 (published).
  @Test("The interval for the family is Bonferroni's")
  func family() throws {
    let five = try unwrap(a.difference(from: b, confidence: 0.95, ifZero: .exact, familySize: 5))
    let half = 5.840909 * (1.0 / 6).squareRoot()
    expect(isClose(five.lowAll, 2 - half, 1e-6))
    expect(isClose(five.highAll, 2 + half, 1e-6))
    let one = try unwrap(a.difference(from: b, confidence: 0.95, ifZero: .exact))
    expect(one.low == one.lowAll && one.high == one.highAll)
  }

  /// In 10 trials none ended otherwise: u = 1 - 0.05^(1/10) by the binomial law, and the interval
  /// reaches 0 at the level (1/2)^10.
  @Test("Everything against nothing is not known exactly", arguments: [false, true])
  func oneAgainstZero(isPaired: Bool) throws {
    let all = RatioSample(values: [1, 1, 1, 1, 1])
    let none = RatioSample(values: [0, 0, 0, 0, 0])
    let meaning = ZeroDifference.share(trials: 10)
    let found = try unwrap(
      isPaired
        ? all.difference(from: none, confidence: 0.95, ifZero: meaning)
        : all.independentDifference(from: none, confidence: 0.95, ifZero: meaning))
    expect(isClose(found.low, 1 - 2 * (1 - pow(0.05, 0.1)), 1e-12))
    expect(found.high, equals: 1)
    expect(isClose(found.pValue, 1.0 / 1024, 1e-15))
    expect(found.method, equals: .oneSided)
  }

  @Test("Swapping the samples turns the signs")
  func antisymmetry() throws {
    let forth = try unwrap(a.difference(from: b, confidence: 0.9, ifZero: .exact, familySize: 3))
    let back = try unwrap(b.difference(from: a, confidence: 0.9, ifZero: .exact, familySize: 3))
    expect(forth.difference, equals: -back.difference)
    expect(isClose(forth.lowAll, -(try unwrap(back.highAll))))
    expect(forth.pValue, equals: back.pValue)
  }

  /// A of RatioSampleTests has residuals -0.24, -0.21, 0.45; here minus those of 1/2, 2/3, 3/5.
  @Test("Ratios are paired by their residuals")
  func ratios() throws {
    let a = RatioSample(numerators: [1, 2, 6], denominators: [2, 3, 5])
    let b = RatioSample(numerators: [1, 2, 3], denominators: [2, 3, 5])
    let result = try unwrap(a.difference(from: b, confidence: 0.95, ifZero: .exact))
    // R = 0.6, residuals of b: (1 - 1.2)·0.3, (2 - 1.8)·0.3, 0.
    let errors = [-0.18, -0.27, 0.45]
    let variance = errors.reduce(0) { $0 + $1 * $1 } / 6
    expect(isClose(result.difference, 0.3))
    expect(isClose(result.standardError, variance.squareRoot()))
  }

  @Test("No difference at all: p = 1 and the interval [0, 0]")
  func identical() throws {
    let result = try unwrap(
      a.difference(from: a, confidence: 0.95, ifZero: .exact, familySize: 4))
    expect(result.difference == 0 && result.standardError == 0)
    expect(result.low == 0 && result.high == 0 && result.lowAll == 0 && result.highAll == 0)
    expect(result.pValue, equals: 1)
    expect(result.varianceReduction == nil)
  }

  /// 4 replications of 25 devices: u = 1 - 0.05^(1/100); Bonferroni's for 5 has 0.01.
  @Test("Two policies that agreed throughout: a share may differ by what 0 events leave open")
  func agreement() throws {
    let shares = RatioSample(numerators: [1, 0, 2, 1], denominators: [9, 8, 9, 7])
    let result = try unwrap(
      shares.difference(
        from: shares, confidence: 0.95, ifZero: .share(trials: 100), familySize: 5))
    let (end, endAll) = (1 - pow(0.05, 0.01), 1 - pow(0.01, 0.01))
    expect(isClose(result.low, -end) && isClose(result.high, end))
    expect(isClose(result.lowAll, -endAll) && isClose(result.highAll, endAll))
    expect(result.method == .oneSided && result.pValue == 1)
  }

  @Test("Of anything but shares nothing is known")
  func unknownAgreement() throws {
    let result = try unwrap(a.difference(from: a, confidence: 0.95, ifZero: .unknown))
    expect(result.difference == 0 && result.low == nil && result.highAll == nil)
    expect(result.method == nil)
    let constant = RatioSample(values: [1, 1, 1])
    let independent = try unwrap(
      constant.independentDifference(from: constant, confidence: 0.95, ifZero: .unknown))
    expect(independent.difference == 0 && independent.low == nil)
  }

  @Test("The same difference in every replication: p = 0")
  func constant() throws {
    let ones = RatioSample(values: [1, 1, 1])
    let threes = RatioSample(values: [3, 3, 3])
    let result = try unwrap(ones.difference(from: threes, confidence: 0.95, ifZero: .exact))
    expect(result.difference == -2 && result.low == -2 && result.high == -2)
    expect(result.pValue, equals: 0)
  }

  @Test("One replication has a difference and nothing else; no ratio, no difference")
  func missing() throws {
    let (one, two) = (RatioSample(values: [1]), RatioSample(values: [2]))
    let result = try unwrap(two.difference(from: one, confidence: 0.95, ifZero: .exact))
    expect(result.difference, equals: 1)
    expect(result.standardError == nil && result.low == nil && result.highAll == nil)
    expect(result.pValue == nil && result.varianceReduction == nil)
    let nothing = RatioSample(numerators: [0], denominators: [0])
    expect(one.difference(from: nothing, confidence: 0.95, ifZero: .exact) == nil)
    expect(nothing.difference(from: one, confidence: 0.95, ifZero: .exact) == nil)
  }

  /// False-alarm probability 1e-6 (Kolmogorov; for 2,000 values its approximation is within 5 %).
  @Test("P values of a true hypothesis are uniform, although the samples are correlated")
  func uniformPValues() throws {
    var generator = SplitMix64(state: 3)
    let pValues = try (0..<2000).map { _ in
      let common = (0..<5).map { _ in generator.normal() }
      let a = RatioSample(values: common.map { $0 + 0.2 * generator.normal() })
      let b = RatioSample(values: common.map { $0 + 0.4 * generator.normal() })
      return try unwrap(a.difference(from: b, confidence: 0.95, ifZero: .exact)?.pValue)
    }
    let distance = distanceFromUniform(pValues)
    expect(
      Kolmogorov.pValue(distance: distance, count: pValues.count) >= 1e-6,
      "expected about 0.02, observed \(distance), limit 0.060")
  }

  private func distanceFromUniform(_ values: [Double]) -> Double {
    let n = Double(values.count)
    return values.sorted().enumerated().reduce(0) { largest, item in
      let (rank, value) = (Double(item.offset), item.element)
      return max(largest, value - rank / n, (rank + 1) / n - value)
    }
  }
}

@Suite("Holm's adjustment")
struct HolmTests {
  // The example of pingouin's documentation (`pingouin.holm`), and that of stdlib's `padjust`.
  @Test(
    "Published examples",
    arguments: [
      ([0.50, 0.003, 0.32, 0.054, 0.0003], [0.64, 0.012, 0.64, 0.162, 0.0015]),
      ([0.319, 0.201, 0.4, 0.374, 0.113], [0.957, 0.804, 0.957, 0.957, 0.565]),
    ])
  func published(pValues: [Double], expected: [Double]) {
    let adjusted = holm(pValues)
    expect(adjusted.count, equals: expected.count)
    expect(zip(adjusted, expected).allSatisfy { isClose($0, $1) })
  }

  @Test("Capped at 1, equal for equal values, nothing for nothing")
  func ends() {
    expect(holm([0.9, 0.8, 0.7]), equals: [1, 1, 1])
    expect(holm([0.01, 0.01]), equals: [0.02, 0.02])
    expect(holm([0, 1]), equals: [0, 1])
    expect(holm([0.3]), equals: [0.3])
    expect(holm([]), equals: [])
  }
}
