import DeliverySim
import Files
import Models

final class UserKeys: KeyGroup {
  let sees = Key("sees", law: .time, "Time from showing to the user's look.", "R6.2")
  let asleep = windows("asleep", "Hours in which the user does not look.", "R6.2")
  let taps = Key("taps", .share, .zero, "Share of looks that open the app.", "R6.2")
  let dismisses = Key(
    "dismisses", .share, .zero, "Share of looks after which the notification is removed.", "R6.2")
  let pickups = Key(
    "pickups", oneOf: openingKinds,
    "When the user picks up the phone, and notices what has come silently.", "R4.9"
  ).idle("there are no quiet hours, so nothing comes silently") {
    $1.presentation?.quiet.share ?? 0 == 0 && !($1.user?.reactions?.mayMute ?? false)
      && $1.workload.levels.passive.value == 0 && $1.settings.provisional.value == 0
  }
  let reactions = Key(
    "reactions", ReactionKeys(), "What users do about alerts that annoy, and what they miss.",
    "R10")
}

/// - Returns: nil where no user is modelled.
func readUser(_ section: Section<UserKeys>?) -> User? {
  guard let section else { return nil }
  let (sees, asleep) = (section.sees, section.asleep)
  let (taps, dismisses, pickups) = (section.taps, section.dismisses, section.pickups)
  let reactions = section.reactions.flatMap(readReactions)
  guard !asleep.isWholeWeek else {
    section.report(
      \.asleep, found: "the whole week", allowed: "hours that leave time to look")
    return nil
  }
  guard taps.value + dismisses.value <= 1 else {
    section.report(
      \.dismisses, allowed: "a share of looks: taps and dismisses together at most 1")
    return nil
  }
  return User(
    sees: sees, asleep: asleep, taps: taps, dismisses: dismisses, pickups: pickups,
    reactions: reactions)
}
