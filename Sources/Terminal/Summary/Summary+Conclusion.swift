import Answers
import Files
import Models
import Runs
import Scenarios
import Statistics
import Vocabulary

extension Summary {
  /// The answer in sentences: how the strategy that serves users best compares with the baseline,
  /// who is as good, what it costs them, and whether another figure would choose otherwise; of one
  /// strategy alone, what it comes to.
  var comparison: [String] {
    guard let first = outcome.series.first else { return [] }
    guard let base = outcome.baseline(of: first), outcome.series.count > 1 else {
      return alone(first)
    }
    guard first.records.count > 1 else {
      return ["One replication has no interval, so there is no verdict. Run more."]
    }
    guard let best = best(besides: base), let difference = gain(best, base) else { return [] }
    let chosen = outcome.leader(atPoint: best.point)
    guard outcome.isSure(difference) else {
      let (name, baseName) = (outcome.name(best), outcome.name(base))
      return ["This run shows no clear difference between \(name) and \(baseName): it may be 0."]
        + overtaken(chosen)
    }
    let equals = equals(of: best, base)
    return [verdict(best, base, difference)] + asGood(equals)
      + redundant([best] + equals + [base]) + overtaken(chosen)
  }

  private func best(besides base: RunOutcome.Series) -> RunOutcome.Series? {
    outcome.series.filter { $0.strategy != base.strategy }
      .max { outcome.value(metric, $0) < outcome.value(metric, $1) }
  }

  private func gain(_ series: RunOutcome.Series, _ base: RunOutcome.Series) -> Difference? {
    outcome.differences(of: [series], metric)[0].difference
  }

  private func alone(_ series: RunOutcome.Series) -> [String] {
    guard let share = share(series) else { return [] }
    let (name, percent) = (outcome.name(series), value(metric, series))
    return ["\(words.alone(name, percent)); \(words.missing): \(rest(share))."]
  }

  private func verdict(
    _ best: RunOutcome.Series, _ base: RunOutcome.Series, _ difference: Difference
  ) -> String {
    let points = gain.points(abs(difference.difference), (difference.low, difference.high))
    let amount = "\(points) percentage points \(difference.difference > 0 ? "more" : "less")"
    let rests = [best, base].map { share($0).map(rest) ?? "unknown" }
    return words.compared(outcome.name(best), amount, outcome.name(base))
      + "; \(words.missing): \(rests[0]) instead of \(rests[1])."
  }

  /// Strategies that the run does not tell from the best one.
  private func equals(
    of best: RunOutcome.Series, _ base: RunOutcome.Series
  ) -> [RunOutcome.Series] {
    outcome.series.filter { other in
      guard other.strategy != best.strategy, other.strategy != base.strategy else { return false }
      return !outcome.isSure(outcome.difference(metric, other, from: best))
    }
  }

  private func asGood(_ equals: [RunOutcome.Series]) -> [String] {
    guard !equals.isEmpty else { return [] }
    let names = equals.prefix(Self.namesMax).map { outcome.name($0) }.joined(separator: ", ")
    let more = equals.count > Self.namesMax ? " and \(equals.count - Self.namesMax) more" : ""
    return ["Not told apart from it by this run: \(names)\(more)."]
  }

  /// The cost for users: alerts for messages that they know already.
  private func redundant(_ all: [RunOutcome.Series]) -> [String] {
    let metric = Metric.named("redundant_interruptions_per_device_day")
    let found = all.filter { metric.isModelled(outcome.scenario($0)) }.prefix(Self.namesMax + 2)
      .compactMap { series in metric.value(series.replications).map { (series, $0) } }
    guard found.count > 1, found.contains(where: { $0.1 > 0 }) else { return [] }
    let words = found.map { "\(HumanText.digits($0.1, 2)) with \(outcome.name($0.0))" }
    return [
      "Alerts for messages that the user has already, per device and day: "
        + "\(words.joined(separator: ", "))."
    ]
  }

