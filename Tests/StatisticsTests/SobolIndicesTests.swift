import Foundation
import Statistics
import TestSupport
import Testing

/// A function whose indices are known.
private struct Known: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let first, total: [Double]
  let value: @Sendable ([Double]) -> Double

  /// sin x₁ + a sin² x₂ + b x₃⁴ sin x₁, each uniform in ±π.
  ///
  /// Source: T. Ishigami and T. Homma (1990); the variances in A. Saltelli et al., "Global
  /// Sensitivity Analysis. The Primer" (2008), section 4.6.
  static let ishigami: Known = {
    let (a, b) = (7.0, 0.1)
    let one = pow(1 + b * pow(.pi, 4) / 5, 2) / 2
    let (two, together) = (a * a / 8, 8 * b * b * pow(.pi, 8) / 225)
    let variance = one + two + together
    return Known(
      testDescription: "Ishigami", first: [one / variance, two / variance, 0],
      total: [(one + together) / variance, two / variance, together / variance]
    ) { point in
      let x = point.map { (2 * $0 - 1) * Double.pi }
      return sin(x[0]) + a * pow(sin(x[1]), 2) + b * pow(x[2], 4) * sin(x[0])
    }
  }()

  /// Π (|4 xᵢ - 2| + aᵢ) / (1 + aᵢ), the g-function of Sobol'.
  static let product: Known = {
    let a = [0.0, 1, 4.5, 9, 99]
    let parts = a.map { 1 / (3 * (1 + $0) * (1 + $0)) }
    let variance = parts.reduce(1) { $0 * (1 + $1) } - 1
    return Known(
      testDescription: "g-function", first: parts.map { $0 / variance },
      total: parts.map { $0 / (1 + $0) * (1 + variance) / variance }
    ) { point in
      zip(point, a).reduce(1) { $0 * (abs(4 * $1.0 - 2) + $1.1) / (1 + $1.1) }
    }
  }()

  static let all = [ishigami, product]

  /// - Parameter both: A and B, one after the other.
  func values(_ both: [Double]) -> [Double] {
    let count = first.count
    let (a, b) = (Array(both[..<count]), Array(both[count...]))
    let mixed = a.indices.map { factor in a.indices.map { $0 == factor ? b[$0] : a[$0] } }
    return ([a] + mixed + [b]).map(value)
  }

  func indices(_ points: [[Double]], confidence: Double = 0.95) -> SobolIndices {
    SobolIndices(
      points.flatMap(values), factors: first.count, confidence: confidence, resampling: resampling)
  }

  func random(_ count: Int, _ random: inout SplitMix64) -> [[Double]] {
    (0..<count).map { _ in (0..<2 * first.count).map { _ in random.uniform() } }
  }
}

private let resampling = Resampling(count: 200) { number, indices in
  var random = SplitMix64(state: UInt64(number) + 1)
  for place in indices.indices { indices[place] = UInt32(random.below(indices.count)) }
}

/// The indices tell the share of a variance that each factor causes.
@Suite struct SobolIndicesTests {
  /// The mean of 300 estimates (by day 100) from 512 random base points each; the bias of a ratio,
  /// about 1/512 of the index, is below a quarter of the standard error.
  ///
  /// False-alarm probability: 1e-6, shared among the indices of a function.
  @Test("Estimates of known functions", arguments: Known.all)
  private func known(function: Known) {
    var random = SplitMix64(state: 7)
    let count = isNightly ? 300 : 100
    let found = (0..<count).map { _ in function.indices(function.random(512, &random)) }
    for factor in function.first.indices {
      let rows = [
        ("first", function.first[factor], found.map { $0.first[factor].value }),
        ("total", function.total[factor], found.map { $0.total[factor].value }),
      ]
      for (name, expected, values) in rows {
        let mean = values.reduce(0, +) / Double(count)
        let square = values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(count - 1)
        let row = Agreement(
          "\(function.testDescription), \(name) \(factor)", expected: expected, observed: mean,
          standardError: (square / Double(count)).squareRoot(), tableSize: 2 * function.first.count)
        expect(row.holds, "\(row)")
      }
    }
  }

