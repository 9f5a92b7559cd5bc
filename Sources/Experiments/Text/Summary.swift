import Files
import Models
import Statistics

/// What a run has found, for a person at a terminal: the result and its price for each strategy,
/// and where the rest ended.
package struct Summary {
  let outcome: RunOutcome
  /// What is printed; `metrics.csv` has everything.
  let series: [RunOutcome.Series]
  private static let rowsMax = 40
  private static let endingsMax = 5
  private static let sweepRowsMax = 8

  let verdict: RunVerdict

  package init(_ outcome: RunOutcome, _ verdict: RunVerdict) {
    self.outcome = outcome
    self.verdict = verdict
    series = Array(outcome.series.prefix(Self.rowsMax))
  }

  package var lines: [String] {
    let rest = outcome.series.count - series.count
    let expectations = ExpectationText(outcome.experiment, verdict.judgements).lines
    if let choices = verdict.choices {
      return [heading] + BestText(outcome, choices).lines
        + (expectations.isEmpty ? [] : [""] + expectations) + conclusion
    }
    let more = rest > 0 ? ["", "... and \(rest) more rows: see metrics.csv"] : []
    return [heading] + verdict.precisionLines + (sweepTables ?? tables + more)
      + advice + (expectations.isEmpty ? [] : [""] + expectations) + conclusion
  }

  /// Of a sweep: what differs, and all that there is only where it fits a screen.
  private var sweepTables: [String]? {
    let points = outcome.experiment.points.count
    guard points > 1, outcome.series.count > Self.sweepRowsMax else {
      guard let sweep = SweepText(outcome, verdict.breakEvens) else { return nil }
      return tables + sweep.lines
    }
    let sweep = SweepText(outcome, verdict.breakEvens)?.lines ?? []
    let rest = outcome.series.count - series.count
    let rows =
      sweep.isEmpty
      ? [""] + shown(.beside) + (rest > 0 ? ["... and \(rest) more rows: see metrics.csv"] : [])
      : []
    return sweep + rows + intervals + controls + inputs
      + ["", "the rest, by design point: metrics.csv, fates.csv, groups.csv"]
  }

  private func shown(_ layout: Layout) -> [String] { results(layout).fittingLines + resultsNotes }

  /// What the run answers, in sentences; the last lines of what is printed.
  var answer: [String] {
    if let choices = verdict.choices { return BestText(outcome, choices).answer }
    if outcome.experiment.points.count == 1 { return comparison }
    return SweepText(outcome, verdict.breakEvens)?.answer ?? overview
  }

  private var conclusion: [String] {
    let lines = answer.flatMap { TextWrap.lines($0) }
    return lines.isEmpty ? [] : [""] + lines
  }

  /// What is the same at all design points; a sweep may change the rest.
  private var heading: String {
    let experiment = outcome.experiment
    let base = experiment.base
    let given = experiment.isGivenTrace ? ", given this trace" : ""
    let title =
      "\(base.title ?? base.name)\n\(Replications.text(outcome.replicationCounts)) of "
    guard experiment.points.count == 1 else {
      return title + "\(experiment.points.count) design points\(given)"
    }
    let days = HumanText.fixed(base.frame.countedDays, base.frame.countedDays < 10 ? 1 : 0)
    let owed = HumanText.rounded(Double(outcome.series.first?.sum.owed ?? 0))
    return title + "\(base.frame.devices) devices, \(days) days, "
      + "\(owed) notifications owed per strategy\(given)"
  }
}

extension Summary {
  // MARK: Layout

  /// Where the factors of a design point stand.
  private enum Layout { case beside, above }

  /// Factors stand beside the figures where that fits a terminal, else in a line above them.
  private var tables: [String] {
    let beside = tables(.beside)
    return beside.allSatisfy { $0.count <= TextWrap.width } ? beside : tables(.above)
  }

  private func tables(_ layout: Layout) -> [String] {
    [""] + results(layout).fittingLines + resultsNotes + intervals + controls + inputs
      + [""] + costs(layout).fittingLines + [Self.costsNote]
      + [""] + endings(layout).fittingLines
  }

  /// The tables for a document.
  package var markdownLines: [String] {
    let tables = [results(.beside), costs(.beside), endings(.beside)].map(\.markdownLines)
    let choices = verdict.choices.map { BestText(outcome, $0).markdownLines } ?? []
    return Array((choices + tables).joined(separator: [""]))
  }

  private static let costsNote =
    "delay: of the owed (inf: not shown); pushes and re-requests: per owed"

  private func table(
    _ layout: Layout, _ columns: [String], _ alignments: [TextTable.Alignment]? = nil
  ) -> TextTable {
    let factors = layout == .beside ? outcome.experiment.factors.map(\.name) : []
    let leading = factors + [outcome.experiment.factors.isEmpty ? "" : "strategy"]
    return TextTable(
      leading + columns,
      leading.map { _ in .left } + (alignments ?? columns.map { _ in .right }))
  }

  /// Opens the rows of a series: a line for its design point, where it is the first of it.
  private func begin(_ place: Int, _ layout: Layout, _ table: inout TextTable) {
    let point = outcome.point(series[place])
    guard layout == .above, !point.texts.isEmpty,
      place == 0 || outcome.point(series[place - 1]).index != point.index
    else { return }
    table.add(heading: outcome.experiment.setting(of: point))
  }

  private func leading(_ series: RunOutcome.Series, _ layout: Layout) -> [String] {
    switch layout {
    case .beside: outcome.point(series).texts + [outcome.name(series)]
    case .above where outcome.experiment.factors.isEmpty: [outcome.name(series)]
    case .above: ["  \(outcome.name(series))"]
    }
  }

