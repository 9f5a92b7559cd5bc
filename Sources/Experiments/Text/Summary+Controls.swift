import Files
import Statistics

extension Summary {
  /// What the controls are worth for the first table; empty where there are none.
  var controls: [String] {
    let factors = series.flatMap { [reduction(of: $0), differenceReduction(of: $0)] }
      .compactMap { $0 }.filter { $0 >= 1 }
    guard let least = factors.min(), let most = factors.max() else { return [] }
    let range =
      least < most ? "\(Self.times(least)) to \(Self.times(most))" : Self.times(most)
    return TextWrap.lines(
      "controls: as good as \(range) times the replications (docs/statistics.md)", indent: 2)
  }

  private static func times(_ factor: Double) -> String {
    factor < 10_000 ? HumanText.digits(factor, 2) : "more than 10,000"
  }

  private func reduction(of series: RunOutcome.Series) -> Double? {
    metric.estimate(series.replications, outcome.scenario(series))?
      .controlsReduction
  }

  private func differenceReduction(of series: RunOutcome.Series) -> Double? {
    guard let base = outcome.baseline(of: series), base.strategy != series.strategy else {
      return nil
    }
    return outcome.differences(of: [series], metric)[0].difference?
      .controlsReduction
  }
}