  /// Nothing is drawn here: the points are those of the sequence, moved off the edge.
  @Test("Sobol's points bring 4,096 base points within 0.01 of the exact indices")
  func even() {
    for function in Known.all {
      let points = SobolSequence.points(4096, dimension: 2 * function.first.count)
        .map { $0.map { (Double($0) + 0.5) / 0x1p30 } }
      let found = function.indices(points)
      for factor in function.first.indices {
        expect(isClose(found.first[factor].value, function.first[factor], 0.01))
        expect(isClose(found.total[factor].value, function.total[factor], 0.01))
      }
    }
  }

  /// 300 intervals of 95 % from 256 random base points; each index by itself. By day, those of one
  /// function.
  ///
  /// False-alarm probability: below 1e-6 for each index if 90 % of the intervals cover (244 is 4.9
  /// standard deviations below 270).
  @Test("Intervals cover", arguments: isNightly ? Known.all : [Known.all[0]])
  private func coverage(function: Known) {
    var random = SplitMix64(state: 11)
    let found = (0..<300).map { _ in function.indices(function.random(256, &random)) }
    // The other factors of the g-function cause too little to be covered by a bootstrap.
    for factor in 0..<2 {
      for (indices, truth) in [
        (found.map { $0.first[factor] }, function.first[factor]),
        (found.map { $0.total[factor] }, function.total[factor]),
      ] {
        let covered = indices.count { $0.low <= truth && truth <= $0.high }
        expect(covered >= 244, "\(function.testDescription) \(factor): \(covered) of 300")
      }
    }
  }

  @Test("A factor that changes nothing has exactly 0, and so has everything where nothing varies")
  func nothing() {
    var random = SplitMix64(state: 3)
    let function = Known(testDescription: "one of two", first: [1, 0], total: [1, 0]) { exp($0[0]) }
    let found = function.indices(function.random(50, &random))
    for index in [found.first[1], found.total[1]] {
      expect([index.value, index.low, index.high], equals: [0, 0, 0])
      expect(index.value.sign == .plus)
    }
    expect(!found.isConstant)
    let constant = Known(testDescription: "0.1", first: [0, 0], total: [0, 0]) { _ in 0.1 }
    let none = constant.indices(constant.random(50, &random))
    expect(none.isConstant)
    expect((none.first + none.total).allSatisfy { $0.value == 0 && $0.low == 0 && $0.high == 0 })
  }

  /// By hand: A = (1, 3), AB = (2, 3), B = (5, 7); the mean of the six is 3.5, the variance of A
  /// and B around their mean 4 is 5.
  @Test("A design of two base points, by hand")
  func byHand() {
    let found = SobolIndices(
      [1, 2, 5, 3, 3, 7], factors: 1, confidence: 0.9, resampling: resampling)
    expect(isClose(found.first[0].value, (1.5 * 1 + 3.5 * 0) / 2 / 5))
    expect(isClose(found.total[0].value, (1 + 0) / 2.0 / 2 / 5))
  }

  // MARK: Points

  /// Source: the first points of `scipy.stats.qmc.Sobol(2, scramble=False)`, and of the third
  /// dimension: P. Bratley and B. L. Fox, "Algorithm 659", ACM Transactions on Mathematical
  /// Software 14 (1988) 88-100.
  @Test("The first points of the sequence")
  func firstPoints() {
    let found = SobolSequence.points(8, dimension: 2).map { $0.map { Double($0) / 0x1p30 } }
    expect(
      found,
      equals: [
        [0, 0], [0.5, 0.5], [0.75, 0.25], [0.25, 0.75], [0.375, 0.375], [0.875, 0.875],
        [0.625, 0.125], [0.125, 0.625],
      ])
  }

  @Test("In each of 40 dimensions 256 points hit each of 256 strata once")
  func strata() {
    let points = SobolSequence.points(256, dimension: SobolSequence.dimensionMax)
    for dimension in 0..<SobolSequence.dimensionMax {
      expect(Set(points.map { $0[dimension] >> 22 }).count, equals: 256)
    }
  }
}
