import Files
import Models
import Runs
import Scenarios
import Statistics
import Vocabulary

/// In which order strategies are to be chosen, and what the first one costs.
///
/// `best` has decided by its verdicts. Without it a strategy comes before another where it gains
/// more of the leading metric, over all design points; who gains or loses nothing for sure comes
/// right behind the baseline, and of two that gain the same the cheaper one comes first.
struct Ranking {
  private let outcome: RunOutcome
  /// By design point: what `best` has decided, and its pick. A choice that is open says nothing of
  /// the others; nil: there is none.
  private let decided: (standings: [Int: [Standing]], picks: [Int: RunOutcome.Series])?
  /// `best` was asked for, so that nothing else decides.
  private let isChoice: Bool
  private let metric: Metric
  /// By their gains: strategies by their numbers, the one to choose first.
  private let order: [Int]
  private let costs: [Metric]

  init(_ outcome: RunOutcome, _ choices: Choices?) {
    (self.outcome, metric, isChoice) = (outcome, outcome.leading, choices != nil)
    decided = choices.flatMap { choices in
      let picks = choices.picks(outcome)
      return picks.isEmpty
        ? nil
        : (
          Dictionary(grouping: choices.choices.flatMap(\.standings)) { $0.candidate.point },
          Dictionary(picks.map { ($0.point, $0) }) { first, _ in first }
        )
    }
    let tie = choices?.rule.tie.map { [Metric.named($0)] } ?? []
    let prices = Metric.all.filter { $0.cost != nil }.sorted { ($0.cost ?? 0) < ($1.cost ?? 0) }
    let all = tie + prices.filter { cost in !tie.contains { $0.name == cost.name } }
    costs = all.filter { metric in outcome.models { metric.isModelled($0) } }
    order = Self.ranked(outcome, costs)
  }
}

extension Ranking {
  func point(_ point: Experiment.DesignPoint) -> Answer.Point {
    let series = outcome.series(atPoint: point.index)
    let known = series.filter { outcome.value(metric, $0).isFinite }
    // Empty where nothing was decided, and at design points that are the same as an earlier one.
    let standings = decided?.standings[point.index] ?? []
    let ordered =
      standings.isEmpty
      ? order.compactMap { strategy in known.first { $0.strategy == strategy } }
      : byVerdict(standings, known)
    let equals = standings.isEmpty ? notToldApart(ordered) : within(standings, known)
    let chosen = pick(atPoint: point.index)
    return Answer.Point(
      designPoint: point.index, setting: outcome.experiment.setting(of: point),
      order: ordered.map { outcome.name($0) },
      asGood: equals.filter { $0.strategy != ordered.first?.strategy }.map { outcome.name($0) },
      chosen: chosen.map { outcome.name($0) },
      leadsByDeliverability: chosen.flatMap(outcome.overtaking).map { outcome.name($0) },
      cost: ordered.first.flatMap { cost($0, series) }?.name)
  }

  /// The pick of `best`; without it the leader, where that is sure.
  private func pick(atPoint point: Int) -> RunOutcome.Series? {
    isChoice ? decided?.picks[point] : outcome.leader(atPoint: point)
  }

  // MARK: By verdicts

  /// Without those that break a limit.
  private func byVerdict(
    _ standings: [Standing], _ known: [RunOutcome.Series]
  ) -> [RunOutcome.Series] {
    let verdicts: [Standing.Verdict] = [.best, .asGood, .undecided, .inferior]
    return verdicts.flatMap { verdict in
      standings.enumerated().filter { $0.element.verdict == verdict }
        .sorted { ($0.element.gap ?? 0, $0.offset) < ($1.element.gap ?? 0, $1.offset) }
        .compactMap { standing in
          known.first { $0.strategy == standing.element.candidate.strategy }
        }
    }
  }

  private func within(
    _ standings: [Standing], _ known: [RunOutcome.Series]
  ) -> [RunOutcome.Series] {
    known.filter { series in
      standings.contains {
        $0.candidate.strategy == series.strategy && $0.verdict == .asGood
      }
    }
  }

  // MARK: By gains

  private static func ranked(_ outcome: RunOutcome, _ costs: [Metric]) -> [Int] {
    let points = outcome.experiment.points
    let leader = points.count == 1 ? outcome.leader(atPoint: 0)?.strategy : nil
    let ranks = outcome.series(atPoint: 0).map { first -> (strategy: Int, rank: [Double]) in
      let all = outcome.series.filter { $0.strategy == first.strategy }
      return (first.strategy, rank(all, outcome, isLeader: first.strategy == leader, costs))
    }
    return ranks.sorted { $0.rank.lexicographicallyPrecedes($1.rank) }.map(\.strategy)
  }

  /// Less is earlier.
  private static func rank(
    _ all: [RunOutcome.Series], _ outcome: RunOutcome, isLeader: Bool, _ costs: [Metric]
  ) -> [Double] {
    let gains = all.map { outcome.gain($0) }
    let mean = gains.reduce(0) { $0 + $1.value } / Double(gains.count)
    let isBaseline = gains.allSatisfy { $0.isOfBaseline }
    let isSure = gains.contains { $0.isSure && ($0.value > 0) == (mean > 0) }
    let isKnown = all.allSatisfy { outcome.value(outcome.leading, $0).isFinite }
    let prices = costs.map { cost in
      all.reduce(0) { $0 + (cost.value($1.replications) ?? 0) }
    }
    // What has rounded is no gain.
    let gain = (mean * 1e12).rounded() / 1e12
    return [isKnown ? 0 : 1, isLeader && mean > 0 ? 0 : 1, isSure ? -gain : 0, isBaseline ? 0 : 1]
      + (isSure ? prices : [])
  }

  /// Those that the run does not tell apart from the first.
  private func notToldApart(_ ordered: [RunOutcome.Series]) -> [RunOutcome.Series] {
    guard let first = ordered.first, first.records.count > 1 else { return [] }
    return ordered.dropFirst().filter { other in
      let isBaseline = outcome.baseline(of: other)?.strategy == other.strategy
      return !isBaseline && !outcome.isSure(outcome.difference(metric, other, from: first))
    }
  }

  // MARK: Its price

  private func cost(_ first: RunOutcome.Series, _ all: ArraySlice<RunOutcome.Series>) -> Metric? {
    let known = costs.filter { cost in all.contains { cost.value($0.replications) != nil } }
    let pair = [first] + (outcome.baseline(of: first).map { [$0] } ?? [])
    for group in [pair, Array(all)] {
      let differing = known.first { cost in
        let texts = group.compactMap { cost.value($0.replications) }
          .map { HumanText.digits($0, 3) }
        return Set(texts).count > 1
      }
      if let differing { return differing }
    }
    return known.first
  }
}

extension RunOutcome {
  /// More is better: the difference to the baseline, which gains nothing; without a baseline the
  /// value itself.
  fileprivate func gain(
    _ series: Series
  ) -> (value: Double, isSure: Bool, isOfBaseline: Bool) {
    guard let base = baseline(of: series) else { return (value(leading, series), true, false) }
    guard base.strategy != series.strategy else { return (0, false, true) }
    let found = difference(leading, series, from: base)
    let sign: Double = leading.better == .higher ? 1 : -1
    return (sign * (found?.difference ?? 0), isSure(found), false)
  }
}
