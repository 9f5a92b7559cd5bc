import Files
import Statistics

extension Summary {
  /// The answer in a sentence: how the strategy that shows most compares with the baseline, and how
  /// often each fails to show one; of one strategy alone, what it shows.
  var comparison: [String] {
    guard let base = outcome.series.first.flatMap(outcome.baseline),
      let best = outcome.series.filter({ $0.strategy != base.strategy })
        .max(by: { shownShare($0) < shownShare($1) }),
      let difference = outcome.differences(of: [best], .named("deliverability"))[0].difference
    else {
      guard let alone = outcome.series.first, shownShare(alone) >= 0 else { return [] }
      let share = HumanText.percent(shownShare(alone), decimals: 2)
      return [
        "\(outcome.name(alone)) shows \(share) of what is owed; not shown: \(unshown(alone))."
      ]
    }
    let (name, baseName) = (outcome.name(best), outcome.name(base))
    let points = Self.points(difference.difference)
    let sentence =
      isSure(difference)
      ? "\(name) shows \(points) than \(baseName); "
        + "not shown: \(unshown(best)) instead of \(unshown(base))."
      : "This run shows no clear difference between \(name) and \(baseName): it may be 0."
    return [sentence]
  }

  /// Of design points that are no line and no matrix: how often each strategy is better than the
  /// baseline; of one strategy alone, where it shows least and most.
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
    let found = outcome.differences(of: series, .named("deliverability")).compactMap(\.difference)
    let sure = found.filter(isSure)
    let (more, less) = (sure.count { $0.difference > 0 }, sure.count { $0.difference < 0 })
    let ends = [found.map(\.difference).min(), found.map(\.difference).max()].compactMap {
      $0.map { "\($0 < 0 ? "" : "+")\(HumanText.fixed(100 * $0, 2))" }
    }
    return "\(outcome.name(series[0])) shows more than \(outcome.experiment.base.baseline) at "
      + "\(more) of \(series.count) design points and less at \(less): "
      + "\(ends.joined(separator: " to ")) percentage points."
  }

  private func extremes(_ series: [RunOutcome.Series]) -> String? {
    let shown = series.filter { shownShare($0) >= 0 }
    guard let least = shown.min(by: { shownShare($0) < shownShare($1) }),
      let most = shown.max(by: { shownShare($0) < shownShare($1) })
    else { return nil }
    let name = outcome.name(series[0])
    let words = { (one: RunOutcome.Series) in
      "\(HumanText.percent(shownShare(one), decimals: 2)) at "
        + outcome.experiment.setting(of: outcome.point(one))
    }
    return least.point == most.point
      ? "\(name) shows the same at all design points: "
        + "\(HumanText.percent(shownShare(most), decimals: 2)) of what is owed."
      : "\(name) shows least of what is owed, \(words(least)), and most, \(words(most))."
  }

  private func shownShare(_ series: RunOutcome.Series) -> Double {
    Metric.named("deliverability").estimate(series.replications, outcome.scenario(series))?.mean
      ?? -1
  }

  /// The interval lies on one side of 0.
  private func isSure(_ difference: Difference) -> Bool {
    guard let low = difference.low, let high = difference.high else { return false }
    return low > 0 || high < 0
  }

  private static func points(_ difference: Double) -> String {
    let size = HumanText.digits(abs(difference) * 100, 2)
    return "\(size) percentage points \(difference > 0 ? "more" : "less")"
  }

  /// One in so many, with two digits.
  private func unshown(_ series: RunOutcome.Series) -> String {
    let share = 1 - shownShare(series)
    guard share > 0 else { return "none" }
    guard share < 0.1 else { return "1 in \(HumanText.digits(1 / share, 2))" }
    var (count, unit) = (1 / share, 1.0)
    while count >= 100 { (count, unit) = (count / 10, unit * 10) }
    return "1 in \(HumanText.count(UInt64(count.rounded() * unit)))"
  }
}
