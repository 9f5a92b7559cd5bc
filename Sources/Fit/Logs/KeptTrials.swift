package import Files

/// Trials that tell how many pushes the push service keeps for a phone that is away: so many were
/// sent meanwhile, so many arrived afterwards (model.md R3.11, experiments/how-many).
package struct KeptTrials: Sendable {
  private struct Trial {
    let line: Int
    let sent: UInt128
    let received: UInt128

    /// The reason why a file cannot be such a log.
    func mistake(_ file: String, _ columns: [String]) -> Diagnostic? {
      let place = SourceLocation(file: file, line: line, column: 1)
      if sent == 0 {
        return Diagnostic(at: place, path: columns[0], .found("0"), allowed: "at least 1")
      }
      guard received > sent else { return nil }
      return Diagnostic(
        at: place, path: columns[1], .found("\(received)"),
        allowed: "at most \(sent), which were sent")
    }
  }

  private let trials: [Trial]
}

extension KeptTrials {
  /// Reads a CSV file with the columns `sent` and `received`, a trial in each row.
  ///
  /// - Throws: `InputError`: 66 for a missing file, 65 for what is wrong in it.
  package init(_ file: String) throws(InputError) {
    let names = ["sent", "received"]
    let table = try TableReader.read(
      path: file, displayName: file, integers: names, allowsMissingIntegers: false)
    trials = table.integers[0].indices.compactMap { row in
      guard let sent = table.integers[0][row], let received = table.integers[1][row] else {
        return nil
      }
      return Trial(line: table.line(ofRow: row), sent: sent, received: received)
    }
    let mistakes = trials.compactMap { $0.mistake(file, names) }
    guard mistakes.isEmpty else { throw InputError(ExitCode.dataError, mistakes) }
  }

  /// Trials in which fewer arrived than were sent: only these tell how many are kept.
  private var incomplete: [Trial] { trials.filter { $0.received < $0.sent } }

  /// The number of messages that are kept: the most that arrived where not all did; nil: all
  /// arrived always.
  package var capacity: UInt128? { incomplete.map(\.received).max() }

  // MARK: In words

  /// The outcome of the trials, and the objections to it.
  package var lines: [String] {
    let trialCount = trials.count == 1 ? "1 trial" : "\(trials.count) trials"
    let count = "\(trialCount), \(incomplete.count) of them incomplete"
    guard let capacity else {
      let most = trials.map(\.sent).max() ?? 0
      return [count, "All pushes arrived: at least \(most) are kept. Send more at once."]
    }
    guard capacity > 0 else {
      return [count, "Nothing was kept: did the pushes have an expiration above 0?"]
    }
    let least = incomplete.map(\.received).min() ?? capacity
    guard capacity - least <= 1 else {
      return [
        count,
        "\(least) to \(capacity) arrived where not all did: not a fixed number. Simulate both:",
        "push_service: {kind: apns, capacity: \(max(1, least))}",
        "push_service: {kind: apns, capacity: \(capacity)}",
      ]
    }
    return [count, "push_service: {kind: apns, capacity: \(capacity)}"]
      + trials.compactMap { note(on: $0, capacity: capacity) }
  }

  private func note(on trial: Trial, capacity: UInt128) -> String? {
    let words = "note: line \(trial.line): \(trial.received) of \(trial.sent) arrived"
    let expected = min(trial.sent, capacity)
    if trial.received > expected { return "\(words), more than \(capacity): repeat the trials." }
    if trial.received == expected { return nil }
    return "\(words), not \(expected): was a push lost on the way? Repeat the trial."
  }
}