  /// - Parameter chosen: Nil: there is no verdict.
  func overtaken(_ chosen: RunOutcome.Series?) -> [String] {
    guard let chosen, let other = outcome.overtaking(chosen) else { return [] }
    return [
      "By what is shown alone, \(outcome.name(other)) would lead and not \(outcome.name(chosen)): "
        + "that counts alerts which come late, or for messages that the user has read in the app."
    ]
  }

  private static let namesMax = 4

  // MARK: A sweep

  /// Of design points that are no line and no matrix: how often each strategy is better than the
  /// baseline; of one strategy alone, where it comes to least and most.
  var overview: [String] {
    let strategies = outcome.series(atPoint: 0).map(\.strategy)
    let all = strategies.prefix(Self.overviewMax).map { strategy in
      outcome.series.filter { $0.strategy == strategy }
    }
    let compared = all.filter { series in
      series.first.flatMap(outcome.baseline).map { $0.strategy != series[0].strategy } ?? false
    }
    return compared.isEmpty ? all.compactMap(extremes) : compared.map(balance)
  }

  private static let overviewMax = 6

  private func balance(_ series: [RunOutcome.Series]) -> String {
    let found = outcome.differences(of: series, metric).compactMap(\.difference)
    let sure = found.filter { outcome.isSure($0) }
    let (more, less) = (sure.count { $0.difference > 0 }, sure.count { $0.difference < 0 })
    let ends = [
      found.min { $0.difference < $1.difference }, found.max { $0.difference < $1.difference },
    ].compactMap { $0.map { gain.points(signed: $0) } }
    return words.balance(
      outcome.name(series[0]), outcome.experiment.base.baseline, more, less, of: series.count)
      + ": \(ends.joined(separator: " to ")) percentage points."
  }

  private func extremes(_ series: [RunOutcome.Series]) -> String? {
    let shown = series.compactMap { one in share(one).map { (series: one, share: $0) } }
    guard let least = shown.min(by: { $0.share < $1.share }),
      let most = shown.max(by: { $0.share < $1.share })
    else { return nil }
    let name = outcome.name(series[0])
    let places = [least, most].map {
      "\(value(metric, $0.series)) at "
        + outcome.experiment.setting(of: outcome.point($0.series))
    }
    return least.series.point == most.series.point
      ? "\(name) comes to the same at all design points: "
        + "\(value(metric, most.series)) \(words.name)."
      : "\(name), \(words.name): least, \(places[0]), and most, \(places[1])."
  }

  // MARK: Words

  private var words: LeadingWords { LeadingWords(metric) }

  private func share(_ series: RunOutcome.Series) -> Double? {
    metric.estimate(series.replications, outcome.scenario(series))?.mean
  }

  /// The rest of a share: one in so many, with two digits.
  private func rest(_ share: Double) -> String {
    let rest = 1 - share
    guard rest > 0 else { return "none" }
    guard rest < 0.1 else { return "1 in \(HumanText.digits(1 / rest, 2))" }
    var (count, unit) = (1 / rest, 1.0)
    while count >= 100 { (count, unit) = (count / 10, unit * 10) }
    return "1 in \(HumanText.count(UInt64(count.rounded() * unit)))"
  }
}

/// How sentences and tables speak of the metric that leads, which is a share of what is owed.
struct LeadingWords {
  private let metric: Metric

  init(_ metric: Metric) { self.metric = metric }

  private var isInTime: Bool { metric.name == "awareness_in_time" }

  /// Over a column.
  var name: String { metric.words }

  var missing: String { "not \(name)" }

  func alone(_ strategy: String, _ percent: String) -> String {
    isInTime
      ? "With \(strategy) users know in time of \(percent) of what is owed"
      : "\(strategy) shows \(percent) of what is owed"
  }

  func compared(_ strategy: String, _ amount: String, _ baseline: String) -> String {
    isInTime
      ? "With \(strategy) users know in time of \(amount) than with \(baseline)"
      : "\(strategy) shows \(amount) than \(baseline)"
  }

  func balance(
    _ strategy: String, _ baseline: String, _ more: Int, _ less: Int, of count: Int
  ) -> String {
    let what = isInTime ? "lets users know of more in time" : "shows more"
    return "\(strategy) \(what) than \(baseline) at \(more) of \(count) design points "
      + "and less at \(less)"
  }
}
