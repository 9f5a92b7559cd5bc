import DeliverySim
import Models
import TestSupport
import Testing

/// R4.1: what users allow.
@Suite struct R04_01Tests {
  private static let denied = NotificationSettings(denied: .one)
  private static let alertsOff = NotificationSettings(alertsOff: .one)

  @Test("R4.1 where notifications are denied the device discards what arrives")
  func denied() throws {
    let run = try online(at: [10, 20], gapRecovery()) { $0.settings = Self.denied }
    expect(run.times(.arrived), equals: [10, 20])
    expect(run.fates, equals: [.lost, .lost])
    expect(run.causes, equals: [.phone(.disabled), .phone(.disabled)])
    expect(Cause.phone(.disabled).stage, equals: .device)
    expect(run.tally[.interruptions], equals: 0)
    expect(run.tally[ExtensionCounter.extensionRuns], equals: 0)
  }

  @Test("R4.1 with alerts off nothing is drawn and the extension does not run: nothing is repaired")
  func alertsOff() throws {
    let times = [-10.0, 10, 20, 30, 150]
    let plain = try away(for: 100, at: times, gapRecovery())
    expect(plain.fates, equals: [.shown, .shown, .shown, .shown, .shown])
    expect(plain.tally[.resendRequests], equals: 1)
    let run = try away(for: 100, at: times, gapRecovery()) { $0.settings = Self.alertsOff }
    expect(run.fates, equals: [.lost, .lost, .lost, .lost, .lost])
    expect(
      run.causes,
      equals: [
        .phone(.alertsOff), .pushService(.overwritten), .pushService(.overwritten),
        .phone(.alertsOff), .phone(.alertsOff),
      ])
    expect(run.repairs.allSatisfy { $0 == .unnoticed })
    expect(run.tally[.resendRequests], equals: 0)
    expect(run.tally[ExtensionCounter.extensionRuns], equals: 0)
    expect(run.tally[.interruptions], equals: 0)
    // The pushes have reached the device all the same.
    expect(run.tally[.wakeUps], equals: 3)
  }

  @Test("R4.1 with alerts off no extension acknowledges, and heartbeats show nothing")
  func nobodyAnswers() throws {
    let retries = try online(at: [10], .retryUntilAcked(), until: 200) {
      $0.settings = Self.alertsOff
    }
    expect(retries.times(.resent, of: 0), equals: [40, 100])
    expect(retries.tally[.acknowledgements], equals: 0)
    let beats = try online(
      at: [10], gapRecovery().with(Heartbeat(after: .seconds(60))), until: 200
    ) { $0.settings = Self.alertsOff }
    expect(beats.times(.destroyed(by: .phone(.alertsOff)), ofAny: .heartbeat), equals: [70])
    expect(beats.tally[.interruptions], equals: 0)
  }

  // MARK: Pushes without permission

  @Test("R4.1 silent pushes, VoIP pushes and polls need no permission: what they bring is synced")
  func wakesWithoutPermission() throws {
    for strategy in [Strategy.silentFetch, .voipFetch] {
      let run = try online(at: [10], strategy) { $0.settings = Self.denied }
      expect(run.synced, equals: [10])
      expect(run.fates, equals: [.synced])
      expect(run.times(.attention(.notDrawn)), equals: [10])
      expect(run.tally[AppCounter.fetches], equals: 1)
      expect(run.tally[.interruptions], equals: 0)
    }
    let polls = try online(at: [10], .poll()) { $0.settings = Self.denied }
    let first = polls.deviceTimes(.app(.fetches)).first { $0 >= 10 }
    expect(polls.synced, equals: [try unwrap(first)])
    expect(polls.tally[.interruptions], equals: 0)
  }

  @Test("R4.1 without a token nothing can be sent, and polls go on")
  func withoutToken() throws {
    func run(_ strategy: Strategy) throws -> RecordedRun {
      try online(at: [10], strategy) {
        $0.settings = Self.denied
        $0.tokens = Tokens(changes: nil, withoutPermission: false)
      }
    }
    try expect(run(.silentFetch).causes, equals: [.tokens(.noToken)])
    try expect(run(.poll()).fates, equals: [.synced])
  }

  /// A message at 10 that a silent push brings to an app that is opened now and then.
  private func silent(
    _ settings: NotificationSettings, useful: Double, visit: Double = 0, openings: Double = 24
  ) throws -> RecordedRun {
    try online(
      at: [10], .silentFetch, given: { $0.deviceTimes(.app(.opened)).contains { $0 > 10 } },
      change: {
        $0.settings = settings
        $0.workload.usefulFor = .seconds(useful)
        $0.app = App(openings: R06_02Tests.openings(openings), visit: constant(visit))
      })
  }

