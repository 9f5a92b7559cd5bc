import DeliverySim
import Models
import TestSupport
import Testing

/// R3.7: extra traffic, and which pushes share a slot.
@Suite struct R03_07Tests {
  private static func rate(_ type: PushType) -> ExtraTraffic {
    ExtraTraffic(rate: law(.constant(value: 0.01)), type: type)
  }

  /// The device is away for 100 s; one badge update is sent meanwhile, after the message at 10.
  private static func one(_ run: RecordedRun) -> Bool {
    let during = run.times(.sent, ofAny: .badgeUpdate).filter { $0 > -300 && $0 < 100 }
    return during.count == 1 && during[0] > 10
  }

  private static func badge(
    _ type: PushType, _ slot: PushService.Slot = .shared, at times: [Double] = [10]
  ) throws -> RecordedRun {
    try away(
      for: 100, online: 3000, at: times, until: 200, given: one,
      change: {
        $0.workload.badgeUpdates = rate(type)
        $0.service.slot = slot
      })
  }

  @Test("R3.7 a badge update overwrites the stored message")
  func overwrites() throws {
    for type in [PushType.alert, .background] {
      let run = try Self.badge(type)
      let sent = try unwrap(run.times(.sent, ofAny: .badgeUpdate).first { $0 > 10 })
      expect(run.fates, equals: [.lost])
      expect(run.times(.destroyed(by: .pushService(.overwritten)), of: 0), equals: [sent])
      expect(
        run.records(.destroyed(by: .pushService(.overwritten))).first?.culprit?.content,
        equals: .badgeUpdate)
      expect(run.times(.arrived, ofAny: .badgeUpdate).contains(100))
    }
  }

  @Test("R3.7 a VoIP push has a slot of its own")
  func voip() throws {
    let run = try Self.badge(.voip)
    expect(run.shown, equals: [100])
    expect(run.times(.arrived, ofAny: .badgeUpdate).contains(100))
  }

  @Test("R3.7 slot: per-type gives background pushes one of their own, not alerts")
  func perType() throws {
    let background = try Self.badge(.background, .perType)
    expect(background.shown, equals: [100])
    expect(background.times(.arrived, ofAny: .badgeUpdate).contains(100))
    try expect(Self.badge(.alert, .perType).fates, equals: [.lost])
  }

  @Test("R3.7 a message overwrites a stored badge update")
  func isOverwritten() throws {
    let run = try Self.badge(.background, at: [10, 99.5])
    expect(run.fates, equals: [.lost, .shown])
    expect(
      run.times(.destroyed(by: .pushService(.overwritten)), ofAny: .badgeUpdate), equals: [99.5])
  }

  @Test("R3.7 read receipts do the same, and are counted, and are not seen")
  func readReceipts() throws {
    let run = try away(
      for: 100, online: 3000, at: [10], until: 200,
      given: { !$0.times(.sent, ofAny: .readReceipt).filter { $0 > 10 && $0 < 100 }.isEmpty },
      change: { $0.workload.readReceipts = Self.rate(.background) })
    expect(run.fates, equals: [.lost])
    expect(run.tally[.interruptions], equals: 0)
    expect(
      Int(run.tally[WorkloadCounter.extraPushes]),
      equals: run.times(.sent, ofAny: .readReceipt).count)
    expect(Int(run.tally[.wakeUps]), equals: run.times(.arrived, ofAny: .readReceipt).count)
  }

  @Test("R1.2 pushes without a message have draws of their own")
  func ownDraws() throws {
    func delays(_ changes: (inout DeviceSetup) -> Void) throws -> [Double?] {
      try online(at: (1...40).map { Double($0) * 100 }, gapRecovery()) {
        $0.provider.link.latency = law(.exponential(mean: 1))
        $0.provider.link.loss = share(0.2)
        $0.service.latency = law(.exponential(mean: 2))
        changes(&$0)
      }.shown
    }
    let plain = try delays { _ in }
    let both = try delays {
      $0.workload.badgeUpdates = Self.rate(.background)
      $0.workload.readReceipts = Self.rate(.alert)
    }
    expect(plain, equals: both)
  }

