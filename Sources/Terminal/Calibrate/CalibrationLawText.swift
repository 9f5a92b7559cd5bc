import Answers
import Files
import Models
import Search
import Vocabulary

/// How much of a calibration's answer depends on the shapes of laws, for a person at a terminal.
struct CalibrationLawText {
  private let answer: OtherLaws.Answer

  init(_ answer: OtherLaws.Answer) { self.answer = answer }

  /// Empty where the answer rests on no law.
  var lines: [String] {
    guard !answer.laws.isEmpty else { return [] }
    let sentences = answer.laws.map(sentence) + answer.differences.map(sentence)
    return [""] + sentences.flatMap { TextWrap.lines($0) }
  }

  private func sentence(_ law: OtherLaws.Answer.Law) -> String {
    let text = { (range: ClosedRange<Double>) in
      let (low, high) = (law.unit.text(range.lowerBound), law.unit.text(range.upperBound))
      return low == high ? low : "\(low) to \(high)"
    }
    let range = "mean \(text(law.means)), median \(text(law.medians))"
    let rejected =
      law.rejected.isEmpty
      ? "" : "; not produced with: \(law.rejected.joined(separator: "; "))"
    return law.shapes.count == 1
      ? "\(law.path): \(range); no other law tried produces the figures"
        + " (\(law.rejected.joined(separator: "; ")))."
      : "\(law.path): \(range), depending on the law "
        + "(\(law.shapes.joined(separator: "; "))\(rejected))."
  }

  private func sentence(_ span: OtherLaws.Answer.Span) -> String {
    let isShare = Metric.named(answer.metric).isShare
    let text = { (number: Double) in
      isShare ? HumanText.fixed(100 * number, 1) : HumanText.digits(number, 3)
    }
    let (low, high) = (text(span.range.lowerBound), text(span.range.upperBound))
    let range = low == high ? low : "\(low) to \(high)"
    return "\(span.strategy) less \(span.baseline), \(answer.metric): "
      + "\(range)\(isShare ? " points" : "") over these laws."
  }
}
