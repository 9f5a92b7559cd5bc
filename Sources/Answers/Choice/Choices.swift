import Files
import Models
package import Runs
package import Scenarios
import Vocabulary

/// The results of all choices of a run.
package struct Choices: Sendable {
  package struct Choice: Sendable {
    let contest: Contest
    /// The standings, by candidate.
    package let standings: [Standing]
    /// Where none is allowed: the one that is nearest to it.
    package let nearest: String?
    /// The confidence is not exact, because values are skewed.
    package let isSkewed: Bool
  }

  package let rule: Selection
  package let choices: [Choice]

  /// - Returns: Nil where nothing was to be chosen.
  package init?(_ outcome: RunOutcome) {
    guard let run = (outcome.rule as? Rounds)?.selection ?? SelectionRun(of: outcome) else {
      return nil
    }
    rule = run.rule
    choices = run.contests.map {
      Choice(
        contest: $0.contest, standings: $0.standings(outcome), nearest: $0.nearest(outcome),
        isSkewed: $0.isSkewed)
    }
  }

  /// `best` says this of all strategies of all design points, also of those that cannot differ
  /// from a candidate.
  var standings: [Contest.Candidate: Standing] {
    choices.reduce(into: [:]) { all, choice in
      let own = Dictionary(uniqueKeysWithValues: choice.standings.map { ($0.candidate, $0) })
      for (member, candidate) in choice.contest.members { all[member] = own[candidate] }
    }
  }

  package var isDecided: Bool { choices.allSatisfy { !$0.isUndecided } }

  /// Those that keep all limits, by choice.
  func pareto(_ outcome: RunOutcome) -> [Pareto.Row] {
    guard !rule.pareto.isEmpty else { return [] }
    return choices.flatMap { choice in
      Pareto(outcome, rule, choice.standings.filter { $0.verdict != .infeasible }).rows
    }
  }
}

extension Choices.Choice {
  /// The circumstances that it is made for; empty: all.
  var circumstances: String { contest.circumstances }

  package var best: Standing? { standings.first { $0.verdict == .best } }

  var isUndecided: Bool { standings.contains { $0.verdict == .undecided } }

  /// The best one first.
  var ranked: [Standing] {
    standings.enumerated().sorted { one, other in
      (one.element.rank, one.offset) < (other.element.rank, other.offset)
    }.map(\.element)
  }

  package func count(_ verdict: Standing.Verdict) -> Int {
    standings.count { $0.verdict == verdict }
  }
}

extension RunOutcome.Series {
  var candidate: Contest.Candidate { Contest.Candidate(point: point, strategy: strategy) }
}

extension RunOutcome {
  package subscript(candidate: Contest.Candidate) -> Series {
    guard
      let series = series(atPoint: candidate.point).first(where: {
        $0.strategy == candidate.strategy
      })
    else { preconditionFailure("a choice is made among all that is run") }
    return series
  }
}

/// A candidate's row of `best.csv`.
package struct Standing: Sendable {
  /// The better ones come first.
  package enum Verdict: String, Codable, Sendable, CaseIterable {
    case best
    /// The candidate is within `worth` of the best.
    case asGood = "as-good"
    case undecided, inferior, infeasible

    package var words: String {
      switch self {
      case .best: "chosen"
      case .asGood: "as good"
      case .undecided, .inferior, .infeasible: rawValue
      }
    }

    /// Nil: it is not drawn.
    package var colour: String? {
      switch self {
      case .best: Palette.chosen
      case .asGood: Palette.asGood
      case .undecided: Palette.open
      case .inferior: Palette.beaten
      case .infeasible: nil
      }
    }
  }

  package let candidate: Contest.Candidate
  /// These words tell it from the others.
  package let name: String
  package var verdict: Verdict
  /// The distance behind the best of those that are allowed; below 0 for one that is not allowed
  /// and ahead; nil: there is none.
  package var gap: Double?
  /// Nil: unknown, and of Kim and Nelson's procedure.
  package let low: Double?
  package let high: Double?
  /// After so many replications it was left out; nil: it never was.
  package let eliminatedAt: Int?
  /// Who or what decided against it; empty: nothing did.
  package let by: String
}

extension Standing {
  /// Less is better: by the verdict; of one verdict, by the gap.
  var rank: Rank { Rank(verdict: Verdict.allCases.firstIndex(of: verdict) ?? 0, gap: gap ?? 0) }

  struct Rank: Comparable {
    let verdict: Int
    let gap: Double

    static func < (one: Self, other: Self) -> Bool {
      (one.verdict, one.gap) < (other.verdict, other.gap)
    }
  }
}
