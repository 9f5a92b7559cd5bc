package import Files
import Foundation
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
  let paint: Paint
  /// The metric of the first table and of sentences.
  var metric: Metric { outcome.tabled }

  /// - Parameters:
  ///   - outcome: What was run.
  ///   - verdict: What became of its expectations, precision and choices.
  ///   - paint: For differences and verdicts.
  package init(_ outcome: RunOutcome, _ verdict: RunVerdict, paint: Paint = .none) {
    self.outcome = outcome
    self.verdict = verdict
    self.paint = paint
    series = Array(outcome.series.prefix(Self.rowsMax))
  }

  package var lines: [String] {
    let rest = outcome.series.count - series.count
    let expectations = ExpectationText(outcome.experiment, verdict.judgements, paint).lines
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
      guard let sweep = SweepText(outcome, verdict.breakEvens, paint) else { return nil }
      return tables + sweep.lines
    }
    let sweep = SweepText(outcome, verdict.breakEvens, paint)?.lines ?? []
    let rest = outcome.series.count - series.count
    // The points of a sample lie in no order that a table could show.
    let rows =
      sweep.isEmpty && outcome.experiment.sweep.sample == nil
      ? [""] + shown + (rest > 0 ? ["... and \(rest) more rows: see metrics.csv"] : [])
      : []
    return sweep + rows + intervals + controls + inputs
      + ["", "the rest, by design point: metrics.csv, fates.csv, groups.csv"]
  }

  /// What the run answers, in sentences; the last lines of what is printed.
  var answer: [String] {
    if let choices = verdict.choices {
      let picks = choices.picks(outcome)
      return BestText(outcome, choices).answer + (picks.count == 1 ? overtaken(picks[0]) : [])
    }
    if outcome.experiment.points.count == 1 { return comparison }
    return SweepText(outcome, verdict.breakEvens, paint)?.answer ?? overview
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
    return title + "\(HumanText.count(base.frame.devices, "device")), \(days) days, "
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
    return Self.fits(beside) ? beside : tables(.above)
  }

  /// The first of the tables by itself.
  private var shown: [String] {
    let beside = shown(.beside)
    return Self.fits(beside) ? beside : shown(.above)
  }

  private static func fits(_ lines: [String]) -> Bool {
    lines.allSatisfy { $0.columns <= TextWrap.width }
  }

  /// The results; where they do not fit a terminal with their margins, these follow as intervals.
  private func shown(_ layout: Layout) -> [String] {
    let whole = results(layout).fittingLines
    let canBeAbove = layout == .beside && !outcome.experiment.factors.isEmpty
    if canBeAbove || Self.fits(whole) { return whole + resultsNotes }
    return results(layout, hasMargins: false).fittingLines + resultsNotes + [""]
      + ends(layout).fittingLines
  }

  private func tables(_ layout: Layout) -> [String] {
    [""] + shown(layout) + intervals + controls + inputs
      + [""] + costs(layout).fittingLines + Self.costsNotes
      + [""] + endings(layout).fittingLines
  }

  /// The tables for a document.
  package var markdownLines: [String] {
    let tables = [results(.beside), costs(.beside), endings(.beside)].map(\.markdownLines)
    let choices = verdict.choices.map { BestText(outcome, $0).markdownLines } ?? []
    return Array((choices + tables).joined(separator: [""]))
  }

  private static let costsNotes = [
    "delay: of the owed (inf: not shown); pushes and re-requests: per owed;",
    "  delays, re-requests and redundant alerts are plain: no controls move them",
  ]

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

  /// - Parameter hasMargins: Whether each figure is followed by how far its interval reaches.
  private func results(_ layout: Layout, hasMargins: Bool = true) -> TextTable {
    let margins = hasMargins ? 1 : 0
    let others = hasOthers ? ["difference"] + ["±"].prefix(margins) : []
    var table = table(
      layout,
      [LeadingWords(metric).name] + ["± (\(level))"].prefix(margins) + others
        + ["missed/\(missedUnit.name)", beside.name])
    for (place, series) in series.enumerated() {
      begin(place, layout, &table)
      let scenario = outcome.scenario(series)
      let estimate = metric.cut(metric.estimate(series.replications, scenario))
      let other = beside.metric.estimate(series.replications, scenario)
      let cells = [Self.share(estimate), Self.margin(estimate)].prefix(1 + margins)
      table.add(
        leading(series, layout) + cells + (hasOthers ? difference(series).prefix(1 + margins) : [])
          + [missed(series), Self.share(other)])
    }
    return table
  }

  private var level: String {
    HumanText.percent(outcome.experiment.base.confidence, decimals: 0)
  }

  /// The intervals of the results.
  private func ends(_ layout: Layout) -> TextTable {
    let name = LeadingWords(metric).name
    var table = table(layout, ["\(name), \(level)"] + (hasOthers ? ["difference, \(level)"] : []))
    for (place, series) in series.enumerated() {
      begin(place, layout, &table)
      let estimate = metric.cut(metric.estimate(series.replications, outcome.scenario(series)))
      let difference = comparison(series)
      table.add(
        leading(series, layout) + [Self.ends(estimate?.low, estimate?.high, " %")]
          + (hasOthers ? [Self.ends(difference?.low, difference?.high, " pp")] : []))
    }
    return table
  }

  /// Two shares in percent.
  private static func ends(_ low: Double?, _ high: Double?, _ unit: String) -> String {
    guard let low, let high else { return "" }
    let decimals = HumanText.decimals(halfWidth: 50 * (high - low))
    return
      "\(HumanText.fixed(100 * low, decimals)) to \(HumanText.fixed(100 * high, decimals))\(unit)"
  }

  private func costs(_ layout: Layout) -> TextTable {
    let redundant = Metric.named("redundant_interruptions_per_device_day")
    let hasRedundant = outcome.models(redundant.isModelled)
    var table = table(
      layout,
      ["delay p50", "p90", "pushes", "re-requests"] + (hasRedundant ? ["redundant/day"] : []))
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
        ] + (hasRedundant ? [Self.perNotification(value(redundant.name))] : []))
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
        let share = outcome.share(of: ending, series)
        let start = start.map { row == 0 ? $0 : "" }
        let fate = [ending.fate.name, Self.share(share)]
        table.add(start + fate + [destroyer(ending), ending.names[3]])
      }
      if others.count > count {
        let rest = others.dropFirst(count).compactMap { outcome.share(of: $0, series)?.mean }
        let share = Self.share(max(0, rest.reduce(0, +)), 3)
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
    guard let comparison = comparison(series) else { return ["", ""] }
    let points = comparison.difference * 100
    guard let low = comparison.low, let high = comparison.high else {
      return ["\(points < 0 ? "" : "+")\(HumanText.fixed(points, 3)) pp", "-"]
    }
    let decimals = HumanText.decimals(halfWidth: 50 * (high - low))
    let text = "\(points < 0 ? "" : "+")\(HumanText.fixed(points, decimals)) pp"
    let tone = Paint.Tone.of((low, high), higherIsBetter: true)
    return [
      paint(text, tone),
      Self.margin(comparison.difference, low, high, decimals),
    ]
  }

  /// To the baseline; nil for the baseline itself, and where there is none.
  private func comparison(_ series: RunOutcome.Series) -> Difference? {
    guard let base = outcome.baseline(of: series), base.strategy != series.strategy else {
      return nil
    }
    return outcome.differences(of: [series], metric)[0].difference
  }

  /// With the digits that its interval allows; what is there is never called 0.
  static func share(_ estimate: Estimate?) -> String {
    guard let estimate else { return "-" }
    let decimals = decimals(estimate)
    return share(estimate.mean, decimals)
  }

  /// A share above 0 is never called 0, and one below 1 never 100 %.
  private static func share(_ share: Double, _ decimals: Int) -> String {
    let step = pow(10, -Double(decimals))
    if share > 0, 100 * share < step / 2 { return "< \(HumanText.fixed(step, decimals)) %" }
    if share < 1, 100 * (1 - share) < step / 2 {
      return "> \(HumanText.fixed(100 - step, decimals)) %"
    }
    return HumanText.percent(share, decimals: decimals)
  }

  private static func decimals(_ estimate: Estimate) -> Int {
    guard let low = estimate.low, let high = estimate.high else { return 3 }
    return HumanText.decimals(halfWidth: 50 * (high - low))
  }

  /// How far the interval reaches, in percentage points; at 0 and 1 it is one-sided.
  private static func margin(_ estimate: Estimate?) -> String {
    guard let estimate, let low = estimate.low, let high = estimate.high else { return "-" }
    let decimals = decimals(estimate)
    if estimate.mean == 1 { return "≥ \(HumanText.percent(low, decimals: decimals))" }
    if estimate.mean == 0 { return "≤ \(HumanText.percent(high, decimals: decimals))" }
    return margin(estimate.mean, low, high, decimals)
  }

  /// In percentage points; a dash where a side is longer than 100 of them.
  private static func margin(
    _ value: Double, _ low: Double, _ high: Double, _ decimals: Int
  ) -> String {
    guard value - low <= 1, high - value <= 1 else { return "-" }
    return HumanText.margin(
      of: value * 100, low: low * 100, high: high * 100, decimals: decimals)
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
