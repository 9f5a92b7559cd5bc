import Files
package import Results
import Scenarios

/// The findings of a verification, for a person at a terminal.
package struct VerificationText {
  private let outcome: Verification.Outcome

  package init(_ outcome: Verification.Outcome) { self.outcome = outcome }

  package var lines: [String] {
    var table = TextTable(["file", "rows", ""], [.left, .right, .left])
    for file in outcome.files {
      let words = file.differingCount == 0 ? "the same" : "\(file.differingCount) differ"
      table.add([file.name, "\(file.rowCount)", words])
    }
    return heading + table.lines + outcome.unmatched.map { "\($0): in one of the two only" }
      + difference
  }
}

extension VerificationText {
  private var heading: [String] {
    let what = outcome.replications.map {
      "the first \(Replications.text($0)) of each design point and strategy"
    }
    let rule =
      outcome.platform.isEmpty
      ? "byte by byte"
      : "as numbers, because this is another platform "
        + "(\(outcome.platform.joined(separator: "; ")))"
    let lines = CheckText.wrapped(
      "\(outcome.manifest.directory): ran \(what ?? "everything") again; compared \(rule)")
    let isAllowed = outcome.files.first.map { $0.differingCount > 0 && $0.isSame } ?? false
    let sums = "Replications may differ, so the sums over them are not compared."
    return lines + (isAllowed ? [sums] : []) + [""]
  }

  /// The first one.
  private var difference: [String] {
    guard let file = outcome.files.first(where: { $0.differingCount > 0 }), let place = file.first
    else { return [] }
    let path = outcome.manifest.place(of: file.name)
    let (found, expected) = (Diagnostic.excerpt(place.found), Diagnostic.excerpt(place.expected))
    let lines = [
      "", "\(path):\(place.line.map { "\($0):" } ?? "") \(place.column)",
      "  found     \(found.isEmpty ? "nothing" : found)",
      "  expected  \(expected.isEmpty ? "nothing" : expected)",
    ]
    guard let point = place.value("design_point"), let strategy = place.value("strategy") else {
      return lines
    }
    let row = "design point \(point), \(strategy)"
    guard let replication = place.value("replication") else { return lines + ["  \(row)"] }
    let whole = lines + ["  \(row), replication \(replication)"]
    guard place.changesFingerprint else {
      return whole + (file.rule == .bytes ? ["  the fingerprint is the same"] : [])
    }
    let hint = TraceHint(strategy: strategy, replication: replication, point: point)
    return whole
      + CheckText.wrapped(
        "The simulated events differ, as the fingerprint shows. These commands find the first one:")
      + hint.lines(before: outcome.manifest.directory, now: outcome.manifest.directory)
  }
}

/// The commands that find the first event of a replication that is another one.
struct TraceHint {
  let strategy: String
  let replication: String
  let point: String

  /// - Parameters:
  ///   - before: The results of the version that played other events.
  ///   - now: The results of this one.
  func lines(before: String, now: String) -> [String] {
    let (before, now) = (ShellWord.quoted(before), ShellWord.quoted(now))
    let place = "--strategy \(strategy) --replication \(replication) --design-point \(point)"
    return [
      "  by the version that made \(before):",
      "    deliverysim trace \(before) \\", "      \(place) --save FILE",
      "  by this one:",
      "    deliverysim trace \(now) \\", "      \(place) --against FILE",
    ]
  }
}
