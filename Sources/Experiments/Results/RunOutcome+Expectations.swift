import Files

extension RunOutcome {
  // MARK: expectations.csv

  /// By design point, then in the order of the scenario.
  func expectationsTable(_ judgements: [Judgement]) -> ResultTable {
    var table = ResultTable("expectations.csv", ResultColumns.expectations, experiment)
    for judgement in judgements {
      let expectation = judgement.expectation
      table.check(
        RowFigures(value: judgement.value, low: judgement.low, high: judgement.high),
        expectation.text, experiment.points[judgement.point], expectation.strategy)
      table.row(experiment.points[judgement.point], expectation.strategy) { csv in
        csv.append(expectation.text)
        csv.append(expectation.metric)
        csv.append(expectation.other ?? "")
        csv.append(judgement.verdict.name)
        csv.append(judgement.value)
        csv.append(judgement.low)
        csv.append(judgement.high)
      }
    }
    return table
  }
}

extension Verdict {
  fileprivate var name: String {
    switch self {
    case .holds: "holds"
    case .fails: "fails"
    case .inconclusive: "inconclusive"
    case .notJudged: "not-judged"
    }
  }
}

extension Experiment {
  /// More verdicts than anybody reads, and than fit into a file.
  private static let verdictsMax = 1_000_000.0

  /// - Throws: ``InputError`` (65) for more expectations at all design points than a run judges.
  static func checkVerdicts(
    of base: Scenario, points: Double, at location: SourceLocation?
  ) throws(InputError) {
    let count = base.expectations.count
    guard points * Double(count) > verdictsMax else { return }
    let diagnostic = Diagnostic(
      at: location, path: "expect",
      .found("\(count) expectations at \(Units.text(of: points)) design points"),
      allowed: "at most \(Units.text(of: verdictsMax)) verdicts of all design points together")
    throw InputError(ExitCode.dataError, [diagnostic])
  }
}
