import Answers
import Files
import Models
package import Scenarios

/// The world of a scenario in the user's words: a device meets on average. Over several design
/// points each figure is a range.
package struct WorldText {
  /// One for the devices that meet the same.
  let blocks: [Answer.World]
  private let isRange: Bool

  package init(_ experiment: Experiment) {
    var known = KnownSpans()
    var (names, figures) = ([String](), [[WorldFigures]]())
    var shares: [[Double]] = []
    for point in experiment.points {
      let frame = point.scenario.frame
      let populationNames = frame.groups.isEmpty ? [""] : frame.groupNames
      for (name, population) in zip(populationNames, frame.populations) {
        if !names.contains(name) {
          names.append(name)
          (figures, shares) = (figures + [[]], shares + [[]])
        }
        let place = names.firstIndex(of: name) ?? 0
        figures[place].append(WorldFigures(population.setup, in: frame, &known))
        shares[place].append(population.share)
      }
    }
    isRange = experiment.points.count > 1
    let areAlike = figures.allSatisfy { $0 == figures[0] }
    blocks = (areAlike ? names.prefix(1) : names[...]).enumerated().map { place, name in
      let share = Ranges.text(shares[place], Ranges.percent)
      return Answer.World(
        devices: areAlike ? "" : "\(name) (\(share) of the devices)",
        words: WorldWords(figures[place]).lines)
    }
  }
}

extension WorldText {
  /// The lines for a terminal.
  package var lines: [String] {
    let ranges = isRange ? "; over the design points" : ""
    return blocks.flatMap { block in
      let devices = block.devices.isEmpty ? "" : ", \(block.devices)"
      let heading = "a device meets on average\(devices)\(ranges):"
      return TextWrap.lines(heading, indent: 4)
        + block.words.flatMap { TextWrap.lines("  \($0)", indent: 4) }
    }.map(Ranges.withPlainSpaces)
  }

  /// The records for the answer: the report prints them.
  var records: [Answer.World] {
    blocks.map { block in
      Answer.World(
        devices: Ranges.withPlainSpaces(block.devices),
        words: block.words.map(Ranges.withPlainSpaces))
    }
  }
}

/// A figure at several design points, as a text that no line break parts.
enum Ranges {
  static func text(_ values: [Double], _ text: (Double) -> String) -> String {
    guard let least = values.min(), let most = values.max() else { return "-" }
    let (low, high) = (text(least), text(most))
    return (low == high ? low : "\(low) to \(high)").replacing(" ", with: "\u{A0}")
  }

  static func withPlainSpaces(_ text: String) -> String { text.replacing("\u{A0}", with: " ") }

  static func percent(_ share: Double) -> String { "\(number(share * 100)) %" }

  static func number(_ value: Double) -> String { HumanText.digits(value, 3) }
}
