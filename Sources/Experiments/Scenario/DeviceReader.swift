import DeliverySim
import Models

extension ScenarioReader {
  // MARK: device

  /// - Returns: What users allow, what the notification centre does, and the devices' tokens.
  func readDevice(_ root: MapReader) -> (NotificationSettings, NotificationCentre, Tokens?) {
    guard let map = root.section("device") else { return (NotificationSettings(), .init(), nil) }
    let denied = probability(map, "denied", default: 0)
    let alertsOff = probability(map, "alerts_off", default: 0)
    let alertsAgain = map.value("collapse_alerts_again", .bool, default: true)
    let tokens = map.section("tokens").map { readTokens($0, root) }
    map.notInThisVersion(["presentation", "foreground", "grouping", "previews"])
    let centre = NotificationCentre(alertsAgainOnCollapse: alertsAgain)
    guard denied.value + alertsOff.value <= 1 else {
      map.report(
        "alerts_off",
        allowed: "a share of the other devices: denied and alerts_off together at most 1")
      return (NotificationSettings(), centre, tokens)
    }
    return (NotificationSettings(denied: denied, alertsOff: alertsOff), centre, tokens)
  }
}
