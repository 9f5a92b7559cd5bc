import DeliverySim
import Models
import Statistics
import TestSupport
import Testing

/// R10: what users do about alerts that annoy them.
@Suite struct R10Tests {
  static let always = Reactions.Annoyance(
    useful: .one, late: .one, redundant: .one, duplicate: .one)

  /// Every alert annoys; at `patience` of them the user acts.
  static func reactions(
    patience: Double, memory: SimTime = .never, _ acts: Reactions.Acts = .init()
  ) -> Reactions {
    Reactions(annoyance: always, memory: memory, patience: constant(patience), acts: acts)
  }

  static func run(
    at times: [Double], _ reactions: Reactions, _ strategy: Strategy = .fireAndForget,
    until end: Double = 86_400, change: (inout DeviceSetup) -> Void = { _ in }
  ) throws -> RecordedRun {
    try online(at: times, strategy, until: end) {
      $0.user = User(sees: constant(3600), reactions: reactions)
      change(&$0)
    }
  }

  private static let five = [10.0, 20, 30, 40, 50]

  // MARK: Consequences

  @Test("R10.1 at the third annoyance the user uninstalls the app; nothing is owed from then on")
  func uninstalls() throws {
    let run = try Self.run(
      at: Self.five, Self.reactions(patience: 3, .init(uninstall: .one)))
    expect(run.times(.reaction(.annoyed)), equals: [10, 20, 30])
    expect(run.values(.reaction(.outOfPatience)), equals: [3])
    expect(run.times(.app(.uninstalled)), equals: [30])
    expect(run.story.outcomes.map(\.isOwed), equals: [true, true, true, false, false])
    expect(run.fates.prefix(3), equals: [.shown, .shown, .shown])
    let tally = run.tally
    expect(tally[.owed], equals: 3)
    // The first push to the old token tells the provider.
    expect(tally[.unwanted], equals: 1)
    expect(tally[ReactionCounter.installedTime], equals: 30_000_000)
    expect(tally[ReactionCounter.uninstalls], equals: 1)
    expect(tally[ReactionCounter.optOuts], equals: 0)
    expect(tally[ReactionCounter.reachableAtEnd], equals: 0)
  }

  @Test("R10.1 alerts that the user switches off are owed, arrive, and are not drawn")
  func switchesOff() throws {
    let run = try Self.run(at: Self.five, Self.reactions(patience: 3, .init(alertsOff: .one)))
    expect(run.times(.reaction(.alertsOff)), equals: [30])
    expect(run.causes, equals: [.none, .none, .none, .phone(.alertsOff), .phone(.alertsOff)])
    expect(run.tally[.owed], equals: 5)
    expect(run.tally[.interruptions], equals: 3)
    expect(run.tally[ReactionCounter.optOuts], equals: 1)
    expect(run.tally[ReactionCounter.reachableAtEnd], equals: 0)
    // The device drew alerts at the start.
    expect(run.tally[PhoneCounter.owedReachable], equals: 5)
  }

  @Test("R10.1 R4.1 what is fetched unseen after that is known at the next opening")
  func fetchedUnseen() throws {
    func aware(_ acts: Reactions.Acts) throws -> UInt128 {
      try Self.run(at: [10, 500], Self.reactions(patience: 1, acts), .silentFetch) {
        $0.workload.usefulFor = .seconds(60)
        $0.app = App()
      }.tally[.awareInTime]
    }
    try expect(aware(.init()), equals: 2)
    try expect(aware(.init(alertsOff: .one)), equals: 1)
  }

  @Test("R10.1 alerts that the user silences come quietly, and are noticed on picking up the phone")
  func quietly() throws {
    let reactions = Self.reactions(patience: 3, .init(quietly: .one))
    let run = try Self.run(at: Self.five, reactions) {
      $0.user?.sees = constant(5)
      $0.user?.pickups = PoissonTimes(rate: law(.constant(value: 1.0 / 600)))
    }
    expect(run.times(.reaction(.quietly)), equals: [30])
    expect(run.fates, equals: Array(repeating: .shown, count: 5))
    expect(run.tally[.interruptions], equals: 3)
    expect(run.tally[PhoneCounter.silenced], equals: 2)
    expect(run.tally[ReactionCounter.optOuts], equals: 1)
    expect(run.tally[ReactionCounter.reachableAtEnd], equals: 1)
    let seen = run.times(.attention(.seen))
    expect(seen.prefix(3), equals: [15, 25, 35])
    // A look that an earlier alert starts finds what lies there by then (R4.9).
    expect(seen.count == 5 && seen[3...].allSatisfy { $0 > 50 })
  }

