import Foundation
import Statistics
import TestSupport
import Testing

/// One step of a weighted least-squares search, and what observations leave open.
@Suite struct LocalFitTests {
  private func independent(_ errors: [Double]) throws -> CholeskyFactor {
    let matrix = errors.indices.map { one in
      errors.indices.map { one == $0 ? errors[one] * errors[one] : 0 }
    }
    return try unwrap(CholeskyFactor(matrix))
  }

  @Test("A linear model is solved in one step, by the textbook's line")
  func line() throws {
    // y = 2 + 3x with errors of its own; the weighted normal equations are written out.
    let (x, errors) = ([0.0, 1, 2, 5], [0.5, 1, 2, 0.25])
    let y = zip(x, [0.1, -0.2, 0.4, 0.05]).map { 2 + 3 * $0 + $1 }
    let fit = try LocalFit(
      x.map { [1, $0] }, residuals: y, errors: independent(errors), errorMax: 100)
    let weights = errors.map { 1 / ($0 * $0) }
    let sum = { (values: [Double]) in zip(weights, values).reduce(0) { $0 + $1.0 * $1.1 } }
    let (s, sx, sxx) = (sum(x.map { _ in 1 }), sum(x), sum(x.map { $0 * $0 }))
    let (sy, sxy) = (sum(y), sum(zip(x, y).map { $0 * $1 }))
    let determinant = s * sxx - sx * sx
    expect(abs(fit.step[0] - (sxx * sy - sx * sxy) / determinant) < 1e-10)
    expect(abs(fit.step[1] - (s * sxy - sx * sy) / determinant) < 1e-10)
    expect(abs(fit.covariance[0][0] - sxx / determinant) < 1e-10)
    expect(abs(fit.covariance[0][1] + sx / determinant) < 1e-10)
    expect(abs(fit.covariance[1][1] - s / determinant) < 1e-10)
    expect(fit.open.isEmpty)
  }

  @Test("With fewer observations than parameters the others are open, and the step is the shortest")
  func fewObservations() throws {
    let fit = try LocalFit([[3, 4, 0]], residuals: [10], errors: independent([0.1]), errorMax: 2)
    expect(fit.open.count, equals: 2)
    // Along (3, 4)/5, as far as 10/5.
    for (found, expected) in zip(fit.step, [1.2, 1.6, 0]) { expect(abs(found - expected) < 1e-10) }
    for direction in fit.open {
      expect(abs(3 * direction[0] + 4 * direction[1]) < 1e-10)
      expect(abs(direction.reduce(0) { $0 + $1 * $1 } - 1) < 1e-10)
    }
  }

  @Test("A direction is open where its standard error would be too large")
  func largeError() throws {
    let rows = [[1.0, 1], [1, 1.001]]
    let fit = try LocalFit(rows, residuals: [1, 1], errors: independent([0.1, 0.1]), errorMax: 2)
    expect(fit.open.count, equals: 1)
    expect(abs(fit.open[0][0] + fit.open[0][1]) < 1e-2)
    let finer = try LocalFit(
      rows, residuals: [1, 1], errors: independent([1e-4, 1e-4]), errorMax: 2)
    expect(finer.open.isEmpty)
  }

  @Test("Of two figures that vary together, the mean is weighted by the textbook's formula")
  func correlated() throws {
    // One parameter, seen twice: weights are the row sums of the inverse covariance.
    let covariance = [[1.0, 0.6], [0.6, 4]]
    let factor = try unwrap(CholeskyFactor(covariance))
    let fit = LocalFit([[1], [1]], residuals: [2, 5], errors: factor, errorMax: 100)
    let determinant = 4 - 0.36
    let weights = [(4 - 0.6) / determinant, (1 - 0.6) / determinant]
    let total = weights[0] + weights[1]
    expect(abs(fit.step[0] - (2 * weights[0] + 5 * weights[1]) / total) < 1e-12)
    expect(abs(fit.covariance[0][0] - 1 / total) < 1e-12)
  }
}
