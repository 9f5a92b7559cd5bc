import Foundation
import Statistics
import TestSupport
import Testing

/// Covariances from the curvature of the likelihood against closed forms, on one sample.
@Suite("Covariances of fitted laws against closed forms")
struct InformationTests {
  /// The differences are right to four digits.
  private static let precision = 1e-3
  private static let values: [Double] = [3, 5, 5, 8, 13, 21, 34, 34, 89, 144, 377, 610]

  private func fit(_ name: String) throws -> (law: SpanLaw, covariance: [[Double]]) {
    let law = try unwrap(SpanLaw.fits(Self.values).first { $0.name == name })
    return (law, try unwrap(law.covariance(Self.values)))
  }

  private func check(_ observed: [[Double]], _ expected: [[Double]]) {
    expect(observed.count, equals: expected.count)
    for (row, column) in expected.indices.flatMap({ row in expected.indices.map { (row, $0) } }) {
      let size = (expected[row][row] * expected[column][column]).squareRoot()
      expect(
        abs(observed[row][column] - expected[row][column]) <= Self.precision * size,
        "\(observed) is not \(expected)")
    }
  }

  private func inverse(_ a: Double, _ b: Double, _ d: Double) -> [[Double]] {
    let determinant = a * d - b * b
    return [[d / determinant, -b / determinant], [-b / determinant, a / determinant]]
  }

  @Test func exponential() throws { check(try fit("exponential").covariance, [[1 / 12.0]]) }

  @Test func lognormal() throws {
    let (law, covariance) = try fit("lognormal")
    guard case .lognormal(_, let sigma) = law else { return }
    check(covariance, [[sigma * sigma / 12, 0], [0, 1 / 24.0]])
  }

  /// With z = k ln(x / scale) the logarithm of the density is ln k + z - exp(z) - ln x, and z
  /// changes by -k with ln(scale) and by z with ln(k).
  @Test func weibull() throws {
    let (law, covariance) = try fit("weibull")
    guard case .weibull(let scale, let shape) = law else { return }
    let z = Self.values.map { shape * log($0 / scale) }
    let scales = z.reduce(0) { $0 + shape * shape * exp($1) }
    let both = z.reduce(0) { $0 + shape * (1 - exp($1) - $1 * exp($1)) }
    let shapes = z.reduce(0) { $0 - (1 - exp($1)) * $1 + exp($1) * $1 * $1 }
    check(covariance, inverse(scales, both, shapes))
  }

  @Test func gamma() throws {
    let (law, covariance) = try fit("gamma")
    guard case .gamma(_, let shape) = law else { return }
    let information = 12 * (shape * shape * trigamma(shape) - shape)
    check(covariance, [[1 / (12 * shape), 0], [0, 1 / information]])
  }

  /// The sum of 1 / (x + i)², its tail by Euler and Maclaurin.
  private func trigamma(_ x: Double) -> Double {
    let sum = (0..<1000).reduce(0) { $0 + 1 / pow(x + Double($1), 2) }
    let rest = x + 1000
    return sum + 1 / rest + 1 / (2 * rest * rest)
  }

  @Test func geometric() throws {
    let counts = CountDistribution(units: [0, 7, 4, 2, 0, 0, 1, 0, 0, 0, 0, 1])
    let law = try unwrap(CountLaw.fits(counts).first)
    expect(law.name, equals: "geometric")
    check(try unwrap(law.covariance(counts)), [[(law.mean - 1) / law.mean / 15]])
  }

  /// A mean near 1 leaves no room for a step downwards that is not small.
  @Test func geometricNearItsEnd() throws {
    let counts = CountDistribution(units: [0, 499, 1])
    let law = try unwrap(CountLaw.fits(counts).first)
    let variance = try unwrap(law.covariance(counts))[0][0]
    expect(isClose(variance, (law.mean - 1) / law.mean / 500, 0.05), "\(variance)")
  }

  /// At the maximum the mean's error is that of the counts' mean, and independent of the shape's.
  @Test func gammaRates() throws {
    let counts = [0, 1, 1, 2, 3, 5, 8, 13, 21, 34]
    let shape = try unwrap(GammaRates.shape(counts))
    let covariance = try unwrap(
      GammaRates.covariance(counts, exposure: 50, mean: 8.8 / 50, shape: shape))
    expect(isClose(covariance[0][0], (1 / 8.8 + 1 / shape) / 10, 1e-3), "\(covariance)")
    expect(abs(covariance[0][1]) < 1e-3 * covariance[0][0], "\(covariance)")
  }

  @Test("Where the likelihood has no curvature, there is no covariance")
  func flat() {
    expect(ObservedInformation.covariance(at: [1, 2]) { -$0[0] * $0[0] } == nil)
    expect(ObservedInformation.covariance(at: [1]) { $0[0] * $0[0] } == nil)
    expect(ObservedInformation.covariance(at: [1]) { _ in .nan } == nil)
  }

  @Test("A thinned sample knows its size")
  func thinned() throws {
    var random = SplitMix64(state: 31)
    let values = (0..<170_000).map { _ in exp(random.normal()) }.sorted()
    let law = try unwrap(SpanLaw.lognormalFit(values))
    guard case .lognormal(_, let sigma) = law else { return }
    let covariance = try unwrap(law.covariance(values))
    expect(isClose(covariance[0][0], sigma * sigma / 170_000, 0.01), "\(covariance)")
    expect(isClose(covariance[1][1], 0.5 / 170_000, 0.01), "\(covariance)")
  }
}
