/// A setting from the command line: `--set PATH=VALUE`.
package struct ConfigOverride: Equatable, Sendable {
  package let path: String
  package var value: ConfigNode

  package init(path: String, value: ConfigNode) {
    self.path = path
    self.value = value
  }

  /// Every value from the command line has this location; relative files in it resolve against
  /// the working directory.
  package static let location = SourceLocation(file: "--set")

  /// Reads `PATH=VALUE`; the value is YAML, and nothing after `=` is null.
  ///
  /// - Throws: `InputError` with exit code 64.
  package static func parse(_ text: String) throws(InputError) -> ConfigOverride {
    guard let equals = text.firstIndex(of: "=") else {
      throw usage("no \"=\"", in: text)
    }
    let path = text[..<equals]
    let keys = path.split(separator: ".", omittingEmptySubsequences: false)
    let isKey = { (key: Substring) in
      !key.isEmpty && key.unicodeScalars.allSatisfy { TextCheck.isPrintable($0) && $0 != " " }
    }
    guard keys.count <= ConfigNode.depthMax else {
      throw usage("a path of \(keys.count) keys, more than \(ConfigNode.depthMax)", in: text)
    }
    guard keys.allSatisfy(isKey) else { throw usage("not a path of keys", in: text) }
    let bytes = Array(text[text.index(after: equals)...].utf8)
    do {
      let value = try ConfigNode.parse(bytes) { _, _ in location }
      let null = ConfigNode(.scalar(text: "", isQuoted: false), at: location)
      return ConfigOverride(path: String(path), value: value ?? null)
    } catch {
      throw InputError(
        ExitCode.usage,
        error.diagnostics.map { Diagnostic(at: location, path: String(path), $0.problem) })
    }
  }

  private static func usage(_ problem: String, in text: String) -> InputError {
    let found = "\"\(Diagnostic.excerpt(text))\": \(problem)"
    let allowed = "PATH=VALUE, such as network.offline.weibull.scale=20m"
    return InputError(
      ExitCode.usage, [Diagnostic(at: location, .message(found), allowed: allowed)])
  }
}
