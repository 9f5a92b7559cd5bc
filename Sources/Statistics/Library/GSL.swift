internal import CGSL

/// The way into the GNU Scientific Library: its error handler, which aborts the process, is off.
enum GSL {
  private static let errorHandlerIsOff: Void = cgsl_disable_error_handler()

  /// Calls GSL with its error handler off.
  static func call<Result>(_ body: () -> Result) -> Result {
    _ = errorHandlerIsOff
    return body()
  }

  /// The value of a GSL function that reports a failure as NaN.
  ///
  /// - Precondition: the arguments are in the function's domain, which the caller has checked.
  static func value(_ function: @autoclosure () -> Double) -> Double {
    let value = call(function)
    precondition(!value.isNaN, "GSL has no value for these arguments")
    return value
  }

  /// GSL's words for a status.
  static func message(for status: Int32) -> String {
    String(cString: gsl_strerror(status))
  }
}
