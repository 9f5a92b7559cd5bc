/// Collects what is wrong with an input, so that everything is reported at once.
package final class DiagnosticSink {
  package private(set) var diagnostics: [Diagnostic] = []
  /// Of the errors that came with one, the most general; a file that is missing is 66 only on its
  /// own.
  private var exitCode: Int32?
  /// What a file's reader counted but did not keep.
  private var omittedCount = 0

  package init() {}

  /// Adds a mistake; the same one found again, as at each design point, counts once.
  package func report(_ diagnostic: Diagnostic) {
    report(diagnostic, ExitCode.dataError)
  }

  /// Adds the mistakes of a file that was read on the way.
  package func report(_ error: InputError) {
    let isNew = error.diagnostics.contains { !diagnostics.contains($0) }
    for diagnostic in error.diagnostics { report(diagnostic, error.exitCode) }
    if isNew { omittedCount += error.omittedCount }
  }

  /// Adds the mistakes of another reading, but for those that are known at the same place.
  package func report(_ other: DiagnosticSink) {
    let new = other.diagnostics.filter { diagnostic in
      !diagnostics.contains { $0.isSameMistake(as: diagnostic) }
    }
    for diagnostic in new { report(diagnostic, other.exitCode ?? ExitCode.dataError) }
    if !new.isEmpty { omittedCount += other.omittedCount }
  }

  private func report(_ diagnostic: Diagnostic, _ code: Int32) {
    if !diagnostics.contains(diagnostic) { diagnostics.append(diagnostic) }
    exitCode = exitCode == nil || exitCode == code ? code : ExitCode.dataError
  }

  /// Ends reading: returns only if nothing was reported.
  ///
  /// - Throws: `InputError` with all diagnostics; exit code 65, or that of the files if only they
  ///   were wrong.
  package func throwIfAny() throws(InputError) {
    if !diagnostics.isEmpty {
      throw InputError(
        exitCode ?? ExitCode.dataError, diagnostics, omittedCount: omittedCount)
    }
  }
}

extension Diagnostic {
  /// Whatever the way on which it was found. What is missing has no place of its own.
  fileprivate func isSameMistake(as other: Diagnostic) -> Bool {
    let isSamePlace = location != nil && location == other.location
    let isSameGap = problem == .missing && other.path.hasSuffix("].\(path)")
    return problem == other.problem && (isSamePlace || isSameGap)
  }
}
