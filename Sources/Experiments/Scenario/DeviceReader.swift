import DeliverySim
import Models

extension ScenarioReader {
  // MARK: device

  /// - Returns: What users allow, what the notification centre does, and when it is quiet.
  func readDevice(
    _ root: MapReader
  ) -> (NotificationSettings, NotificationCentre, PresentationSchedule?) {
    guard let map = root.section("device") else { return (NotificationSettings(), .init(), nil) }
    let denied = probability(map, "denied", default: 0)
    let alertsOff = probability(map, "alerts_off", default: 0)
    let alertsAgain = map.value("collapse_alerts_again", .bool, default: true)
    let presentation = readPresentation(map)
    let grouping = map.value(
      "grouping", .choice(["off", "by-app"], notBuilt: ["automatic"]), default: "off")
    let previews = map.value("previews", .choice(["shown", "hidden"]), default: "shown")
    map.notInThisVersion(["foreground"])
    let centre = NotificationCentre(
      alertsAgainOnCollapse: alertsAgain, groupsByApp: grouping == "by-app",
      hidesPreviews: previews == "hidden")
    guard denied.value + alertsOff.value <= 1 else {
      map.report(
        "alerts_off",
        allowed: "a share of the other devices: denied and alerts_off together at most 1")
      return (NotificationSettings(), centre, presentation)
    }
    return (NotificationSettings(denied: denied, alertsOff: alertsOff), centre, presentation)
  }
}
