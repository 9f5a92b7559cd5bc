// Goals, in order: no minimum that was not reached; nothing leaks; short.
//
// Source: GSL 2.7.1 Reference Manual, "Multidimensional Minimization" (nmsimplex2, the simplex of
// Nelder and Mead).

internal import CGSL

/// Minima of a function of several variables.
public enum Minimum {
  private static let iterationsMax = 5000
  /// Who comes this far is on the way to infinity.
  private static let coordinateMax = 1e100

  /// The nearest minimum to a point, without derivatives.
  ///
  /// - Parameters:
  ///   - start: at least one coordinate; scale the problem so that steps of 1 make sense.
  ///   - step: the size of the first simplex.
  ///   - size: of the simplex at the end: about the error of the coordinates.
  ///   - f: may be infinite, never NaN.
  /// - Returns: nil when 5,000 steps do not suffice, or lead beyond 1e100.
  public static func find(
    from start: [Double], step: Double = 0.5, size: Double = 1e-7, _ f: ([Double]) -> Double
  ) -> [Double]? {
    precondition(!start.isEmpty && start.allSatisfy(\.isFinite), "a finite point to start from")
    return withoutActuallyEscaping(f) { f in
      withExtendedLifetime(Carried(f, dimension: start.count)) { carried in
        var function = gsl_multimin_function(
          f: { point, context in
            guard let point, let context else { preconditionFailure("GSL lost the function") }
            let carried = Unmanaged<Carried>.fromOpaque(context).takeUnretainedValue()
            return carried.f((0..<carried.dimension).map { gsl_vector_get(point, $0) })
          },
          n: start.count, params: Unmanaged.passUnretained(carried).toOpaque())
        return GSL.call { minimize(&function, start, step, size) }
      }
    }
  }

  private final class Carried {
    let f: ([Double]) -> Double
    let dimension: Int

    init(_ f: @escaping ([Double]) -> Double, dimension: Int) {
      self.f = f
      self.dimension = dimension
    }
  }

  private static func minimize(
    _ function: UnsafeMutablePointer<gsl_multimin_function>, _ start: [Double], _ step: Double,
    _ size: Double
  ) -> [Double]? {
    let count = start.count
    guard let solver = cgsl_simplex_alloc(count) else { return nil }
    defer { gsl_multimin_fminimizer_free(solver) }
    guard let first = gsl_vector_alloc(count), let steps = gsl_vector_alloc(count) else {
      return nil
    }
    defer {
      gsl_vector_free(first)
      gsl_vector_free(steps)
    }
    for place in 0..<count { gsl_vector_set(first, place, start[place]) }
    gsl_vector_set_all(steps, step)
    guard gsl_multimin_fminimizer_set(solver, function, first, steps) == 0 else { return nil }
    for _ in 0..<iterationsMax {
      guard gsl_multimin_fminimizer_iterate(solver) == 0 else { return nil }
      guard gsl_multimin_test_size(gsl_multimin_fminimizer_size(solver), size) == 0 else {
        continue
      }
      guard let point = gsl_multimin_fminimizer_x(solver) else { return nil }
      let best = (0..<count).map { gsl_vector_get(point, $0) }
      return best.allSatisfy { abs($0) < coordinateMax } ? best : nil
    }
    return nil
  }
}
