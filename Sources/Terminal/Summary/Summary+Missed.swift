import Answers
import DeliverySim
import Files
import Models
import Results
import Runs
import Scenarios
import Statistics
import Vocabulary

extension Summary {
  // MARK: Missed notifications

  /// Strategies are compared with a baseline.
  var hasOthers: Bool {
    let base = outcome.experiment.base
    return base.strategies.count > 1
      && outcome.series.contains { outcome.name($0) == base.baseline }
  }

  /// The metric beside the one that leads: what was shown; or, where that leads, whether the user
  /// knows of a message.
  var beside: (metric: Metric, name: String) {
    let shown = Metric.named("deliverability")
    if metric.name != shown.name { return (shown, "shown") }
    return (outcome.known, "known")
  }

  /// The share shown to users who let alerts be drawn: a refusal is no loss on the way.
  var refused: [String] {
    let metric = Metric.named("reachable_deliverability")
    guard outcome.experiment.points.count == 1, outcome.models(metric.isModelled) else { return [] }
    let shares = series.map { series in
      "\(outcome.name(series)) \(value(metric, series))"
    }
    return TextWrap.lines(
      "shown of what could be shown (to users who let alerts be drawn): "
        + shares.joined(separator: ", "), indent: 2)
  }

  /// The meaning of the columns of the first table.
  var resultsNotes: [String] {
    let controls = hasOwnControls ? ", each with controls of its own" : ""
    let difference =
      hasOthers ? "difference: to \(outcome.experiment.base.baseline)\(controls); " : ""
    let known = "known: also from a summary or the app\(within)"
    let badge =
      outcome.models { Counter(UserCounter.toldByBadge).isModelled($0) } ? "the badge, " : ""
    let inTimeLeads =
      "known in time: shown, or from a summary, \(badge)the app or a second channel\(within)"
    return TextWrap.lines(
      "shown: deliverability; \(difference)missed: not shown, per device; "
        + (beside.name == "known" ? known : inTimeLeads), indent: 2) + refused
  }

  /// People see that a difference is not that of the two values beside it.
  private var hasOwnControls: Bool {
    series.contains { one in
      guard let gain = comparison(one)?.difference, let value = measured(one)?.value,
        let base = outcome.baseline(of: one).flatMap({ measured($0)?.value })
      else { return false }
      return abs(value - base - gain) > Self.seenMin * abs(gain)
    }
  }

  private static let seenMin = 0.1

  /// The time in which it counts; empty where it always does.
  private var within: String {
    let times = Set(
      outcome.experiment.points.flatMap { point in
        point.scenario.frame.populations.map(\.setup.workload.usefulFor)
      })
    guard times.count == 1 else { return ", in time" }
    let time = times.compactMap { $0 }.first
    return time.map { ", within \(Units.durationText($0.microseconds))" } ?? ""
  }

  /// Days, or weeks where a day is too short for people to miss a message.
  var missedUnit: (name: String, days: Double) {
    let most = series.compactMap(missedPerDay).max() ?? 0
    return most < Self.missedMin ? ("week", 7) : ("day", 1)
  }

  private static let missedMin = 0.1
  /// Less would read as 0 with three decimals, or nearly.
  private static let decimalsMin = 0.001

  /// Nil: nothing is owed, or no device has had the app for any time.
  func missedPerDay(_ series: RunOutcome.Series) -> Double? {
    let share = figures(Metric.named("deliverability"), series).value
    return share.flatMap { share in series.owedPerDay.map { (1 - share) * $0 } }
  }

  /// Owed but not shown, per device and day or week: of the share that the table shows.
  func missed(_ series: RunOutcome.Series) -> String {
    guard let perDay = missedPerDay(series) else { return "-" }
    let missed = perDay * missedUnit.days
    if missed > 0, missed < Self.decimalsMin { return HumanText.digits(missed, 2) }
    return missed < 10 ? HumanText.fixed(missed, 3) : HumanText.digits(missed, 4)
  }
}

extension RunOutcome.Series {
  /// Nil: no device has had the app for any time.
  fileprivate var owedPerDay: Double? {
    let days = records.reduce(0) { $0 + $1.deviceDays }
    return days > 0 ? records.reduce(0) { $0 + Double($1[.owed]) } / days : nil
  }
}
