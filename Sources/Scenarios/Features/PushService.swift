import DeliverySim
import Files
import Models

extension DeviceSection {
  static let pushService = DeviceSection(
    Key(
      always: "push_service", PushServiceKeys(),
      "The rules by which the push service stores and delivers.", "R3"),
    isPlain: true
  ) { section, read in
    read.others.service = readPushService(section, hasPayload: read.hasPayload)
    read.checks.append { checkCollapseIDs($0.frame.setups, $0.strategies, section) }
  }
}

final class PushServiceKeys: KeyGroup {
  let kind = Key("kind", .words(of: PushService.Kind.self), .apns, "The push service.", "R3.10")
  let expiration = Key(
    "expiration", .time, PushService.expirationMax,
    "The time from each send, at most 30d; 0s: one attempt.",
    "R3.5"
  )
  let capacity = Key(
    optional: "capacity", .integer(in: 1...1_000_000),
    or: capacities { standard, _ in "\(standard) with" },
    "Pushes kept for a device\(capacitiesMax).", "R3.11"
  ).limits
  let collapseInStore = Key(
    "collapse_in_store", .bool, false,
    "apns: a push replaces the stored one that has its collapse id.", "R3.11"
  )
  let newestSurvives = Key(
    "newest_survives", NewestSurvivesKeys(), "The rule which of two stored pushes survives.", "R3.2"
  )
  let slot = Key(
    "slot", .words(of: PushService.Slot.self), .shared,
    "The types of pushes that overwrite each other.", "R3.7"
  ).idle("all pushes are alerts", inGroups: false) { scenario, _ in
    scenario.frame.allSetups { !$0.workload.hasExtraTraffic }
  }
  let inFlight = Key(
    "in_flight", .share, unsaid: .zero,
    "apns: a push on its way to a connected device occupies its slot with this probability; a "
      + "newer one overwrites it.", "R3.12"
  ).idle("push_service.latency is 0, so that no push is on its way") { _, setup in
    setup.service.latency.isZero
  }
  let latency = Key("latency", law: .time, "The latency to a connected device.", "R3.3")
  let halfOpen = Key(
    "half_open", HalfOpenKeys(), "The service notices a dead connection late.", "R3.8")
  let collapseKeys = Key(
    "collapse_keys", CollapseKeysKeys(),
    "Messages with a collapse key, of which fcm, and apns with collapse_in_store, keep the newest.",
    "R3.10"
  )
  let throttle = Key(
    "throttle", ThrottleKeys(), or: "20, 3m", "fcm: rate limit of collapsible messages.", "R3.10"
  ).idle("no message is collapsible") { _, setup in
    setup.service.collapseKeys == nil
  }
  let payloadLimit = Key(
    optional: "payload_limit", payloadSize, "The largest push [byte], or the era.", "R2.7")
  let perToken = Key(
    "per_token", TokenLimitKeys(), "Rate limit of one device: 429 beyond it.", "R2.7")
  let quota = Key(
    mapOrMaps: "quota", QuotaKeys(), count: 1...8,
    "So many pushes to a device in a day, an hour or a minute; more are refused for good.", "R3.13"
  )
  let optIn = Key("opt_in", OptInKeys(), "The devices of web apps that get a token.", "R3.10")
  let web = Key(
    "web", .bool, unsaid: false, "apns: the app is a web app on the home screen.", "R12.6"
  )
  let webSilentMax = Key(
    optional: "web_silent_max", .integer(in: 1...1_000_000),
    "The browser revokes the permission after so many pushes that drew nothing; none with "
      + "declarative pushes.", "R12.6"
  ).changesWorld { $0.service.webSilentMaxInForce != nil }
  let deletedCallback = Key(
    "deleted_callback", .bool, unsaid: true,
    "fcm: the app implements onDeletedMessages; false: what fcm discards stays lost.", "R3.14"
  )
  let inactiveAfter = Key(
    optional: "inactive_after", .span, or: inactivity(\.inactiveAfter),
    "fcm: pushes to a device that was not connected for so long are dropped.", "R3.16"
  ).limits
  let tokenExpiresAfter = Key(
    optional: "token_expires_after", .time(min: .hour), or: inactivity(\.tokenExpiresAfter),
    "fcm: the token of a device that was not connected for so long is no longer valid.", "R3.16"
  ).limits.changesWorld {
    $0.service.tokenExpiresAfter != nil && $0.service.reads(.tokenExpiresAfter)
  }
}