  /// A badge update is numbered and addressed like the second repeat of a message. Two exponential
  /// spans [µs] are equal with p < 1e-6.
  @Test("R1.2 a badge update and a repeat with its number have draws of their own")
  func ownDrawsOfRepeats() throws {
    let schedule = Hop.Retry(attempts: 2, first: .seconds(30), factor: 1)
    let run = try online(
      at: (1...20).map { Double($0) * 100 },
      Strategy(provider: .retries(.init(schedule, collapse: false)), client: .showsIt)
    ) {
      $0.service.latency = law(.exponential(mean: 5))
      $0.workload.badgeUpdates = Self.rate(.background)
    }
    func spans(_ isMeant: (StoryRecord) -> Bool) -> [UInt32: Int64] {
      var accepted: [UInt32: SimTime] = [:]
      var spans: [UInt32: Int64] = [:]
      for record in run.story.records.filter(isMeant) {
        guard let number = record.message else { continue }
        if record.event == .accepted { accepted[number] = record.time }
        guard record.event == .arrived, let start = accepted[number] else { continue }
        spans[number] = (record.time - start).microseconds
      }
      return spans
    }
    let repeats = spans { $0.content == .message && $0.copy == 2 }
    let badges = spans { $0.content == .badgeUpdate }
    expect(repeats.filter { badges[$0.key] != nil }.count >= 10)
    expect(repeats.allSatisfy { badges[$0.key] != $0.value })
  }

  @Test("R1.2 badge updates and read receipts are not sent together")
  func ownTimes() throws {
    let run = try online(at: []) {
      $0.workload.badgeUpdates = Self.rate(.background)
      $0.workload.readReceipts = Self.rate(.background)
    }
    let (badges, receipts) = (
      run.times(.sent, ofAny: .badgeUpdate), run.times(.sent, ofAny: .readReceipt)
    )
    // 864 expected of each; five standard deviations.
    for count in [badges.count, receipts.count] { expect(abs(count - 864) < 147) }
    expect(badges.filter(receipts.contains).isEmpty)
  }

  @Test("R1.1 extra traffic is the same for every strategy")
  func sameWorld() throws {
    func times(_ strategy: Strategy) throws -> [Double] {
      try online(at: [10, 20], strategy) {
        $0.workload.badgeUpdates = Self.rate(.background)
        $0.provider.link.loss = share(0.3)
      }.times(.sent, ofAny: .badgeUpdate)
    }
    let plain = try times(.fireAndForget)
    try expect(times(gapRecovery()), equals: plain)
    try expect(times(gapRecovery().with(Heartbeat(after: .seconds(60), times: 9))), equals: plain)
  }

  // MARK: The straight way

  /// The misfortunes that may befall a push that carries no message.
  private static func settings() throws -> [(inout DeviceSetup) -> Void] {
    let spans = try unwrap(OnOffProcess(up: constant(3000), down: constant(3000)))
    return [
      { _ in },
      { $0.settings = NotificationSettings(denied: share(0.3), alertsOff: share(0.4)) },
      {
        $0.tokens = Tokens(changes: law(.exponential(mean: 10_000)))
        $0.app = App(openings: App.Openings(rate: constant(1e-4)))
      },
      { $0.power = Power(spans: spans) },
      {
        // An urgent push brings messages along that can wait.
        $0.power = Power(spans: spans)
        $0.workload.priority = .byPower
        $0.workload.badgeUpdates = Self.rate(.alert)
      },
      { $0.service.perToken = Throttle(burst: 2, refill: .seconds(150)) },
      // The next one is made before this one is there.
      { $0.service.latency = law(.exponential(mean: 1000)) },
      { $0.workload.kinds = MessageKinds(blank: share(0.5)) },
    ]
  }

  @Test("R3.7 extra pushes: the straight way is the general way, whatever befalls them")
  func bothWays() throws {
    for change in try Self.settings() {
      var setup = DeviceSetup(workload: Workload(arrivals: .poisson(rate: constant(0.001))))
      setup.workload.badgeUpdates = Self.rate(.background)
      setup.provider.link.loss = share(0.1)
      setup.service.latency = law(.exponential(mean: 5))
      setup.network = Network(
        onOff: OnOffProcess(
          up: law(.exponential(mean: 3000)), down: law(.exponential(mean: 600))))
      change(&setup)
      let world = World(seed: 7, devices: 20, duration: .days(1), setup: setup)
      let tallies = try [true, false].map { maySkipEvents in
        try simulate(
          world, replication: 0, devices: 0..<20, batchSize: 1, maySkipEvents: maySkipEvents)
      }
      expect(tallies[0], equals: tallies[1])
      expect(tallies[0][WorkloadCounter.extraPushes] > 5000)
    }
  }
}
