import DeliverySim
import Models
import TestSupport
import Testing

/// R2.7, R2.8: what the push service and the provider refuse; tokens.
@Suite struct R02_08Tests {
  /// A token that changes once, at most, in 40,000 s, and an app that is opened now and then.
  private static func changesToken(_ setup: inout DeviceSetup) {
    setup.tokens = Tokens(changes: constant(40_000))
    setup.app = App(openings: .init(rate: constant(1 / 5000)), syncsOnOpening: false)
  }

  private static let times = (1...150).map { 100.0 * Double($0) }

  /// A token that changes, an opening after that.
  private static func reinstalled(
    _ strategy: Strategy = .fireAndForget, change: (inout DeviceSetup) -> Void = { _ in }
  ) throws -> RecordedRun {
    try online(
      at: times, strategy, until: 15_100,
      given: { run in
        guard let changed = run.times(.app(.tokenChanged)).first else { return false }
        let opened = run.times(.app(.opened)).first { $0 > changed } ?? 0
        return changed > 2000 && changed + 1000 < opened && opened < 13_000
      },
      change: { setup in
        changesToken(&setup)
        change(&setup)
      })
  }

  private static func gap(_ run: RecordedRun) -> ClosedRange<Double> {
    let changed = run.times(.app(.tokenChanged))[0]
    return changed...(run.times(.app(.opened)).first { $0 > changed } ?? 0)
  }

  /// The first push to the old token is refused, and none follows it (R2.10).
  private static func cause(at time: Double, _ gap: ClosedRange<Double>) -> Cause {
    guard gap.contains(time) else { return .none }
    return time == times.first { gap.contains($0) } ? .unregistered : .noToken
  }

  @Test("R2.8 nothing gets through to the old token until the app is opened and registers")
  func unregistered() throws {
    let run = try Self.reinstalled()
    let gap = Self.gap(run)
    expect(run.times(.app(.tokenRegistered)), equals: [gap.upperBound])
    expect(run.fates, equals: Self.times.map { gap.contains($0) ? .lost : .shown })
    expect(run.causes, equals: Self.times.map { Self.cause(at: $0, gap) })
    // The push service does not accept it.
    expect(run.times(.accepted), equals: Self.times.filter { !gap.contains($0) })
    expect(Cause.unregistered.stage, equals: .service)
  }

  @Test("R2.8 opened without a network, the app registers when there is one")
  func opensOffline() throws {
    let run = try away(
      for: 3600, online: 4000, at: [], until: 5000,
      given: { run in
        let (changed, opened) = (run.times(.app(.tokenChanged)), run.times(.app(.opened)))
        return changed.count == 1 && changed[0] < 1000 && changed[0] > 0
          && opened.contains { 1700 < $0 && $0 < 3500 }
      },
      change: {
        Self.changesToken(&$0)
        $0.tokens = Tokens(changes: constant(20_000))
        $0.app?.visit = constant(2000)
      })
    expect(run.times(.app(.tokenRegistered)), equals: [3600])
  }

  @Test("R2.8 what is stored when the token changes is gone, as is what is under way")
  func stored() throws {
    let run = try away(
      for: 3600, online: 4000, at: [-10, 20, 1500], until: 5000,
      given: { run in
        let changed = run.times(.app(.tokenChanged))
        return changed.count == 1 && 100 < changed[0] && changed[0] < 1400
          && run.times(.app(.opened)).isEmpty
      },
      change: {
        Self.changesToken(&$0)
        $0.app = App(openings: .init(rate: constant(1e-6)))
      })
    let changed = run.times(.app(.tokenChanged))[0]
    expect(run.fates, equals: [.shown, .lost, .lost])
    expect(run.causes, equals: [.none, .unregistered, .unregistered])
    expect(run.times(.destroyed(by: .unregistered)), equals: [changed, 1500])
    let slow = try Self.reinstalled { $0.service.latency = constant(350) }
    let gap = Self.gap(slow)
    for (time, outcome) in zip(Self.times, slow.story.outcomes) where outcome.fate != .pending {
      let isLost = time + 350 >= gap.lowerBound && time <= gap.upperBound
      expect(outcome.fate, equals: (isLost ? .lost : .shown), "\(time) in \(gap)")
      let isUnderWay = isLost && !gap.contains(time)
      expect(outcome.cause, equals: (isUnderWay ? .unregistered : Self.cause(at: time, gap)))
    }
  }

  @Test("R5.1 step 3: with another device id the saved position is forgotten: no gap is noticed")
  func forgotten() throws {
    let run = try Self.reinstalled(gapRecovery())
    let gap = Self.gap(run)
    expect(run.tally[.resendRequests], equals: 0)
    expect(run.values(.gap).isEmpty)
    expect(run.fates, equals: Self.times.map { gap.contains($0) ? .lost : .shown })
    expect(run.repairs.contains(.unnoticed))
  }

  @Test("R2.10 who acknowledges nothing is sent it again, but not to a token that is refused")
  func retried() throws {
    let run = try Self.reinstalled(.retryUntilAcked())
    let gap = Self.gap(run)
    expect(run.causes, equals: Self.times.map { Self.cause(at: $0, gap) })
    expect(run.times(.resent).isEmpty)
    // The message is away for longer than the first wait: 30 s.
    let slow = try Self.reinstalled(.retryUntilAcked()) { $0.service.latency = constant(40) }
    let refused = slow.times(.app(.tokenRefused))[0]
    expect(slow.times(.resent).contains { $0 < refused })
    expect(slow.times(.resent).allSatisfy { $0 <= refused || $0 > Self.gap(slow).upperBound })
  }