  @Test("R4.1 where nothing is drawn the user knows of a message from the next opening")
  func knownFromOpening() throws {
    for settings in [Self.denied, Self.alertsOff] {
      let run = try silent(settings, useful: 1)
      let opened = try unwrap(run.deviceTimes(.app(.opened)).first { $0 > 10 })
      expect(run.synced, equals: [10])
      expect(run.tally[.awareInTime], equals: 0)
      // A work that ends exactly at its limit is in time (R0.5).
      let wait = (opened - 10) * 1e6
      for (useful, count) in [(wait.rounded(), UInt128(1)), (wait.rounded() - 1, 0)] {
        let tally = try silent(settings, useful: useful / 1e6).tally
        expect(tally[.awareInTime], equals: count)
        expect(tally[.shownInTime], equals: count)
      }
    }
  }

  @Test("R4.1 in an open app it is known at once, and where nobody opens the app never")
  func knownInApp() throws {
    let open = try online(at: [1000], .silentFetch) {
      $0.settings = Self.denied
      $0.workload.usefulFor = .zero
      $0.app = App(openings: R06_02Tests.openings(86_400), visit: constant(86_400))
    }
    expect(open.tally[.awareInTime], equals: 1)
    let alone = try online(at: [10], .silentFetch) {
      $0.settings = Self.denied
      $0.workload.usefulFor = .days(30)
    }
    expect(alone.fates, equals: [.synced])
    expect(alone.tally[.awareInTime], equals: 0)
  }

  @Test("R4.1 where alerts are drawn a fetch counts when it is made")
  func fetchCountsAtOnce() throws {
    // The push of the first is overwritten; that of the second makes the app fetch it.
    let run = try away(for: 100, at: [10, 20], until: 1000) {
      $0.workload.usefulFor = .seconds(90)
      $0.workload.kinds = MessageKinds(kind: .mixed)
    }
    expect(run.synced, equals: [100, nil])
    expect(run.shown, equals: [nil, 100])
    expect(run.tally[.awareInTime], equals: 2)
    expect(run.tally[.shownInTime], equals: 2)
  }

  /// 20,000 devices with one message each, which is shown unless the settings are against it.
  private static func tally(_ denied: Double, _ alertsOff: Double) throws -> Tally {
    let settings = NotificationSettings(denied: share(denied), alertsOff: share(alertsOff))
    var world = smallWorld(at: [10]) { $0.settings = settings }
    world.devices = 20_000
    return try simulate(world, replication: 0, devices: 0..<world.devices)
  }

  private static func lost(_ tally: Tally, _ cause: Cause) -> Double {
    Double(tally.fates[Tally.fateIndex(.lost, cause, .none)])
  }

  @Test("R4.1 denied and alerts off are disjoint shares of the devices")
  func shares() throws {
    let tally = try Self.tally(0.1, 0.25)
    let count = Double(tally[.owed])
    // Two rows share a false-alarm probability of 1e-6.
    for (cause, share) in [(Cause.phone(.disabled), 0.1), (.phone(.alertsOff), 0.25)] {
      let row = Agreement(
        cause.name, expected: share, observed: Self.lost(tally, cause) / count,
        standardError: (share * (1 - share) / count).squareRoot(), tableSize: 2)
      print(row)
      expect(row.holds, "\(row)")
    }
    let others = Self.lost(tally, .phone(.disabled)) + Self.lost(tally, .phone(.alertsOff))
    expect(Double(tally.count(.shown)), equals: count - others)
    expect(tally[PhoneCounter.owedReachable], equals: tally.count(.shown))
    expect(tally[PhoneCounter.shownReachable], equals: tally[PhoneCounter.owedReachable])
  }

  @Test("R4.1 a larger share keeps the devices that were in it")
  func coupled() throws {
    func discards(_ settings: NotificationSettings) throws -> [Bool] {
      var world = smallWorld(at: [10]) { $0.settings = settings }
      world.devices = 200
      return try (0..<200).map { device in
        let story = try tellStory(world, replication: 0, device: device)
        return story.outcomes.first?.cause == .phone(.disabled)
      }
    }
    let few = try discards(NotificationSettings(denied: share(0.2)))
    let many = try discards(NotificationSettings(denied: share(0.4), alertsOff: share(0.3)))
    expect(zip(few, many).allSatisfy { !$0 || $1 })
    expect(many.count { $0 } > few.count { $0 })
    expect(few.contains(true))
  }
}
