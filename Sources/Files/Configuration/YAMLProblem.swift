/// Words for what libyaml finds wrong with a text, which say where to look.
enum YAMLProblem {
  /// - Parameters:
  ///   - problem: The problem in the words of libyaml.
  ///   - context: The thing that it was reading, in the words of libyaml.
  static func words(_ problem: String, _ context: String?) -> String {
    let own = words.first { $0.problem == problem && context?.contains($0.context) ?? true }
    return own?.words ?? context.map { "\($0), \(problem)" } ?? problem
  }

  /// The rare ones, about directives and tags, keep libyaml's words.
  private static let words: [(problem: String, context: String, words: String)] = [
    (
      "mapping values are not allowed in this context", "",
      "a colon where none can stand: quote a value that has \": \" in it, and indent the keys of a "
        + "map alike"
    ),
    (
      "could not find expected ':'", "",
      "a key without its colon, or a text that goes on in the next line"
    ),
    (
      "did not find expected key", "",
      "no key of this map: indent the keys of a map alike, and put nothing behind a quoted text"
    ),
    ("found undefined alias", "", "no anchor of this name: quote a text that begins with *"),
    (
      "did not find expected hexdecimal number", "",
      "an escape lacks its digits: write \\\\ for a backslash, or single quotes around the text"
    ),
    (
      "did not find expected '-' indicator", "",
      "no entry of this list: indent the entries of a list alike"
    ),
    (
      "did not find expected ',' or ']'", "", "a list in brackets lacks a comma, or its \"]\""
    ),
    ("did not find expected ',' or '}'", "", "a map in braces lacks a comma, or its \"}\""),
    (
      "block sequence entries are not allowed in this context", "",
      "an entry of a list where none can stand: it needs a line of its own"
    ),
    ("mapping keys are not allowed in this context", "", "a key where none can stand"),
    (
      "found character that cannot start any token", "",
      "no value begins with this character: quote it"
    ),
    ("did not find expected node content", "", "a value is missing here"),
    ("found unexpected end of stream", "quoted scalar", "a quotation mark that is never closed"),
    (
      "found unexpected document indicator", "quoted scalar",
      "a quotation mark that is never closed"
    ),
    (
      "found unknown escape character", "",
      "no such escape: write \\\\ for a backslash, or single quotes around the text"
    ),
    (
      "did not find expected <document start>", "",
      "something behind the end of the map: a scenario is one map"
    ),
    ("but found another document", "", "a second document: only one is read"),
    ("found undefined tag handle", "", "tags (!) are not supported"),
    (
      "did not find expected alphabetic or numeric character", "alias",
      "no name behind *: quote a text that begins with it"
    ),
    (
      "did not find expected alphabetic or numeric character", "anchor",
      "no name behind &: quote a text that begins with it"
    ),
    (
      "did not find expected comment or line break", "", "more on a line that ends with | or >"
    ),
  ]
}
