import Files
import Models
package import Runs
package import Scenarios
import Statistics
import Vocabulary

extension RunOutcome {
  /// All but the words: whoever writes for people fills them in.
  package func answer(_ verdict: RunVerdict) -> Answer {
    let ranking = Ranking(self, verdict.choices)
    let points = experiment.points.map(ranking.point)
    let metrics = metrics(verdict, points)
    let places = Dictionary(
      uniqueKeysWithValues: series.map(\.candidate).enumerated().map { ($1, $0) })
    var answer = Answer(
      verdict.choices == nil ? .comparison : .choice, scenario: experiment.base.name,
      question(verdict.choices, metrics.map(\.name)))
    answer.factors = experiment.factors.map { Answer.Factor($0) }
    answer.points = points
    answer.focus = focus(verdict.choices)
    answer.metricsDisagree = points.contains { $0.leadsByDeliverability != nil }
    answer.choices = verdict.choices?.choices.map { choice in choice.record(self, places) } ?? []
    answer.candidates = candidates(verdict)
    answer.estimates = series.flatMap { series in
      metrics.filter { $0.isModelled(scenario(series)) }.map { estimate($0, series) }
    }
    answer.differences = experiment.points.flatMap { point in
      metrics.filter { $0.isModelled(point.scenario) }.flatMap { gains($0, atPoint: point.index) }
    }
    answer.breakEvens = verdict.breakEvens
    answer.uncertainty = uncertainty(metrics)
    answer.expectations = verdict.judgements
    answer.precision = verdict.precision
    answer.warnings = experiment.warnings + verdict.warnings
    answer.exitCode = verdict.exitCode
    return answer
  }

  /// The one that decides, what is shown and known, the two usual prices, and those that the
  /// question or the answer names.
  private func metrics(_ verdict: RunVerdict, _ points: [Answer.Point]) -> [Metric] {
    let redundant = "redundant_interruptions_per_device_day"
    let names =
      [leading.name, tabled.name, "deliverability", known.name, "pushes_per_notification"]
      + ["interruptions_per_device_day"] + (verdict.choices?.rule.metrics ?? [])
      + verdict.judgements.map(\.metric)
      + points.compactMap(\.cost) + points.compactMap(\.higherPrice)
      + (models(Metric.named(redundant).isModelled) ? [redundant] : [])
    return names.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }.map(Metric.named)
  }

  /// Strategies that break a limit and those without an estimate tell nothing.
  private func focus(_ choices: Choices?) -> [Int] {
    let standings = choices?.standings ?? [:]
    let isMore = leading.better == .higher
    let sign: Double = choices.map { $0.rule.isMaximised == isMore } ?? true ? 1 : -1
    let ranks = experiment.points.map { point in
      let all = series(atPoint: point.index)
      let known = all.filter { leading.value($0.replications) != nil }
      let allowed = known.filter { standings[$0.candidate]?.verdict != .infeasible }
      let values = (allowed.isEmpty ? known : allowed).map { sign * value(leading, $0) }
      return (all.count > 1 ? -Self.distance(values) : values.first ?? .infinity, point.index)
    }
    return ranks.sorted { $0 < $1 }.map(\.1)
  }

  /// From the least to the greatest; nothing is further away than what never ends.
  private static func distance(_ values: [Double]) -> Double {
    guard let most = values.max(), let least = values.min() else { return -.infinity }
    return most == least ? 0 : most - least
  }

  private func question(_ choices: Choices?, _ metrics: [String]) -> Answer.Question {
    let rule = choices?.rule
    let isMore = rule?.isMaximised ?? (leading.better == .higher)
    let base = series.first.flatMap { baseline(of: $0) }.map { name($0) }
    return Answer.Question(
      metric: leading.name, direction: isMore ? .more : .less, metrics: metrics, baseline: base,
      confidence: experiment.base.confidence, choiceConfidence: rule?.confidence,
      worth: rule?.worth,
      limits: rule?.constraints.map {
        Answer.Limit(
          text: $0.text, metric: $0.metric, relation: $0.isUpper ? "<=" : ">=", bound: $0.bound)
      } ?? [], tie: rule?.tie, method: rule?.method.rawValue, pareto: rule?.pareto ?? [])
  }

  private func candidates(_ verdict: RunVerdict) -> [Answer.Contender] {
    let standings = verdict.choices?.standings ?? [:]
    let fronts = Dictionary(
      verdict.pareto.map { ($0.candidate, Answer.Pareto(verdict: $0.verdict, by: $0.by)) }
    ) { first, _ in first }
    return series.map { series in
      Answer.Contender(
        designPoint: series.point, strategy: name(series), replications: series.records.count,
        standing: standings[series.candidate]?.record, pareto: fronts[series.candidate])
    }
  }

  private func estimate(_ metric: Metric, _ series: Series) -> Answer.Measured {
    let found = metric.cut(metric.estimate(series.replications, scenario(series)))
    let controls = found?.plain == nil ? [] : series.replications.controls(metric.controlled)
    return Answer.Measured(
      designPoint: series.point, strategy: name(series), metric: metric.name, value: found?.mean,
      ciLow: found?.low, ciHigh: found?.high, interval: found?.method?.rawValue,
      controls: controls.map(\.name), varianceReductionControls: found?.controlsReduction)
  }

  /// The differences of all others to the baseline.
  private func gains(_ metric: Metric, atPoint point: Int) -> [Answer.Gain] {
    let others = series(atPoint: point).filter { other in
      baseline(of: other).map { $0.strategy != other.strategy } ?? false
    }
    return zip(others, differences(of: others, metric)).compactMap { series, comparison in
      guard let found = comparison.difference, let base = baseline(of: series) else { return nil }
      let controls = found.plain == nil ? [] : comparison.controls
      return Answer.Gain(
        designPoint: point, strategy: name(series), metric: metric.name,
        difference: found.difference, ciLow: found.low, ciHigh: found.high, pValue: found.pValue,
        isSure: differs(metric, series, from: base), interval: found.method?.rawValue,
        controls: controls.map(\.name),
        varianceReductionControls: found.controlsReduction)
    }
  }

  private func uncertainty(_ metrics: [Metric]) -> [Answer.Uncertainty] {
    guard let draws = experiment.inputDraws else { return [] }
    return series.flatMap { series in
      metrics.filter { $0.isModelled(scenario(series)) }
        .flatMap { effects(of: series, $0, draws) }
        .map { record($0, draws) }
    }
  }

  private func record(_ effect: InputEffect, _ draws: InputDraws) -> Answer.Uncertainty {
    let shares = zip(draws.estimates.names, effect.shares).map {
      Answer.Uncertainty.Share(path: $0, share: $1)
    }
    let main = shares.max { $0.share < $1.share }.flatMap { $0.share >= 0.1 ? $0.path : nil }
    return Answer.Uncertainty(
      designPoint: effect.series.point, strategy: name(effect.series), metric: effect.metric.name,
      baseline: effect.baseline, value: effect.mean, ciLow: effect.interval?.low,
      ciHigh: effect.interval?.high, simulation: effect.variance?.sdSimulation,
      inputs: effect.variance?.sdInputs, shares: shares, mainInput: main)
  }
}

