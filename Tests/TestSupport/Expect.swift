package import Testing

// Swift Testing's `#expect` and `#require` show more of what fails, but each one is a macro that
// takes 14 to 40 ms to compile, and the tests hold 3,700 of them: a function takes a tenth of it.
// The macros remain for errors (`throws:`) and exits (`processExitsWith:`).

/// Expects that something holds. The comment names what was found where the line does not tell it.
package func expect(
  _ condition: Bool, _ comment: @autoclosure () -> Comment? = nil,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  guard !condition else { return }
  record("this does not hold", comment(), sourceLocation)
}

/// Expects that a value is the other one, and shows both when it is not.
package func expect<Value: Equatable>(
  _ found: Value, equals expected: Value, _ comment: @autoclosure () -> Comment? = nil,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  guard found != expected else { return }
  record("found \(found), expected \(expected)", comment(), sourceLocation)
}

/// Expects a part in a text, and shows the text when it is not there.
package func expect(
  _ text: String, contains part: String, sourceLocation: SourceLocation = #_sourceLocation
) {
  guard !text.contains(part) else { return }
  record("found \(text), expected in it: \(part)", nil, sourceLocation)
}

package func expect(
  _ text: String, hasPrefix part: String, sourceLocation: SourceLocation = #_sourceLocation
) {
  guard !text.hasPrefix(part) else { return }
  record("found \(text), expected first: \(part)", nil, sourceLocation)
}

package func expect(
  _ text: String, hasSuffix part: String, sourceLocation: SourceLocation = #_sourceLocation
) {
  guard !text.hasSuffix(part) else { return }
  record("found \(text), expected last: \(part)", nil, sourceLocation)
}

/// What is there; an issue, and the end of the test, when nothing is.
package func unwrap<Value>(
  _ found: Value?, _ comment: @autoclosure () -> Comment? = nil,
  sourceLocation: SourceLocation = #_sourceLocation
) throws -> Value {
  if let found { return found }
  record("found nil", comment(), sourceLocation)
  throw Absence()
}

private struct Absence: Error, CustomStringConvertible {
  let description = "the rest of the test needs what was not there"
}

private func record(_ what: String, _ comment: Comment?, _ location: SourceLocation) {
  let words = [comment?.rawValue, what].compactMap(\.self).joined(separator: ": ")
  Issue.record(Comment(rawValue: words), sourceLocation: location)
}
