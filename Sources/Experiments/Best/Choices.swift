import Files
import Models

/// What became of all choices of a run.
struct Choices: Sendable {
  struct Choice: Sendable {
    /// The circumstances that it is made for; empty: all.
    let circumstances: String
    /// By candidate.
    let standings: [Standing]
    /// Where none is allowed: the one that is nearest to it.
    let nearest: String?
    /// The confidence is not exact, because values are skewed.
    let isSkewed: Bool
  }

  let rule: Selection
  let choices: [Choice]

  /// - Returns: Nil where nothing was to be chosen.
  init?(_ outcome: RunOutcome) {
    guard let run = outcome.selection ?? SelectionRun(of: outcome) else { return nil }
    rule = run.rule
    choices = run.contests.map {
      Choice(
        circumstances: $0.contest.circumstances, standings: $0.standings(outcome),
        nearest: $0.nearest(outcome), isSkewed: $0.isSkewed)
    }
  }

  var isDecided: Bool { choices.allSatisfy { !$0.isUndecided } }
}

extension Choices.Choice {
  var best: Standing? { standings.first { $0.verdict == .best } }

  var isUndecided: Bool { standings.contains { $0.verdict == .undecided } }

  func count(_ verdict: Standing.Verdict) -> Int { standings.count { $0.verdict == verdict } }
}

extension RunOutcome {
  // MARK: best.csv

  /// A row for each candidate, in the order of the other files.
  func bestTable(_ choices: Choices) -> ResultTable {
    var table = ResultTable("best.csv", ResultColumns.best, experiment)
    let standings = choices.choices.flatMap(\.standings).sorted {
      ($0.candidate.point, $0.candidate.strategy) < ($1.candidate.point, $1.candidate.strategy)
    }
    for standing in standings {
      table.check(
        RowFigures(value: standing.gap, low: standing.low, high: standing.high), "gap",
        series(standing.candidate), self)
      table.row(series(standing.candidate), self) { csv in
        csv.append(standing.verdict.rawValue)
        csv.append(standing.gap)
        csv.append(standing.low)
        csv.append(standing.high)
        // With a point, as all columns that have empty cells.
        csv.append(standing.eliminatedAt.map(Double.init))
        csv.append(standing.by)
      }
    }
    return table
  }

  func series(_ candidate: Contest.Candidate) -> Series {
    guard
      let series = series(atPoint: candidate.point).first(where: {
        $0.strategy == candidate.strategy
      })
    else { preconditionFailure("a choice is made among all that is run") }
    return series
  }
}