extension Standing {
  fileprivate var record: Answer.Standing {
    Answer.Standing(
      name: name, verdict: verdict, gap: gap, ciLow: low, ciHigh: high, eliminatedAt: eliminatedAt,
      by: by)
  }
}

extension Choices.Choice {
  /// - Parameter places: The places of all candidates of the answer.
  fileprivate func record(
    _ outcome: RunOutcome, _ places: [Contest.Candidate: Int]
  ) -> Answer.Choice {
    let open = best == nil && nearest == nil
    let ranked = ranked
    let names = { (verdict: Standing.Verdict) in
      ranked.filter { $0.verdict == verdict }.map(\.name)
    }
    return Answer.Choice(
      circumstances: circumstances,
      chosen: best.map {
        Answer.Pick(
          designPoint: $0.candidate.point, strategy: outcome.name(outcome[$0.candidate]),
          name: $0.name)
      },
      asGood: count(.asGood), ranked: ranked.compactMap { places[$0.candidate] },
      undecided: open ? names(.undecided) : [],
      sure: open ? names(.asGood).first : nil, nearest: nearest, isApproximate: isSkewed)
  }
}

extension Answer.Factor {
  fileprivate init(_ factor: SweepFactor) {
    (name, path, label, law) = (factor.name, factor.path, factor.label, nil)
    (unit, counts, noLimit) = (factor.unit, factor.counts, factor.noLimit)
  }

  package init(_ factor: SampledFactor) {
    (name, path, label) = (factor.name, factor.path, factor.label)
    (unit, counts, noLimit) = (factor.unit, factor.counts, nil)
    law = factor.lawNode.flowText
  }
}

extension ConfigNode {
  /// A scenario has it so on one line.
  fileprivate var flowText: String {
    switch content {
    case .scalar(let text, _): text
    case .sequence(let elements): "[" + elements.map(\.flowText).joined(separator: ", ") + "]"
    case .mapping(let entries):
      "{" + entries.map { "\($0.key): \($0.value.flowText)" }.joined(separator: ", ") + "}"
    }
  }
}
