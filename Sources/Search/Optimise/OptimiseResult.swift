import Files
import Models
import Scenarios
import Vocabulary

/// The findings of a search.
package struct OptimiseResult: Sendable {
  /// A point that was simulated.
  struct Step: Sendable {
    let stage: String
    /// The numbers, by range.
    let numbers: [Double]
    let finding: PointSearch.Finding
    /// The feasibility when it was chosen; nil for the design.
    let feasibility: Double?
    /// The expected improvement when it was chosen, in the metric's unit; nil for the design, and
    /// where only limits counted.
    let improvement: Double?

    init(
      _ stage: String, _ numbers: [Double], _ finding: PointSearch.Finding,
      feasibility: Double? = nil, improvement: Double? = nil
    ) {
      (self.stage, self.numbers, self.finding) = (stage, numbers, finding)
      (self.feasibility, self.improvement) = (feasibility, improvement)
    }
  }

  let optimisation: Optimisation
  /// The steps in the order in which they were simulated.
  let steps: [Step]
  /// Their places among the steps, the best one first.
  let finalists: [Int]
  /// The expectation that all values together give for each step.
  let outlooks: [PointSearch.Outlook]
}

extension OptimiseResult {
  /// `optimise.csv`: a row for each point, in the order in which they were simulated; then one for
  /// each finalist, with what all values together say of it.
  package var table: [UInt8] {
    let names = optimisation.ranges.map(\.name)
    let columns = ResultColumns.optimise.map(\.name)
    var csv = CSVWriter(header: columns.prefix(2) + names + columns.dropFirst(2))
    let sign = optimisation.rule.sign
    for (place, step) in steps.enumerated() {
      let goal = step.finding.goal
      row(
        &csv, step.stage, place,
        [
          goal.map { sign * $0.value }, goal.map { $0.noise.squareRoot() }, step.feasibility,
          step.improvement,
        ])
    }
    for place in finalists {
      let outlook = outlooks[place]
      row(
        &csv, "finalist", place,
        [sign * outlook.mean, outlook.deviation, outlook.feasibility, nil])
    }
    return csv.bytes
  }

  private func row(_ csv: inout CSVWriter, _ stage: String, _ place: Int, _ numbers: [Double?]) {
    csv.append(stage)
    csv.append(place)
    for (range, number) in zip(optimisation.ranges, steps[place].numbers) {
      csv.append(range.cell(number))
    }
    for number in numbers { csv.append(number) }
    csv.endRow()
  }

  /// The ranges that were searched, and the worth of the result.
  package var lines: [String] {
    let (rule, ranges) = (optimisation.rule, optimisation.ranges)
    let goal = "\(rule.isMaximised ? "most" : "least") \(rule.metric)"
    let limits = rule.constraints.map(\.text).joined(separator: ", ")
    let count = steps.count { $0.stage == "design" }
    let head = "Searched for \(goal) of \(optimisation.strategy)"
    let words =
      "\(steps.count) points, \(count) of them spread evenly, each with "
      + "\(optimisation.question.replications) replications. The search guarantees nothing: it may "
      + "have missed a better point. Only the choice among \(finalists.count) "
      + "finalist\(finalists.count == 1 ? "" : "s") carries a "
      + "guarantee, which stands below their table."
    return TextWrap.lines(head + (limits.isEmpty ? ":" : "; limits: \(limits):"))
      + ranges.map { "  \($0.name): \($0.text)" } + TextWrap.lines(words)
  }
}
