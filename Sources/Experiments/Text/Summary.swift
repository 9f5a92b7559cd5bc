import Models
import Statistics

/// What a run has found, for a person at a terminal.
package struct Summary {
  private let outcome: RunOutcome
  private static let pointsMax = 12

  package init(_ outcome: RunOutcome) {
    self.outcome = outcome
  }

  package var lines: [String] {
    let experiment = outcome.experiment
    let points = experiment.points.prefix(Self.pointsMax)
    var lines = [heading]
    for point in points { lines += [""] + self.lines(point) }
    if points.count < experiment.points.count {
      lines += ["", "... and \(experiment.points.count - points.count) more design points: see metrics.csv"]
    }
    return lines
  }

  private var heading: String {
    let base = outcome.experiment.base
    let days = HumanText.fixed(base.frame.countedDays, base.frame.countedDays < 10 ? 1 : 0)
    return "\(base.title ?? base.name): \(base.replications) replications of "
      + "\(base.frame.devices) devices, \(days) days counted"
  }
}

extension Summary {
  // MARK: One design point

  private func lines(_ point: Experiment.DesignPoint) -> [String] {
    let series = outcome.series.filter { $0.point == point.index }
    let factors = zip(outcome.experiment.factors, point.cells).map { "\($0.name) \($1.text)" }
    let owed = HumanText.count(series.first?.sum.owed ?? 0)
    let title = factors.isEmpty ? "" : "[\(point.index)] \(factors.joined(separator: ", ")): "
    return ["\(title)\(owed) notifications owed"] + results(series, point).lines + [""]
      + costs(series).lines + [""] + endings(series).lines
  }

  private func results(_ series: [RunOutcome.Series], _ point: Experiment.DesignPoint) -> TextTable {
    let confidence = HumanText.percent(point.scenario.confidence, decimals: 0)
    var table = TextTable(
      ["", "deliverability", "± \(confidence)", "against \(point.scenario.baseline)", "±"],
      [.left, .right, .right, .right, .right])
    for series in series {
      let estimate = Metric.named("deliverability").estimate(series.records, point.scenario)
      let (difference, margin) = difference(series)
      table.add([
        outcome.name(series), Self.share(estimate?.mean), Self.margin(estimate), difference, margin,
      ])
    }
    return table
  }

  /// The paired difference to the baseline, in percentage points.
  private func difference(_ series: RunOutcome.Series) -> (String, String) {
    guard let base = outcome.baseline(of: series) else { return ("", "") }
    guard base.strategy != series.strategy else { return ("baseline", "") }
    let comparison = outcome.differences(of: [series], Metric.named("deliverability"))[0].difference
    guard let comparison else { return ("", "") }
    let points = comparison.difference * 100
    let sign = points < 0 ? "" : "+"
    let margin = comparison.high.map { HumanText.fixed(($0 - comparison.difference) * 100, 3) }
    return ("\(sign)\(HumanText.fixed(points, 3)) pp", margin ?? "")
  }

  private func costs(_ series: [RunOutcome.Series]) -> TextTable {
    var table = TextTable(
      ["", "latency p50", "p99", "pushes", "re-requests", "per notification"],
      [.left, .right, .right, .right, .right, .left])
    for series in series {
      let scenario = outcome.scenario(series)
      let value = { (name: String) in
        Metric.named(name).estimate(series.records, scenario)?.mean
      }
      let owed = Double(series.sum.owed)
      let requests = owed > 0 ? Double(series.sum.resendRequests) / owed : nil
      table.add([
        outcome.name(series), Self.span(value("latency_p50_s")), Self.span(value("latency_p99_s")),
        value("pushes_per_notification").map { HumanText.fixed($0, 3) } ?? "-",
        requests.map { HumanText.fixed($0, 3) } ?? "-", "",
      ])
    }
    return table
  }

  /// Where the notifications ended that were not shown.
  private func endings(_ series: [RunOutcome.Series]) -> TextTable {
    var table = TextTable(
      ["where the rest ended", "share", "fate", "stage", "cause", "repair"],
      [.left, .right, .left, .left, .left, .left])
    for series in series {
      let others = Ending.all.filter { $0.fate != .shown && series.sum.fates[$0.index] > 0 }
        .sorted { series.sum.fates[$0.index] > series.sum.fates[$1.index] }
      for (row, ending) in others.prefix(6).enumerated() {
        let share = Double(series.sum.fates[ending.index]) / Double(series.sum.owed)
        table.add(
          [row == 0 ? outcome.name(series) : "", Self.share(share)] + ending.names)
      }
      if others.isEmpty { table.add([outcome.name(series), "0 %", "all shown", "", "", ""]) }
    }
    return table
  }

  // MARK: Cells

  private static func share(_ value: Double?) -> String {
    value.map { HumanText.percent($0, decimals: 3) } ?? "-"
  }

  /// Half the interval's width in percentage points; intervals at 0 and 1 are one-sided.
  private static func margin(_ estimate: Estimate?) -> String {
    guard let estimate, let low = estimate.low, let high = estimate.high else { return "-" }
    let margin = max(high - estimate.mean, estimate.mean - low)
    return HumanText.fixed(margin * 100, 3)
  }

  private static func span(_ value: Double?) -> String {
    value.map { HumanText.span($0) } ?? "-"
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
