internal import CGSL

/// Carries a Swift function through GSL's untyped parameter.
private final class Carried {
  let f: (Double) -> Double
  init(_ f: @escaping (Double) -> Double) { self.f = f }
}

extension GSL {
  /// Lends a function of one variable to GSL.
  static func withFunction<Result>(
    _ f: (Double) -> Double, _ body: (UnsafeMutablePointer<gsl_function>) -> Result
  ) -> Result {
    withoutActuallyEscaping(f) { f in
      withExtendedLifetime(Carried(f)) { carried in
        var function = gsl_function(
          function: { x, context in
            guard let context else { preconditionFailure("GSL lost the function") }
            return Unmanaged<Carried>.fromOpaque(context).takeUnretainedValue().f(x)
          },
          params: Unmanaged.passUnretained(carried).toOpaque())
        return body(&function)
      }
    }
  }
}
