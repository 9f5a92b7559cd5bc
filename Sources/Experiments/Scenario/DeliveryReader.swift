import DeliverySim
import Files
import Models

extension ScenarioReader {
  // MARK: provider

  /// - Returns: The provider, and the reader of its section where there is one.
  func readProvider(_ root: MapReader) -> (provider: Provider, map: MapReader?) {
    guard let map = root.section("provider") else { return (Provider(), nil) }
    let retention = map.optionalTime("retention") ?? .never
    let (intake, link) = (readHop(map.section("intake")), readHop(map.section("link")))
    var resend = Provider.Resend()
    if let section = map.section("resend") {
      resend.failure = probability(section, "failure", default: 0)
      resend.latency = readLaw(section, "latency", .duration)
      resend.capacity = section.section("capacity").map(readCapacity)
    }
    let shards = map.optional("shards", .integer(in: 1...1_000_000)) ?? 1
    let provider = Provider(
      retention: retention, intake: intake, link: link, resend: resend, shards: shards)
    return (provider, map)
  }

  func probability(_ map: MapReader, _ key: String, default standard: Double) -> Probability {
    Probability(map.value(key, .probability(), default: standard)) ?? .zero
  }

  // MARK: push_service

  func readPushService(_ root: MapReader) -> PushService {
    let map = root.sectionOrEmpty("push_service")
    let kind = map.value(
      "kind",
      .choice(PushService.Kind.allCases.map(\.rawValue)),
      default: PushService.Kind.apns.rawValue)
    var service = PushService(kind: PushService.Kind(rawValue: kind) ?? .apns)
    let month = SimTime(microseconds: 30 * SimTime.day.microseconds)
    service.expiration = map.time("expiration", default: month)
    if service.expiration > month {
      map.report("expiration", allowed: "at most 30d, the longest that APNs stores")
    }
    service.capacity = map.optional("capacity", .integer(in: 1...1_000_000))
    readNewestSurvives(map, &service)
    let slot = map.value(
      "slot", .choice(PushService.Slot.allCases.map(\.rawValue)),
      default: PushService.Slot.shared.rawValue)
    service.slot = PushService.Slot(rawValue: slot) ?? .shared
    service.latency = readLaw(map, "latency", .duration)
    if let section = map.section("half_open") {
      let detect = readRequiredLaw(section, "detect", .duration) ?? .zero
      let resume = probability(section, "resume", default: 0)
      service.halfOpen = PushService.HalfOpen(detect: detect, resume: resume)
    }
    service.collapseKeys = map.section("collapse_keys").map(readCollapseKeys)
    if let section = map.section("throttle") {
      service.throttle = readThrottle(section, service.throttle)
    }
    service.payloadLimit = readPayloadLimit(map, root)
    service.perToken = map.section("per_token").map(readRateLimit)
    service.optIn = map.section("opt_in").map { section in
      WebPushOptIn(
        homeScreen: probability(section, "home_screen", default: 1),
        allowed: probability(section, "allowed", default: 1))
    }
    return service
  }

  private func readNewestSurvives(_ map: MapReader, _ service: inout PushService) {
    guard let section = map.section("newest_survives") else { return }
    service.newestSurvives.probability = probability(section, "p", default: 1)
    service.newestSurvives.within = section.optionalTime("within") ?? .never
  }

  private func readCollapseKeys(_ map: MapReader) -> PushService.CollapseKeys {
    let share = map.required("share", .probability())
    let count = map.required("keys", .integer(in: 1...1000))
    return PushService.CollapseKeys(share: Probability(share) ?? .zero, count: max(1, count))
  }

  /// Nobody publishes how many pushes make APNs answer 429: there is no default.
  private func readRateLimit(_ map: MapReader) -> Throttle {
    let burst = map.required("burst", .integer(in: 1...1000))
    if !map.hasValue("refill") { map.reportMissing("refill", allowed: "a duration such as 10s") }
    return readThrottle(map, Throttle(burst: max(1, burst), refill: .zero))
  }

  func readThrottle(_ map: MapReader, _ standard: Throttle) -> Throttle {
    let burst = map.value("burst", .integer(in: 1...1000), default: standard.burst)
    let refill = map.time("refill", default: standard.refill)
    guard refill <= Throttle.refillMax else {
      map.report("refill", allowed: "a duration of at most 30d; 0s: no throttle")
      return standard
    }
    return Throttle(burst: max(1, burst), refill: refill)
  }

  // MARK: network

  func readNetwork(_ root: MapReader) -> (Network, Regions?) {
    guard let map = root.section("network") else { return (Network(), nil) }
    let online = readOptionalLaw(map, "online", .duration)
    let offline = readOptionalLaw(map, "offline", .duration)
    let reconnect = readLaw(map, "reconnect", .duration)
    let alternation = readAlternation(map, ("online", online), ("offline", offline))
    let regions = map.section("regions").flatMap(readRegions)
    return (Network(alternation: alternation, reconnect: reconnect), regions)
  }

  private func readRegions(_ map: MapReader) -> Regions? {
    let count = map.required("count", .integer(in: 1...1_000_000))
    guard let outages = map.section("outages") else {
      map.reportMissing("outages", allowed: "a section with every and last")
      return nil
    }
    return readOutages(outages).map { Regions(count: count, alternation: $0) }
  }

  func readAlternation(
    _ map: MapReader, _ up: (key: String, law: Distribution?),
    _ down: (key: String, law: Distribution?)
  ) -> Alternation? {
    guard let upLaw = up.law, let downLaw = down.law else {
      if up.law != nil, !map.hasValue(down.key) {
        map.reportMissing(down.key, allowed: "a law, since \(up.key) is given")
      }
      if down.law != nil, !map.hasValue(up.key) {
        map.reportMissing(up.key, allowed: "a law, since \(down.key) is given")
      }
      return nil
    }
    requireMean(upLaw, map, up.key)
    requireMean(downLaw, map, down.key)
    return Alternation(up: upLaw, down: downLaw)
  }
}