  @Test("R10.1 who does nothing counts anew")
  func anew() throws {
    let run = try Self.run(at: Self.five + [60, 70], Self.reactions(patience: 3))
    expect(run.times(.reaction(.outOfPatience)), equals: [30, 60])
    expect(run.tally[ReactionCounter.optOuts], equals: 0)
    expect(run.tally[ReactionCounter.reachableAtEnd], equals: 1)
  }

  @Test("R10.1 annoyances are forgotten after a while")
  func memory() throws {
    func ends(_ times: [Double]) throws -> [Double] {
      try Self.run(at: times, Self.reactions(patience: 3, memory: .seconds(25)))
        .times(.reaction(.outOfPatience))
    }
    try expect(ends([10, 20, 34]), equals: [34])
    try expect(ends([10, 20, 35]), equals: [])
    try expect(ends([10, 20, 36, 44]), equals: [44])
    // Many of them, of which the old ones need no room.
    let often = (1...500).map { 20 * Double($0) }
    try expect(ends(often), equals: [])
  }

  @Test("R10.1 patience is drawn once for each device, and rounded up")
  func patience() throws {
    let lots = (1...60).map { 10 * Double($0) }
    let law = anyOf([1.5, 4, 0.2])
    var found: Set<Int64> = []
    for replication in 0..<30 {
      let world = smallWorld(at: lots) {
        $0.user = User(reactions: Reactions(annoyance: Self.always, patience: law))
      }
      let run = RecordedRun(story: try record(world, replication: replication), origin: .zero)
      let counts = Set(run.values(.reaction(.outOfPatience)))
      expect(counts.count, equals: 1)
      found.formUnion(counts)
    }
    expect(found, equals: [1, 2, 4])
  }

  /// The draw of each device's end is its own; false-alarm probability 1e-6 in all.
  @Test("R10.1 what users do follows the shares, and a larger share of leavers keeps the smaller")
  func shares() throws {
    func world(uninstall: Double) -> World {
      let acts = Reactions.Acts(
        quietly: share(0.2), alertsOff: share(0.3), uninstall: share(uninstall))
      var world = smallWorld(at: [10]) {
        $0.user = User(reactions: Self.reactions(patience: 1, acts))
      }
      world.devices = 4000
      return world
    }
    let tally = try simulate(world(uninstall: 0.1), replication: 0, devices: 0..<4000)
    let parts: [(Counter, Double)] = [
      (Counter(ReactionCounter.optOuts), 0.5), (Counter(ReactionCounter.uninstalls), 0.1),
      (Counter(ReactionCounter.reachableAtEnd), 0.6),
    ]
    for (counter, probability) in parts {
      let p = Binomial.twoSidedP(Int(tally[counter]), trials: 4000, probability: probability)
      expect(p > 1e-6 / 3, "\(counter): \(tally[counter])")
    }
    func leavers(_ share: Double) throws -> [Int] {
      try (0..<300).filter {
        try simulate(
          world(uninstall: share), replication: 0, devices: $0..<$0 + 1)[ReactionCounter.uninstalls]
          == 1
      }
    }
    let (few, many) = (try leavers(0.1), try leavers(0.3))
    expect(!few.isEmpty && few.count < many.count && Set(few).isSubset(of: many))
  }
}

/// R10.1: what annoys, and R10.2: the same temper for all strategies.
@Suite struct R10AnnoyanceTests {
  /// The kinds of the alerts, where all annoy.
  private static func kinds(
    at times: [Double], _ strategy: Strategy = .fireAndForget,
    change: (inout DeviceSetup) -> Void = { _ in }
  ) throws -> [Reactions.Kind?] {
    let run = try R10Tests.run(
      at: times, R10Tests.reactions(patience: 1000), strategy, change: change)
    return run.story.records.filter { $0.event == .reaction(.annoyed) }.map { record in
      if case .annoyance(let kind) = record.payload { kind } else { nil }
    }
  }

  @Test("R10.1 an alert is late when it comes after the message was useful")
  func late() throws {
    for (useful, kind) in [(100.0, Reactions.Kind.useful), (99, .late)] {
      let kinds = try Self.kinds(at: [10]) {
        $0.service.latency = constant(100)
        $0.workload.usefulFor = .seconds(useful)
      }
      expect(kinds, equals: [kind])
    }
    try expect(Self.kinds(at: [10]) { $0.service.latency = constant(80_000) }, equals: [.useful])
  }

  /// As printed, the third push asks for the second, which has been shown (R5.3), at 30.
  @Test("R10.1 a repeat that replaces is redundant, one beside the first is a duplicate")
  func repeats() throws {
    func kinds(collapse: Bool) throws -> [Int] {
      let kinds = try Self.kinds(
        at: [10, 20, 30], gapRecovery(collapse: collapse, asPrinted: true))
      return Reactions.Kind.allCases.map { kind in kinds.count { $0 == kind } }
    }
    try expect(kinds(collapse: true), equals: [3, 0, 1, 0])
    try expect(kinds(collapse: false), equals: [3, 0, 0, 1])
  }

