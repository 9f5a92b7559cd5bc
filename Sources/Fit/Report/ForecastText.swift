import Files

extension FitText {
  // MARK: The first half's forecast

  func forecastTitles(_ contest: Contest?) -> [String] {
    contest == nil ? [] : ["loss", "wait"]
  }

  /// The cells of one candidate.
  func forecast(_ name: String, _ contest: Contest?) -> [String] {
    guard let contest else { return [] }
    let entry = contest.entries.first { $0.name == name }
    return [
      entry?.loss.map { HumanText.percent($0) } ?? "-",
      entry?.wait.map { HumanText.span($0) } ?? "-",
    ]
  }

  /// The reason why the proposal is proposed.
  func reason(_ contest: Contest?) -> String {
    guard let contest else { return "the smallest AIC" }
    if contest.isByLoss { return "it predicts loss and wait better than the smallest AIC" }
    let best = contest.entries.first { $0.name == contest.winner }
    guard best?.score != nil else {
      return "the smallest AIC; half of the log is too short to try it"
    }
    return "the smallest AIC of those that predict loss and wait alike"
  }

  /// The prediction and the outcome; or the reason why nothing was tried.
  func outcome(_ contest: Contest?) -> [String] {
    guard let forecast = report.forecast else { return [] }
    guard let contest else {
      return forecast.unhalved.map {
        ["no law was tried on the second half of the log: \($0.words); AIC decides"]
      } ?? []
    }
    let whose =
      forecast.isPaired
      ? "with its own absences"
      : report.network == nil
        ? "on average of three kinds of times offline" : "with times offline from the laws"
    let wait = contest.wait.map { ", and a stored message waited \(HumanText.span($0))" } ?? ""
    return [
      "loss, wait: of the second half of the log, by the law of the first; in the log, \(whose), "
        + "\(HumanText.percent(contest.loss)) were overwritten\(wait)"
    ]
  }
}
