import Files
import Models

extension Summary {
  // MARK: What the user loses

  /// Strategies are compared with a baseline.
  var hasOthers: Bool {
    let base = outcome.experiment.base
    return base.strategies.count > 1
      && outcome.series.contains { outcome.name($0) == base.baseline }
  }

  /// Whether the user knows of a message: in time, where that is modelled at all design points.
  var knownMetric: Metric {
    let inTime = Metric.named("awareness_in_time")
    return outcome.experiment.points.allSatisfy { inTime.isModelled($0.scenario) }
      ? inTime : Metric.named("awareness")
  }

  /// What the columns of the first table mean.
  var resultsNotes: [String] {
    let difference = hasOthers ? "difference: to \(outcome.experiment.base.baseline); " : ""
    let inTime = knownMetric.name == "awareness" ? "" : ", in time"
    return TextWrap.lines(
      "shown: deliverability; \(difference)missed: per device; "
        + "known: also from a summary or the app\(inTime)", indent: 2)
  }

  /// Days, or weeks where a day is too short for people to miss a message.
  var missedUnit: (name: String, days: Double) {
    let most = series.compactMap(\.missedPerDay).max() ?? 0
    return most < Self.missedMin ? ("week", 7) : ("day", 1)
  }

  private static let missedMin = 0.1

  /// Owed but not shown, per device and day or week; plain sums over the replications.
  func missed(_ series: RunOutcome.Series) -> String {
    guard let missed = series.missedPerDay.map({ $0 * missedUnit.days }) else { return "-" }
    if missed > 0, missed < 0.001 { return "< 0.001" }
    return missed < 10 ? HumanText.fixed(missed, 3) : HumanText.digits(missed, 4)
  }
}

extension RunOutcome.Series {
  /// Nil: no device has had the app for any time.
  var missedPerDay: Double? {
    let days = records.reduce(0) { $0 + $1.deviceDays }
    guard days > 0 else { return nil }
    let missed = records.reduce(0) { $0 + Double($1[.owed]) - Double($1[.shown]) }
    return missed / days
  }
}
