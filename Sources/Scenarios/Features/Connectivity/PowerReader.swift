import DeliverySim
import Files
import Models

final class PowerKeys: KeyGroup {
  let normal = Key(
    optional: "normal", law: .time, "Spans of normal power; needs reserving.", "R3.4")
  let reserving = Key(
    optional: "reserving", law: .time,
    "Spans of saving power, in which pushes of priority 5 wait.", "R3.4")
  let always = Key(
    "always", .share, .zero,
    "Share of devices always in low-power mode, which stops silent pushes and refreshes too.",
    "R4.6"
  ).drawn(as: .lowPower)
}

final class NightKeys: KeyGroup {
  let share = Key("share", .share, .one, "Share of devices.", "R1.6").drawn(as: .switchedOffAtNight)
  let from = Key(needed: "from", .timeOfDay(), "The time when they are switched off.", "R1.6")
  let to = Key(needed: "to", .timeOfDay(), "The time when they are on again.", "R1.6")
}

func readPower(_ section: Section<PowerKeys>) -> Power {
  let (normal, reserving) = (section.normal, section.reserving)
  let spans = onOff(section, (\.normal, normal), (\.reserving, reserving))
  return Power(spans: spans, always: section.always)
}

func readNights(_ section: Section<NightKeys>) -> Nights? {
  let share = section.share
  let errorsBefore = section.sink.reportCount
  let (from, to) = (section.from, section.to)
  guard section.sink.reportCount == errorsBefore else { return nil }
  guard from != to else {
    section.report(\.to, allowed: "another time of day than from")
    return nil
  }
  return Nights(
    share: share, from: SimTime(microseconds: from), to: SimTime(microseconds: to))
}
