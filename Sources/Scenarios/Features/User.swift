import DeliverySim
import Files
import Models

extension DeviceSection {
  static let user = DeviceSection(
    Key("user", UserKeys(), "The times when notifications are seen; default: nobody looks.", "R6.2")
  ) { $1.others.user = readUser($0, hasApp: $1.others.app != nil) }
}

final class UserKeys: KeyGroup {
  let sees = Key("sees", law: .time, "Time from showing to the user's look.", "R6.2")
  let asleep = windows("asleep", "Hours in which the user does not look.", "R6.2")
  let taps = Key("taps", .share, .zero, "Share of looks that open the app.", "R6.2")
  let dismisses = Key(
    "dismisses", .share, .zero, "Share of looks after which the notification is removed.", "R6.2")
  let actions = Key("actions", ActionKeys(), "Buttons on notifications.", "R12.3")
  let pickups = Key(
    "pickups", oneOf: openingKinds,
    "The times when the user picks up the phone, and notices silent notifications.", "R4.9"
  ).idle("there are no quiet hours, so nothing comes silently") {
    $1.presentation?.quiet.share ?? 0 == 0 && $1.presentation?.spells == nil
      && !($1.user?.reactions?.mayMute ?? false)
      && $1.workload.levels.passive.value == 0 && $1.settings.provisional.value == 0
  }
  let reactions = Key(
    "reactions", ReactionKeys(),
    "The users' reactions to alerts that annoy, and to messages that they miss.",
    "R10"
  ).changesWorld { $0.user?.reactions != nil }.hides {
    $0.user?.reactions?.acts.alertsOff.value ?? 0 > 0
  }
}

final class ActionKeys: KeyGroup {
  let share = Key(
    needed: "share", .share, "Share of looks that end with a button, if it is in reach.", "R12.3")
  let count = Key(
    "count", .integer(in: Actions.counts), 2, "The number of actions; a look finds the first two.",
    "R12.3")
  let locked = Key(
    "locked", .share, .zero, "Share of actions that need an unlocked phone.", "R12.3")
  let unlock = Key("unlock", law: .time, "The time that unlocking takes.", "R12.3")
}

/// - Parameter hasApp: There is an app that they wake.
/// - Returns: nil after an error.
private func readActions(_ section: Section<ActionKeys>, hasApp: Bool) -> Actions? {
  let (share, count) = (section.share, section.count)
  let (locked, unlock) = (section.locked, section.unlock)
  guard hasApp else {
    section.report(\.share, found: "no section app", allowed: "a scenario with an app to be woken")
    return nil
  }
  return Actions(share: share, count: count, locked: locked, unlock: unlock)
}

/// - Parameter hasApp: The scenario has a section `app`.
/// - Returns: nil where no user is modelled.
func readUser(_ section: Section<UserKeys>?, hasApp: Bool) -> User? {
  guard let section else { return nil }
  let (sees, asleep) = (section.sees, section.asleep)
  let (taps, dismisses, pickups) = (section.taps, section.dismisses, section.pickups)
  let ofActions = section.actions
  let actions = ofActions.flatMap { readActions($0, hasApp: hasApp) }
  let reactions = section.reactions.flatMap(readReactions)
  guard !asleep.isWholeWeek else {
    section.report(
      \.asleep, found: "the whole week", allowed: "hours that leave time to look")
    return nil
  }
  let sum = taps.value + dismisses.value + (actions?.share.value ?? 0)
  guard sum <= 1 else {
    let allowed =
      "a share of looks: taps, dismisses and actions.share together at most 1, not "
      + Units.text(of: (sum * 1e9).rounded() / 1e9)
    // The last of them that is written.
    if let ofActions {
      ofActions.report(\.share, allowed: allowed)
    } else {
      section.report(section.says(\.dismisses) ? \.dismisses : \.taps, allowed: allowed)
    }
    return nil
  }
  var user = User(
    sees: sees, asleep: asleep, taps: taps, dismisses: dismisses, pickups: pickups,
    reactions: reactions)
  user.actions = actions
  return user
}
