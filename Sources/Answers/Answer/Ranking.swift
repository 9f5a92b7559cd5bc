import Files
import Models
import Runs
import Scenarios
import Statistics
import Vocabulary

/// Says in which order the strategies of a design point are to be chosen, and what the first one
/// costs.
///
/// `best` has decided by its verdicts. Without it the leader comes first; then those come earlier
/// that gain more of the leading metric. Who gains or loses nothing for sure stands right behind
/// the baseline, and of two that gain the same the cheaper one comes first.
struct Ranking {
  private let outcome: RunOutcome
  private let metric: Metric
  private let costs: [Metric]
  /// `best` may ask for less of a metric of which more is better.
  private let isReversed: Bool
  /// It is nil where `best` was not asked for.
  private let verdicts: Verdicts?

  init(_ outcome: RunOutcome, _ choices: Choices?) {
    (self.outcome, metric) = (outcome, outcome.leading)
    verdicts = choices.map { Verdicts($0, outcome) }
    let isMore = outcome.leading.better == .higher
    isReversed = choices.map { $0.rule.isMaximised != isMore } ?? false
    // A delay is no price.
    let tie = (choices?.rule.tie).map(Metric.named).flatMap {
      $0.better == .lower && $0.unit == .number ? $0 : nil
    }
    let prices = Metric.all.filter { $0.cost != nil && $0.name != tie?.name }
      .sorted { ($0.cost ?? 0) < ($1.cost ?? 0) }
    costs = ((tie.map { [$0] } ?? []) + prices).filter { outcome.models($0.isModelled) }
  }
}

extension Ranking {
  func point(_ point: Experiment.DesignPoint) -> Answer.Point {
    let series = outcome.series(atPoint: point.index)
    let known = series.filter { outcome.value(metric, $0).isFinite }
    let leader =
      verdicts == nil ? outcome.leader(atPoint: point.index, costs) : verdicts?.picks[point.index]
    let ordered = verdicts?.ordered(known) ?? ordered(known, leader: leader)
    let chosen = ordered.contains { $0.strategy == leader?.strategy } ? leader : nil
    let equals = verdicts?.asGood(known) ?? notToldApart(ordered)
    let cost = ordered.isEmpty ? nil : cost(ordered[0], series)
    let cheaper = cost.flatMap { self.cheaper(equals, than: ordered[0], $0) }
    return Answer.Point(
      designPoint: point.index, setting: outcome.experiment.factorWords(of: point),
      order: ordered.map { outcome.name($0) },
      asGood: equals.filter { $0.strategy != ordered.first?.strategy }.map { outcome.name($0) },
      chosen: chosen.map { outcome.name($0) },
      choice: verdicts?.places[point.index],
      leadsByDeliverability: chosen.flatMap { outcome.overtaking($0, among: ordered) }
        .map { outcome.name($0) },
      cost: cost?.name,
      cheaper: cheaper.map { outcome.name($0) },
      higherPrice: cheaper.flatMap { higherPrice($0, than: ordered[0]) }?.name,
      front: (cost.map { front(ordered, $0) } ?? []).map { outcome.name($0) })
  }

  // MARK: By gains

  private func ordered(
    _ known: [RunOutcome.Series], leader: RunOutcome.Series?
  ) -> [RunOutcome.Series] {
    known.map { ($0, rank($0, isLeader: $0.strategy == leader?.strategy)) }
      .sorted { $0.1.lexicographicallyPrecedes($1.1) }.map(\.0)
  }

  /// Less is earlier.
  private func rank(_ series: RunOutcome.Series, isLeader: Bool) -> [Double] {
    let base = outcome.baseline(of: series)
    let isBaseline = base?.strategy == series.strategy
    let isSure = base.map { outcome.isSure(outcome.difference(metric, series, from: $0)) } ?? true
    let gain = outcome.roundedGain(series)
    return [isLeader ? 0 : 1, isSure ? -gain : 0, isBaseline ? 0 : 1]
      + (isSure ? costs.map { $0.value(series.replications) ?? 0 } : [])
  }

  /// Those that the run does not tell apart from the first, but for the baseline.
  private func notToldApart(_ ordered: [RunOutcome.Series]) -> [RunOutcome.Series] {
    guard let first = ordered.first, first.records.count > 1 else { return [] }
    return ordered.dropFirst().filter { other in
      let isBaseline = outcome.baseline(of: other)?.strategy == other.strategy
      return !isBaseline && !outcome.differs(metric, other, from: first)
    }
  }

  // MARK: Its price

  private func front(_ known: [RunOutcome.Series], _ cost: Metric) -> [RunOutcome.Series] {
    let places = known.compactMap { series in
      cost.value(series.replications).map { price in
        (series, price, outcome.roundedGain(series) * (isReversed ? -1 : 1))
      }
    }
    let unbeaten = places.filter { place in
      !places.contains { other in
        other.1 <= place.1 && other.2 >= place.2 && (other.1 < place.1 || other.2 > place.2)
      }
    }
    return unbeaten.sorted { $0.1 < $1.1 }.map(\.0)
  }

  private func cheaper(
    _ equals: [RunOutcome.Series], than first: RunOutcome.Series, _ cost: Metric
  ) -> RunOutcome.Series? {
    let prices = equals.compactMap { series in
      cost.value(series.replications).map { (series, $0) }
    }
    guard let own = cost.value(first.replications), let least = prices.min(by: { $0.1 < $1.1 }),
      least.1 < own, HumanText.differ([least.1, own])
    else { return nil }
    return least.0
  }

  private func higherPrice(_ series: RunOutcome.Series, than first: RunOutcome.Series) -> Metric? {
    costs.first { cost in
      let prices = [series, first].compactMap { cost.value($0.replications) }
      return prices.count == 2 && prices[0] > prices[1] && HumanText.differ(prices)
    }
  }

  private func cost(_ first: RunOutcome.Series, _ all: ArraySlice<RunOutcome.Series>) -> Metric? {
    let known = costs.filter { cost in all.contains { cost.value($0.replications) != nil } }
    let pair = [first] + (outcome.baseline(of: first).map { [$0] } ?? [])
    for group in [pair, Array(all)] {
      let differing = known.first { cost in
        HumanText.differ(group.compactMap { cost.value($0.replications) })
      }
      if let differing { return differing }
    }
    return known.first
  }
}

/// `best` says this of each strategy of each design point.
private struct Verdicts {
  private let standings: [Contest.Candidate: Standing]
  /// They are in the order of the design points.
  let picks: [Int: RunOutcome.Series]
  /// The places of the choices that design points take part in.
  let places: [Int: Int]

  init(_ choices: Choices, _ outcome: RunOutcome) {
    standings = choices.standings
    picks = Dictionary(choices.picks(outcome).map { ($0.point, $0) }) { first, _ in first }
    let pairs = choices.choices.enumerated().flatMap { place, choice in
      choice.contest.members.keys.map { ($0.point, place) }
    }
    places = Dictionary(pairs) { first, _ in first }
  }

  private func standing(_ series: RunOutcome.Series) -> Standing? { standings[series.candidate] }

  /// Those that break a limit are left out.
  func ordered(_ known: [RunOutcome.Series]) -> [RunOutcome.Series] {
    let ranked = known.enumerated().compactMap { place, series in
      standing(series).flatMap { $0.verdict == .infeasible ? nil : ($0.rank, place, series) }
    }
    return ranked.sorted { ($0.0, $0.1) < ($1.0, $1.1) }.map(\.2)
  }

  func asGood(_ known: [RunOutcome.Series]) -> [RunOutcome.Series] {
    known.filter { standing($0)?.verdict == .asGood }
  }
}
