/// Collects what is wrong with an input, so that everything is reported at once.
///
/// A sweep finds a mistake again at each design point, so whether it is known is looked up, not
/// searched.
package final class DiagnosticSink {
  package private(set) var diagnostics: [Diagnostic] = []
  /// The number of reports, also of errors that were known already: the reader of a part finds out
  /// by it whether the part is right.
  package private(set) var reportCount = 0
  private var known: Set<Diagnostic> = []
  private var mistakes: Set<Mistake> = []
  /// The most general code of the errors that came with one; a file that is missing is 66 only on
  /// its own.
  private var exitCode: Int32?
  /// The number of errors that a file's reader counted but did not keep.
  private var omittedCount = 0

  package init() {}

  /// A problem at its place, whatever the way on which it was found. A missing value has no place
  /// of its own, so that its path stands for it.
  private struct Mistake: Hashable {
    var location: SourceLocation?
    var path = ""
    let problem: Diagnostic.Problem
  }

  /// Adds a mistake; the same one found again, as at each design point, counts once.
  package func report(_ diagnostic: Diagnostic) {
    report(diagnostic, ExitCode.dataError)
  }

  /// Adds the mistakes of a file that was read on the way.
  package func report(_ error: InputError) {
    let isNew = error.diagnostics.contains { !known.contains($0) }
    for diagnostic in error.diagnostics { report(diagnostic, error.exitCode) }
    if isNew { omittedCount += error.omittedCount }
  }

  /// Adds the mistakes of another reading, but for those that are known at the same place.
  package func report(_ other: DiagnosticSink) {
    let new = other.diagnostics.filter { !isKnownElsewhere($0) }
    for diagnostic in new { report(diagnostic, other.exitCode ?? ExitCode.dataError) }
    if !new.isEmpty { omittedCount += other.omittedCount }
  }

  /// Counts a problem that follows from a reported one.
  package func countKnown() { reportCount += 1 }

  private func report(_ diagnostic: Diagnostic, _ code: Int32) {
    reportCount += 1
    exitCode = exitCode == nil || exitCode == code ? code : ExitCode.dataError
    guard known.insert(diagnostic).inserted else { return }
    diagnostics.append(diagnostic)
    if let location = diagnostic.location {
      mistakes.insert(Mistake(location: location, problem: diagnostic.problem))
    }
    if diagnostic.problem == .missing {
      mistakes.insert(Mistake(path: diagnostic.path, problem: .missing))
    }
  }

  private func isKnownElsewhere(_ diagnostic: Diagnostic) -> Bool {
    if let location = diagnostic.location,
      mistakes.contains(Mistake(location: location, problem: diagnostic.problem))
    {
      return true
    }
    guard diagnostic.problem == .missing else { return false }
    // If a list's element lacks a key, everything else may lack it too.
    return diagnostic.path.ranges(of: "].").contains { end in
      let path = String(diagnostic.path[end.upperBound...])
      return mistakes.contains(Mistake(path: path, problem: .missing))
    }
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
