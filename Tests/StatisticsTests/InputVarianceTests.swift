import Foundation
import Statistics
import TestSupport
import Testing

/// The uncertainty of an estimate splits into the parts of its inputs.
@Suite struct InputVarianceTests {
  /// y = μ + input + luck of the replication + noise, with known variances. The mean of 400
  /// estimates of a variance with 49 degrees of freedom is 1 % off or less.
  ///
  /// False-alarm probability: below 1e-6 (4.9 standard errors of the mean).
  @Test("Luck that all draws share is no uncertainty of the inputs, nor is noise")
  func components() throws {
    var random = SplitMix64(state: 21)
    let (inputs, luck, noise) = (0.3, 2.0, 0.5)
    var variances: [Double] = []
    for _ in 0..<400 {
      let shared = (0..<4).map { _ in luck * random.normal() }
      let draws = (0..<50).map { _ in
        let input = inputs * random.normal()
        let values = shared.map { input + $0 + noise * random.normal() }
        return InputVariance.Draw(
          whole: values.reduce(0, +) / 4, first: (values[0] + values[1]) / 2,
          second: (values[2] + values[3]) / 2)
      }
      let found = try unwrap(InputVariance(draws, standardError: 0.1, freedom: 39))
      variances.append(found.sdInputs * found.sdInputs)
    }
    let mean = variances.reduce(0, +) / 400
    // Var = 2 (σ² + v)² / 49 + 2 v² / 49, with v = noise² / 4.
    let v = noise * noise / 4
    let error = (2 * (pow(inputs * inputs + v, 2) + v * v) / 49 / 400).squareRoot()
    expect(abs(mean - inputs * inputs) < 4.9 * error, "\(mean)")
  }

  @Test("The interval is that of both parts, and Student's where one of them is all")
  func interval() throws {
    let values = (0..<11).map { Double($0) }
    let draws = values.map { InputVariance.Draw(whole: $0, first: $0, second: $0) }
    let alone = try unwrap(InputVariance(draws, standardError: 0, freedom: 39))
    // The variance of 0 ... 10 is 11.
    expect(abs(alone.sdInputs - 11.0.squareRoot()) < 1e-12)
    let t = StudentT.quantile(0.975, degreesOfFreedom: 10)
    expect(abs(alone.halfWidth(0.95) - t * 11.0.squareRoot()) < 1e-9)
    let same = (0..<11).map { _ in InputVariance.Draw(whole: 5, first: 5, second: 5) }
    let simulation = try unwrap(InputVariance(same, standardError: 0.2, freedom: 39))
    expect(simulation.sdInputs, equals: 0)
    let student = StudentT.quantile(0.975, degreesOfFreedom: 39)
    expect(abs(simulation.halfWidth(0.95) - 0.2 * student) < 1e-9)
    expect(InputVariance([draws[0]], standardError: 1, freedom: 3) == nil)
  }

  // MARK: Shares

  @Test("Parameters that do not depend on each other have the squares of their correlations")
  func independent() throws {
    // Orthogonal columns.
    let one = [1.0, 1, -1, -1, 1, 1, -1, -1]
    let other = [1.0, -1, 1, -1, 1, -1, 1, -1]
    let third = [1.0, -1, -1, 1, 1, -1, -1, 1]
    let values = one.indices.map { 3 * one[$0] + 2 * other[$0] + third[$0] }
    let shares = try unwrap(ExplainedShares.shares([one, other, third], of: values))
    for (share, expected) in zip(shares, [9.0 / 14, 4.0 / 14, 1.0 / 14]) {
      expect(abs(share - expected) < 1e-12)
    }
  }

  @Test("Of two that depend on each other, each has the mean of what it adds first and last")
  func dependent() throws {
    var random = SplitMix64(state: 4)
    let one = (0..<40).map { _ in random.normal() }
    let other = one.map { 0.8 * $0 + 0.6 * random.normal() }
    let values = zip(one, other).map { $0 + 2 * $1 + random.normal() }
    let shares = try unwrap(ExplainedShares.shares([one, other], of: values))
    let (a, b, c) = (
      correlation(one, values), correlation(other, values), correlation(one, other)
    )
    // R² of both, by the textbook's formula.
    let both = (a * a + b * b - 2 * a * b * c) / (1 - c * c)
    expect(abs(shares[0] - (a * a + both - b * b) / 2) < 1e-10)
    expect(abs(shares[1] - (b * b + both - a * a) / 2) < 1e-10)
  }

  @Test("Without a degree of freedom, or where nothing varies, nothing is told")
  func nothing() {
    expect(ExplainedShares.shares([[1, 2, 3]], of: [4, 5, 6])?.count, equals: 1)
    expect(ExplainedShares.shares([[1, 2, 3], [3, 1, 2]], of: [4, 5, 6]) == nil)
    expect(ExplainedShares.shares([[1, 2, 3]], of: [4, 4, 4]) == nil)
  }

  private func correlation(_ left: [Double], _ right: [Double]) -> Double {
    let (one, other) = (centered(left), centered(right))
    let product = zip(one, other).reduce(0) { $0 + $1.0 * $1.1 }
    return product / (squares(one) * squares(other)).squareRoot()
  }

  private func centered(_ values: [Double]) -> [Double] {
    let mean = values.reduce(0, +) / Double(values.count)
    return values.map { $0 - mean }
  }

  private func squares(_ values: [Double]) -> Double { values.reduce(0) { $0 + $1 * $1 } }
}
