import Answers
package import Files
package import Results
import Scenarios
import Vocabulary

/// A regression check for a person at a terminal, in 80 columns.
package struct CheckText {
  private let check: RegressionCheck
  private let showsAll: Bool
  private let paint: Paint
  private static let blocksMax = 50

  /// - Parameters:
  ///   - check: The comparison to tell.
  ///   - all: Every metric; false: only those that do not pass.
  ///   - paint: The colours of verdicts and differences.
  package init(_ check: RegressionCheck, all: Bool, paint: Paint = .none) {
    self.check = check
    showsAll = all
    self.paint = paint
  }

  package var lines: [String] {
    let blocks = check.series.map(block).filter { !$0.isEmpty }
    let shown = showsAll ? blocks : Array(blocks.prefix(Self.blocksMax))
    let rest = blocks.count - shown.count
    let answers = CheckAnswers(check).paragraphs.flatMap(Self.wrapped)
    var lines = answers + (answers.isEmpty ? [] : [""]) + shown.flatMap { $0 + [""] }
    if rest > 0 { lines += ["... and \(rest) more design points and strategies: see --all", ""] }
    let missing = check.missing.map { "inconclusive: \($0): in the baseline only" }
    lines += RegressionCheck.few(missing).flatMap(Self.wrapped)
    return lines + tooShort + fingerprints + notJudged + falseAlarm + [counts]
  }

  private var notJudged: [String] {
    guard !check.notJudged.isEmpty else { return [] }
    return Self.wrapped(
      "not judged (--metric \(CheckSelection.everything) judges them): "
        + check.notJudged.joined(separator: ", "))
  }

  private var falseAlarm: [String] {
    guard check.chancesToFail > 0 else { return [] }
    return Self.wrapped(
      "another seed: where nothing has changed, at least one of "
        + "\(HumanText.count(check.chancesToFail, "verdict")) fails by chance in at most "
        + "\(HumanText.percent(check.falseAlarm, decimals: 1)) of checks")
  }

  /// This explains a short word in the table.
  private var tooShort: [String] {
    check.series.contains { $0.metrics.contains(where: \.isTooShort) }
      ? Self.wrapped("\(Metric.tooShortBriefly): \(Metric.tooShort), so there is no verdict") : []
  }
}

extension CheckText {
  // MARK: Metrics

  private var verdicts: [CheckVerdict] {
    showsAll ? CheckVerdict.worstFirst : [.fail, .inconclusive]
  }

  private func block(_ series: RegressionCheck.Series) -> [String] {
    let groups = verdicts.map { verdict in
      (verdict, series.metrics.filter { $0.verdict == verdict })
    }.filter { !$0.1.isEmpty }
    if groups.isEmpty { return [] }
    return Self.wrapped(series.heading) + (table(groups) ?? tallTable(groups))
  }

  /// A line for each metric; nil where one would be too long.
  private func table(_ groups: [(CheckVerdict, [MetricCheck])]) -> [String]? {
    var table = TextTable([""] + columns, [.left, .right, .right, .right, .right])
    for (verdict, metrics) in groups {
      table.add([paint("\(verdict.rawValue):", verdict.tone)] + columns.map { _ in "" })
      for metric in metrics { table.add([metric.metric.name] + cells(metric)) }
    }
    let lines = table.fittingLines
    return lines.allSatisfy { $0.columns <= TextWrap.width } ? lines : nil
  }

  /// Two lines for each metric.
  private func tallTable(_ groups: [(CheckVerdict, [MetricCheck])]) -> [String] {
    var table = TextTable(["  "] + columns, [.left, .right, .right, .right, .right])
    for metric in groups.flatMap(\.1) { table.add(["  "] + cells(metric)) }
    let lines = table.lines
    var (result, row) = ([lines[0]], 0)
    for (verdict, metrics) in groups {
      result.append(paint("\(verdict.rawValue):", verdict.tone))
      for metric in metrics {
        row += 1
        result += [metric.metric.name, lines[row]]
      }
    }
    return result
  }

  /// Value, baseline, interval, margin.
  private func cells(_ metric: MetricCheck) -> [String] {
    let tone = Paint.Tone.of(metric.interval, higherIsBetter: metric.metric.better == .higher)
    return [
      metric.text(metric.value), metric.text(metric.baseline), paint(metric.differenceText, tone),
      metric.limitText ?? "-",
    ]
  }

  private var columns: [String] {
    let level = HumanText.percent(check.confidence, decimals: 0)
    return ["now", "baseline", "difference (\(level))", "margin"]
  }

  // MARK: For a document

