import DeliverySim
import Models
import TestSupport
import Testing

/// R3.10: what the other push services keep while a device is away.
@Suite struct R03_10Tests {
  private func away(
    _ kind: PushService.Kind, capacity: Int? = nil, for offline: Double = 100,
    at times: [Double], _ strategy: Strategy = .fireAndForget, until end: Double? = nil,
    change: (inout DeviceSetup) -> Void = { _ in }
  ) throws -> RecordedRun {
    try FeatureTests.away(for: offline, online: 1000, at: times, strategy, until: end) {
      $0.service.kind = kind
      $0.service.capacity = capacity
      change(&$0)
    }
  }

  // MARK: fcm

  @Test("R3.10 fcm keeps up to its capacity, and hands all over in order")
  func fcmKeepsUpToItsCapacity() throws {
    let run = try away(.fcm, capacity: 3, at: [10, 20, 30])
    expect(run.messages(.arrived), equals: [0, 1, 2])
    expect(run.shown, equals: [100, 100, 100])
    expect(run.records(.appSyncs).isEmpty)
  }

  @Test("R3.10 fcm: a push that finds it full discards all and itself; the app syncs when back")
  func fcmDiscardsAll() throws {
    let run = try away(.fcm, capacity: 3, at: [10, 20, 30, 40, 50, 110])
    expect(run.times(.droppedAll, of: 3), equals: [40])
    expect(run.values(.droppedAll), equals: [3])
    expect(run.messages(.destroyed(by: .pushService(.droppedAll))), equals: [0, 1, 2, 3, 4])
    expect(run.times(.destroyed(by: .pushService(.droppedAll))), equals: [40, 40, 40, 40, 50])
    expect(run.values(.destroyed(by: .pushService(.droppedAll))), equals: [4, 4, 4, 4, 5])
    // A push that arrives before the device has been told is fetched too.
    expect(run.times(.appSyncs), equals: [100])
    expect(run.values(.appSyncs), equals: [5])
    expect(run.synced, equals: [100, 100, 100, 100, 100, nil])
    expect(run.fates, equals: [.synced, .synced, .synced, .synced, .synced, .shown])
    expect(
      run.causes.prefix(5).allSatisfy { $0 == .pushService(.droppedAll) && $0.stage == .service })
    expect(run.shown, equals: [nil, nil, nil, nil, nil, 110])
  }

  @Test("R0.3 fcm: what was discarded is pending until the device is back, and the app syncs")
  func discardedIsPending() throws {
    let run = try away(.fcm, capacity: 1, at: [-10, 10, 20, 30], until: 90)
    expect(run.messages(.destroyed(by: .pushService(.droppedAll))), equals: [1, 2, 3])
    expect(run.fates, equals: [.shown, .pending, .pending, .pending])
  }

  @Test("R3.10 fcm stores again after the device has been told")
  func fcmStoresAgain() throws {
    let run = try away(.fcm, capacity: 1, at: [10, 20, 1110], until: 1500)
    expect(run.fates, equals: [.synced, .synced, .shown])
    expect(run.shown[2], equals: 1200)
  }

  @Test("R3.10 fcm keeps 100 where nothing is said, mqtt 1000")
  func capacitiesByDefault() throws {
    let times = (1...1001).map { Double($0) }
    let full = try away(.fcm, for: 2000, at: Array(times.prefix(100)))
    expect(full.tally.count(.shown), equals: 100)
    let tooMany = try away(.fcm, for: 2000, at: Array(times.prefix(101)))
    expect(tooMany.tally.count(.synced), equals: 101)
    let queue = try away(.mqtt, for: 2000, at: times)
    expect(queue.tally.count(.shown), equals: 1000)
    expect(queue.causes.last, equals: .pushService(.queueFull))
  }

  @Test("R3.10 fcm: what is expired takes no room, and what must not be stored is not synced")
  func fcmDropsExpired() throws {
    // 0 and 1 expire at 40 and 42, each just before the next one finds the store full.
    let run = try away(.fcm, capacity: 2, at: [10, 12, 41, 45]) {
      $0.service.expiration = .seconds(30)
    }
    expect(run.times(.destroyed(by: .pushService(.expired))), equals: [40, 42, 71, 75])
    expect(run.records(.droppedAll).isEmpty)
    let once = try away(.fcm, capacity: 1, at: [10, 20]) { $0.service.expiration = .zero }
    expect(once.causes, equals: [.pushService(.notStored), .pushService(.notStored)])
    expect(once.fates, equals: [.lost, .lost])
  }

