import DeliverySim
import Files
import Models

extension DeviceSection {
  static let workload = DeviceSection(
    Key(
      needed: "workload", WorkloadKeys(), missing: "a section with arrivals",
      "The messages that a device is owed.", "R1.4"), isPlain: true
  ) { $1.workload = readWorkload($0) }
}

final class WorkloadKeys: KeyGroup {
  let arrivals = Key(
    needed: "arrivals", oneOf: arrivalKinds, "The times when messages are created.", "R1.4")
  let payload = Key(optional: "payload", law: .count, "The size of a message [byte].", "R1.5")
  let usefulFor = Key(
    optional: "useful_for", .time,
    "The time for which a message stays useful; used by the metrics in time.",
    "R0.5")
  let kind = Key(
    "kind", .words(of: MessageKinds.Kind.self), .alert, "mixed: the push wakes the app too.", "R1.5"
  )
  let blank = Key(
    "blank", .share, .zero, "Messages whose payload has none of alert, badge, sound.", "R4.3")
  let threads = Key(
    optional: "threads", .integer(in: 1...1_000_000),
    "The number of threads that messages belong to.", "R4.2"
  ).idle("device.grouping is not automatic") { $1.centre.grouping != .automatic }
  let priority = Key(
    "priority", pushPriority, unsaid: .immediate,
    "The priority of alerts. With device.power, 5 waits while the device saves power, and 1 always "
      + "waits.",
    "R3.4"
  ).idle(nobodySavesPower).idle("no strategy sends alerts") { scenario, _ in
    !scenario.strategies.contains { $0.strategy.sendsAlerts }
  }
  let levels = Key("levels", LevelKeys(), "The levels at which messages may disturb.", "R11.4")
  let badgeUpdates = Key(
    "badge_updates", ExtraTrafficKeys(), "Pushes that carry no message.", "R3.7")
  let readReceipts = Key(
    "read_receipts", ExtraTrafficKeys(), "Pushes that carry no message.", "R3.7")
  let foreign = Key(
    "foreign", ForeignPushKeys(), "Alerts of other services to the same app.", "R12.4")
  // The product with the folders is at most Subscriptions.itemsMax.
  let accounts = Key(
    "accounts", .integer(in: 1...100), unsaid: 1,
    "The accounts of each device; messages are spread evenly.",
    "R2.1"
  ).idle(everybodyWantsAll)
  let folders = Key(
    list: "folders", FolderKeys(), count: 0...40, "The folders of each account, at most 40.", "R2.1"
  ).idle(everybodyWantsAll)
  let subscriptions = Key(
    "subscriptions", SubscriptionKeys(), "Users change their subscriptions.", "R2.1"
  ).idle(everybodyWantsAll)
}

final class LevelKeys: KeyGroup {
  let passive = Key("passive", .share, .zero, "Share of messages that never alert.", "R11.4")
  let active = Key(
    optional: "active", .share, or: "the rest",
    "Share of ordinary messages. If given, all shares sum to 1.", "R11.4")
  let timeSensitive = Key(
    "time_sensitive", .share, .zero,
    "Share of messages that alert in quiet hours, and wait for no summary.", "R11.4"
  ).idle("there are no quiet hours, summaries or send windows that they would pass") {
    !$1.isSilencedBySchedule && $1.provider.sendWindow == nil
  }
  let critical = Key(
    "critical", .share, .zero, "Share of messages that alert whatever is silenced.", "R11.4"
  ).idle("nothing is silenced, and there are no send windows, that they would pass") {
    !$1.isSilencedBySchedule && $1.provider.sendWindow == nil
      && !($1.user?.reactions?.mayMute ?? false) && $1.settings.provisional.value == 0
  }
}

extension DeviceSetup {
  /// Whether quiet hours, spells or summaries silence notifications on some devices.
  fileprivate var isSilencedBySchedule: Bool {
    guard let presentation, presentation.share.value > 0 else { return false }
    return presentation.quiet.share > 0 || presentation.spells != nil
      || !presentation.summaries.isEmpty
  }
}

