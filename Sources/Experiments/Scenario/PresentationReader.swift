import DeliverySim
import Files
import Models

extension ScenarioReader {
  // MARK: device.presentation

  /// - Returns: nil where nothing is ever quiet.
  func readPresentation(_ device: MapReader) -> PresentationSchedule? {
    guard let map = device.section("presentation") else { return nil }
    let share = probability(map, "share", default: 1)
    let quiet = readHours(map, "quiet")
    let summaries = map.child("summary_at")?.list(of: .timeOfDay(), count: 1...24) ?? []
    let exceptions = probability(map, "exceptions", default: 0)
    if map.child("quiet") == nil, map.child("summary_at") == nil {
      map.reportMissing(
        "quiet", allowed: "quiet hours, or times of scheduled summaries: summary_at")
    }
    for pair in zip(summaries, summaries.dropFirst()) where pair.0 >= pair.1 {
      map.report("summary_at", found: "times out of order", allowed: "ascending times of the day")
      break
    }
    return PresentationSchedule(
      share: share, quiet: quiet, summaries: summaries.map(SimTime.init(microseconds:)),
      exceptions: exceptions)
  }

  // MARK: Hours of the week

  static let dayNames = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]

  /// A list of windows, none where the key is absent.
  func readHours(_ map: MapReader, _ key: String) -> WeeklyHours {
    guard let list = map.child(key)?.list(count: 1...100) else { return WeeklyHours([]) }
    return WeeklyHours(list.compactMap { readWindow($0.map()) })
  }

  private func readWindow(_ map: MapReader) -> WeeklyHours.Window? {
    let errorsBefore = sink.reportCount
    let from = map.required("from", .timeOfDay())
    let to = map.required("to", .timeOfDay(orMidnight: true))
    let days = map.child("days")?.list(of: .choice(Self.dayNames), count: 1...7) ?? Self.dayNames
    guard sink.reportCount == errorsBefore else { return nil }
    guard from != to else {
      map.report("to", allowed: "another time than from; a whole day is from 0h to 24h")
      return nil
    }
    return WeeklyHours.Window(
      from: SimTime(microseconds: from), to: SimTime(microseconds: to),
      days: days.compactMap(Self.dayNames.firstIndex))
  }
}

extension ScalarFormat<Int64> {
  /// A time of the day **[microseconds after midnight]**: `22:30`, `22h` or `22.5h`.
  ///
  /// - Parameter orMidnight: The day's end is one too: `24:00`.
  static func timeOfDay(orMidnight: Bool = false) -> Self {
    let last = SimTime.day.microseconds - (orMidnight ? 0 : 1)
    return ScalarFormat(
      allowed:
        "a time of the day, such as 22:30 or 22.5h, \(orMidnight ? "up to" : "before") 24:00",
      fallback: 0,
      parse: { text, _ in
        (clock(text) ?? Units.duration(text)).flatMap { 0...last ~= $0 ? $0 : nil }
      },
      render: { .text(Units.durationText($0)) })
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
