import Answers
import Files
import Foundation
import Vocabulary

/// The sentences tell how much better a strategy serves users than the baseline, how sure that is,
/// and its price.
struct GainText {
  private let answer: Answer
  private let table: AnswerTable
  private let metric: Metric

  init(_ answer: Answer, _ metric: Metric) {
    (self.answer, table, self.metric) = (answer, AnswerTable(answer), metric)
  }

  /// Empty where nothing is known, and for the baseline itself.
  func sentences(_ strategy: String, atPoint point: Int) -> [String] {
    guard let base = answer.question.baseline,
      let gain = table.difference(metric, strategy, atPoint: point)
    else { return [] }
    return [sentence(gain, base)] + doubt(gain, base) + price(gain, base)
  }

  private func sentence(_ gain: Answer.Gain, _ base: String) -> String {
    let text = MetricText(metric, of: .difference)
    let ends = ends(gain)
    let interval = ends.low.flatMap { low in
      ends.high.map { " (\(text.interval(low, $0)))" }
    }
    let more = gain.difference > 0 ? "more" : "less"
    let words = LeadingWords(metric)
    guard words.hasVerb else {
      return "\(metric.words) with \(gain.strategy), against \(base): "
        + "\(text.value(gain.difference, ends))\(interval ?? "")."
    }
    let amount = "\(text.amount(gain.difference, ends)) \(more)"
    let found = [gain.strategy, base].map {
      table.estimate(metric, $0, atPoint: gain.designPoint)
    }
    let rests = zip(found, found.reversed()).map { own, other in
      own.flatMap { Self.rest($0, besides: other?.value) } ?? "unknown"
    }
    return words.compared(gain.strategy, amount, base) + (interval ?? "")
      + "; \(words.missing): \(rests[0]) instead of \(rests[1])."
  }

  private func doubt(_ gain: Answer.Gain, _ base: String) -> [String] {
    if gain.isSure { return [] }
    let reason = isSimulated(gain) ? "With what is known of the inputs" : "That is not sure:"
    return ["\(reason) the difference to \(base) may be 0."]
  }

  /// More replications would change nothing: at the scenario's own inputs the difference is sure.
  func isSimulated(_ gain: Answer.Gain) -> Bool {
    gain.ciLow.map { $0 > 0 } ?? false || gain.ciHigh.map { $0 < 0 } ?? false
  }

  /// Where inputs are uncertain, the interval has what is not known of them.
  private func ends(_ gain: Answer.Gain) -> (low: Double?, high: Double?) {
    let known = answer.uncertainty.first {
      $0.designPoint == gain.designPoint && $0.strategy == gain.strategy
        && $0.metric == gain.metric && $0.baseline != nil && $0.ciLow != nil
    }
    return known.map { ($0.ciLow, $0.ciHigh) } ?? (gain.ciLow, gain.ciHigh)
  }

  /// Its price, where the answer names one and people see that it differs.
  private func price(_ gain: Answer.Gain, _ base: String) -> [String] {
    let point = answer.points.first { $0.designPoint == gain.designPoint }
    guard let cost = point?.cost.map(Metric.named) else { return [] }
    let prices = [gain.strategy, base].compactMap {
      table.estimate(cost, $0, atPoint: gain.designPoint)?.value
    }
    guard prices.count == 2, HumanText.differ(prices) else { return [] }
    let texts = prices.map { HumanText.amount($0) }
    return ["Its price: \(texts[0]) instead of \(texts[1]) \(cost.words)."]
  }

  /// The rest of a share: one in so many, or of a share of 1 how many there may be; nil: it has no
  /// value.
  ///
  /// - Parameter other: Another share; how many there may be is told only where that is less than
  ///   its rest.
  static func rest(_ found: Answer.Measured, besides other: Double? = nil) -> String? {
    found.value.map { share in
      guard share >= 1, let low = found.ciLow, low < 1 else { return rest(share) }
      return low > other ?? 0 ? "none was seen, at most \(rest(low))" : "none was seen"
    }
  }

  /// The share that is left, in words, with two digits.
  static func rest(_ share: Double) -> String {
    let rest = 1 - share
    guard rest > 0 else { return "none" }
    guard rest < 0.1 else { return "1 in \(HumanText.digits(1 / rest, 2))" }
    var (count, unit) = (1 / rest, 1.0)
    while count >= 100 { (count, unit) = (count / 10, unit * 10) }
    return "1 in \(HumanText.count(UInt64(count.rounded() * unit)))"
  }
}
