import DeliverySim
import Files
import Models

/// A window of hours of the week has these keys.
final class WindowKeys: KeyGroup {
  static let shape: String? = "@windows"
  let from = Key(
    needed: "from", .timeOfDay(), "The beginning.", "R4.2")
  let to = Key(
    needed: "to", .timeOfDay(orMidnight: true),
    "The end, exclusive.", "R4.2")
  let days = Key(
    facts: KeyFacts("days", .days, or: "every day", "The days on which it begins.", "R4.2")
  ) { map, _ in
    map.child("days")?.list(of: .choice(dayNames), count: 1...7) ?? dayNames
  }

  static let shared = WindowKeys()
}

let dayNames = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]

/// A list of windows, none where the key is absent.
func windows(_ name: String, _ meaning: String, _ rule: String) -> Key<WeeklyHours> {
  Key(facts: KeyFacts(name, .shape("@windows"), meaning, rule)) { map, reading in
    let windows = map.child(name)?.list(count: 1...100) ?? []
    return WeeklyHours(
      windows.compactMap {
        readWindow(Section(map: $0.map(), keys: WindowKeys.shared, reading: reading))
      })
  }
}

private func readWindow(_ section: Section<WindowKeys>) -> WeeklyHours.Window? {
  let errorsBefore = section.sink.reportCount
  let (from, to, days) = (section.from, section.to, section.days)
  guard section.sink.reportCount == errorsBefore else { return nil }
  guard from != to else {
    section.report(\.to, allowed: "another time than from; a whole day is from 0h to 24h")
    return nil
  }
  return WeeklyHours.Window(
    from: SimTime(microseconds: from), to: SimTime(microseconds: to),
    days: days.compactMap(dayNames.firstIndex))
}

extension ScalarFormat<Int64> {
  /// A time of the day **[microseconds after midnight]**: `22:30`, `22h` or `22.5h`.
  ///
  /// - Parameter orMidnight: The day's end is one too: `24:00`.
  static func timeOfDay(orMidnight: Bool = false) -> Self {
    let last = SimTime.day.microseconds - (orMidnight ? 0 : 1)
    var format = ScalarFormat<Int64>(
      .clock,
      allowed:
        "a time of the day, such as 22:30 or 22.5h, \(orMidnight ? "up to" : "before") 24:00",
      fallback: 0,
      parse: { text, _ in
        (clock(text) ?? Units.duration(text)).flatMap { 0...last ~= $0 ? $0 : nil }
      },
      render: { .text(Units.durationText($0)) })
    // A plain number is an hour.
    format.suggest = { text in Int(text).flatMap { 0..<24 ~= $0 ? "\($0)h" : nil } }
    return format
  }

  /// - Returns: nil for what is not hours and minutes in two digits each, or one for hours.
  private static func clock(_ text: String) -> Int64? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, 1...2 ~= parts[0].count, parts[1].count == 2,
      parts.allSatisfy({ $0.utf8.allSatisfy { 48...57 ~= $0 } }),
      let hours = Int64(parts[0]), let minutes = Int64(parts[1]), minutes < 60
    else { return nil }
    return (hours * 60 + minutes) * SimTime.minute.microseconds
  }
}
