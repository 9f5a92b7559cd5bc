extension InputError {
  /// The same for a program that shows mistakes at their places: one line of JSON.
  package var json: String {
    ConfigNode.map([
      ("exit_code", .integer(Int(exitCode))), ("text", .text(description)),
      ("places", .list(diagnostics.map(\.node))), ("omitted", .integer(omittedCount)),
    ]).jsonLine()
  }
}

extension Diagnostic {
  fileprivate var node: ConfigNode {
    let words = Diagnostic(
      at: nil, path: path, problem, allowed: allowed, suggestion: suggestion
    ).description
    let place: [(String, ConfigNode)] =
      location.map {
        [("file", .text($0.file)), ("line", .integer($0.line)), ("column", .integer($0.column))]
      } ?? []
    let found: String? = if case .found(let text) = problem { text } else { nil }
    let details = [("found", found), ("allowed", allowed), ("suggestion", suggestion)]
    return .map(
      place + [("path", .text(path)), ("text", .text(words))]
        + details.compactMap { name, text in text.map { (name, .text($0)) } })
  }
}