  @Test("R10.1 a heartbeat is redundant, and what the app had already")
  func nothingNew() throws {
    let beats = try Self.kinds(
      at: [10], gapRecovery().with(Heartbeat(after: .seconds(30), times: 2)))
    expect(beats.first == .useful && beats.count > 1)
    expect(beats.dropFirst().allSatisfy { $0 == .redundant })
  }

  @Test("R10.1 what the user no longer wanted is redundant")
  func unwanted() throws {
    let run = try away(
      for: 1000, at: [500], until: 3000,
      given: { !$0.story.outcomes[0].isOwed && $0.fates == [.shown] },
      change: {
        $0.workload.subscriptions = Subscriptions(
          folders: [.init(name: "all", subscribed: share(0.5))],
          changes: law(.exponential(mean: 1000)))
        $0.user = User(sees: constant(60), reactions: R10Tests.reactions(patience: 9))
      })
    expect(run.records(.reaction(.annoyed)).map(\.payload), equals: [.annoyance(.redundant)])
  }

  @Test("R10.2 all strategies meet the same temper, and a larger probability keeps who was annoyed")
  func coupled() throws {
    let times = (1...200).map { 30 * Double($0) }
    func annoying(_ probability: Double, _ strategy: Strategy) throws -> [UInt32] {
      let annoyance = Reactions.Annoyance(
        useful: share(probability), late: share(probability))
      return try R10Tests.run(
        at: times, Reactions(annoyance: annoyance, patience: constant(1000)), strategy
      ).messages(.reaction(.annoyed))
    }
    let few = try annoying(0.2, .fireAndForget)
    expect(20 < few.count && few.count < 70)
    // As printed, many messages are sent again (R5.3).
    for strategy in [gapRecovery(asPrinted: true), .retryUntilAcked(), .silentFetch] {
      try expect(annoying(0.2, strategy), equals: few)
    }
    let many = try annoying(0.6, .fireAndForget)
    expect(many.count > few.count && Set(few).isSubset(of: many))
  }

  @Test("R10.2 where nothing annoys, nothing else changes")
  func calm() throws {
    func run(_ reactions: Reactions?) throws -> RecordedRun {
      try away(for: 1000, at: [-10, 10, 20, 1500], gapRecovery(asPrinted: true)) {
        $0.provider.resend.latency = constant(2)
        $0.app = App(openings: .init(rate: law(.constant(value: 1.0 / 900))))
        $0.user = User(sees: constant(60), taps: share(0.3), reactions: reactions)
      }
    }
    let (plain, calm) = (try run(nil), try run(Reactions(patience: constant(5))))
    expect(plain.tally.fingerprint, equals: calm.tally.fingerprint)
    expect(plain.fates, equals: calm.fates)
    expect(calm.tally[ReactionCounter.reachableAtEnd], equals: 1)
    expect(plain.tally[ReactionCounter.reachableAtEnd], equals: 0)
  }

  @Test("R10.2 R11.4 who ends a trial by turning the notifications off opts out")
  func trial() throws {
    func tally(keeps: Probability) throws -> Tally {
      try R10Tests.run(at: [1000, 50_000], Reactions(patience: constant(9))) {
        $0.settings = NotificationSettings(provisional: .one, provisionalKept: keeps)
        $0.user?.pickups = .init(rate: constant(0.001))
      }.tally
    }
    let (kept, ended) = (try tally(keeps: .one), try tally(keeps: .zero))
    expect(kept[ReactionCounter.optOuts] == 0 && kept[ReactionCounter.reachableAtEnd] == 1)
    expect(ended[ReactionCounter.optOuts] == 1 && ended[ReactionCounter.reachableAtEnd] == 0)
  }

  @Test("R10.2 R12.6 who has no permission to push to is not reachable")
  func withoutPermission() throws {
    func reachable(most: Int?, optIn: WebPushOptIn? = nil) throws -> UInt128 {
      try R10Tests.run(at: [1000], Reactions(patience: constant(9))) {
        ($0.service.isWeb, $0.service.webSilentMax) = (true, most)
        $0.service.optIn = optIn
        $0.workload.badgeUpdates = ExtraTraffic(rate: constant(0.01))
      }.tally[ReactionCounter.reachableAtEnd]
    }
    try expect(reachable(most: nil), equals: 1)
    try expect(reachable(most: 3), equals: 0)
    try expect(reachable(most: nil, optIn: WebPushOptIn(homeScreen: .zero)), equals: 0)
  }

