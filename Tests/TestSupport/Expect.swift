package import Testing

/// Expects that a value is the other one, and shows both when it is not.
///
/// Swift Testing's `#expect` says the same, but each one is a macro that takes 20 ms to compile;
/// this took two thirds off the type checking of tests that hold 1,200 of them. For all that is no
/// equality, `#expect` shows more.
package func expect<Value: Equatable>(
  _ found: Value, equals expected: Value, _ comment: @autoclosure () -> Comment? = nil,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  guard found != expected else { return }
  let difference = "found \(found), expected \(expected)"
  Issue.record(
    Comment(
      rawValue: [comment()?.rawValue, difference].compactMap(\.self).joined(separator: ": ")),
    sourceLocation: sourceLocation)
}
