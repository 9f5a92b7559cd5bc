import DeliverySim
import Models
import TestSupport
import Testing

/// R3.11: `apns` keeps several.
@Suite struct R03_11Tests {
  private func away(
    _ capacity: Int, for offline: Double = 100, at times: [Double],
    _ strategy: Strategy = .fireAndForget, until end: Double? = nil,
    change: (inout DeviceSetup) -> Void = { _ in }
  ) throws -> RecordedRun {
    try FeatureTests.away(for: offline, online: 1000, at: times, strategy, until: end) {
      $0.service.capacity = capacity
      change(&$0)
    }
  }

  @Test("R3.11 N arrivals in an absence lose the N - c accepted first", arguments: [1, 2, 4, 100])
  func loseAllButTheNewest(capacity: Int) throws {
    let count = 7
    let run = try away(capacity, at: (1...count).map { Double(10 * $0) })
    let lost = max(0, count - capacity)
    expect(
      run.messages(.destroyed(by: .pushService(.overwritten))), equals: Array(0..<UInt32(lost)))
    expect(run.messages(.arrived), equals: Array(UInt32(lost)..<UInt32(count)))
    expect(run.shown.suffix(count - lost).allSatisfy { $0 == 100 })
  }

  @Test("R3.11 what has expired leaves first, and overwrites nothing")
  func expiredLeavesFirst() throws {
    // 0 and 1 expire at 40 and 42, before the next ones find the store full.
    let run = try away(2, at: [10, 12, 41, 45]) { $0.service.expiration = .seconds(30) }
    expect(run.times(.destroyed(by: .pushService(.expired))), equals: [40, 42, 71, 75])
    expect(run.records(.destroyed(by: .pushService(.overwritten))).isEmpty)
  }

  @Test("R3.11 a returning attempt that is older than all in a full store is overwritten")
  func returningAttempt() throws {
    // Message 0 is accepted at -5 and would arrive at 5, when the device is away.
    func run(_ capacity: Int) throws -> RecordedRun {
      try away(capacity, at: [-5, 2, 3]) { $0.service.latency = constant(10) }
    }
    try expect(run(2).shown, equals: [nil, 110, 110])
    try expect(run(2).times(.destroyed(by: .pushService(.overwritten)), of: 0), equals: [5])
    // With room, it is handed over first.
    try expect(run(3).messages(.arrived), equals: [0, 1, 2])
  }

  @Test("R3.11 the newest is compared with the one accepted last, when the store is full")
  func newestAgainstTheLast() throws {
    let never = PushService.NewestSurvives(probability: .zero, within: .seconds(5))
    // 2 comes 3 s after the one before it, and finds room; 3 comes 3 s later, and does not.
    let near = try away(3, at: [10, 20, 23, 26]) { $0.service.newestSurvives = never }
    expect(near.fates, equals: [.shown, .shown, .shown, .lost])
    // The push was overwritten by message 2, in the provider's numbers 3.
    expect(near.values(.destroyed(by: .pushService(.overwritten))), equals: [3])
    // 5 s after the last one the first one gives way, however old it is.
    let far = try away(3, at: [10, 20, 23, 28]) { $0.service.newestSurvives = never }
    expect(far.fates, equals: [.lost, .shown, .shown, .shown])
  }

  @Test("R3.11 each type of push has its room, where types do not share a slot")
  func roomForEachType() throws {
    func run(_ slot: PushService.Slot) throws -> RecordedRun {
      try away(2, at: [10, 20]) {
        $0.workload.badgeUpdates = ExtraTraffic(rate: constant(1.0 / 30))
        $0.service.slot = slot
      }
    }
    try expect(run(.perType).fates, equals: [.shown, .shown])
    try expect(run(.shared).fates.contains(.lost))
  }

  @Test(
    "R3.11 a message replaces the stored one with its key, where the store looks at ids")
  func keysInTheStore() throws {
    func run(_ collapses: Bool, keys: Int = 1) throws -> RecordedRun {
      try away(2, at: [10, 20, 30]) {
        $0.service.collapsesInStore = collapses
        $0.service.collapseKeys = .init(share: .one, count: keys)
      }
    }
    let replaced = try run(true)
    expect(replaced.fates, equals: [.lost, .lost, .shown])
    expect(replaced.times(.destroyed(by: .pushService(.overwritten))), equals: [20, 30])
    try expect(run(false).fates, equals: [.lost, .shown, .shown])
    // Nobody is throttled: that is a rule of fcm (R3.10).
    let busy = try away(1000, at: (1...50).map { Double($0) }) {
      $0.service.collapsesInStore = true
      $0.service.collapseKeys = .init(share: .one, count: 1)
    }
    expect(busy.records(.destroyed(by: .pushService(.throttled))).isEmpty)
    expect(busy.records(.destroyed(by: .pushService(.overwritten))).count, equals: 49)
  }

  @Test(
    "R3.11 a repeat replaces its original, where the strategy collapses and the store looks")
  func repeatsInTheStore() throws {
    // Nobody acknowledges before 100: repeats of message 0 at 20 and 30, of message 1 at 22 and 32.
    func overwritten(_ collapses: Bool, sharesID: Bool = true) throws -> [Double] {
      let schedule = Hop.Retry(
        attempts: 9, first: .seconds(10), factor: 1, max: .seconds(10))
      let strategy = Strategy.retryUntilAcked(schedule, collapse: sharesID)
      return try away(3, at: [10, 12], strategy, until: 35) {
        $0.service.collapsesInStore = collapses
      }.times(.destroyed(by: .pushService(.overwritten)))
    }
    try expect(overwritten(true), equals: [20, 22, 30, 32])
    // The last three find the store full otherwise.
    try expect(overwritten(false), equals: [22, 30, 32])
    try expect(overwritten(true, sharesID: false), equals: [22, 30, 32])
  }
}
