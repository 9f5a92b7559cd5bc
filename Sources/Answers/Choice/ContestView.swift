import Models
import Runs
import Scenarios
import Statistics
import Vocabulary

/// The figures of a contest's candidates, as far as a run has found them out. Asked for the same
/// again it remembers.
final class ContestView {
  private struct Pair: Hashable {
    let (candidate, rival, count): (Int, Int, Int)

    /// - Precondition: The first number is less than the second one.
    init(_ candidate: Int, _ rival: Int, _ count: Int) {
      (self.candidate, self.rival, self.count) = (candidate, rival, count)
    }
  }

  private let outcome: RunOutcome
  private let series: [RunOutcome.Series]
  private let rule: Selection
  private let metric: Metric
  private struct Prefix: Hashable {
    let candidate: Int
    let count: Int
  }

  private var leads: [Pair: Difference?] = [:]
  private var prefixes: [Prefix: ReplicationSample] = [:]
  /// Whether an interval came from resampling: then its confidence is not exact.
  private(set) var isSkewed = false
  /// The limit that it breaks, by candidate.
  private(set) var broken: [Int: String] = [:]

  init(_ outcome: RunOutcome, _ contest: Contest, _ rule: Selection) {
    (self.outcome, self.rule) = (outcome, rule)
    metric = Metric.named(rule.metric)
    series = contest.candidates.map { candidate in
      guard
        let series = outcome.series(atPoint: candidate.point).first(where: {
          $0.strategy == candidate.strategy
        })
      else { preconditionFailure("a choice is made among all that is run") }
      return series
    }
  }
}

extension ContestView {
  func records(_ candidate: Int) -> [ReplicationRecord] { series[candidate].records }

  /// More is better; the worst where there is nothing to estimate.
  func estimate(_ candidate: Int, first count: Int) -> Double {
    let estimate = metric.estimate(
      replications(candidate, first: count), outcome.scenario(series[candidate]))
    return estimate.map { rule.sign * $0.mean } ?? -.infinity
  }

  /// The amount by which a rival is better, on the first replications of both.
  func lead(
    _ candidate: Int, _ rival: Int, first count: Int, familySize: Int
  ) -> (value: Double?, low: Double, high: Double) {
    guard candidate < rival else {
      let (value, low, high) = lead(rival, candidate, first: count, familySize: familySize)
      return (value.map { -$0 }, -high, -low)
    }
    let pair = Pair(candidate, rival, count)
    let found = leads[pair] ?? difference(candidate, rival, count, familySize)
    leads[pair] = .some(found)
    if let found, found.difference == 0, found.standardError == 0, found.lowAll == nil {
      // Equal in all replications, and no share: how far they might differ nobody knows.
      isSkewed = true
      return (0, 0, 0)
    }
    guard let found, let low = found.lowAll, let high = found.highAll else {
      return (found.map { rule.sign * $0.difference }, -.infinity, .infinity)
    }
    let ends = [low, high].map { rule.sign * $0 }
    return (rule.sign * found.difference, ends.min() ?? 0, ends.max() ?? 0)
  }

  private func replications(_ candidate: Int, first count: Int) -> ReplicationSample {
    let prefix = Prefix(candidate: candidate, count: count)
    let sample = prefixes[prefix] ?? series[candidate].replications.first(count)
    prefixes[prefix] = sample
    return sample
  }

  private func difference(
    _ candidate: Int, _ rival: Int, _ count: Int, _ familySize: Int
  ) -> Difference? {
    let (mine, others) = (series[candidate], series[rival])
    let difference = metric.difference(
      replications(rival, first: count), from: replications(candidate, first: count),
      outcome.scenario(mine),
      isSamePolicy: outcome.cannotDiffer(mine, others) || isSameSoFar(candidate, rival, count),
      familySize: familySize, confidence: rule.gapConfidence)
    if difference?.method?.isApproximate == true { isSkewed = true }
    return difference
  }

  /// Event by event: then they count as the same, as in `check`.
  private func isSameSoFar(_ candidate: Int, _ rival: Int, _ count: Int) -> Bool {
    zip(records(candidate).prefix(count), records(rival)).allSatisfy {
      $0.fingerprint == $1.fingerprint
    }
  }

  /// - Parameter familySize: The number of one-sided intervals that hold together.
  func feasibility(_ candidate: Int, first count: Int, familySize: Int) -> GapSelection.Feasibility
  {
    let series = series[candidate]
    let replications = replications(candidate, first: count)
    // One side each, of the half that is left for limits.
    let tail = (1 - rule.gapConfidence) / Double(familySize)
    var isSure = true
    for constraint in rule.constraints {
      let metric = Metric.named(constraint.metric)
      let scenario = outcome.scenario(series)
      var estimate = metric.estimate(replications, scenario, confidence: 1 - 2 * tail)
      // A share of 0 or 1 has one end, which takes all of the risk.
      if estimate?.method == .oneSided {
        estimate = metric.estimate(replications, scenario, confidence: 1 - tail)
      }
      let isConstant = estimate?.standardError == 0 && !metric.isShare
      if estimate?.method?.isApproximate == true || isConstant { isSkewed = true }
      let isMet = constraint.isMet(
        estimate?.low ?? -.infinity, estimate?.high ?? .infinity, slack: rule.slack)
      if isMet == false {
        broken[candidate] = constraint.text
        return .infeasible
      }
      isSure = isSure && isMet == true
    }
    return isSure ? .feasible : .unknown
  }

  /// The amount by which a candidate breaks a limit, as a share of it (of a limit of 0, in the
  /// metric's unit); 0: no limit is broken. It is made from the estimates alone.
  func violation(_ candidate: Int) -> Double {
    let series = series[candidate]
    return rule.constraints.map { constraint in
      let value = Metric.named(constraint.metric).estimate(
        series.replications, outcome.scenario(series))?.mean
      let excess =
        value.map { (constraint.isUpper ? 1 : -1) * ($0 - constraint.bound) } ?? .infinity
      return max(0, excess) / (constraint.bound == 0 ? 1 : abs(constraint.bound))
    }.max() ?? 0
  }

  /// The one to take of those that are as good: by the replications that all of them have.
  func chosen(among candidates: [Int]) -> Int? {
    let count = candidates.map { records($0).count }.min() ?? 0
    let tie = rule.tie.map(Metric.named)
    return candidates.min {
      (cost($0, tie, count), -estimate($0, first: count))
        < (cost($1, tie, count), -estimate($1, first: count))
    }
  }

  /// Less is better; 0 where nothing but the estimate decides.
  private func cost(_ candidate: Int, _ tie: Metric?, _ count: Int) -> Double {
    guard let tie else { return 0 }
    let series = series[candidate]
    let value = tie.estimate(series.replications.first(count), outcome.scenario(series))?.mean
    return (value ?? .infinity) * (tie.better == .lower ? 1 : -1)
  }
}
