import Answers
import Files
import Runs
import Scenarios
import Statistics

extension Summary {
  /// The methods of the first table's intervals, where not all are Student's: by name at a single
  /// design point, else the number of each kind.
  var intervals: [String] {
    let found = series.flatMap { [value(of: $0), difference(of: $0)].compactMap { $0 } }
    guard found.contains(where: { $0.method != Self.usual }) else { return [] }
    let words = outcome.experiment.points.count == 1 ? Self.named(found) : Self.counted(found)
    return TextWrap.lines("intervals: \(words) (\(Manual.statistics))", indent: 2)
  }

  private typealias Found = (name: String, method: String)
  private static let usual = IntervalMethod.student.rawValue

  private func value(of series: RunOutcome.Series) -> Found? {
    measured(series)?.interval.map { (outcome.name(series), $0) }
  }

  /// The interval of the difference to the baseline.
  private func difference(of series: RunOutcome.Series) -> Found? {
    comparison(series)?.interval.map {
      ("\(outcome.name(series)) against \(answer.question.baseline ?? "")", $0)
    }
  }

  /// Such as `bootstrap-t for gap-recovery; student for the others`.
  private static func named(_ found: [Found]) -> String {
    let unusual = methods(found).filter { $0 != usual }.map { method in
      let names = found.filter { $0.method == method }.map(\.name)
      return "\(method) for \(names.joined(separator: ", "))"
    }
    let isMixed = found.contains { $0.method == usual }
    return (unusual + (isMixed ? ["\(usual) for the others"] : [])).joined(separator: "; ")
  }

  /// Such as `student 12, bootstrap-t 3`.
  private static func counted(_ found: [Found]) -> String {
    methods(found).map { method in
      "\(method) \(found.count { $0.method == method })"
    }.joined(separator: ", ")
  }

  /// Those there are, in order of appearance.
  private static func methods(_ found: [Found]) -> [String] {
    found.reduce(into: []) { methods, found in
      if !methods.contains(found.method) { methods.append(found.method) }
    }
  }
}
