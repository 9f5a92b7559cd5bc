import Answers
package import Files
import Foundation
import Models
package import Results
import Runs
import Scenarios
import Statistics
import Vocabulary

/// The findings of a run, for a person at a terminal: the result and its price for each strategy,
/// and where the rest ended.
package struct Summary {
  let outcome: RunOutcome
  /// The series that are printed; `metrics.csv` has all.
  let series: [RunOutcome.Series]
  private static let rowsMax = 40
  private static let endingsMax = 5
  private static let sweepRowsMax = 8

  let answer: Answer
  private let found: AnswerTable
  let paint: Paint
  /// The metric of the first table and of sentences.
  var metric: Metric { outcome.tabled }

  /// - Parameter paint: The colours of differences and verdicts.
  /// - Returns: Nil for a shard, which has no answer.
  package init?(_ results: PreparedResults, paint: Paint = .none) {
    guard let answer = results.answer else { return nil }
    (outcome, self.answer, self.paint) = (results.outcome, answer, paint)
    found = AnswerTable(answer)
    series = Array(outcome.series.prefix(Self.rowsMax))
  }

  /// A reader should know these before the rest; those of the scenario were told before the run.
  package var warnings: [String] {
    answer.warnings.filter { !outcome.experiment.warnings.contains($0) }
  }

  package var lines: [String] {
    let rest = outcome.series.count - series.count
    let expectations = ExpectationText(outcome.experiment, answer.expectations, paint).lines
    if let best = BestText(answer) {
      return [heading] + best.lines
        + (expectations.isEmpty ? [] : [""] + expectations) + conclusion
    }
    let more = rest > 0 ? ["", "... and \(rest) more rows: see metrics.csv"] : []
    return [heading] + answer.precisionLines + (sweepTables ?? tables + more)
      + advice + (expectations.isEmpty ? [] : [""] + expectations) + conclusion
  }

  /// The tables of a sweep: the numbers that differ, and all numbers only where they fit a screen.
  private var sweepTables: [String]? {
    let points = outcome.experiment.points.count
    guard points > 1, outcome.series.count > Self.sweepRowsMax else {
      guard let sweep = SweepText(outcome, answer, paint) else { return nil }
      return tables + sweep.lines
    }
    let sweep = SweepText(outcome, answer, paint)?.lines ?? []
    let rest = outcome.series.count - series.count
    // The points of a sample lie in no order that a table could show.
    let rows =
      sweep.isEmpty && outcome.experiment.sweep.sample == nil
      ? [""] + shown + (rest > 0 ? ["... and \(rest) more rows: see metrics.csv"] : [])
      : []
    return sweep + rows + intervals + controls + inputs
      + ["", "the rest, by design point: metrics.csv, fates.csv, groups.csv"]
  }

  private var conclusion: [String] {
    let lines = AnswerText(answer).sentences.flatMap { TextWrap.lines($0) }
    return lines.isEmpty ? [] : [""] + lines
  }

  /// The settings that are the same at all design points; a sweep may change the rest.
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

  /// The place of a design point's factors.
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

  /// The results and how sure they are.
  private func shown(_ layout: Layout) -> [String] {
    results(layout).fittingLines + resultsNotes
      + (hasIntervals ? [""] + ends(layout).fittingLines : [])
  }

  /// One replication has none.
  private var hasIntervals: Bool { series.contains { $0.records.count > 1 } }

  private func tables(_ layout: Layout) -> [String] {
    [""] + shown(layout) + intervals + controls + inputs
      + [""] + costs(layout).fittingLines + Self.costsNotes
      + [""] + endings(layout).fittingLines
  }

  /// The tables for a document.
  package var markdownLines: [String] {
    let tables =
      ([results(.beside)] + (hasIntervals ? [ends(.beside)] : []) + [
        costs(.beside), endings(.beside),
      ]).map(
        \.markdownLines)
    let choices =
      BestText(answer).map { best in
        AnswerText(answer).sentences.map { [$0] } + best.markdownLines
      } ?? []
    return Array((choices + tables).joined(separator: [""]))
  }

  private static let costsNotes = [
    "delay: of all owed (inf: never shown); pushes and re-requests: per owed;",
    "  no controls narrow the intervals of delays and re-requests",
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
    table.add(heading: outcome.experiment.factorWords(of: point))
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
    let redundant = Metric.named("redundant_interruptions_per_device_day")
    let hasRedundant = outcome.models(redundant.isModelled)
    var table = table(
      layout,
      [LeadingWords(metric).name] + (hasOthers ? ["difference"] : [])
        + ["missed/\(missedUnit.name)", beside.name] + (hasRedundant ? ["redundant/day"] : []))
    for (place, series) in series.enumerated() {
      begin(place, layout, &table)
      table.add(
        leading(series, layout) + [value(metric, series)]
          + (hasOthers ? [difference(series)] : [])
          + [missed(series), value(beside.metric, series)]
          + (hasRedundant ? [value(redundant, series)] : []))
    }
    return table
  }

  var level: String {
    HumanText.percent(outcome.experiment.base.confidence, decimals: 0)
  }

  /// The intervals of the results, and that of the delay which one in ten exceeds.
  private func ends(_ layout: Layout) -> TextTable {
    let delay = Metric.named("delay_p90_s")
    let names = [LeadingWords(metric).name] + (hasOthers ? ["difference"] : []) + ["delay p90"]
    var table = table(layout, names.map { "\($0), \(level)" })
    for (place, series) in series.enumerated() {
      begin(place, layout, &table)
      let difference = comparison(series)
      table.add(
        leading(series, layout) + [interval(metric, series)]
          + (hasOthers
            ? [difference.map { gain.interval($0.ciLow, $0.ciHigh) } ?? ""] : [])
          + [interval(delay, series)])
    }
    return table
  }

  private func costs(_ layout: Layout) -> TextTable {
    var table = table(layout, ["delay p50", "p90", "pushes", "re-requests"])
    for (place, series) in series.enumerated() {
      begin(place, layout, &table)
      let owed = Double(series.sum.owed)
      let requests = owed > 0 ? Double(series.sum.requests) / owed : nil
      table.add(
        leading(series, layout)
          + ["delay_p50_s", "delay_p90_s"].map { value(Metric.named($0), series) }
          + [value(Metric.named("pushes_per_notification"), series)]
          + [requests.map { HumanText.fixed($0, 3) } ?? "-"])
    }
    return table
  }

  /// The endings of notifications that were not shown, most of them first.
  private func endings(_ layout: Layout) -> TextTable {
    let names = ["not shown: fate", "share", "destroyed by", "repair"]
    var table = table(layout, names, [.left, .right, .left, .left])
    for (place, series) in series.enumerated() {
      begin(place, layout, &table)
      let start = leading(series, layout)
      let fates = MetricText(Metric.named("loss"))
      let others = Ending.all.filter { $0.fate != .shown && series.sum.fates[$0.index] > 0 }
        .sorted { series.sum.fates[$0.index] > series.sum.fates[$1.index] }
      // A line for one hidden row would save nothing.
      let count = others.count == endingsShown + 1 ? others.count : endingsShown
      for (row, ending) in others.prefix(count).enumerated() {
        let share = outcome.share(of: ending, series)
        let start = start.map { row == 0 ? $0 : "" }
        let fate = [ending.fate.name, fates.value(share)]
        table.add(start + fate + [destroyer(ending), ending.names[3]])
      }
      if others.count > count {
        let rest = others.dropFirst(count).compactMap { outcome.share(of: $0, series)?.mean }
        let share = fates.value(max(0, rest.reduce(0, +)), (nil, nil))
        table.add(start.map { _ in "" } + ["(others)", share, "see fates.csv", ""])
      }
      if others.isEmpty {
        let nothing = series.sum.owed == 0 ? ["(nothing owed)", "-"] : ["(all shown)", "0 %"]
        table.add(start + nothing + ["", ""])
      }
    }
    return table
  }

  /// The place that destroyed the last copy; a dash: none did.
  private func destroyer(_ ending: Ending) -> String { ending.place.isEmpty ? "-" : ending.place }

  /// Fewer where there are many design points to look at.
  private var endingsShown: Int { outcome.experiment.points.count == 1 ? Self.endingsMax : 1 }

  // MARK: Cells

  /// The paired difference to the baseline.
  private func difference(_ series: RunOutcome.Series) -> String {
    guard outcome.baseline(of: series).map({ $0.strategy != series.strategy }) ?? false else {
      return outcome.baseline(of: series) == nil ? "" : "baseline"
    }
    guard let difference = comparison(series) else { return "" }
    let ends = difference.ciLow.flatMap { low in difference.ciHigh.map { (low, $0) } }
    let tone = Paint.Tone.of(ends, higherIsBetter: true)
    return paint(
      gain.value(difference.difference, (difference.ciLow, difference.ciHigh)), tone)
  }

  /// The form of differences of the leading metric.
  var gain: MetricText { MetricText(metric, of: .difference) }

  /// The comparison to the baseline; nil for the baseline itself, and where there is none.
  func comparison(_ series: RunOutcome.Series) -> Answer.Gain? {
    found.difference(metric, outcome.name(series), atPoint: series.point)
  }

  /// The leading metric.
  func measured(_ series: RunOutcome.Series) -> Answer.Measured? {
    found.estimate(metric, outcome.name(series), atPoint: series.point)
  }

  /// Those of the answer, where it speaks of the metric.
  func figures(
    _ metric: Metric, _ series: RunOutcome.Series
  ) -> (value: Double?, low: Double?, high: Double?) {
    if let found = found.estimate(metric, outcome.name(series), atPoint: series.point) {
      return (found.value, found.ciLow, found.ciHigh)
    }
    let own = metric.cut(metric.estimate(series.replications, outcome.scenario(series)))
    return (own?.mean, own?.low, own?.high)
  }

  func value(_ metric: Metric, _ series: RunOutcome.Series) -> String {
    let (value, low, high) = figures(metric, series)
    return value.map { MetricText(metric).value($0, (low, high)) } ?? "-"
  }

  private func interval(_ metric: Metric, _ series: RunOutcome.Series) -> String {
    let (_, low, high) = figures(metric, series)
    return MetricText(metric).interval(low, high)
  }
}

extension Summary {
  /// The first table and the sentences: what fits one screen beside other things.
  package var brief: [String] {
    [heading] + [""] + results(.beside).fittingLines + resultsNotes + conclusion
  }
}
