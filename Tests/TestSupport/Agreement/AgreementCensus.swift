import DeliverySim
package import Models

/// The worlds and counts on which the two models were compared, and where they differ.
package struct AgreementCensus {
  package private(set) var worlds = 0
  package private(set) var notifications = 0
  package private(set) var fates: [Fate: Int] = [:]
  package private(set) var causes: [Cause: Int] = [:]
  package private(set) var repairs: [Repair: Int] = [:]
  package private(set) var events: [Event: Int] = [:]
  /// One for each message, or each device's counts, that the models tell differently.
  package private(set) var differences: [String] = []
  /// Worlds that hit a limit of the run, which the simple model does not have.
  package private(set) var limited = 0

  package init() {}

  /// The other events of devices.
  package enum Event: String, CaseIterable, Sendable {
    case overSocket = "over own connections"
    case deathNoticed = "deaths of connections"
    case optedOut = "opted out"
    case left = "have left"
    case outOfTrust = "ends of trust"
    case needless = "needless escalations"
    /// These sights kept messages from going out by a second channel.
    case confirmedBySight = "confirmed by sight"
    case confirmedByOpening = "confirmed by openings"
    case toldByBadge = "told by the badge alone"
    case demoted = "demoted"
    case revoked = "revoked permissions"
    case unblocked = "ends of blocks"
  }

  /// Plays one world with both models.
  package mutating func compare(_ subject: AgreementWorld.Subject, seed: UInt64) throws {
    let agreement = AgreementWorld(subject, seed: seed)
    do {
      for device in 0..<agreement.world.devices { try compare(agreement, seed, device) }
      worlds += 1
    } catch is LimitExceeded {
      limited += 1
    }
  }

  private mutating func compare(
    _ agreement: AgreementWorld, _ seed: UInt64, _ device: Int
  ) throws {
    var plain = agreement.world
    plain.setup.strategy = .fireAndForget
    plain.setup.user = nil
    let lives = try tellStory(plain, replication: 0, device: device)
    compareNetworks(agreement, seed, device, lives)
    let story = try tellStory(agreement.world, replication: 0, device: device)
    var simple = SimpleDevice(
      agreement.rules, world: lives, RandomSource(seed: seed, replication: 0), device: device)
    let (accounts, counts) = simple.run()
    note(story, agreement.rules)
    let told = story.outcomes.enumerated().filter(\.element.isOwed)
      .map { SimpleOutcome($0.element, $0.offset, story) }
    let place = "world \(seed), device \(device)"
    if accounts.count != told.count {
      differences.append("\(place): \(told.count) messages, simple model \(accounts.count)")
    }
    for (message, (one, other)) in zip(told, accounts).enumerated() {
      add(one)
      if one != other {
        differences.append("\(place), message \(message):\n  \(one)\n  simple model: \(other)")
      }
    }
    let sums = SimpleCounts(story.tally)
    if sums != counts { differences.append("\(place):\n  \(sums)\n  simple model: \(counts)") }
  }

  /// When the device is online, where it has no region.
  private mutating func compareNetworks(
    _ agreement: AgreementWorld, _ seed: UInt64, _ device: Int, _ lives: DeviceStory
  ) {
    let (rules, world) = (agreement.rules, agreement.world)
    guard world.regions == nil, let process = world.setup.network.onOff else { return }
    let simple = SimpleNetwork(
      onlinePace: rules.onlinePace, offlinePace: rules.offlinePace, devicePaces: rules.devicePaces
    ).changes(
      process, RandomSource(seed: seed, replication: 0), device: device, end: world.horizon)
    let told = lives.records.filter { [.online, .offline].contains($0.event) }
      .map { (time: $0.time, isOnline: $0.event == .online) }
    if told.count != simple.count || !zip(told, simple).allSatisfy({ $0 == $1 }) {
      differences.append("world \(seed), device \(device): when it is online")
    }
  }

  private mutating func note(_ story: DeviceStory, _ rules: SimpleRules) {
    func counted(_ counter: Counter) -> Int { Int(story.tally[counter]) }
    events[.overSocket, default: 0] += counted(Counter(SocketCounter.messages))
    events[.deathNoticed, default: 0] += story.records.count {
      $0.event == .socket(.deathNoticed)
    }
    events[.optedOut, default: 0] += counted(Counter(ReactionCounter.optOuts))
    events[.left, default: 0] += counted(Counter(ReactionCounter.uninstalls))
    events[.outOfTrust, default: 0] += story.records.count { $0.event == .reaction(.outOfTrust) }
    events[.needless, default: 0] += counted(Counter(EscalationCounter.needlessEscalations))
    events[.toldByBadge, default: 0] += counted(Counter(UserCounter.toldByBadge))
    events[.revoked, default: 0] += story.records.count { $0.event == .app(.permissionRevoked) }
    events[.unblocked, default: 0] += story.records.count { $0.event == .tokens(.unblocked) }
    events[.demoted, default: 0] += counted(Counter(AndroidCounter.demoted))
    guard rules.escalatesAfter != nil else { return }
    let confirmed =
      story.outcomes.count(where: \.isOwed) - counted(Counter(EscalationCounter.escalations))
    switch rules.confirmation {
    case .acknowledged: break
    case .seen: events[.confirmedBySight, default: 0] += confirmed
    case .opened: events[.confirmedByOpening, default: 0] += confirmed
    }
  }

  private mutating func add(_ outcome: SimpleOutcome) {
    notifications += 1
    fates[outcome.fate, default: 0] += 1
    causes[outcome.cause, default: 0] += 1
    repairs[outcome.repair, default: 0] += 1
  }
}

extension AgreementCensus: CustomStringConvertible {
  package var description: String {
    var parts = ["\(worlds) worlds, \(notifications) notifications:"]
    parts += Fate.allCases.map { "\($0.name) \(fates[$0] ?? 0)" }
    parts += Cause.allCases.filter { $0 != .none && causes[$0] != nil }
      .map { "\($0) \(causes[$0] ?? 0)" }
    parts += Repair.allCases.filter { $0 != .none && repairs[$0] != nil }
      .map { "\($0) \(repairs[$0] ?? 0)" }
    parts += Event.allCases.filter { events[$0] ?? 0 > 0 }
      .map { "\($0.rawValue) \(events[$0] ?? 0)" }
    if limited > 0 { parts.append("(\(limited) worlds hit a limit)") }
    return parts.joined(separator: " ")
  }
}
