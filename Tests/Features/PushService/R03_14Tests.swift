import DeliverySim
import Models
import TestSupport
import Testing

/// R3.14: an app that FCM cannot tell of what it has discarded.
@Suite struct R03_14Tests {
  /// Away from 0 to 100, and again from 1100 to 1200.
  private func away(
    _ kind: PushService.Kind = .fcm, at times: [Double], callback: Bool = false,
    _ strategy: Strategy = .fireAndForget, until end: Double = 1500,
    change: (inout DeviceSetup) -> Void = { _ in }
  ) throws -> RecordedRun {
    try FeatureTests.away(for: 100, online: 1000, at: times, strategy, until: end) {
      ($0.service.kind, $0.service.capacity) = (kind, 2)
      $0.service.hasDeletedCallback = callback
      change(&$0)
    }
  }

  @Test("R3.14 what fcm discards stays lost where the app has no callback")
  func staysLost() throws {
    let run = try away(at: [10, 20, 30, 40, 110, 1110, 1120])
    expect(run.fates, equals: [.lost, .lost, .lost, .lost, .shown, .shown, .shown])
    expect(run.causes.prefix(4).allSatisfy { $0 == .pushService(.droppedAll) })
    expect(run.times(.destroyed(by: .pushService(.droppedAll))), equals: [30, 30, 30, 40])
    // The app is not woken; from the connection on the store keeps what comes.
    expect(run.records(.appSyncs).isEmpty)
    expect(run.shown.suffix(3), equals: [110, 1200, 1200])
    expect(run.tally[CoreCounter.wakeUps], equals: 3)
    let told = try away(at: [10, 20, 30, 40, 110, 1110, 1120], callback: true)
    expect(told.fates.prefix(4).allSatisfy { $0 == .synced })
    expect(told.tally[CoreCounter.wakeUps], equals: 4)
  }

  @Test("R3.14 R0.3 it is lost too where the run ends before the device is back")
  func lostAtTheEnd() throws {
    try expect(away(at: [10, 20, 30], until: 90).fates, equals: [.lost, .lost, .lost])
    try expect(
      away(at: [10, 20, 30], callback: true, until: 90).fates,
      equals: [.pending, .pending, .pending])
  }

  @Test("R3.14 R5.8 nor does a shared cursor fetch anything, unless a push tells of the gap")
  func cursor() throws {
    let strategy = Strategy.gapRecovery(GapRecovery(sharedCursor: true))
    func run(_ times: [Double], callback: Bool) throws -> RecordedRun {
      try away(at: times, callback: callback, strategy)
    }
    let times = [-10.0, 10, 20, 30]
    try expect(run(times, callback: false).fates, equals: [.shown, .lost, .lost, .lost])
    try expect(run(times, callback: true).fates, equals: [.shown, .synced, .synced, .synced])
    // The extension notices at 110 that three are missing, and asks for them.
    let repaired = try run(times + [110], callback: false)
    expect(repaired.shown, equals: [-10, 110, 110, 110, 110])
  }

  @Test("R3.14 an opening of the app still fetches what was discarded")
  func opening() throws {
    let run = try FeatureTests.away(
      for: 100, online: 100_000, at: [10, 20, 30], until: 90_000,
      given: { run in run.times(.app(.opened)).contains { $0 > 100 && $0 < 80_000 } },
      change: {
        ($0.service.kind, $0.service.capacity) = (.fcm, 2)
        $0.service.hasDeletedCallback = false
        $0.app = App(openings: .init(rate: constant(1 / 20_000)))
      })
    let opened = try unwrap(run.times(.app(.opened)).first { $0 > 0 })
    expect(run.synced, equals: Array(repeating: max(opened, 100), count: 3))
  }

  @Test("R3.14 no other service has such a callback")
  func others() throws {
    for kind in PushService.Kind.allCases where kind != .fcm {
      let fates = try [true, false].map { callback in
        try away(kind, at: [10, 20, 30, 40, 110], callback: callback).fates
      }
      expect(fates[0], equals: fates[1])
    }
  }
}
