import Answers
import Files
import Runs
import Scenarios
import Vocabulary

extension Summary {
  /// The certainty of the leading share, from simulating and from the inputs; empty without vectors
  /// of inputs.
  var inputs: [String] {
    let effects = answer.uncertainty.filter { $0.metric == metric.name }
    guard !effects.isEmpty else { return [] }
    let shown = Set(series.map(\.point))
    let sentences = effects.filter { shown.contains($0.designPoint) }.compactMap(sentence)
    guard !sentences.isEmpty else {
      return [
        "", "the uncertainty is not known: each set of inputs needs two replications",
      ]
    }
    return ["", "\(LeadingWords(metric).name): uncertainty in percentage points (\(level)):"]
      + sentences.flatMap { TextWrap.lines($0, indent: 2) }
  }

  private func sentence(_ effect: Answer.Uncertainty) -> String? {
    guard let simulation = effect.simulation, let inputs = effect.inputs else { return nil }
    let points = outcome.experiment.points[effect.designPoint].texts
    let name = (points + [effect.strategy]).joined(separator: " ")
    let what = effect.baseline.map { "\(name) against \($0)" } ?? name
    guard let value = effect.value, let low = effect.ciLow, let high = effect.ciHigh else {
      return nil
    }
    // Both together reach as far as the interval does.
    let whole = (simulation * simulation + inputs * inputs).squareRoot()
    let deviations = whole > 0 ? 100 * max(high - value, value - low) / whole : 0
    let half = { (error: Double) in Self.half(deviations * error) }
    // An estimate of a variance that comes out at 0 does not mean that there is none.
    guard inputs > 0 else {
      return "\(what): \(half(simulation)) from simulating; not knowing your users adds too little "
        + "to tell beside that"
    }
    return "\(what): \(half(simulation)) from simulating, "
      + "\(half(inputs)) from not knowing your users\(Self.most(effect))"
  }

  /// In percentage points; an error is never called 0.
  private static func half(_ error: Double) -> String {
    error < 0.0005 ? "less than 0.001" : "± \(HumanText.digits(error, 2))"
  }

  /// The input that matters most; empty where none explains much.
  private static func most(_ effect: Answer.Uncertainty) -> String {
    guard let most = effect.shares.first(where: { $0.path == effect.mainInput }) else {
      return ""
    }
    let name = most.path == InputEstimates.users ? "which users the log has" : most.path
    return " (\(name): \(HumanText.percent(most.share, decimals: 0)) of it)"
  }
}