final class NewestSurvivesKeys: KeyGroup {
  let share = Key("p", .share, .one, "Probability that the newest one survives.", "R3.2")
  let within = Key(
    optional: "within", .time, or: "for ever",
    "The newest can be lost only if it is accepted less than this after the stored one.", "R3.2")
}

final class HalfOpenKeys: KeyGroup {
  let detect = Key(
    needed: "detect", law: .time, "Time from the disconnection until it is noticed.", "R3.8")
  let resume = Key(
    "resume", .share, .zero,
    "Probability that a device that returns earlier keeps its connection.", "R3.8")
}

final class CollapseKeysKeys: KeyGroup {
  let share = Key(needed: "share", .share, "Share of messages with a key.", "R3.10")
  let count = Key(
    needed: "keys", .integer(in: 1...1000), "The number of keys that the app uses.", "R3.10"
  ).limits
}

final class TokenLimitKeys: KeyGroup {
  let burst = Key(
    needed: "burst", .integer(in: 1...1000), "The number that may come at once.", "R2.7"
  ).limits
  let refill = Key(
    "refill", .time, or: "", "Time until one more, at most 30d; 0s: no limit.", "R2.7"
  ).needed
}

final class QuotaKeys: KeyGroup {
  let count = Key(
    needed: "count", .integer(in: 1...1_000_000), "The number of pushes.", "R3.13"
  ).limits
  let period = Key(
    "per", .words(of: PushService.Quota.Period.self), or: "", "The period, by the local clock.",
    "R3.13"
  ).needed
  let resets = Key(
    "resets", .time, .zero, "So long after the beginning of a day, hour or minute it starts anew.",
    "R3.13")
  let exempt = Key(
    "exempt", .share, .zero, "Share of messages that are taken beyond it, and do not count.",
    "R3.13")
}

final class OptInKeys: KeyGroup {
  let homeScreen = Key(
    "home_screen", .share, .one, "Share with the web app on the home screen.", "R3.10"
  ).drawn(as: .homeScreen)
  let allowed = Key("allowed", .share, .one, "Share of those that allowed notifications.", "R3.10")
    .drawn(as: .permission)
}

/// - Parameter hasPayload: The scenario says how large messages are.
func readPushService(_ section: Section<PushServiceKeys>, hasPayload: Bool) -> PushService {
  var service = PushService(kind: section.kind)
  service.expiration = section.expiration
  if service.expiration > PushService.expirationMax {
    section.report(\.expiration, allowed: "at most 30d, the longest that APNs stores")
  }
  (service.capacity, service.collapsesInStore) = (section.capacity, section.collapseInStore)
  if case .some(_, let most) = service.kind.rules.capacity, service.capacity ?? 1 > most {
    section.report(\.capacity, allowed: "at most \(most) with \(service.kind.rawValue)")
  }
  if let survives = section.newestSurvives {
    service.newestSurvives.probability = survives.share
    service.newestSurvives.within = survives.within ?? .never
  }
  (service.slot, service.latency) = (section.slot, section.latency)
  service.inFlight = section.inFlight
  service.halfOpen = section.halfOpen.map {
    PushService.HalfOpen(detect: $0.detect ?? .zero, resume: $0.resume)
  }
  service.collapseKeys = section.collapseKeys.map {
    PushService.CollapseKeys(share: $0.share, count: $0.count)
  }
  service.throttle =
    section.throttle.map { readThrottle($0, service.throttle) } ?? service.throttle
  service.payloadLimit = section.payloadLimit
  if service.payloadLimit != nil, !hasPayload {
    section.report(\.payloadLimit, allowed: "no limit where workload.payload is not given")
  }
  service.perToken = section.perToken.map(readTokenLimit)
  service.quotas = section.quota.compactMap(readQuota)
  service.optIn = section.optIn.map {
    WebPushOptIn(homeScreen: $0.homeScreen, allowed: $0.allowed)
  }
  (service.isWeb, service.webSilentMax) = (section.web, section.webSilentMax)
  service.hasDeletedCallback = section.deletedCallback
  (service.inactiveAfter, service.tokenExpiresAfter) = (
    section.inactiveAfter, section.tokenExpiresAfter
  )
  return service
}

