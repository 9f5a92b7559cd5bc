import DeliverySim
import Files
import Models

final class PresentationKeys: KeyGroup {
  let share = Key("share", .share, .one, "Share of devices with these settings.", "R4.2").drawn(
    as: .presentation)
  let quiet = windows("quiet", "Quiet hours.", "R4.2")
  let summaryAt = Key(
    facts: KeyFacts("summary_at", .clocks, "Times of the scheduled summary.", "R4.2")
  ) { map, _ in
    map.child("summary_at")?.list(of: .timeOfDay(), count: 1...24) ?? []
  }
  let spells = Key(
    "spells", OutageKeys(), "Quiet besides, on each device by itself: driving, by hand.", "R12.1")
  let untilFirstAlarm = Key(
    optional: "until_first_alarm", law: .time,
    "The first alarm ends quiet hours so long before their end.", "R12.1"
  ).idle("there are no quiet hours", inGroups: false) {
    $1.presentation?.alarmBeforeEnd != nil && $1.presentation?.quiet.share == 0
  }
  let exceptions = Key("exceptions", .share, .zero, "Share of messages that alert anyway.", "R4.2")
}

func readPresentation(_ section: Section<PresentationKeys>) -> PresentationSchedule {
  let (share, quiet, summaries) = (section.share, section.quiet, section.summaryAt)
  let (exceptions, spells) = (section.exceptions, section.spells.flatMap(readOutages))
  let alarm = section.untilFirstAlarm
  let said = [section.says(\.quiet), section.says(\.summaryAt), section.says(\.spells)]
  if !said.contains(true) {
    section.reportMissing(
      \.quiet, allowed: "quiet hours, spells, or times of scheduled summaries: summary_at")
  }
  for pair in zip(summaries, summaries.dropFirst()) where pair.0 >= pair.1 {
    section.report(
      \.summaryAt, found: "times out of order", allowed: "ascending times of the day")
    break
  }
  var schedule = PresentationSchedule(
    share: share, quiet: quiet, summaries: summaries.map(SimTime.init(microseconds:)),
    exceptions: exceptions)
  (schedule.spells, schedule.alarmBeforeEnd) = (spells, alarm)
  return schedule
}

// MARK: - Hours of the week

final class WindowKeys: KeyGroup {
  static let shape: String? = "@windows"
  let from = Key(
    needed: "from", .timeOfDay(), "The beginning.", "R4.2")
  let to = Key(
    needed: "to", .timeOfDay(orMidnight: true),
    "The end, exclusive.", "R4.2")
  let days = Key(
    facts: KeyFacts("days", .days, or: "every day", "On which days it begins.", "R4.2")
  ) { map, _ in
    map.child("days")?.list(of: .choice(dayNames), count: 1...7) ?? dayNames
  }

  static let shared = WindowKeys()
}

private let dayNames = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]

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