  @Test("R10.2 what happens in the warm-up does not count, but who has left is not reachable")
  func warmup() throws {
    var world = smallWorld(at: [10, 5000], duration: .seconds(10_000)) {
      $0.user = User(reactions: R10Tests.reactions(patience: 1, .init(alertsOff: .one)))
    }
    world.warmup = .seconds(1000)
    world.devices = 10
    let tally = try simulate(world, replication: 0, devices: 0..<10)
    expect(tally[ReactionCounter.optOuts], equals: 0)
    expect(tally[ReactionCounter.reachableAtEnd], equals: 0)
    // A group that does not react is reachable; of the drain nothing counts.
    var setup = world.setup
    setup.user = nil
    world.groups = [DeviceGroup(name: "calm", share: share(0.5), setup: setup)]
    (world.warmup, world.duration, world.drain) = (.zero, .seconds(5), .seconds(9995))
    let mixed = try simulate(world, replication: 0, devices: 0..<10)
    expect(mixed[ReactionCounter.optOuts], equals: 0)
    expect(mixed[ReactionCounter.reachableAtEnd], equals: 10)
    (world.duration, world.drain) = (.seconds(50), .zero)
    let later = try simulate(world, replication: 0, devices: 0..<10)
    let sizes = later.groups.map { UInt128($0.deviceCount) }
    expect(sizes.reduce(0, +) == 10 && !sizes.contains(0))
    expect(later.groups.map { $0[ReactionCounter.optOuts] }, equals: [0, sizes[1]])
    expect(later.groups.map { $0[ReactionCounter.reachableAtEnd] }, equals: [sizes[0], 0])
  }
}

/// R10.1: messages that the user learns of too late.
@Suite struct R10TrustTests {
  private static let times = [10.0, 20, 30, 40, 50]

  /// Nothing is drawn; the app is opened after that.
  private static func run(
    usefulFor: Double = 100, _ strategy: Strategy = .fireAndForget,
    trust: Double = 3, _ distrust: Reactions.Distrust = .init()
  ) throws -> RecordedRun {
    try online(
      at: times, strategy,
      given: { ($0.times(.app(.opened)).first ?? 0) > 200 },
      change: {
        $0.settings = NotificationSettings(alertsOff: .one)
        $0.workload.usefulFor = .seconds(usefulFor)
        $0.app = App(openings: .init(rate: law(.constant(value: 1.0 / 900))))
        $0.user = User(
          reactions: Reactions(missed: .one, trust: constant(trust), distrust: distrust))
      })
  }

  @Test(
    "R10.1 messages that are found in the app too late disappoint; who loses trust leaves",
    arguments: [Strategy.fireAndForget, .silentFetch])
  func leaves(strategy: Strategy) throws {
    let run = try Self.run(strategy, .init(uninstall: .one))
    let opening = try unwrap(run.times(.app(.opened)).first)
    expect(run.messages(.reaction(.disappointed)), equals: [0, 1, 2, 3, 4])
    expect(Set(run.times(.reaction(.disappointed))), equals: [opening])
    expect(run.values(.reaction(.outOfTrust)), equals: [3])
    expect(run.times(.app(.uninstalled)), equals: [opening])
    expect(run.tally[ReactionCounter.uninstalls], equals: 1)
    expect(run.tally[ReactionCounter.optOuts], equals: 0)
  }

  @Test("R10.1 what is found while it is useful, or was shown, disappoints nobody")
  func inTime() throws {
    try expect(Self.run(usefulFor: 1e6).times(.reaction(.disappointed)), equals: [])
    let shown = try R10Tests.run(at: [10], Reactions(missed: .one)) {
      $0.workload.usefulFor = .seconds(1)
      $0.app = App(openings: .init(rate: law(.constant(value: 1.0 / 900))))
    }
    expect(shown.times(.app(.opened)).count > 10)
    expect(shown.times(.reaction(.disappointed)), equals: [])
  }

  @Test("R10.1 who has lost trust opens the app less: of the same openings some are left")
  func opensLess() throws {
    func openings(_ factor: Double) throws -> [Double] {
      let distrust = Reactions.Distrust(opensLess: .one, factor: share(factor))
      return try Self.run(trust: 5, distrust).times(.app(.opened))
    }
    let (all, half, few) = (try openings(1), try openings(0.5), try openings(0.1))
    expect(all.first == half.first && Set(few).isSubset(of: half) && Set(half).isSubset(of: all))
    for (kept, factor) in [(half, 0.5), (few, 0.1)] {
      let p = Binomial.twoSidedP(kept.count - 1, trials: all.count - 1, probability: factor)
      expect(p > 1e-6 / 2, "\(kept.count) of \(all.count)")
    }
  }
}
