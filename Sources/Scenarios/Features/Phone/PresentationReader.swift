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