  /// The answer, one table with the worst verdicts first, and the counts.
  package var markdownLines: [String] {
    let names = ["strategy", "metric", "verdict"]
    var table = TextTable(
      ["point"] + names + columns, [.right] + names.map { _ in .left } + columns.map { _ in .right }
    )
    for verdict in verdicts {
      for series in check.series {
        for metric in series.metrics where metric.verdict == verdict {
          let start = ["\(series.point)", series.strategy, metric.name, verdict.rawValue]
          table.add(start + cells(metric))
        }
      }
    }
    let answers = CheckAnswers(check).paragraphs.flatMap { [$0, ""] }
    return answers + table.markdownLines + ["", counts]
  }

  // MARK: The end

  private var counts: String {
    let numbers = [CheckVerdict.pass, .fail, .inconclusive].map {
      let count = check.count($0)
      return paint("\(count) \($0.rawValue)", count > 0 ? $0.tone : nil)
    }
    return numbers.joined(separator: ", ")
  }

  private var fingerprints: [String] {
    let changed = check.series.first { $0.firstChange != nil && $0.difference == nil }
    guard let changed else { return explained }
    let replication = changed.firstChange ?? 0
    let hint = TraceHint(
      strategy: changed.strategy, replication: "\(replication)", point: "\(changed.point)")
    return Self.wrapped(
      "fingerprints: differ first at \(changed.name), replication \(replication): "
        + "trace --against names the event:")
      + hint.lines(before: check.baseline.directory, now: check.results.directory)
  }

  /// The lines for the case that no fingerprint differs, or only those of other scenarios and
  /// seeds.
  private var explained: [String] {
    let same = check.series.filter { $0.isPaired && $0.firstChange == nil }
    let count = same.reduce(0) { $0 + $1.counts.now }
    var parts = count > 0 ? ["the same in all \(Replications.text(count))"] : []
    if let series = same.first(where: { $0.difference != nil }) {
      parts[0] += ", although the scenarios are not (\(series.reason))"
    }
    if check.series.contains(where: { !$0.isPaired }) {
      parts.append("not compared, because the seeds differ")
    } else if let other = check.series.first(where: { $0.firstChange != nil }) {
      parts.append("different, because the scenarios differ (\(other.reason))")
    }
    return parts.isEmpty ? [] : Self.wrapped("fingerprints: \(parts.joined(separator: "; "))")
  }

  /// Lines of at most 80 columns, the later ones indented.
  static func wrapped(_ text: String) -> [String] { TextWrap.lines(text, indent: 2) }
}

extension CheckVerdict {
  fileprivate var tone: Paint.Tone {
    switch self {
    case .pass: .good
    case .fail: .bad
    case .inconclusive: .unsure
    }
  }
}

extension RegressionCheck.Series {
  /// The compared results, and the method.
  var heading: String {
    let how =
      isPaired ? ", paired with the baseline's" : " against \(counts.before) independent ones"
    let what = difference.map { " (first difference: \($0))" } ?? ""
    return "\(name): \(Replications.text(counts.now))\(how)\(what)"
  }

  /// Such as `first difference for gap-recovery: provider.link.loss`.
  fileprivate var reason: String { "first difference for \(strategy): \(difference ?? "none")" }
}

extension MetricCheck {
  /// A value of this metric with its unit.
  func text(_ value: Double?) -> String {
    guard let value else { return "-" }
    guard metric.isShare else { return HumanText.digits(value, 4) + unit }
    if value > 0, value < HumanText.perMillionMax { return HumanText.perMillion(value) }
    return value >= 0.001 && value < 1
      ? HumanText.percent(value, decimals: 3) : HumanText.digits(value * 100, 4) + " %"
  }

  /// The interval, or why there is none.
  var differenceText: String {
    if isTooShort { return Metric.tooShortBriefly }
    if let interval { return "\(amount(interval.low)) to \(amount(interval.high))\(unit)" }
    if value == nil { return baseline == nil ? "missing in both" : "missing now" }
    if baseline == nil { return "new" }
    return value == baseline ? "never differed" : "no interval"
  }

  /// The limit with the sign of the worse direction.
  var limitText: String? {
    limit.map { (metric.better == .higher && $0 > 0 ? "-" : "") + amount($0) + unit }
  }

  /// A difference of this metric without its unit: of shares in percentage points.
  private func amount(_ value: Double) -> String {
    HumanText.digits(metric.isShare ? value * 100 : value, 3)
  }

  /// The names of the other metrics say per what they are.
  private var unit: String {
    switch metric.unit {
    case .share: " pp"
    case .seconds: " s"
    case .number: ""
    }
  }
}
