import Foundation
import Statistics
import TestSupport
import Testing

/// A process that knows a function from its values at some points.
@Suite struct GaussianProcessTests {
  private func process(
    _ points: [[Double]], _ values: [Double], noise: Double = 0
  ) throws -> GaussianProcess {
    try unwrap(
      GaussianProcess(
        points: points, values: values, noise: points.map { _ in noise }, mean: 1, variance: 4,
        lengths: points[0].map { _ in 0.5 }))
  }

  @Test("Values without noise are met, and nothing is left unknown there")
  func interpolation() throws {
    let points = [[0.1, 0.2], [0.9, 0.3], [0.5, 0.8], [0.4, 0.1]]
    let values = [3.0, -1, 0.5, 2]
    let process = try process(points, values)
    for (point, value) in zip(points, values) {
      expect(isClose(process.at(point).mean, value))
      expect(process.at(point).variance < 1e-12)
    }
    // Far away there is what there was before.
    expect(isClose(process.at([50, 50]).mean, 1))
    expect(isClose(process.at([50, 50]).variance, 4))
  }

  /// At a distance of r lengths the correlation is (1 + √5·r + 5r²/3)·exp(-√5·r).
  @Test("Two points, by hand: the mean and the variance between them, and the likelihood")
  func byHand() throws {
    let root = 5.0.squareRoot()
    let correlation = { (r: Double) -> Double in (1 + root * r + 5 * r * r / 3) * exp(-root * r) }
    for noise in [0, 0.3] {
      let process = try process([[0], [0.5]], [2, 4], noise: noise)
      // K = [[a, b], [b, a]], k = (c, c): K⁻¹k = c / (a + b) for both.
      let (a, b, c) = (4 + noise, 4 * correlation(1), 4 * correlation(0.5))
      let middle = process.at([0.25])
      expect(isClose(middle.mean, 1 + c / (a + b) * (1 + 3)))
      expect(isClose(middle.variance, 4 - 2 * c * c / (a + b)))
      // Squares of y = (1, 3): with eigenvalues a + b of (1, 1)/√2, a - b of (1, -1)/√2.
      let squares = 8 / (a + b) + 2 / (a - b)
      let expected: Double = -squares / 2 - log(a * a - b * b) / 2 - log(2 * Double.pi)
      expect(isClose(process.logLikelihood, expected))
    }
  }

  @Test("The same point twice has no answer without noise, and the mean with it")
  func twice() throws {
    let twice = [[0.5], [0.5]]
    expect(
      GaussianProcess(
        points: twice, values: [1, 2], noise: [0, 0], mean: 0, variance: 1, lengths: [1]) == nil)
    // (y₁ + y₂) / (2 + noise / variance), from the mean.
    let found = try process(twice, [2, 4], noise: 4).at([0.5])
    expect(isClose(found.mean, 1 + (1 + 3) / 3))
    expect(isClose(found.variance, 4 - 4 * 2.0 / 3))
  }

  /// φ(0) = 1/√(2π); at z = 1: Φ(1) = 0.841344746068543, φ(1) = 0.241970724519143.
  @Test("Expected improvement, by hand")
  func improvement() {
    let improvement = GaussianProcess.expectedImprovement
    expect(isClose(improvement(3, 2, 3), 2 / (2 * Double.pi).squareRoot()))
    expect(isClose(improvement(5, 2, 3), 2 * 0.841344746068543 + 2 * 0.241970724519143))
    expect(isClose(improvement(1, 2, 3), -2 * (1 - 0.841344746068543) + 2 * 0.241970724519143))
    expect([improvement(5, 0, 3), improvement(1, 0, 3)], equals: [2, 0])
    expect(improvement(-1000, 1, 0), equals: 0)
  }

  /// sin(4x) at 0, 1/4, ..., 1: straight lines between the points miss it by up to 4²/8 · (1/4)².
  @Test("A fit finds that a coordinate does not matter, and what lies between the points")
  func fit() {
    let points: [[Double]] = (0..<25).map { place in
      let (column, row) = (Double(place % 5), Double(place / 5))
      return [column / 4, row / 4]
    }
    let values = points.map { sin(4 * $0[0]) }
    let process = GaussianProcess.fitted(points, values: values, noise: points.map { _ in 0 })
    for x in (0..<20).map({ Double($0) / 19 }) {
      let (low, high) = (process.at([x, 0.1]), process.at([x, 0.85]))
      expect(abs(low.mean - sin(4 * x)) < 0.125, "\(low.mean), \(sin(4 * x))")
      expect(abs(high.mean - low.mean) < 0.01, "\(low.mean), \(high.mean)")
    }
  }

  @Test("Where all values agree, it is flat and sure")
  func flat() {
    let process = GaussianProcess.fitted([[0], [0.3], [1]], values: [7, 7, 7], noise: [0, 0, 0])
    expect(isClose(process.at([0.6]).mean, 7))
    expect(process.at([0.6]).variance < 1e-9)
  }
}
