import Foundation
import Statistics
import TestSupport
import Testing

/// One step of a weighted least-squares search, and what observations leave open.
@Suite struct LocalFitTests {
  @Test("A linear model is solved in one step, by the textbook's line")
  func line() {
    // y = 2 + 3x with errors of its own; the weighted normal equations are written out.
    let (x, errors) = ([0.0, 1, 2, 5], [0.5, 1, 2, 0.25])
    let y = zip(x, [0.1, -0.2, 0.4, 0.05]).map { 2 + 3 * $0 + $1 }
    let fit = LocalFit(x.map { [1, $0] }, residuals: y, errors: errors, errorMax: 100)
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
    let fit = LocalFit([[3, 4, 0]], residuals: [10], errors: [0.1], errorMax: 2)
    expect(fit.open.count, equals: 2)
    // Along (3, 4)/5, as far as 10/5.
    for (found, expected) in zip(fit.step, [1.2, 1.6, 0]) { expect(abs(found - expected) < 1e-10) }
    for direction in fit.open {
      expect(abs(3 * direction[0] + 4 * direction[1]) < 1e-10)
      expect(abs(direction.reduce(0) { $0 + $1 * $1 } - 1) < 1e-10)
    }
  }

  @Test("A direction is open where its standard error would be too large")
  func largeError() {
    let rows = [[1.0, 1], [1, 1.001]]
    let fit = LocalFit(rows, residuals: [1, 1], errors: [0.1, 0.1], errorMax: 2)
    expect(fit.open.count, equals: 1)
    expect(abs(fit.open[0][0] + fit.open[0][1]) < 1e-2)
    let finer = LocalFit(rows, residuals: [1, 1], errors: [1e-4, 1e-4], errorMax: 2)
    expect(finer.open.isEmpty)
  }
}
