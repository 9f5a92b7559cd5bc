import Answers
import Files
import Models
import Runs
import Scenarios
import Statistics

extension Summary {
  /// How sure the leading share is, from simulating and from the inputs; empty without vectors of
  /// inputs.
  var inputs: [String] {
    guard let draws = outcome.experiment.inputDraws else { return [] }
    let sentences = series.flatMap { outcome.effects(of: $0, metric, draws) }
      .compactMap { sentence($0, draws) }
    let level = HumanText.percent(outcome.experiment.base.confidence, decimals: 0)
    guard !sentences.isEmpty else {
      return [
        "", "how sure this is, is not known: a vector of inputs needs two replications",
      ]
    }
    return ["", "\(LeadingWords(metric).name): how sure it is, in percentage points (\(level)):"]
      + sentences.flatMap { TextWrap.lines($0, indent: 2) }
  }

  private func sentence(_ effect: InputEffect, _ draws: InputDraws) -> String? {
    guard let variance = effect.variance else { return nil }
    let points = outcome.point(effect.series).texts
    let name = (points + [outcome.name(effect.series)]).joined(separator: " ")
    let what = effect.baseline.map { "\(name) against \($0)" } ?? name
    let deviations = 100 * Normal.quantile((1 + effect.confidence) / 2)
    let half = { (error: Double) in Self.half(deviations * error) }
    return "\(what): \(half(variance.sdSimulation)) from simulating, "
      + "\(half(variance.sdInputs)) from not knowing your users\(most(effect, draws))"
  }

  /// In percentage points; an error is never called 0.
  private static func half(_ error: Double) -> String {
    error < 0.0005 ? "less than 0.001" : "± \(HumanText.digits(error, 2))"
  }

  /// The input that matters most.
  private func most(_ effect: InputEffect, _ draws: InputDraws) -> String {
    guard let share = effect.shares.max(), let place = effect.shares.firstIndex(of: share) else {
      return ""
    }
    let part = HumanText.percent(share, decimals: 0)
    return " (\(draws.estimates.parameters[place].path): \(part) of it)"
  }
}
