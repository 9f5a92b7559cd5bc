import Foundation
package import Testing

// Swift Testing's `#expect` and `#require` show more of what fails, but each one is a macro that
// takes 14 to 40 ms to compile, and the tests hold 3,700 of them: a function takes a tenth of it.
// The macros remain for errors (`throws:`) and exits (`processExitsWith:`).

/// Expects that something holds, and shows the source when it does not. A comment may name what was
/// found.
package func expect(
  _ condition: Bool, _ comment: @autoclosure () -> Comment? = nil,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  guard !condition else { return }
  record("does not hold: \(source(sourceLocation))", comment(), sourceLocation)
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

/// Unwraps a value; an issue, and the end of the test, when there is none.
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

/// The source text at a place in a test target: its line, and more until all brackets are closed.
private func source(_ place: SourceLocation) -> String {
  let file = "\(projectRoot)/Tests/\(place.fileID)"
  guard let text = try? String(contentsOfFile: file, encoding: .utf8) else { return place.fileID }
  var words: [String] = []
  var open = 0
  for line in text.components(separatedBy: "\n").dropFirst(place.line - 1).prefix(10) {
    words.append(line.trimmingCharacters(in: .whitespaces))
    open += line.reduce(0) { $0 + ($1 == "(" ? 1 : $1 == ")" ? -1 : 0) }
    if open <= 0 { break }
  }
  return words.joined(separator: " ")
}
