import DeliverySim
import Files
import Models

extension ScenarioReader {
  // MARK: device.power, device.off_at_night, extension.before_first_unlock

  func readPower(_ map: MapReader) -> Power {
    let normal = readOptionalLaw(map, "normal", .duration)
    let reserving = readOptionalLaw(map, "reserving", .duration)
    let spans = readAlternation(map, ("normal", normal), ("reserving", reserving))
    return Power(spans: spans, always: probability(map, "always", default: 0))
  }

  func readNights(_ map: MapReader) -> Nights? {
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

  func readFirstUnlock(_ map: MapReader) -> ServiceExtension.FirstUnlock? {
    let unlock = readRequiredLaw(map, "unlock", .duration)
    let unreadable = probability(map, "position_unreadable", default: 1)
    return unlock.map { .init(unlock: $0, positionUnreadable: unreadable) }
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
      allowed: "10 (at once), 5 (unless the device saves power) or 1 (never wakes it)",
      fallback: 10,
      parse: { text, isQuoted in
        isQuoted ? nil : Int(text).flatMap { PushPriority(rawValue: $0)?.rawValue }
      },
      render: { .integer($0) })
  }
}
