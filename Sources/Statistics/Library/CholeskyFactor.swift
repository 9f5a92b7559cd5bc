internal import CGSL
import Foundation

/// The lower triangle L with A = L·Lᵀ, of a symmetric matrix whose eigenvalues are above 0.
public struct CholeskyFactor: Sendable, Equatable {
  /// By row; those of a row end at the diagonal.
  private let rows: [[Double]]

  /// - Parameter matrix: The matrix by row; square and symmetric, of which the lower triangle is
  ///   read.
  /// - Returns: nil where an eigenvalue is not above 0.
  public init?(_ matrix: [[Double]]) {
    let size = matrix.count
    precondition(size > 0 && matrix.allSatisfy { $0.count == size }, "a matrix is square")
    // With a diagonal of 1, units do not decide what counts as singular.
    let scales = matrix.indices.map { matrix[$0][$0] > 0 ? matrix[$0][$0].squareRoot() : 0 }
    guard scales.allSatisfy({ $0 > 0 && $0.isFinite }) else { return nil }
    var values = matrix.indices.flatMap { row in
      matrix.indices.map { matrix[max(row, $0)][min(row, $0)] / (scales[row] * scales[$0]) }
    }
    let status = GSL.call {
      values.withUnsafeMutableBufferPointer { values in
        var view = gsl_matrix_view_array(values.baseAddress, size, size)
        return gsl_linalg_cholesky_decomp1(&view.matrix)
      }
    }
    guard status == Int32(GSL_SUCCESS),
      (0..<size).allSatisfy({ values[$0 * size + $0] > Self.pivotMin })
    else { return nil }
    rows = (0..<size).map { row in (0...row).map { scales[row] * values[row * size + $0] } }
  }

  /// Below it, what is left of a variance is rounding.
  private static var pivotMin: Double { 1e-7 }
}

extension CholeskyFactor {
  /// L·x: of independent numbers with variance 1 it makes numbers with the covariance A.
  ///
  /// - Precondition: There are as many numbers as rows.
  public func times(_ x: [Double]) -> [Double] {
    precondition(x.count == rows.count, "a number for each row")
    return rows.map { row in zip(row, x).reduce(0) { $0 + $1.0 * $1.1 } }
  }

  /// The natural logarithm of the determinant of A.
  public var logDeterminant: Double { 2 * rows.reduce(0) { $0 + log($1[$1.count - 1]) } }

  /// y with L·y = x.
  public func solved(_ x: [Double]) -> [Double] {
    precondition(x.count == rows.count, "a number for each row")
    var solution: [Double] = []
    for (row, value) in zip(rows, x) {
      let known = zip(row, solution).reduce(value) { $0 - $1.0 * $1.1 }
      solution.append(known / row[row.count - 1])
    }
    return solution
  }
}
