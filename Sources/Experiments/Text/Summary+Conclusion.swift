import Files
import Statistics

extension Summary {
  /// The answer in a sentence: how the strategy that shows most compares with the baseline, and how
  /// often each fails to show one. Empty with several design points, or where nothing is compared.
  var comparison: [String] {
    guard outcome.experiment.points.count == 1,
      let base = outcome.series.first.flatMap(outcome.baseline),
      let best = outcome.series.filter({ $0.strategy != base.strategy })
        .max(by: { shownShare($0) < shownShare($1) }),
      let difference = outcome.differences(of: [best], .named("deliverability"))[0].difference
    else { return [] }
    let (name, baseName) = (outcome.name(best), outcome.name(base))
    let points = Self.points(difference.difference)
    let sentence =
      isSure(difference)
      ? "\(name) shows \(points) than \(baseName); "
        + "not shown: \(unshown(best)) instead of \(unshown(base))."
      : "This run shows no clear difference between \(name) and \(baseName): it may be 0."
    return [sentence]
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
