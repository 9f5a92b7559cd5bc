import DeliverySim
import Files
import Models

extension ScenarioReader {
  // MARK: workload

  static let arrivalKinds = ["poisson", "weekly", "bursts", "trace"]

  func readWorkload(_ root: MapReader) -> Workload? {
    guard let map = root.section("workload") else {
      root.reportMissing("workload", allowed: "a section with arrivals")
      return nil
    }
    let choice = map.requiredOneOf("arrivals", Self.arrivalKinds)
    let arrivals = choice.flatMap { readArrivals($0.name, $0.parameters) }
    let payload = readOptionalLaw(map, "payload", .count)
    let usefulFor = map.optionalTime("useful_for")
    let badgeUpdates = map.section("badge_updates").flatMap(readExtraTraffic)
    let readReceipts = map.section("read_receipts").flatMap(readExtraTraffic)
    let subscriptions = readSubscriptions(map)
    let priority = readPriority(map) ?? .immediate
    let kinds = readKinds(map)
    let threads = map.optional("threads", .integer(in: 1...1_000_000))
    return arrivals.map {
      Workload(
        arrivals: $0, payload: payload, usefulFor: usefulFor, badgeUpdates: badgeUpdates,
        readReceipts: readReceipts, subscriptions: subscriptions, priority: priority,
        kinds: kinds, threads: threads)
    }
  }

  private func readKinds(_ map: MapReader) -> MessageKinds {
    let names = MessageKinds.Kind.allCases.map(\.rawValue)
    let kind = map.value("kind", .choice(names), default: MessageKinds.Kind.alert.rawValue)
    let blank = probability(map, "blank", default: 0)
    guard kind == MessageKinds.Kind.alert.rawValue || blank.value == 0 else {
      map.report(
        "blank",
        allowed: "0 where kind is mixed: a blank mixed push is a silent push (silent-fetch)")
      return MessageKinds()
    }
    return MessageKinds(kind: MessageKinds.Kind(rawValue: kind) ?? .alert, blank: blank)
  }

  private func readExtraTraffic(_ map: MapReader) -> ExtraTraffic? {
    let names = PushType.allCases.map(\.rawValue)
    let type = map.value("type", .choice(names), default: PushType.background.rawValue)
    let priority = readPriority(map)
    return readRate(map).map {
      ExtraTraffic(rate: $0, type: PushType(rawValue: type) ?? .alert, priority: priority)
    }
  }

  private func readArrivals(_ kind: String, _ map: MapReader) -> Workload.Arrivals? {
    switch kind {
    case "poisson":
      return readRate(map).map { .poisson(rate: $0) }
    case "weekly":
      let profile = readProfile(map)
      guard let rate = readRate(map), let profile else { return nil }
      return .weekly(rate: rate, profile: profile)
    case "bursts":
      let between = readRequiredLaw(map, "between", .duration)
      let size = readRequiredLaw(map, "size", .count)
      let within = readRequiredLaw(map, "within", .duration)
      guard let between, let size, let within else { return nil }
      requireMean(between, map, "between")
      return .bursts(.init(between: between, size: size, within: within))
    default:
      return readTrace(map).map { .trace($0) }
    }
  }

  func readRate(_ map: MapReader) -> Distribution? {
    guard let child = map.child("rate") else {
      map.reportMissing("rate", allowed: "a rate such as 40/d, or a distribution of rates")
      return nil
    }
    return readLawOrValue(child, .rate)
  }

  func readProfile(_ map: MapReader) -> WeeklyProfile? {
    guard let child = map.child("hours") else {
      map.reportMissing("hours", allowed: "a list of 168 weights, from Monday 00:00")
      return nil
    }
    guard let weights = child.list(of: .number(.atLeast(0)), count: 168...168) else { return nil }
    let profile = parts.profile(of: child) { WeeklyProfile(hours: weights) }
    if profile == nil {
      child.report(found: "weights that sum to 0", allowed: "168 weights, one above 0")
    }
    return profile
  }

  /// A law that starts stationary needs a finite mean above 0.
  func requireMean(_ law: Distribution, _ map: MapReader, _ key: String) {
    if law.mean <= 0 || !law.mean.isFinite {
      let found = law.mean > 0 ? "a law of infinite mean" : "a law of mean 0"
      map.report(key, found: found, allowed: "a law with a finite mean above 0")
    }
  }
}
