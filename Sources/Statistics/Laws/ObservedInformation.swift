// Goals, in order: no covariance that is none; four digits; short.
//
// Source: B. Efron, D. V. Hinkley, "Assessing the accuracy of the maximum likelihood estimator:
// observed versus expected Fisher information", Biometrika 65 (1978); GSL 2.7.1 Reference Manual,
// "Cholesky Decomposition".

internal import CGSL

/// The uncertainty of estimates of maximum likelihood, from the curvature of the likelihood's
/// logarithm.
public enum ObservedInformation {
  private static let stepMax = 0.01
  /// A step costs so much of the logarithm at most: more is no longer near the maximum, much less
  /// is lost in the rounding of a long sum.
  private static let fallMax = 0.1

  /// The covariance of estimates: the inverse of the observed information, by central differences.
  ///
  /// - Parameters:
  ///   - point: the maximum; scale the problem so that steps of 0.01 are small.
  ///   - logLikelihood: of the whole sample.
  /// - Returns: nil where the likelihood has no maximum that is curved in every direction.
  public static func covariance(
    at point: [Double], _ logLikelihood: @escaping ([Double]) -> Double
  ) -> [[Double]]? {
    let top = logLikelihood(point)
    let surface = Surface(point: point, top: top, f: logLikelihood)
    let steps = point.indices.compactMap { surface.step($0) }
    guard steps.count == point.count else { return nil }
    var information = point.map { _ in [Double](repeating: 0, count: point.count) }
    for row in point.indices {
      for column in 0...row {
        let curvature = -surface.derivative(row, column, steps)
        (information[row][column], information[column][row]) = (curvature, curvature)
      }
    }
    return inverse(information)
  }

  private struct Surface {
    let point: [Double]
    let top: Double
    let f: ([Double]) -> Double

    private func value(_ moves: (axis: Int, by: Double)...) -> Double {
      var moved = point
      for move in moves { moved[move.axis] += move.by }
      return f(moved)
    }

    /// - Returns: nil where no step is small enough.
    func step(_ axis: Int) -> Double? {
      var step = stepMax
      for _ in 0..<40 {
        let falls = [value((axis, step)), value((axis, -step))].map { top - $0 }
        if falls.allSatisfy({ $0 <= fallMax }) { return step }
        let worst = falls.allSatisfy(\.isFinite) ? falls.reduce(0, max) : .infinity
        step *= max(0.1, (fallMax / 2 / worst).squareRoot())
      }
      return nil
    }

    /// The second derivative.
    func derivative(_ row: Int, _ column: Int, _ steps: [Double]) -> Double {
      let (first, second) = (steps[row], steps[column])
      guard row != column else {
        return (value((row, first)) + value((row, -first)) - 2 * top) / (first * first)
      }
      let alike = value((row, first), (column, second)) + value((row, -first), (column, -second))
      let apart = value((row, first), (column, -second)) + value((row, -first), (column, second))
      return (alike - apart) / (4 * first * second)
    }
  }

  /// - Returns: nil for a matrix that is not positive definite.
  private static func inverse(_ rows: [[Double]]) -> [[Double]]? {
    let count = rows.count
    guard rows.allSatisfy({ $0.allSatisfy(\.isFinite) }),
      let matrix = gsl_matrix_alloc(count, count)
    else { return nil }
    defer { gsl_matrix_free(matrix) }
    for row in 0..<count {
      for column in 0..<count { gsl_matrix_set(matrix, row, column, rows[row][column]) }
    }
    let isDone = GSL.call {
      gsl_linalg_cholesky_decomp1(matrix) == 0 && gsl_linalg_cholesky_invert(matrix) == 0
    }
    guard isDone else { return nil }
    let inverse = (0..<count).map { row in
      (0..<count).map { gsl_matrix_get(matrix, row, $0) }
    }
    return inverse.allSatisfy { $0.allSatisfy(\.isFinite) } ? inverse : nil
  }
}