  // MARK: Tables

  private func results(_ layout: Layout) -> TextTable {
    let level = HumanText.percent(outcome.experiment.base.confidence, decimals: 0)
    let others = hasOthers ? ["difference", "±"] : []
    var table = table(
      layout, ["shown", "± (\(level))"] + others + ["missed/\(missedUnit.name)", "known"])
    for (place, series) in series.enumerated() {
      begin(place, layout, &table)
      let scenario = outcome.scenario(series)
      let estimate = Metric.named("deliverability").estimate(series.replications, scenario)
      let isKnown = knownMetric.estimate(series.replications, scenario)
      let cells = [Self.share(estimate?.mean), Self.margin(estimate)]
      table.add(
        leading(series, layout) + cells + (hasOthers ? difference(series) : [])
          + [missed(series), Self.share(isKnown?.mean)])
    }
    return table
  }

  private func costs(_ layout: Layout) -> TextTable {
    var table = table(layout, ["delay p50", "p90", "pushes", "re-requests"])
    for (place, series) in series.enumerated() {
      begin(place, layout, &table)
      let scenario = outcome.scenario(series)
      let value = { (name: String) in
        Metric.named(name).estimate(series.replications, scenario)?.mean
      }
      let owed = Double(series.sum.owed)
      let requests = owed > 0 ? Double(series.sum.requests) / owed : nil
      table.add(
        leading(series, layout) + [
          Self.span(value("delay_p50_s")), Self.span(value("delay_p90_s")),
          Self.perNotification(value("pushes_per_notification")), Self.perNotification(requests),
        ])
    }
    return table
  }

  /// Where the notifications ended that were not shown, most of them first.
  private func endings(_ layout: Layout) -> TextTable {
    let names = ["not shown: fate", "share", "destroyed by", "repair"]
    var table = table(layout, names, [.left, .right, .left, .left])
    for (place, series) in series.enumerated() {
      begin(place, layout, &table)
      let start = leading(series, layout)
      let others = Ending.all.filter { $0.fate != .shown && series.sum.fates[$0.index] > 0 }
        .sorted { series.sum.fates[$0.index] > series.sum.fates[$1.index] }
      // A line for one hidden row would save nothing.
      let count = others.count == endingsShown + 1 ? others.count : endingsShown
      for (row, ending) in others.prefix(count).enumerated() {
        let share = Double(series.sum.fates[ending.index]) / Double(series.sum.owed)
        let start = start.map { row == 0 ? $0 : "" }
        let fate = [ending.fate.name, Self.share(share)]
        table.add(start + fate + [destroyer(ending), ending.names[3]])
      }
      if others.count > count {
        let rest = others.dropFirst(count).reduce(0) { $0 + series.sum.fates[$1.index] }
        let share = Self.share(Double(rest) / Double(series.sum.owed))
        table.add(start.map { _ in "" } + ["(others)", share, "see fates.csv", ""])
      }
      if others.isEmpty {
        let nothing = series.sum.owed == 0 ? ["(nothing owed)", "-"] : ["(all shown)", "0 %"]
        table.add(start + nothing + ["", ""])
      }
    }
    return table
  }

  /// What destroyed the last copy; a dash: nothing did.
  private func destroyer(_ ending: Ending) -> String { ending.place.isEmpty ? "-" : ending.place }

  /// Fewer where there are many design points to look at.
  private var endingsShown: Int { outcome.experiment.points.count == 1 ? Self.endingsMax : 1 }

  // MARK: Cells

  /// The paired difference to the baseline, in percentage points.
  private func difference(_ series: RunOutcome.Series) -> [String] {
    guard let base = outcome.baseline(of: series) else { return ["", ""] }
    guard base.strategy != series.strategy else { return ["baseline", ""] }
    let metric = Metric.named("deliverability")
    guard let comparison = outcome.differences(of: [series], metric)[0].difference else {
      return ["", ""]
    }
    let points = comparison.difference * 100
    let margin = comparison.halfWidth.map { HumanText.fixed($0 * 100, 3) }
    return ["\(points < 0 ? "" : "+")\(HumanText.fixed(points, 3)) pp", margin ?? "-"]
  }

  private static func share(_ value: Double?) -> String {
    value.map { HumanText.percent($0, decimals: 3) } ?? "-"
  }

  /// Half the interval's width in percentage points; at 0 and 1 the interval is one-sided.
  private static func margin(_ estimate: Estimate?) -> String {
    guard let estimate, let low = estimate.low, let high = estimate.high else { return "-" }
    if estimate.mean == 1 { return "≥ \(HumanText.percent(low, decimals: 3))" }
    if estimate.mean == 0 { return "≤ \(HumanText.percent(high, decimals: 3))" }
    let margin = max(high - estimate.mean, estimate.mean - low)
    return HumanText.fixed(margin * 100, 3)
  }

  private static func span(_ value: Double?) -> String {
    value.map { $0.isFinite ? HumanText.span($0) : "inf" } ?? "-"
  }

  private static func perNotification(_ value: Double?) -> String {
    value.map { HumanText.fixed($0, 3) } ?? "-"
  }
}

extension Metric {
  /// - Precondition: The catalogue has a metric of that name.
  static func named(_ name: String) -> Metric {
    guard let metric = all.first(where: { $0.name == name }) else {
      preconditionFailure("no metric \(name)")
    }
    return metric
  }
}
