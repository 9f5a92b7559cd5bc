import Answers
import Files
import Vocabulary

/// The dependence of a calibration's answer on the shapes of laws, for a person at a terminal:
/// first the part on which all shapes agree, then the part that nobody should quote.
struct CalibrationShapeText {
  private let answer: Answer

  init(_ answer: Answer) { self.answer = answer }

  /// More of the variance between shapes than within them: the shape decides.
  private static let muchShare = 0.5

  private var shapes: [Answer.Shape] { answer.shapes ?? [] }
  private var counted: [Answer.Shape] { shapes.filter { $0.weight != nil } }
  private var gains: [Answer.Average] { (answer.averages ?? []).filter { $0.baseline != nil } }

  /// Empty where the answer rests on no law.
  var sentences: [String] {
    if answer.ending == .rejected { return otherShapes }
    let (shared, other) = (
      gains.filter { $0.shapeShare <= Self.muchShare },
      gains.filter { $0.shapeShare > Self.muchShare }
    )
    let prefix = counted.count > 1 ? "All laws that produce your figures agree: " : ""
    return shared.map { capital(prefix + words($0)) }
      + other.map { "It depends on the law how much a strategy brings: \(words($0))" } + quotes
  }

  /// The lines for the case that none but another shape produces the figures.
  private var otherShapes: [String] {
    counted.compactMap { shape in
      guard let path = shape.path else { return nil }
      let mean = shape.mean.flatMap { mean in shape.unit.map { ", mean \($0.text(mean))" } } ?? ""
      let p = shape.pValue.map { "; p = \(HumanText.digits($0, 2))" } ?? ""
      return "Another law of \(path) produces them (\(shape.law)\(mean)\(p)): write it in the "
        + "scenario, and calibrate again."
    }
  }

  private func words(_ gain: Answer.Average) -> String {
    let metric = Metric.named(gain.metric)
    let text = { (number: Double) in
      metric.isShare ? HumanText.fixed(100 * number, 1) : HumanText.digits(number, 3)
    }
    let (sign, way) = gain.value < 0 ? (-1.0, "lower") : (1, "higher")
    let ends = [sign * gain.ciLow, sign * gain.ciHigh].sorted().map(text)
    return "\(gain.metric) is \(text(abs(gain.value)))\(metric.isShare ? " points" : "") "
      + "(\(ends[0]) to \(ends[1])) \(way) with \(gain.strategy) than with "
      + "\(gain.baseline ?? "")."
  }

  private func capital(_ text: String) -> String { text.prefix(1).uppercased() + text.dropFirst() }

  /// Values that mostly follow from the shape.
  private var quotes: [String] {
    answer.unknowns.compactMap { unknown in
      guard unknown.shapeShare ?? 0 > Self.muchShare, let low = unknown.ciLow,
        let high = unknown.ciHigh
      else { return nil }
      let ends = "\(unknown.unit.text(low)) to \(unknown.unit.text(high))"
      return "Do not quote \(unknown.path): \(ends), depending on the law."
    }
  }

  // MARK: Tables

  /// Each shape and how much it counts; empty where no other one was tried.
  var lines: [String] {
    guard shapes.contains(where: { $0.path != nil }) else { return [] }
    var table = TextTable(
      ["law", "p", "weight", "mean", "median"], [.left, .right, .right, .right, .right])
    for shape in shapes {
      let text = { (number: Double?) in
        number.flatMap { number in shape.unit.map { $0.text(number) } } ?? ""
      }
      let name = shape.path.map { "\($0): \(shape.law)" } ?? "\(shape.law) (yours)"
      let weight = shape.weight.map { HumanText.percent($0, decimals: 0) }
      table.add([
        name, shape.pValue.map { HumanText.digits($0, 2) } ?? "",
        weight ?? (shape.statistic == nil ? "no answer" : "rejected"), text(shape.mean),
        text(shape.median),
      ])
    }
    return [""] + table.fittingLines
  }

  /// Strategies do this; empty where nothing was found.
  var outcomes: [String] {
    guard let averages = answer.averages else { return [] }
    let level = HumanText.percent(answer.question.confidence, decimals: 0)
    var table = TextTable(["what follows", "estimate", level], [.left, .right, .right])
    for average in averages {
      let isShare = Metric.named(average.metric).isShare
      let text = { (number: Double) in
        isShare ? HumanText.fixed(100 * number, 1) : HumanText.digits(number, 3)
      }
      let less = average.baseline.map { " less \($0)" } ?? ""
      let unit = !isShare ? "" : average.baseline == nil ? " %" : " points"
      table.add([
        "\(average.metric), \(average.strategy)\(less)", text(average.value) + unit,
        "\(text(average.ciLow)) to \(text(average.ciHigh))\(unit)",
      ])
    }
    return [""] + table.fittingLines
  }
}
