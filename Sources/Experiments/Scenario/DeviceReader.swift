import DeliverySim
import Files
import Models

extension ScenarioReader {
  // MARK: device

  /// What `device` says.
  struct DeviceSection {
    var settings = NotificationSettings()
    var centre = NotificationCentre()
    var presentation: PresentationSchedule?
    var tokens: Tokens?
    var power = Power()
    var nights: Nights?
  }

  func readDevice(_ root: MapReader) -> DeviceSection {
    guard let map = root.section("device") else { return DeviceSection() }
    let denied = probability(map, "denied", default: 0)
    let alertsOff = probability(map, "alerts_off", default: 0)
    let alertsAgain = map.value("collapse_alerts_again", .bool, default: true)
    var section = DeviceSection()
    section.tokens = map.section("tokens").map { readTokens($0, root) }
    section.presentation = readPresentation(map)
    section.power = map.section("power").map(readPower) ?? Power()
    section.nights = map.section("off_at_night").flatMap(readNights)
    let groupings = NotificationCentre.Grouping.allCases.map(\.rawValue)
    let grouping = map.value(
      "grouping", .choice(groupings), default: NotificationCentre.Grouping.off.rawValue)
    let previews = map.value("previews", .choice(["shown", "hidden"]), default: "shown")
    section.centre = NotificationCentre(
      alertsAgainOnCollapse: alertsAgain, grouping: .init(rawValue: grouping) ?? .off,
      hidesPreviews: previews == "hidden")
    guard denied.value + alertsOff.value <= 1 else {
      map.report(
        "alerts_off",
        allowed: "a share of all devices: denied and alerts_off together at most 1")
      return section
    }
    section.settings = NotificationSettings(denied: denied, alertsOff: alertsOff)
    return section
  }
}