/// Ids in the store ask for pushes that have one.
func checkCollapseIDs(
  _ setups: [DeviceSetup], _ strategies: [Scenario.NamedStrategy],
  _ section: Section<PushServiceKeys>
) {
  let haveIDs = strategies.contains { $0.strategy.stages.contains(where: \.collapsesCopies) }
  let lacksIDs = setups.contains {
    $0.service.reads(.collapseInStore) && $0.service.collapsesInStore
      && $0.service.collapseKeys == nil
  }
  guard lacksIDs, !haveIDs else { return }
  section.report(
    \.collapseInStore,
    allowed: "true only where pushes have ids: push_service.collapse_keys, or a strategy with "
      + "collapse: true")
}

extension PushService {
  fileprivate static var expirationMax: SimTime {
    SimTime(microseconds: 30 * SimTime.day.microseconds)
  }
}

/// - Returns: nil after an error.
private func readQuota(_ section: Section<QuotaKeys>) -> PushService.Quota? {
  let errorsBefore = section.sink.reportCount
  let (count, exempt) = (section.count, section.exempt)
  if !section.says(\.period) {
    section.reportMissing(\.period, allowed: "day, hour, minute")
  }
  let (period, resets) = (section.period(.day), section.resets)
  if section.sink.reportCount == errorsBefore, resets >= period.length {
    let length = Units.durationText(period.length.microseconds)
    section.report(\.resets, allowed: "a time within the period, so below \(length)")
  }
  guard section.sink.reportCount == errorsBefore else { return nil }
  return PushService.Quota(count: count, per: period, resets: resets, exempt: exempt)
}

/// Nobody publishes how many pushes make APNs answer 429: there is no default.
private func readTokenLimit(_ section: Section<TokenLimitKeys>) -> Throttle {
  let burst = section.burst
  if !section.says(\.refill) {
    section.reportMissing(\.refill, allowed: "a duration such as 10s")
  }
  return throttle(burst, section.refill(.zero), section, \.refill)
    ?? Throttle(
      burst: burst, refill: .zero)
}

/// The payload sizes that APNs accepted, by era [Apple].
private let eras = [("ios7", 256), ("ios8", 2048), ("ios9", 4096), ("voip", 5120)]

/// The names of these limits.
let payloadEras = eras.map(\.0)

private let payloadSize: ScalarFormat<Int> = {
  var format = ScalarFormat<Int>(
    .payload, allowed: "an integer from 1 to 1000000, or \(payloadEras.joined(separator: ", "))",
    fallback: 4096,
    parse: { text, isQuoted in
      eras.first { $0.0 == text }?.1
        ?? ScalarFormat<Int>.integer(in: 1...1_000_000).parse(text, isQuoted)
    },
    render: { .integer($0) })
  format.names = payloadEras
  return format
}()

extension PushService.Kind {
  /// The names of those that serve such phones.
  static func of(_ phones: PushServiceRules.Phones) -> [String] {
    allCases.filter { $0.rules.phones == phones }.map(\.rawValue)
  }

  /// Whether the service keeps one push, if a scenario says nothing.
  var keepsOne: Bool {
    if case .some(standard: 1, _) = rules.capacity { true } else { false }
  }
}

/// Such as `1 with apns, 100 with fcm`: what each service with a capacity is told of.
///
/// - Parameter words: Of the usual and the largest capacity; nil: nothing is told.
private func capacities(_ words: (_ standard: Int, _ most: Int) -> String?) -> String {
  PushService.Kind.allCases.compactMap { kind in
    guard case .some(let standard, let most) = kind.rules.capacity else { return nil }
    return words(standard, most).map { "\($0) \(kind.rawValue)" }
  }.joined(separator: ", ")
}

/// Such as `30d with fcm`: what each service that gives devices up does where nothing is said.
private func inactivity(_ time: KeyPath<PushServiceRules.Inactivity, SimTime>) -> String {
  PushService.Kind.allCases.compactMap { kind in
    kind.rules.inactivity.map {
      "\(Units.durationText($0[keyPath: time].microseconds)) with \(kind.rawValue)"
    }
  }.joined(separator: ", ")
}

private let capacitiesMax =
  "; " + capacities { _, most in most < .max ? "at most \(most) with" : nil }
