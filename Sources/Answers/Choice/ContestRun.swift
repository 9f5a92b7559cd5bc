import Models
import Runs
import Scenarios
import Statistics
import Vocabulary

/// A contest while it runs: which candidates need more replications, and what each comes to.
///
/// Decisions are a function of complete prefixes of replications alone, so neither threads nor
/// interruptions change them.
struct ContestRun: Sendable {
  private enum Procedure: Sendable {
    case gaps(GapSelection)
    case kimNelson(KimNelson)
    /// There is nothing to choose.
    case none
  }

  let contest: Contest
  private let rule: Selection
  private let sizes: [Int]
  private var procedure: Procedure
  /// The number of looks so far.
  private var round = 0
  private var broken: [Int: String] = [:]
  /// Whether an interval came from resampling: then the confidence is not exact.
  private(set) var isSkewed = false

  init(_ contest: Contest, _ rule: Selection, _ experiment: Experiment) {
    (self.contest, self.rule) = (contest, rule)
    let replications = experiment.base.replications
    let count = contest.candidates.count
    let lookSizes = replications.looks
    switch rule.method {
    case .gaps:
      sizes = lookSizes
      procedure = .gaps(
        GapSelection(count: count, worth: rule.worth, isConstrained: !rule.constraints.isEmpty))
    case .kn:
      sizes = Array(replications.min...replications.max)
      procedure =
        count < 2
        ? .none
        : .kimNelson(
          KimNelson(
            count: count, worth: rule.worth, confidence: rule.confidence, first: replications.min))
    }
  }
}

extension ContestRun {
  /// The replications that come next, and whose; nil: there are none.
  var next: (candidates: [Contest.Candidate], replications: Range<Int>)? {
    let open = open
    guard !open.isEmpty, round < sizes.count else { return nil }
    let first = round > 0 ? sizes[round - 1] : 0
    return (open.map { contest.candidates[$0] }, first..<sizes[round])
  }

  private var open: [Int] {
    switch procedure {
    case .gaps(let state): state.open
    case .kimNelson(let state): state.survivors.count > 1 ? state.survivors : []
    case .none: round == 0 ? [0] : []
    }
  }

  /// Takes note of what `next` has asked for.
  mutating func look(_ outcome: RunOutcome) {
    let view = ContestView(outcome, contest, rule)
    let size = sizes[round]
    switch procedure {
    case .gaps(var state):
      look(&state, view, size)
      procedure = .gaps(state)
    case .kimNelson(var state):
      let metric = Metric.named(rule.metric)
      for replication in state.size..<size {
        state.take {
          metric.value(of: view.records($0)[replication]).map { rule.sign * $0 } ?? -.infinity
        }
      }
      // Its values are taken for normal.
      if round == 0 {
        for rival in contest.candidates.indices.dropFirst() {
          _ = view.lead(0, rival, first: size, familySize: 1)
        }
        isSkewed = view.isSkewed
      }
      procedure = .kimNelson(state)
    case .none: break
    }
    round += 1
  }

  private mutating func look(_ state: inout GapSelection, _ view: ContestView, _ size: Int) {
    let counts = state.standings.map { $0.eliminatedAt ?? size }
    let estimates = state.standings.indices.map { view.estimate($0, first: counts[$0]) }
    state.take(
      GapSelection.Look(
        size: size, estimate: { estimates[$0] },
        feasibility: { [limitFamily] in
          view.feasibility($0, first: size, familySize: limitFamily)
        },
        lead: { [gapFamily] in
          let lead = view.lead($0, $1, first: min(counts[$0], counts[$1]), familySize: gapFamily)
          return (lead.low, lead.high)
        }))
    broken.merge(view.broken) { $1 }
    isSkewed = isSkewed || view.isSkewed
  }

  private var gapFamily: Int { max(1, contest.candidates.count - 1) * sizes.count }

  private var limitFamily: Int {
    contest.candidates.count * max(1, rule.constraints.count) * sizes.count
  }
}

extension ContestRun {
  // MARK: Outcome