  @Test("R3.10 fcm stores for 28 days at most")
  func fcmStoresFor28Days() throws {
    let day = 86_400.0
    for (days, kind) in [(30.0, PushService.Kind.fcm), (27, .fcm), (30, .webPush)] {
      let run = try FeatureTests.away(for: 40 * day, at: [10], until: 41 * day) {
        $0.service.kind = kind
        $0.service.expiration = .days(days)
      }
      let most = kind == .fcm ? min(days, 28) : days
      expect(run.times(.destroyed(by: .pushService(.expired))), equals: [10 + most * day])
    }
  }

  @Test("R3.10 fcm: a sync that is still to come when the run ends is a fetch under way")
  func fcmPending() throws {
    let run = try away(.fcm, capacity: 1, at: [10, 20], until: 90)
    expect(run.fates, equals: [.pending, .pending])
    expect(run.causes, equals: [.none, .none])
  }

  @Test("R0.3 what was shown stays shown when a repeat of it is discarded; a sync stays beside it")
  func fateOfDiscardedRepeats() throws {
    // Away 0 ... 100 and 1100 ... 1200. Messages 1 and 2 are discarded and synced at 100; message 3
    // reveals the gap at 110. The answer comes at 1140, while the device is away: the repeats
    // overflow the store again, where message 4 lies since 1130.
    let run = try away(
      .fcm, capacity: 1, at: [-10, 10, 20, 110, 1130], gapRecovery(), until: 2000
    ) {
      $0.provider.resend.latency = constant(1030)
      $0.serviceExtension.timeLimit = .seconds(30)
    }
    expect(run.synced, equals: [nil, 100, 100, nil, 1200])
    expect(run.times(.destroyed(by: .pushService(.droppedAll)), copy: 1), equals: [1140, 1140])
    // Fetched once: the second sync tells the user nothing new of 1 and 2.
    expect(run.messages(.synced), equals: [1, 2, 4])
    expect(run.values(.appSyncs), equals: [2, 3])
    expect(run.fates[1] == .synced && run.fates[4] == .synced)
    expect(run.repairs[1], equals: .repeatLost)
    expect(run.repairs[4], equals: .unnoticed)
    expect(run.causes[1], equals: .pushService(.droppedAll))
  }

  @Test("R0.3 a repeat of what was synced is shown: shown comes first")
  func syncedThenShown() throws {
    let run = try away(
      .fcm, capacity: 1, at: [-10, 10, 20, 110], gapRecovery(), until: 500)
    expect(run.synced, equals: [nil, 100, 100, nil])
    expect(run.shown, equals: [-10, 110, 110, 110])
    expect(run.fates, equals: [.shown, .shown, .shown, .shown])
  }

  @Test("R0.3 a summary comes before a sync")
  func summarisedBeforeSynced() throws {
    let run = try away(
      .fcm, capacity: 1, at: [-10, 10, 20, 110], gapRecovery(limit: 1), until: 500)
    expect(run.fates, equals: [.shown, .summarised, .summarised, .summarised])
    expect(run.synced, equals: [nil, 100, 100, nil])
    expect(run.causes[1], equals: .pushService(.droppedAll))
    expect(run.repairs[1], equals: .overLimit)
  }

  @Test("R0.5 the first of shown and synced counts for timeliness, summarised for awareness too")
  func syncedInTime() throws {
    // Made 90, 80 and 50 s before the sync.
    func tally(_ limit: Double, _ strategy: Strategy = .fireAndForget) throws -> Tally {
      try away(.fcm, capacity: 1, at: [10, 20, 50], strategy) {
        $0.workload.usefulFor = .seconds(limit)
      }.tally
    }
    try expect(tally(80)[.shownInTime], equals: 2)
    try expect(tally(80)[.awareInTime], equals: 2)
    try expect(tally(90)[.shownInTime], equals: 3)
    try expect(tally(49)[.shownInTime], equals: 0)
    try expect(tally(90).count(.shown), equals: 0)
  }

  // MARK: web-push

  @Test("R3.10 web-push keeps everything until it expires")
  func webPushKeepsUntilExpiry() throws {
    let run = try away(.webPush, at: [10, 40, 69, 71]) { $0.service.expiration = .seconds(60) }
    expect(run.times(.destroyed(by: .pushService(.expired))), equals: [70, 100])
    expect(run.shown, equals: [nil, nil, 100, 100])
    let once = try away(.webPush, at: [10]) { $0.service.expiration = .zero }
    expect(once.causes, equals: [.pushService(.notStored)])
  }

