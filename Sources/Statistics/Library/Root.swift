// Goals, in order: a root is bracketed or there is none; nothing leaks; short.
//
// Source: GSL 2.7.1 Reference Manual, "One Dimensional Root-Finding" (Brent's method).

internal import CGSL
import Foundation

/// Zeros of a function of one variable.
public enum Root {
  private static let iterationsMax = 200

  /// The zero of a continuous function between two points where it has different signs.
  ///
  /// - Parameters:
  ///   - bracket: finite ends.
  ///   - relativeError: of the zero, above 0.
  ///   - f: the function.
  /// - Returns: nil when the function has the same sign at both ends or is no number at one of
  ///   them, or when 200 steps do not suffice.
  public static func find(
    in bracket: ClosedRange<Double>, relativeError: Double = 1e-12, _ f: (Double) -> Double
  ) -> Double? {
    precondition(bracket.lowerBound.isFinite && bracket.upperBound.isFinite, "finite ends")
    let (low, high) = (f(bracket.lowerBound), f(bracket.upperBound))
    guard low.isFinite, high.isFinite else { return nil }
    if low == 0 { return bracket.lowerBound }
    if high == 0 { return bracket.upperBound }
    guard (low < 0) != (high < 0), let solver = cgsl_brent_alloc() else { return nil }
    defer { gsl_root_fsolver_free(solver) }
    return GSL.withFunction(f) { function in
      GSL.call { solve(solver, function, bracket, relativeError) }
    }
  }

  private static func solve(
    _ solver: UnsafeMutablePointer<gsl_root_fsolver>,
    _ function: UnsafeMutablePointer<gsl_function>,
    _ bracket: ClosedRange<Double>, _ relativeError: Double
  ) -> Double? {
    let (low, high) = (bracket.lowerBound, bracket.upperBound)
    guard gsl_root_fsolver_set(solver, function, low, high) == 0 else { return nil }
    for _ in 0..<iterationsMax {
      guard gsl_root_fsolver_iterate(solver) == 0 else { return nil }
      let (low, high) = (gsl_root_fsolver_x_lower(solver), gsl_root_fsolver_x_upper(solver))
      if gsl_root_test_interval(low, high, 0, relativeError) == 0 {
        return gsl_root_fsolver_root(solver)
      }
    }
    return nil
  }
}
