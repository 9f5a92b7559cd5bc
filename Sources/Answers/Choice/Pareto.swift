import Files
import Models
package import Runs
package import Scenarios
import Statistics
import Vocabulary

/// The candidates of a contest that no other beats in all of several metrics, by simultaneous
/// paired intervals: of all pairs and metrics.
package struct Pareto {
  package enum Verdict: String, Codable, Sendable, CaseIterable {
    /// Nobody dominates it, for sure.
    case front
    /// Another one is at least as good in all metrics, and better in one.
    case dominated, undecided

    var words: String {
      switch self {
      case .front: "not beaten"
      case .dominated: "beaten"
      case .undecided: rawValue
      }
    }

    var colour: String? {
      switch self {
      case .front: Palette.chosen
      case .dominated: Palette.beaten
      case .undecided: Palette.open
      }
    }
  }

  package struct Row: Sendable {
    package let candidate: Contest.Candidate
    package let verdict: Verdict
    /// Who dominates it; empty: nobody for sure.
    package let by: String
    /// The means, by metric.
    package let means: [Double?]
  }

  private let outcome: RunOutcome
  private let metrics: [Metric]
  private let candidates: [Contest.Candidate]
  private let names: [String]
  private let confidence: Double

  /// - Parameter standings: The standings of those that are allowed.
  package init(_ outcome: RunOutcome, _ rule: Selection, _ standings: [Standing]) {
    self.outcome = outcome
    (candidates, names) = (standings.map(\.candidate), standings.map(\.name))
    metrics = rule.pareto.map(Metric.named)
    confidence = rule.confidence
  }

  package var rows: [Row] {
    candidates.map { candidate in
      let others = candidates.indices.filter { candidates[$0] != candidate }
      let relations = others.map { relation(of: candidates[$0], to: candidate) }
      let by = zip(others, relations).first { $1 == .dominates }.map { names[$0.0] }
      let series = outcome[candidate]
      let means = metrics.map {
        $0.estimate(series.replications, outcome.scenario(series))?.mean
      }
      let isFront = relations.allSatisfy { $0 == .doesNot }
      return Row(
        candidate: candidate, verdict: by != nil ? .dominated : isFront ? .front : .undecided,
        by: by ?? "", means: means)
    }
  }

  private enum Relation { case dominates, doesNot, unknown }

  private func relation(of rival: Contest.Candidate, to candidate: Contest.Candidate) -> Relation {
    var (isWorse, isBetter, isSure) = (false, false, true)
    for metric in metrics {
      guard let lead = lead(of: rival, over: candidate, metric) else { return .unknown }
      isWorse = isWorse || lead.high < 0
      isBetter = isBetter || lead.low > 0
      isSure = isSure && lead.low >= 0
    }
    if isWorse { return .doesNot }
    return isSure ? (isBetter ? .dominates : .doesNot) : .unknown
  }

  private func lead(
    of rival: Contest.Candidate, over candidate: Contest.Candidate, _ metric: Metric
  ) -> (low: Double, high: Double)? {
    let (one, other) = (outcome[rival], outcome[candidate])
    let pairs = candidates.count * (candidates.count - 1) / 2
    let difference = metric.difference(
      one.replications, from: other.replications, outcome.scenario(one),
      isSamePolicy: outcome.cannotDiffer(one, other),
      familySize: max(1, pairs * metrics.count), confidence: confidence)
    guard let difference else { return nil }
    // Where all replications agree there may be no interval: then they are taken for equal.
    let (low, high) = (difference.lowAll, difference.highAll)
    guard let low, let high else {
      return difference.difference == 0 ? (0, 0) : nil
    }
    return metric.better == .higher ? (low, high) : (-high, -low)
  }
}