  @Test("R3.10 web-push: copies of a message share a topic, and the later one replaces the other")
  func webPushReplacesByTopic() throws {
    // Message 1 is accepted at -10, but slow to the device; message 2 overtakes it and asks at -4
    // for a repeat, which is accepted at 26. At 30 the first copy has found the device gone.
    for collapse in [true, false] {
      let run = try FeatureTests.away(
        for: 100, online: 1000, at: [-50, -10, -5], gapRecovery(collapse: collapse), until: 500,
        given: { run in
          run.times(.accepted, of: 1) == [-10, 26] && run.times(.arrived, of: 2) == [-4]
        },
        change: {
          $0.service.kind = .webPush
          $0.service.latency = anyOf([1, 40])
          $0.provider.resend.latency = constant(30)
          $0.serviceExtension.timeLimit = .second
        })
      // The repeat was accepted later: the first copy, which comes back at 30, gives way.
      let replaced = run.times(.destroyed(by: .pushService(.overwritten)), of: 1, copy: 0)
      expect(replaced, equals: (collapse ? [30] : []))
      expect(run.records(.handedOver, of: 1).count, equals: (collapse ? 1 : 2))
      expect(run.fates[1], equals: .shown)
    }
  }

  @Test("R3.10 web-push: an expired push is not replaced, and topics of messages are their own")
  func webPushTopicsAreTheirOwn() throws {
    let run = try away(.webPush, at: [10, 20, 30], gapRecovery())
    expect(run.shown, equals: [100, 100, 100])
    expect(run.records(.destroyed(by: .pushService(.overwritten))).isEmpty)
  }

  // MARK: wns-toast

  @Test("R3.10 wns-toast keeps nothing")
  func wnsKeepsNothing() throws {
    let run = try away(.wnsToast, at: [-20, -5, 10, 110]) { $0.service.latency = constant(10) }
    expect(run.times(.destroyed(by: .pushService(.notStored))), equals: [5, 10])
    expect(run.shown, equals: [-10, nil, nil, 120])
    expect(run.causes, equals: [.none, .pushService(.notStored), .pushService(.notStored), .none])
  }

  // MARK: mqtt

  @Test("R3.10 mqtt keeps the first ones up to its capacity and drops new ones")
  func mqttDropsNewOnes() throws {
    let run = try away(.mqtt, capacity: 2, at: [10, 20, 30, 40, 110])
    expect(run.times(.destroyed(by: .pushService(.queueFull))), equals: [30, 40])
    expect(run.shown, equals: [100, 100, nil, nil, 110])
    expect(run.fates, equals: [.shown, .shown, .lost, .lost, .shown])
    expect(run.causes[2].stage, equals: .service)
  }

  @Test("R3.10 mqtt: what expires makes room, and is gone at the hand-over")
  func mqttExpires() throws {
    // 0 expires at 50, just when message 2 comes; 1 at exactly the hand-over.
    let run = try away(.mqtt, capacity: 2, at: [10, 60, 50, 70].sorted()) {
      $0.service.expiration = .seconds(40)
    }
    // 0: 10, 1: 50, 2: 60, 3: 70.
    expect(run.times(.destroyed(by: .pushService(.expired))), equals: [50, 90, 100])
    expect(run.times(.destroyed(by: .pushService(.queueFull))), equals: [70])
    expect(run.fates, equals: [.lost, .lost, .lost, .lost])
  }

  // MARK: Half-open connections

  @Test("R3.10 half-open connections hold for every kind: limbo enters its store in order")
  func limboEntersEveryStore() throws {
    func fates(_ kind: PushService.Kind, resume: Probability = .zero) throws -> [Fate] {
      try away(kind, capacity: 2, for: 300, at: [10, 20, 30]) {
        $0.service.halfOpen = .init(detect: constant(600), resume: resume)
      }.fates
    }
    try expect(fates(.fcm), equals: [.synced, .synced, .synced])
    try expect(fates(.webPush), equals: [.shown, .shown, .shown])
    try expect(fates(.wnsToast), equals: [.lost, .lost, .lost])
    try expect(fates(.mqtt), equals: [.shown, .shown, .lost])
    for kind in PushService.Kind.allCases {
      try expect(fates(kind, resume: .one), equals: [.shown, .shown, .shown])
    }
  }

  // MARK: Long absences

  @Test("R3.10 a store of thousands is as cheap for each push as a small one")
  func longAbsences() throws {
    // 100,000 pushes in one absence: with a search through the store at each of them this would
    // take hours. Half of them have expired when the store is full.
    let count = 100_000
    for kind in PushService.Kind.allCases {
      let run = try away(
        kind, capacity: count / 2, for: Double(count + 10), at: (1...count).map { Double($0) },
        gapRecovery(limit: 0)
      ) { $0.service.expiration = .seconds(Double(count / 2)) }
      expect(run.fates.count, equals: count)
    }
  }
}
