import DeliverySim
import Files
import Models

extension DeviceSection {
  static let device = DeviceSection(
    Key("device", DeviceKeys(), "The permissions of the system and the user.", "R4"), isPlain: true
  ) { section, read in
    let opensApp = { [read] in read.opensApp() }
    if let section { readDevice(section, opensApp, &read.others) }
    checkAndroid(section, read.others.service)
  }
}

final class DeviceKeys: KeyGroup {
  let denied = Key("denied", .share, .zero, "Share of devices that discard alerts.", "R4.1").drawn(
    as: .settings
  ).hides { $0.settings.denied.value > 0 }
  let alertsOff = Key(
    "alerts_off", .share, .zero, "Share of devices that show nothing and run no extension.", "R4.1"
  ).drawn(as: .settings).hides { $0.settings.alertsOff.value > 0 }
  let collapseAlertsAgain = Key(
    "collapse_alerts_again", .bool, true, "A replacement interrupts again.", "R6.1")
  let tokens = Key("tokens", TokenKeys(), "The device's address at the push service.", "R2.8")
  let uninstalls = Key(
    optional: "uninstalls", .rate(.atLeast(0)), or: "nobody does",
    "Rate at which users uninstall the app for good.", "R2.10"
  ).changesWorld { $0.uninstalls != nil }
  let presentation = Key(
    "presentation", PresentationKeys(), "The times when notifications are shown silently.", "R4.2")
  let power = Key("power", PowerKeys(), "The times when devices save power.", "R3.4").idle(
    "all pushes have priority 10", inGroups: false
  ) { scenario, setup in
    !setup.power.isIdeal && !setup.workload.hasPushesThatWait
      && !(setup.power.always.value > 0 && scenario.wakesUnseen(setup))
      && !scenario.strategies.contains { $0.strategy.sendsSilently }
  }
  let offAtNight = Key(
    "off_at_night", NightKeys(), "Devices that are switched off every night.", "R1.6")
  let grouping = Key(
    "grouping", .words(of: NotificationCentre.Grouping.self), .off,
    "The notifications that form a group.", "R4.2"
  ).idle(nobodyLooks)
  let provisional = Key(
    "provisional", ProvisionalKeys(), "Devices that deliver quietly until the user decides.",
    "R11.4"
  ).changesWorld { $0.settings.provisional.value > 0 }.hides {
    $0.settings.provisional.value > 0 && $0.settings.provisionalKept.value < 1
  }.idle(
    "there is no section user, so nobody ever decides"
  ) { $1.user == nil }
  let android = Key("android", AndroidKeys(), "The phone is an Android phone.", "R11.3")
  let previews = Key(
    "previews", .words(of: Previews.self), .shown,
    "Whether a look shows the content; untitled: nor that something has come.", "R12.8"
  ).idle(nobodyLooks)
  let badge = Key(
    "badge", .bool, unsaid: false,
    "The app's icon tells how many messages there are: known to who opens the app by a tap.", "R6.4"
  ).idle(nobodyLooks).idle("no look opens the app") {
    $1.centre.hasBadge && $1.user != nil && ($1.app == nil || $1.user?.taps == .zero)
  }
  let centre = Key(
    "centre", .words(of: CentreForm.self), unsaid: .list,
    "dialog: one alert on the screen, gone after a look (before iOS 5).", "R12.5"
  ).idle(nobodyLooks)
  let era = Key(
    facts: KeyFacts(
      "era", .words(Era.allCases.map(\.rawValue)), or: "today",
      "The version of iOS: sets the keys that it knows.", "R12.5")
  ) { map, _ in map.optional("era", .words(of: Era.self)) }
}

private let nobodyLooks = IdleKey(
  reason: "there is no section user, so nobody looks", inGroups: true
) { $1.user == nil }

enum Previews: String, CaseIterable {
  case shown, hidden
  /// Neither content nor title.
  case untitled
}

enum CentreForm: String, CaseIterable {
  case list, dialog
}

final class ProvisionalKeys: KeyGroup {
  let share = Key(
    "share", .share, .one, "The share of devices; with denied and alerts_off at most 1.", "R11.4"
  ).drawn(as: .settings)
  let keeps = Key(
    "keeps", .share, Probability(0.5) ?? .one,
    "Share of users who keep the notifications; the others turn them off.", "R11.4")
}

/// - Parameters:
///   - opensApp: The scenario says when the app is opened.
///   - device: Gets what the section says.
func readDevice(
  _ section: Section<DeviceKeys>, _ opensApp: () -> Bool, _ device: inout DeviceSetup
) {
  let (denied, alertsOff) = (section.denied, section.alertsOff)
  let alertsAgain = section.collapseAlertsAgain
  device.tokens = section.tokens.map { readTokens($0, opensApp) }
  device.uninstalls = section.uninstalls.flatMap(readUninstalls)
  device.presentation = section.presentation.map(readPresentation)
  device.power = section.power.map(readPower) ?? Power()
  device.nights = section.offAtNight.flatMap(readNights)
  device.centre = NotificationCentre(
    alertsAgainOnCollapse: alertsAgain, grouping: section.grouping,
    hidesPreviews: section.previews != .shown)
  device.centre.hidesTitles = section.previews == .untitled
  (device.centre.isDialog, device.centre.hasBadge) = (section.centre == .dialog, section.badge)
  _ = section.era
  device.android = section.android.flatMap { readAndroid($0, opensApp) }
  let trial = section.provisional.map { (share: $0.share, keeps: $0.keeps) }
  let provisional = trial?.share ?? .zero
  guard denied.value + alertsOff.value <= 1 else {
    section.report(
      \.alertsOff, allowed: "a share of all devices: denied and alerts_off together at most 1")
    return
  }
  let sum = denied.value + alertsOff.value + provisional.value
  guard sum <= 1 + DeviceGroup.roundingMax else {
    section.report(
      \.provisional, found: "shares that sum to \(Units.text(of: (sum * 1e9).rounded() / 1e9))",
      allowed: "denied, alerts_off and provisional.share together at most 1")
    return
  }
  device.settings = NotificationSettings(
    denied: denied, alertsOff: alertsOff, provisional: provisional,
    provisionalKept: trial?.keeps ?? .one)
}

/// - Returns: nil: nobody uninstalls the app.
private func readUninstalls(_ rate: Double) -> Distribution? {
  rate > 0 ? try? Distribution(.exponential(mean: 1 / rate)) : nil
}