private let everybodyWantsAll = IdleKey(
  reason: "every user wants every message", inGroups: true
) { $1.workload.subscriptions == nil }

private let nobodySavesPower = IdleKey(reason: "no device saves power", inGroups: false) {
  $1.power.isIdeal && $1.android?.doze == nil
}

func readWorkload(_ section: Section<WorkloadKeys>?) -> Workload? {
  guard let section else { return nil }
  let (arrivals, payload, usefulFor) = (section.arrivals, section.payload, section.usefulFor)
  let badgeUpdates = section.badgeUpdates.flatMap(readExtraTraffic)
  let readReceipts = section.readReceipts.flatMap(readExtraTraffic)
  let foreign = section.foreign.flatMap(readForeignPushes)
  let subscriptions = readSubscriptions(section)
  let (priority, kinds, threads) = (section.priority, readKinds(section), section.threads)
  let levels = section.levels.map(readLevels) ?? Levels()
  return arrivals.map {
    var workload = Workload(
      arrivals: $0, payload: payload, usefulFor: usefulFor, badgeUpdates: badgeUpdates,
      readReceipts: readReceipts, subscriptions: subscriptions, priority: priority,
      kinds: kinds, threads: threads, levels: levels)
    workload.otherService = foreign
    return workload
  }
}

private func readLevels(_ section: Section<LevelKeys>) -> Levels {
  let (passive, active) = (section.passive, section.active)
  let (timeSensitive, critical) = (section.timeSensitive, section.critical)
  guard sumIsRight([passive, timeSensitive, critical], active, section.map) else { return Levels() }
  return Levels(passive: passive, timeSensitive: timeSensitive, critical: critical)
}

private func readKinds(_ section: Section<WorkloadKeys>) -> MessageKinds {
  let (kind, blank) = (section.kind, section.blank)
  guard kind == .alert || blank.value == 0 else {
    section.report(
      \.blank,
      allowed: "0 where kind is mixed: a blank mixed push is a silent push (silent-fetch)")
    return MessageKinds()
  }
  return MessageKinds(kind: kind, blank: blank)
}

// MARK: - Pushes without a message

final class ExtraTrafficKeys: KeyGroup {
  static let shape: String? = "@extra"
  let rate = Key(rate: "The same for all devices, or a law over them.", "R3.7").drawn(
    as: .badgeUpdateRate, .readReceiptRate)
  let type = Key(
    "type", .words(of: PushType.self), .background, "The slot that they compete for.", "R3.7")
  let priority = Key(
    optional: "priority", pushPriority, or: "5 for background, else 10",
    "Matters where devices save power.", "R3.4"
  ).idle(nobodySavesPower)
}

private func readExtraTraffic(_ section: Section<ExtraTrafficKeys>) -> ExtraTraffic? {
  let (type, priority) = (section.type, section.priority)
  return section.rate.map { ExtraTraffic(rate: $0, type: type, priority: priority) }
}

final class ForeignPushKeys: KeyGroup {
  let rate = Key(rate: "The same for all devices, or a law over them.", "R12.4").drawn(
    as: .otherServiceRate)
  let priority = Key(
    "priority", pushPriority, .immediate, "Matters where devices save power.", "R3.4"
  ).idle(nobodySavesPower)
}

private func readForeignPushes(_ section: Section<ForeignPushKeys>) -> ExtraTraffic? {
  let priority = section.priority
  return section.rate.map { ExtraTraffic(rate: $0, type: .alert, priority: priority) }
}

private let pushPriority = ScalarFormat<PushPriority>(
  .words(["1", "5", "10"]),
  allowed: "10 (at once), 5 (unless the device saves power) or 1 (never wakes it)",
  fallback: .immediate,
  parse: { text, isQuoted in isQuoted ? nil : Int(text).flatMap(PushPriority.init) },
  render: { .integer($0.rawValue) })