  /// The standings, by candidate.
  func standings(_ outcome: RunOutcome) -> [Standing] {
    let view = ContestView(outcome, contest, rule)
    let asGood = contest.candidates.indices.filter { verdict($0) == .asGood }
    // Somebody who is not decided yet might be the one to take.
    let isOpen = contest.candidates.indices.contains { verdict($0) == .undecided }
    let best = isOpen ? nil : view.chosen(among: asGood)
    let reference = best ?? view.chosen(among: asGood.isEmpty ? leaders(view) : asGood)
    return contest.candidates.indices.map { place in
      let interval = interval(place)
      let estimate = reference.flatMap { self.gap(place, to: $0, view) }
      // All looks together allow an interval; the last look's estimate may be outside.
      let gap = estimate.map { gap in interval.map { min(max(gap, $0.low), $0.high) } ?? gap }
      // Kim and Nelson's procedure keeps one of those that are equal.
      let isTwin = place != best && verdict(place) == .inferior && gap == 0
      return Standing(
        candidate: contest.candidates[place], name: contest.names[place],
        verdict: place == best ? .best : isTwin ? .asGood : verdict(place), gap: gap,
        low: interval?.low,
        high: interval?.high, eliminatedAt: eliminatedAt(place), by: reason(place))
    }
  }

  /// The one that breaks its limit least; nil: not all break one.
  func nearest(_ outcome: RunOutcome) -> String? {
    guard contest.candidates.indices.allSatisfy({ verdict($0) == .infeasible }) else { return nil }
    let view = ContestView(outcome, contest, rule)
    return contest.candidates.indices.min { view.violation($0) < view.violation($1) }
      .map { contest.names[$0] }
  }

  /// Those that gaps are measured from while nobody is decided to be the best.
  private func leaders(_ view: ContestView) -> [Int] {
    switch procedure {
    case .gaps(let state):
      let plausible = state.plausible
      return plausible.max { view.estimate($0, first: .max) < view.estimate($1, first: .max) }
        .map { [$0] } ?? []
    case .kimNelson(let state): return state.survivors
    case .none: return [0]
    }
  }

  /// The difference of two estimates; the best one of all is at 0.
  private func gap(_ place: Int, to reference: Int, _ view: ContestView) -> Double? {
    if place == reference { return bestGap(reference, view) }
    let count = min(view.records(place).count, view.records(reference).count)
    let lead = view.lead(place, reference, first: count, familySize: 1).value
    return lead.map { verdict(place) == .infeasible ? $0 : max(0, $0 + bestGap(reference, view)) }
  }

  /// The chosen one may itself be behind another that is as good.
  private func bestGap(_ reference: Int, _ view: ContestView) -> Double {
    contest.candidates.indices.filter { $0 != reference && verdict($0) == .asGood }.map { rival in
      view.lead(reference, rival, first: view.records(rival).count, familySize: 1).value ?? 0
    }.reduce(0, max)
  }

  private func verdict(_ place: Int) -> Standing.Verdict {
    switch procedure {
    case .gaps(let state):
      switch state.verdict(place) {
      case .asGood: return .asGood
      case .inferior: return .inferior
      case .infeasible: return .infeasible
      case .undecided: return .undecided
      }
    case .kimNelson(let state):
      if state.eliminations[place] != nil { return .inferior }
      return state.survivors.count == 1 ? .asGood : .undecided
    case .none: return .asGood
    }
  }

  private func interval(_ place: Int) -> (low: Double, high: Double)? {
    guard case .gaps(let state) = procedure, state.standings[place].feasibility != .infeasible,
      state.standings[place].high.isFinite
    else { return nil }
    let (low, high) = (state.standings[place].low, state.standings[place].high)
    return Metric.named(rule.metric).isShare ? (low, min(1, high)) : (low, high)
  }

  private func eliminatedAt(_ place: Int) -> Int? {
    switch procedure {
    case .gaps(let state): state.standings[place].eliminatedAt
    case .kimNelson(let state): state.eliminations[place]?.size
    case .none: nil
    }
  }

  private func reason(_ place: Int) -> String {
    switch procedure {
    case .gaps(let state):
      let rival = verdict(place) == .inferior ? state.standings[place].better : nil
      return broken[place] ?? rival.map { contest.names[$0] } ?? ""
    case .kimNelson(let state):
      return state.eliminations[place].map { contest.names[$0.by] } ?? ""
    case .none: return ""
    }
  }
}
