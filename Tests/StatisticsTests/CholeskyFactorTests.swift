import Statistics
import TestSupport
import Testing

/// The triangle that a symmetric matrix is made of.
@Suite struct CholeskyFactorTests {
  private let matrix = [[4.0, 2, -2], [2, 10, 2], [-2, 2, 6]]

  @Test("By hand: L is 2; 1, 3; -1, 1, 2")
  func byHand() throws {
    let factor = try unwrap(CholeskyFactor(matrix))
    for (column, expected) in [[2.0, 1, -1], [0, 3, 1], [0, 0, 2]].enumerated() {
      let unit = (0..<3).map { $0 == column ? 1.0 : 0 }
      for (found, value) in zip(factor.times(unit), expected) { expect(abs(found - value) < 1e-12) }
    }
    let solved = factor.solved(factor.times([3, -1, 2]))
    for (found, value) in zip(solved, [3.0, -1, 2]) { expect(abs(found - value) < 1e-12) }
  }

  @Test("Units do not decide whether a matrix is singular")
  func units() throws {
    let scales = [1e-9, 1, 1e9]
    let scaled = matrix.indices.map { row in
      matrix.indices.map { matrix[row][$0] * scales[row] * scales[$0] }
    }
    expect(CholeskyFactor(scaled) != nil)
    expect(CholeskyFactor([[1, 2], [2, 4]]) == nil)
    expect(CholeskyFactor([[1, 2], [2, 1]]) == nil)
    expect(CholeskyFactor([[1, 0], [0, 0]]) == nil)
    expect(CholeskyFactor([[-1]]) == nil)
  }
}
