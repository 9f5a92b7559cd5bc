import DeliverySim
import Models

extension ScenarioReader {
  // MARK: device

  /// What the section `device` says.
  struct DeviceSection {
    var settings = NotificationSettings()
    var centre = NotificationCentre()
    var power = Power()
    var nights: Nights?
  }

  func readDevice(_ root: MapReader) -> DeviceSection {
    var section = DeviceSection()
    guard let map = root.section("device") else { return section }
    let denied = probability(map, "denied", default: 0)
    let alertsOff = probability(map, "alerts_off", default: 0)
    let alertsAgain = map.value("collapse_alerts_again", .bool, default: true)
    section.centre = NotificationCentre(alertsAgainOnCollapse: alertsAgain)
    section.power = map.section("power").map(readPower) ?? Power()
    section.nights = map.section("off_at_night").flatMap(readNights)
    map.notInThisVersion(["presentation", "foreground", "grouping", "previews"])
    if denied.value + alertsOff.value <= 1 {
      section.settings = NotificationSettings(denied: denied, alertsOff: alertsOff)
    } else {
      map.report(
        "alerts_off",
        allowed: "a share of the other devices: denied and alerts_off together at most 1")
    }
    return section
  }

  private func readPower(_ map: MapReader) -> Power {
    let normal = readOptionalLaw(map, "normal", .duration)
    let reserving = readOptionalLaw(map, "reserving", .duration)
    let spans = readAlternation(map, ("normal", normal), ("reserving", reserving))
    return Power(spans: spans, always: probability(map, "always", default: 0))
  }

  private func readNights(_ map: MapReader) -> Nights? {
    let share = probability(map, "share", default: 1)
    let (from, to) = (readTimeOfDay(map, "from"), readTimeOfDay(map, "to"))
    guard let from, let to else { return nil }
    guard from != to else {
      map.report("to", allowed: "another time of day than from")
      return nil
    }
    return Nights(share: share, from: from, to: to)
  }

  private func readTimeOfDay(_ map: MapReader, _ key: String) -> SimTime? {
    let allowed = "a time of day as a duration since midnight, below 24h, such as 23h"
    guard map.hasValue(key) else {
      map.reportMissing(key, allowed: allowed)
      return nil
    }
    guard let time = map.optionalTime(key) else { return nil }
    guard time < .day else {
      map.report(key, allowed: allowed)
      return nil
    }
    return time
  }
}

extension ScenarioReader {
  // MARK: Priorities

  /// - Returns: Nil when nothing is said.
  func readPriority(_ map: MapReader) -> PushPriority? {
    let number = map.optional("priority", Self.priorityFormat)
    return number.flatMap { PushPriority(rawValue: $0) }
  }

  private static var priorityFormat: ScalarFormat<Int> {
    ScalarFormat(
      allowed: "10 (at once), 5 (by the device's power) or 1 (never wakes it)", fallback: 10,
      parse: { text, isQuoted in
        isQuoted ? nil : Int(text).flatMap { PushPriority(rawValue: $0)?.rawValue }
      },
      render: { .integer($0) })
  }
}
