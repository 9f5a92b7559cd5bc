import DeliverySim
import Files
import Models

final class AndroidKeys: KeyGroup {
  let doze = Key("doze", DozeKeys(), "Normal priority waits while the phone lies unused.", "R11.3")
  let demote = Key(
    "demote", DemotionKeys(),
    "High priority counts as normal where too few of the last pushes drew anything.", "R11.3"
  ).idle("there is no device.android.doze, so nothing waits") { _, setup in
    setup.android?.demotion != nil && setup.android?.doze == nil && setup.power.isIdeal
  }
  let forceStop = Key(
    "force_stop", .share, .zero,
    "Share of devices on which the user stops the app by force on leaving it.", "R11.3"
  ).drawn(as: .appStopped).hides { $0.android?.forceStop.value ?? 0 > 0 }
  let vendorKill = Key(
    "vendor_kill", VendorKillKeys(), "Devices whose vendor's system stops the app.", "R11.3"
  ).hides { $0.android?.vendorKill?.share.value ?? 0 > 0 }
}

final class DozeKeys: KeyGroup {
  let used = Key(needed: "used", law: .time, "Spans in which the phone is used.", "R11.3")
  let unused = Key(needed: "unused", law: .time, "Spans in which it lies unused.", "R11.3")
  let after = Key("after", .time, .hour, "The time from the last use until Doze sets in.", "R11.3")
  let first = Key(
    "first", .span, .hour, "The time from then to the first maintenance window.", "R11.3")
  let factor = Key(
    "factor", .number(.between(1, 1000)), 2, "Factor from one wait to the next.", "R11.3")
  let longest = Key(
    "max", .span, SimTime(microseconds: 6 * SimTime.hour.microseconds), "The longest wait.",
    "R11.3")
}

final class DemotionKeys: KeyGroup {
  let window = Key(
    "window", .span, Android.Demotion().window, "The last pushes are those of so long a time.",
    "R11.3")
  let visibleMin = Key(
    "visible_min", .share, Android.Demotion().visibleMin,
    "Share of them that must draw something that the user can see.", "R11.3")
  let share = Key(
    "share", .share, Android.Demotion().share, "Else so many pushes count as normal.", "R11.3")
  /// They were the keys of another rule.
  static let former = ["after", "per_week"]
}

final class VendorKillKeys: KeyGroup {
  let share = Key("share", .share, .one, "The share of devices.", "R11.3").drawn(as: .appStopped)
  let after = Key("after", law: .time, "The time from leaving the app.", "R11.3")
}

/// - Parameter opensApp: The scenario says when the app is opened.
/// - Returns: nil after an error.
func readAndroid(_ section: Section<AndroidKeys>, _ opensApp: () -> Bool) -> Android? {
  let errorsBefore = section.sink.reportCount
  let doze = section.doze.flatMap(readDoze)
  let demotion = section.demote.map(readDemotion)
  let forceStop = section.forceStop
  let vendorKill = section.vendorKill.map {
    Android.VendorKill(share: $0.share, after: $0.after)
  }
  let stopped = forceStop.value + (vendorKill?.share.value ?? 0)
  if stopped > 1 + DeviceGroup.roundingMax {
    section.report(
      \.forceStop,
      allowed: "a share of all devices: force_stop and vendor_kill.share together at most 1")
  }
  if stopped > 0, !opensApp() { section.map.source.reportUnopenedApp() }
  guard section.sink.reportCount == errorsBefore else { return nil }
  return Android(doze: doze, demotion: demotion, forceStop: forceStop, vendorKill: vendorKill)
}

private func readDemotion(_ section: Section<DemotionKeys>) -> Android.Demotion {
  // Only what is written: a hint names no key that is gone.
  for key in DemotionKeys.former
  where section.map.source.node[key] != nil && section.map.hasValue(key) {
    section.map.report(
      key,
      allowed: "window, visible_min and share: not openings of the app, but notifications that "
        + "nobody can see cost a push its priority")
  }
  return Android.Demotion(
    window: section.window, visibleMin: section.visibleMin, share: section.share)
}

private func readDoze(_ section: Section<DozeKeys>) -> Android.Doze? {
  let errorsBefore = section.sink.reportCount
  let usage = neededOnOff(section, \.used, \.unused)
  let (after, first, factor) = (section.after, section.first, section.factor)
  // Asked before the default takes its place.
  let (saysLongest, longest) = (section.says(\.longest), section.longest)
  if longest < first, section.sink.reportCount == errorsBefore {
    // A value that is not written has no place in the file.
    if saysLongest {
      section.report(
        \.longest,
        allowed: "at least the first wait, which is \(Units.durationText(first.microseconds))")
    } else {
      section.report(
        \.first, allowed: "at most max, which is \(Units.durationText(longest.microseconds))")
    }
  }
  guard section.sink.reportCount == errorsBefore, let usage else { return nil }
  return Android.Doze(usage: usage, after: after, first: first, factor: factor, longest: longest)
}

/// Android's phones get their pushes from a service of theirs.
func checkAndroid(_ device: Section<DeviceKeys>?, _ service: PushService) {
  guard let device, device.says(\.android), service.kind.rules.phones != .androids else {
    return
  }
  device.report(
    \.android, found: "push_service.kind \(service.kind.rawValue)",
    allowed: "Android's phones only where push_service.kind is "
      + PushService.Kind.of(.androids).joined(separator: " or "))
}
