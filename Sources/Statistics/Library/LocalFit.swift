// Goals, in order: a direction about which the observations say nothing is found, not guessed;
// one weighted least-squares step; short.
//
// Source: L. P. Hansen, "Large sample properties of generalized method of moments estimators",
// Econometrica 50 (1982) 1029-1054 (the step, its covariance, the test of over-identification);
// the singular value decomposition is GSL's (Jacobi's one-sided rotations).

internal import CGSL

/// A model of observations that is linear in its parameters near a point: where the parameters
/// should go, how sure that is, and which combinations of them the observations leave open.
public struct LocalFit: Sendable {
  /// The numbers to add to the parameters; 0 in open directions.
  public let step: [Double]
  /// The covariance of the parameters, without their parts in open directions.
  public let covariance: [[Double]]
  /// The standard error of each parameter with what the open directions leave of it: infinite where
  /// one of them leaves everything.
  public let spread: [Double]
  /// Directions about which the observations say nothing: unit vectors, each with its largest part
  /// above 0.
  public let open: [[Double]]

  /// - Parameters:
  ///   - jacobian: The slopes by observation, then parameter.
  ///   - residuals: Observed less modelled, by observation.
  ///   - errors: The covariance of the residuals, as its triangle.
  ///   - errorMax: A direction whose parameter would have a larger standard error is open.
  public init(
    _ jacobian: [[Double]], residuals: [Double], errors: CholeskyFactor, errorMax: Double
  ) {
    let count = jacobian[0].count
    let whitened = (0..<count).map { column in errors.solved(jacobian.map { $0[column] }) }
    let weighted = jacobian.indices.map { row in whitened.map { $0[row] } }
    let (columns, values) = Self.decomposed(weighted, count)
    let scaled = errors.solved(residuals)
    var (step, covariance) = (
      [Double](repeating: 0, count: count),
      [[Double]](repeating: [Double](repeating: 0, count: count), count: count)
    )
    var open: [[Double]] = []
    var rest = [Double](repeating: 0, count: count)
    let most = values.max() ?? 0
    for (direction, value) in zip(columns, values) {
      guard value * errorMax > 1 else {
        open.append(Self.oriented(direction))
        let error = value > 1e-9 * most ? 1 / value : .infinity
        for one in 0..<count where abs(direction[one]) > 1e-9 {
          rest[one] += error * error * direction[one] * direction[one]
        }
        continue
      }
      // A·v = s·u, so that u·r = (A·v)·r / s.
      let image = weighted.map { row in Self.product(row, direction) }
      let length = Self.product(image, scaled) / (value * value)
      for one in 0..<count {
        step[one] += length * direction[one]
        for other in 0..<count {
          covariance[one][other] += direction[one] * direction[other] / (value * value)
        }
      }
    }
    (self.step, self.covariance, self.open) = (step, covariance, open)
    spread = (0..<count).map { (covariance[$0][$0] + rest[$0]).squareRoot() }
  }

  /// - Returns: The right singular vectors, and their singular values.
  private static func decomposed(
    _ matrix: [[Double]], _ count: Int
  ) -> (vectors: [[Double]], values: [Double]) {
    // At least as many rows as columns; those of 0 change nothing.
    let rows = max(matrix.count, count)
    var entries = [Double](repeating: 0, count: rows * count)
    for (row, values) in matrix.enumerated() {
      for (column, value) in values.enumerated() { entries[row * count + column] = value }
    }
    var vectors = [Double](repeating: 0, count: count * count)
    var values = [Double](repeating: 0, count: count)
    let status = GSL.call {
      entries.withUnsafeMutableBufferPointer { entries in
        vectors.withUnsafeMutableBufferPointer { vectors in
          values.withUnsafeMutableBufferPointer { values in
            var a = gsl_matrix_view_array(entries.baseAddress, rows, count)
            var v = gsl_matrix_view_array(vectors.baseAddress, count, count)
            var s = gsl_vector_view_array(values.baseAddress, count)
            return gsl_linalg_SV_decomp_jacobi(&a.matrix, &v.matrix, &s.vector)
          }
        }
      }
    }
    precondition(status == Int32(GSL_SUCCESS), GSL.message(for: status))
    let columns = (0..<count).map { column in (0..<count).map { vectors[$0 * count + column] } }
    return (columns, values)
  }

  private static func oriented(_ direction: [Double]) -> [Double] {
    let largest = direction.max { abs($0) < abs($1) } ?? 1
    return largest < 0 ? direction.map { -$0 } : direction
  }

  private static func product(_ left: [Double], _ right: [Double]) -> Double {
    zip(left, right).reduce(0) { $0 + $1.0 * $1.1 }
  }
}
