/// Candidates that were fitted to the first half of a log, by what they predict of the second.
package struct Contest: Sendable {
  /// The table says this of one candidate.
  package struct Entry: Sendable {
    package let name: String
    /// The criterion of the fit to the whole log; nil: there is no likelihood.
    package let akaike: Double?
    /// Predicted: the share overwritten and how long a stored message waits **[s]**; nil: the first
    /// half is too short for this candidate, or nothing waits.
    package let loss, wait: Double?
    /// The squared distance of both from the log, in errors; nil: there is no prediction.
    package let score: Double?
  }

  /// The second half of the log came to this.
  package let loss: Double
  package let wait: Double?
  package let entries: [Entry]
  /// The name of the one to propose.
  package let winner: String
  /// Another one has the smallest AIC, but predicts worse.
  package let isByLoss: Bool
}

extension Contest {
  /// Scores that differ by less are alike: 95 % of the chi-square law of two degrees of freedom.
  private static let alike = 5.99
  /// A smaller difference of loss does not matter for the choice of a law.
  private static let shareMin = 0.002

  /// - Parameters:
  ///   - observed: The second half, under each of some times offline.
  ///   - candidates: With what they predict under the same times offline; none: there is no
  ///     prediction.
  /// - Returns: nil without a candidate or an observation.
  package init?(
    _ observed: [Outcome],
    _ candidates: [(name: String, akaike: Double?, predicted: [Outcome]?)]
  ) {
    guard !observed.isEmpty, !candidates.isEmpty else { return nil }
    func mean(_ values: [Double]) -> Double? {
      values.isEmpty ? nil : values.reduce(0, +) / Double(values.count)
    }
    entries = candidates.map { name, akaike, predicted in
      let scores = predicted.map { zip(observed, $0).map(Self.score) }
      return Entry(
        name: name, akaike: akaike, loss: mean((predicted ?? []).map(\.loss.value)),
        wait: mean((predicted ?? []).compactMap(\.wait?.value)), score: scores.flatMap(mean))
    }
    loss = mean(observed.map(\.loss.value)) ?? 0
    wait = mean(observed.compactMap(\.wait?.value))
    let likely = Self.first(entries)
    let best = entries.compactMap(\.score).min() ?? 0
    let alike = entries.filter { ($0.score ?? .infinity) <= best + Self.alike }
    // Who cannot be tried can neither win nor lose.
    winner = likely.score == nil ? likely.name : Self.first(alike).name
    isByLoss = winner != likely.name
  }

  /// The one with the smallest AIC.
  private static func first(_ entries: [Entry]) -> Entry {
    entries.reduce(entries[0]) {
      ($1.akaike ?? .infinity) < ($0.akaike ?? .infinity) ? $1 : $0
    }
  }

  /// The difference of two outcomes, in errors that two halves of one log have, or in half of what
  /// matters.
  private static func score(_ log: Outcome, _ law: Outcome) -> Double {
    let small = max(Self.shareMin, LossDifference.partMax * log.loss.value) / 2
    let ofLoss = distance(log.loss, law.loss, small)
    guard let own = log.wait, let other = law.wait else { return ofLoss }
    return ofLoss + distance(own, other, LossDifference.partMax * own.value / 2)
  }

  /// The laws have the chance of the first half, which is about that of the second.
  private static func distance(
    _ log: Outcome.Figure, _ law: Outcome.Figure, _ small: Double
  ) -> Double {
    let difference = law.value - log.value
    let variance = 2 * log.error * log.error + law.error * law.error + small * small
    return difference * difference / variance
  }
}