  @Test("R2.8 without permission, and without the capability, there is no token")
  func noToken() throws {
    func run(withoutPermission: Bool, _ strategy: Strategy = .fireAndForget) throws -> RecordedRun {
      try online(at: [10, 20], strategy) {
        $0.settings = NotificationSettings(denied: .one)
        $0.tokens = Tokens(withoutPermission: withoutPermission)
        $0.workload.badgeUpdates = ExtraTraffic(rate: constant(1e-3))
      }
    }
    let without = try run(withoutPermission: false, .retryUntilAcked())
    expect(without.causes, equals: [.noToken, .noToken])
    expect(Cause.noToken.stage, equals: .provider)
    expect(without.tally[.pushesSent], equals: 0)
    expect(without.tally[WorkloadCounter.extraPushes], equals: 0)
    expect(without.tally[.owed], equals: 2)
    let with = try run(withoutPermission: true)
    expect(with.causes, equals: [.disabled, .disabled])
    expect(with.tally[.pushesSent], equals: 2)
    expect(with.tally[WorkloadCounter.extraPushes] > 0)
  }

  @Test("R2.8 everybody else keeps the token")
  func others() throws {
    let run = try online(at: [10, 20]) { $0.tokens = Tokens(withoutPermission: false) }
    expect(run.fates, equals: [.shown, .shown])
  }

  @Test("R2.7 what is too large is refused, and not tried again")
  func tooLarge() throws {
    func run(_ bytes: Double, _ strategy: Strategy = .fireAndForget) throws -> RecordedRun {
      try online(at: [10, 20], strategy) {
        $0.workload.payload = constant(bytes)
        $0.service.payloadLimit = 2048
      }
    }
    try expect(run(2048).fates, equals: [.shown, .shown])
    let large = try run(2049, .retryUntilAcked())
    expect(large.causes, equals: [.rejectedTooLarge, .rejectedTooLarge])
    expect(Cause.rejectedTooLarge.stage, equals: .provider)
    expect(large.times(.resent).isEmpty)
    expect(large.times(.accepted).isEmpty)
    expect(large.tally[.pushesSent], equals: 2)
  }

  @Test("R2.7 a refused push has its position: a gap that no repeat can close")
  func refusedRepeat() throws {
    let run = try online(
      at: [10, 20, 30], gapRecovery(),
      given: { $0.causes == [.none, .rejectedTooLarge, .none] },
      change: {
        $0.workload.payload = anyOf([1000, 3000])
        $0.service.payloadLimit = 2048
      })
    expect(run.values(.requested), equals: [1])
    expect(run.fates, equals: [.shown, .lost, .shown])
    expect(run.repairs[1], equals: .repeatLost)
  }

  @Test("R2.7 too many pushes to one token are refused, of whatever kind, and not tried again")
  func tooMany() throws {
    func run(_ strategy: Strategy, badges: ExtraTraffic? = nil) throws -> RecordedRun {
      try online(at: [10, 20, 30, 40, 150], strategy, until: 300) {
        $0.service.perToken = Throttle(burst: 2, refill: .seconds(100))
        $0.workload.badgeUpdates = badges
      }
    }
    let plain = try run(.fireAndForget)
    expect(plain.shown, equals: [10, 20, nil, nil, 150])
    expect(plain.causes[2] == .throttled && Cause.throttled.stage == .service)
    expect(plain.times(.resent).isEmpty)
    // They have been sent, but never accepted.
    expect(plain.tally[.pushesSent] == 5 && plain.times(.accepted) == [10, 20, 150])
    // The gap is noticed, but there is no room for both repeats.
    let recovered = try run(gapRecovery())
    expect(recovered.values(.requested), equals: [2])
    expect(recovered.fates, equals: [.shown, .shown, .lost, .lost, .shown])
    // A badge update a second leaves nothing for messages.
    let rate = law(.constant(value: 1))
    let crowded = try run(.fireAndForget, badges: ExtraTraffic(rate: rate, type: .background))
    expect(crowded.tally.count(.shown) < 3)
  }

  @Test("R2.7 each device has a bucket of its own, and it is full when it has rested")
  func rested() throws {
    let run = try online(at: [0, 0, 0, 1000, 1000, 1000]) {
      $0.service.perToken = Throttle(burst: 2, refill: .seconds(100))
    }
    expect(run.shown, equals: [0, 0, nil, 1000, 1000, nil])
  }

  @Test("R2.7 a digest carries no more than the push service accepts")
  func digests() throws {
    func shown(_ limit: Int?) throws -> [Fate] {
      try away(
        for: 100, at: [10, 20, 30, 40], .fireAndForget.with(Digest(items: 8))
      ) {
        $0.workload.payload = constant(1000)
        $0.service.payloadLimit = limit
      }.fates
    }
    try expect(shown(nil), equals: [.shown, .shown, .shown, .shown])
    try expect(shown(2048), equals: [.lost, .lost, .shown, .shown])
  }
}
