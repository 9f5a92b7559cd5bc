// Goals, in order: an integral that GSL doubts is an error, never a number; nothing leaks; short.
//
// Source: GSL 2.7.1 Reference Manual, "Numerical Integration" (QUADPACK's QAGS and QAGIU).

internal import CGSL

/// The reason why an integral has no value.
public struct IntegrationError: Error, Equatable, CustomStringConvertible {
  /// In GSL's words, for example "bad integrand behavior found in the integration interval".
  public let description: String
}

/// Adaptive integration of a function of one variable.
public enum Integration {
  /// ∫ f(x) dx from `start` to infinity.
  ///
  /// Adaptive 15-point Gauss-Kronrod with extrapolation on x = start + (1-t)/t. Choose the unit of
  /// x so that the weight of f lies within a few units of `start`: what is a thousand times
  /// narrower or farther may be overlooked.
  ///
  /// - Parameters:
  ///   - start: finite.
  ///   - relativeError: wanted, above 1.2e-14.
  ///   - absoluteError: that suffices instead, at least 0.
  ///   - f: finite wherever it is called; never called at an end.
  /// - Throws: ``IntegrationError`` when neither error is reached, as with a divergent integral or
  ///   one that meets a value that is not finite. An integral of exactly 0 is not an error.
  public static func overHalfLine(
    from start: Double, relativeError: Double = 1e-10, absoluteError: Double = 0,
    _ f: (Double) -> Double
  ) throws(IntegrationError) -> Double {
    precondition(start.isFinite, "the half-line starts at a number")
    return try integrate(f) { function, workspace, result, error in
      gsl_integration_qagiu(
        function, start, absoluteError, relativeError, intervalsMax, workspace, result, error)
    }
  }

  /// ∫ f(x) dx over a finite range.
  ///
  /// Adaptive 21-point Gauss-Kronrod with extrapolation, which copes with singular ends. Parameters
  /// and errors as in ``overHalfLine(from:relativeError:absoluteError:_:)``.
  public static func over(
    _ range: ClosedRange<Double>, relativeError: Double = 1e-10, absoluteError: Double = 0,
    _ f: (Double) -> Double
  ) throws(IntegrationError) -> Double {
    precondition(range.lowerBound.isFinite && range.upperBound.isFinite, "the range is finite")
    return try integrate(f) { function, workspace, result, error in
      gsl_integration_qags(
        function, range.lowerBound, range.upperBound, absoluteError, relativeError, intervalsMax,
        workspace, result, error)
    }
  }
}

extension Integration {
  /// ∫ f(x) dx over a range in which f is smooth, by 8-point Gauss-Legendre: quick, without a look
  /// at the error. Break a long range into pieces.
  ///
  /// - Parameter f: finite wherever it is called; never called at an end.
  static func overSmooth(
    _ start: Double, _ end: Double, _ f: (Double) -> Double
  ) -> Double {
    let (middle, half) = ((start + end) / 2, (end - start) / 2)
    return half * legendre.reduce(0) { $0 + $1.weight * f(middle + half * $1.place) }
  }

  /// Places and weights on -1...1.
  private static let legendre: [(place: Double, weight: Double)] = {
    let count = 8
    guard let table = gsl_integration_glfixed_table_alloc(count) else { return [] }
    defer { gsl_integration_glfixed_table_free(table) }
    return (0..<count).map { number in
      var (place, weight) = (0.0, 0.0)
      gsl_integration_glfixed_point(-1, 1, number, &place, &weight, table)
      return (place, weight)
    }
  }()
}

// MARK: - Calling GSL

extension Integration {
  private typealias Workspace = UnsafeMutablePointer<gsl_integration_workspace>
  private typealias Number = UnsafeMutablePointer<Double>

  /// A limit on the work: so many intervals and no more.
  private static let intervalsMax = 1000

  private static func integrate(
    _ f: (Double) -> Double,
    by rule: (UnsafeMutablePointer<gsl_function>, Workspace, Number, Number) -> Int32
  ) throws(IntegrationError) -> Double {
    guard let workspace = GSL.call({ gsl_integration_workspace_alloc(intervalsMax) }) else {
      throw IntegrationError(description: "no memory for the workspace")
    }
    defer { gsl_integration_workspace_free(workspace) }
    var (result, error) = (0.0, 0.0)
    let status = GSL.withFunction(f) { function in
      GSL.call { rule(function, workspace, &result, &error) }
    }
    guard status == 0 else { throw IntegrationError(description: GSL.message(for: status)) }
    return result
  }
}
