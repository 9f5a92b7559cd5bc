import Answers
import Files
package import Results
import Vocabulary

// The format is that of Jenkins (junit-10.xsd): `testsuites` > `testsuite` > `testcase` with
// `failure` or `error`; most readers of test results know it.

/// A regression check as JUnit XML: a suite for each design point and strategy, a case for each
/// metric; the first suite tells the answer.
package struct JUnitReport {
  private let check: RegressionCheck

  package init(_ check: RegressionCheck) { self.check = check }
}

extension JUnitReport {
  package var text: String {
    let (fails, errors) = (check.count(.fail), check.count(.inconclusive))
    let all = fails + errors + check.count(.pass)
    let head = Self.tag(
      "testsuites",
      [
        ("name", "deliverysim check"), ("tests", "\(all)"), ("failures", "\(fails)"),
        ("errors", "\(errors)"), ("time", "0"),
      ])
    let suites =
      check.series.enumerated().flatMap { suite($1, tellsAnswer: $0 == 0) }
      + check.missing.flatMap(missing)
    return (["<?xml version=\"1.0\" encoding=\"UTF-8\"?>", head] + suites + ["</testsuites>"])
      .joined(separator: "\n") + "\n"
  }

  /// The two runs say this.
  private var answer: [String] {
    let text = CheckAnswers(check).paragraphs.map(Markup.encoded).joined(separator: "\n")
    return text.isEmpty ? [] : ["    <system-out>\(text)</system-out>"]
  }

  private func suite(_ series: RegressionCheck.Series, tellsAnswer: Bool) -> [String] {
    let (fails, errors) = (
      series.metrics.count { $0.verdict == .fail },
      series.metrics.count { $0.verdict == .inconclusive }
    )
    return [Self.suiteTag(series.name, series.metrics.count, fails, errors)]
      + series.metrics.flatMap { self.testCase($0, series) } + (tellsAnswer ? answer : [])
      + ["  </testsuite>"]
  }

  private func testCase(_ metric: MetricCheck, _ series: RegressionCheck.Series) -> [String] {
    let tag = Self.tag(
      "testcase", [("classname", series.name), ("name", metric.metric.name), ("time", "0")])
    let (element, type) = metric.verdict == .fail ? ("failure", "fail") : ("error", "inconclusive")
    guard metric.verdict != .pass else { return ["    \(tag.dropLast())/>"] }
    let opening = Self.tag(element, [("type", type), ("message", message(metric))])
    return [
      "    \(tag)", "      \(opening)\(Markup.encoded(series.heading))</\(element)>",
      "    </testcase>",
    ]
  }

  private func message(_ metric: MetricCheck) -> String {
    let difference = metric.isTooShort ? Metric.tooShort : metric.differenceText
    return "now \(metric.text(metric.value)), baseline \(metric.text(metric.baseline)), "
      + "difference \(difference), limit \(metric.limitText ?? "-")"
  }

  /// A series of the baseline that is no more.
  private func missing(_ name: String) -> [String] {
    let testCase = Self.tag("testcase", [("classname", name), ("name", "present"), ("time", "0")])
    let error = Self.tag("error", [("type", "inconclusive"), ("message", "in the baseline only")])
    return [
      Self.suiteTag(name, 1, 0, 1), "    \(testCase)", "      \(error)</error>",
      "    </testcase>", "  </testsuite>",
    ]
  }
}

extension JUnitReport {
  // MARK: XML

  private static func suiteTag(_ name: String, _ tests: Int, _ fails: Int, _ errors: Int) -> String
  {
    "  "
      + tag(
        "testsuite",
        [
          ("name", name), ("tests", "\(tests)"), ("failures", "\(fails)"), ("errors", "\(errors)"),
          ("skipped", "0"), ("time", "0"),
        ])
  }

  private static func tag(_ name: String, _ attributes: [(String, String)]) -> String {
    "<\(name)" + attributes.map { " \($0.0)=\"\(Markup.encoded($0.1))\"" }.joined() + ">"
  }
}
