/// A user's mistake, or trouble with the user's files: an exit code and all that is wrong.
package struct InputError: Error, Equatable {
  /// Whoever repairs so many looks again anyway.
  package static let diagnosticsMax = 20

  package let exitCode: Int32
  /// The first ``diagnosticsMax`` diagnostics, in order of file, line and column.
  package let diagnostics: [Diagnostic]
  /// The number of further diagnostics that were counted but not kept.
  package let omittedCount: Int

  /// - Parameters:
  ///   - exitCode: 64 takes the place of 65 if all diagnostics are about the command line.
  ///   - diagnostics: in any order, any number; the first ``diagnosticsMax`` are kept.
  ///   - omittedCount: further diagnostics that the caller has counted but not kept.
  package init(_ exitCode: Int32, _ diagnostics: [Diagnostic], omittedCount: Int = 0) {
    let isUsage =
      !diagnostics.isEmpty && diagnostics.allSatisfy { $0.location?.isOption ?? false }
    self.exitCode = exitCode == ExitCode.dataError && isUsage ? ExitCode.usage : exitCode
    self.diagnostics = Array(diagnostics.sorted().prefix(Self.diagnosticsMax))
    self.omittedCount = omittedCount + diagnostics.count - self.diagnostics.count
  }

  /// A single sentence.
  package init(_ exitCode: Int32, _ message: String) {
    self.init(exitCode, [Diagnostic(at: nil, .message(message))])
  }
}

// MARK: - Text

extension InputError: CustomStringConvertible {
  /// All diagnostics, one after the other, without a newline at the end.
  package var description: String {
    let lines = diagnostics.map(\.description)
    return (lines + (omittedCount > 0 ? ["and \(omittedCount) more"] : []))
      .joined(separator: "\n")
  }
}
