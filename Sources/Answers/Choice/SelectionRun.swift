import Models
import Runs
import Scenarios

/// All choices of a run.
package struct SelectionRun: Sendable {
  let rule: Selection
  private(set) var contests: [ContestRun]
  private let sharing: Sharing

  /// - Returns: Nil where nothing is to be chosen.
  init?(_ experiment: Experiment) {
    guard let rule = experiment.base.selection else { return nil }
    self.rule = rule
    sharing = Sharing(experiment)
    contests = Contest.all(rule, experiment).map { ContestRun($0, rule, experiment) }
  }

  /// Up to the end of a run.
  init?(of outcome: RunOutcome) {
    self.init(outcome.experiment)
    while case let units = next, !units.isEmpty, units.allSatisfy(outcome.has) {
      look(outcome)
    }
  }
}

extension SelectionRun {
  /// The units that come next; empty: everything is decided, or the budget ends.
  var next: [Unit] {
    var units: Set<Unit> = []
    for contest in contests {
      guard let (candidates, replications) = contest.next else { continue }
      for candidate in candidates {
        for point in sharing.points(candidate) {
          for replication in replications {
            units.insert(
              Unit(point: point, strategy: candidate.strategy, replication: replication))
          }
        }
      }
    }
    return units.sorted()
  }

  /// Takes note of what ``next`` has asked for.
  mutating func look(_ outcome: RunOutcome) {
    for place in contests.indices where contests[place].next != nil {
      contests[place].look(outcome)
    }
  }

  /// The number of candidates that are still sampled.
  var openCount: Int { contests.reduce(0) { $0 + ($1.next?.candidates.count ?? 0) } }
}
