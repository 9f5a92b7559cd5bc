import DeliverySim
import Models
import TestSupport
import Testing

/// R3.10: collapse keys of fcm, and the throttle on pushes that have one.
@Suite struct R03_10KeysTests {
  private static func keys(_ count: Int, share: Probability = .one) -> PushService.CollapseKeys {
    PushService.CollapseKeys(share: share, count: count)
  }

  private static func fcm(_ setup: inout DeviceSetup, keys: PushService.CollapseKeys?) {
    setup.service.kind = .fcm
    setup.service.collapseKeys = keys
    setup.service.throttle = Throttle(burst: 20, refill: .zero)
  }

  // MARK: The store

  @Test("R3.10 fcm: of pushes with one collapse key the newest is kept")
  func newestOfAKey() throws {
    let run = try away(for: 100, at: [10, 20, 30, 110]) { Self.fcm(&$0, keys: Self.keys(1)) }
    expect(run.times(.destroyed(by: .pushService(.overwritten))), equals: [20, 30])
    expect(run.values(.destroyed(by: .pushService(.overwritten))), equals: [2, 3])
    expect(run.shown, equals: [nil, nil, 100, 110])
  }

  @Test("R3.10 fcm: newest is by acceptance, also where a slow push comes back later")
  func newestByAcceptance() throws {
    // Message 0 is under way when the device leaves, and finds it gone at 30.
    let run = try away(
      for: 100, online: 1000, at: [-10, 10], until: 300,
      given: {
        $0.times(.stored, of: 1) == [10]
          && $0.times(.destroyed(by: .pushService(.overwritten))) == [30]
      },
      change: {
        Self.fcm(&$0, keys: Self.keys(1))
        $0.service.latency = anyOf([1, 40])
      })
    expect(run.messages(.destroyed(by: .pushService(.overwritten))), equals: [0])
    expect(run.fates, equals: [.lost, .shown])
  }

  /// The fates of messages 0 ... `count` - 1 in one absence, when the keys are these.
  private func run(
    keys count: Int, at times: [Double], given: @escaping (RecordedRun) -> Bool
  ) throws -> RecordedRun {
    try away(for: 100, online: 1000, at: times, until: 300, given: given) {
      Self.fcm(&$0, keys: Self.keys(count))
    }
  }

  @Test("R3.10 fcm keeps four collapse keys; a fifth takes the place of the oldest push")
  func fourKeys() throws {
    // With a thousand keys five messages practically never share one.
    let run = try run(keys: 1000, at: [10, 20, 30, 40, 50, 60]) { _ in true }
    expect(run.times(.destroyed(by: .pushService(.overwritten))), equals: [50, 60])
    expect(run.messages(.destroyed(by: .pushService(.overwritten))), equals: [0, 1])
    expect(run.shown, equals: [nil, nil, 100, 100, 100, 100])
    expect(run.times(.handedOver), equals: [100, 100, 100, 100])
  }

  @Test("R3.10 fcm: a push of a stored key replaces that one, not the oldest")
  func ownKeyFirst() throws {
    // 0, 1, 2 have keys of their own and 3 that of 2; then 4 is the fourth key.
    let run = try run(keys: 8, at: [10, 20, 30, 40, 50]) {
      $0.messages(.destroyed(by: .pushService(.overwritten))) == [2]
    }
    expect(run.times(.destroyed(by: .pushService(.overwritten))), equals: [40])
    expect(run.values(.destroyed(by: .pushService(.overwritten))), equals: [4])
    expect(run.messages(.arrived), equals: [0, 1, 3, 4])
  }

  @Test("R3.10 fcm: what has expired is no key any more")
  func expiredKeys() throws {
    let run = try away(for: 100, at: [10, 20, 30, 40, 65, 75]) {
      Self.fcm(&$0, keys: Self.keys(1000))
      $0.service.expiration = .seconds(50)
    }
    // Expired at 60 and 70: 65 finds three, 75 three again.
    expect(run.times(.destroyed(by: .pushService(.expired))), equals: [60, 70, 80, 90])
    expect(run.records(.destroyed(by: .pushService(.overwritten))).isEmpty)
    expect(run.fates, equals: [.lost, .lost, .lost, .lost, .shown, .shown])
  }

  @Test("R3.10 fcm: collapsible pushes don't count, and are discarded with the others")
  func beside() throws {
    // Half of the messages: 0 and 2 here.
    func story(capacity: Int) throws -> RecordedRun {
      try away(
        for: 100, online: 1000, at: [10, 20, 30, 40], until: 300,
        given: { $0.messages(.destroyed(by: .pushService(.overwritten))) == [0] },
        change: {
          Self.fcm(&$0, keys: Self.keys(1, share: share(0.5)))
          $0.service.capacity = capacity
        })
    }
    let kept = try story(capacity: 2)
    expect(kept.messages(.arrived), equals: [1, 2, 3])
    let full = try story(capacity: 1)
    expect(full.values(.droppedAll), equals: [2])
    expect(full.messages(.synced).sorted(), equals: [1, 2, 3])
    expect(full.fates, equals: [.lost, .synced, .synced, .synced])
  }

  @Test("R3.10 fcm: a repeat has its original's key")
  func repeatsHaveTheKey() throws {
    let run = try away(for: 100, at: [-10, 10, 20, 110], gapRecovery()) {
      Self.fcm(&$0, keys: Self.keys(1))
    }
    expect(run.messages(.destroyed(by: .pushService(.overwritten))), equals: [1])
    expect(run.fates, equals: [.shown, .shown, .shown, .shown])
  }

  @Test("R3.10 other services know no collapse keys, and nothing is collapsible by default")
  func nobodyElse() throws {
    for kind in PushService.Kind.allCases where kind != .fcm {
      func tally(_ keys: PushService.CollapseKeys?) throws -> Tally {
        try away(for: 100, at: [10, 20, 30]) {
          $0.service.kind = kind
          $0.service.collapseKeys = keys
          $0.service.throttle = Throttle(burst: 1, refill: .seconds(180))
        }.tally
      }
      try expect(tally(Self.keys(1)), equals: tally(nil))
    }
    let run = try away(for: 1000, at: (1...30).map { Double($0) }) { $0.service.kind = .fcm }
    expect(run.tally.count(.shown), equals: 30)
  }

  @Test("R3.10 fcm: a key whose push has expired takes no place, whichever was accepted first")
  func expiredKey() throws {
    let run = try away(
      for: 100, at: [10, 12, 13, 14, 26],
      given: { $0.times(.accepted) == [12, 13, 14, 20, 26] && $0.messages(.stored).count == 5 },
      change: {
        Self.fcm(&$0, keys: Self.keys(1000))
        $0.service.expiration = .seconds(15)
        $0.provider.link.latency = anyOf([0, 10])
      })
    // The first one, accepted last, is over at 25.
    expect(run.causes, equals: Array(repeating: .pushService(.expired), count: 5))
  }

  // MARK: The throttle

  @Test("R3.10 fcm takes a burst of 20 collapsible pushes, and one more every 3 minutes")
  func throttle() throws {
    // 25 at once; then one a minute before the first refill, at it, and before the second.
    let times = Array(repeating: 10.0, count: 25) + [70, 130, 190, 250, 370, 371]
    let run = try online(at: times) {
      $0.service.kind = .fcm
      $0.service.collapseKeys = Self.keys(1)
    }
    let shown = run.shown.map { $0 != nil }
    expect(shown.prefix(20).allSatisfy { $0 } && !shown[20..<25].contains(true))
    expect(shown.suffix(6), equals: [false, false, true, false, true, false])
    expect(
      run.causes[20] == .pushService(.throttled) && Cause.pushService(.throttled).stage == .service
    )
    expect(run.tally[.pushesSent], equals: 31)
    expect(run.times(.accepted).count, equals: 31)
  }

  @Test("R3.10 fcm: a bucket that rests is full again, and no fuller")
  func fullAgain() throws {
    let run = try online(at: [0, 0, 0, 1000, 1000, 1000]) {
      $0.service.kind = .fcm
      $0.service.collapseKeys = Self.keys(1)
      $0.service.throttle = Throttle(burst: 2, refill: .seconds(100))
    }
    expect(run.shown, equals: [0, 0, nil, 1000, 1000, nil])
  }

  @Test("R3.10 fcm throttles for a device that is away too, and no message without a key")
  func throttledAway() throws {
    let run = try away(
      for: 100, online: 1000, at: [10, 20, 30], until: 300,
      given: { $0.messages(.destroyed(by: .pushService(.throttled))) == [2] },
      change: {
        $0.service.kind = .fcm
        $0.service.collapseKeys = Self.keys(1, share: share(0.5))
        $0.service.throttle = Throttle(burst: 1, refill: .seconds(180))
      })
    expect(run.fates == [.shown, .shown, .lost] || run.fates == [.lost, .shown, .lost])
    let none = try online(at: [10, 20]) {
      $0.service.kind = .fcm
      $0.service.collapseKeys = Self.keys(1, share: .zero)
      $0.service.throttle = Throttle(burst: 1, refill: .seconds(180))
    }
    expect(none.fates, equals: [.shown, .shown])
  }

  @Test("R3.10 fcm: a repeat of a throttled push may be throttled again")
  func repeatThrottled() throws {
    let run = try online(at: [10, 20, 190], gapRecovery()) {
      $0.service.kind = .fcm
      $0.service.collapseKeys = Self.keys(1)
      $0.service.throttle = Throttle(burst: 1, refill: .seconds(180))
    }
    expect(run.times(.destroyed(by: .pushService(.throttled))), equals: [20, 190])
    expect(run.messages(.destroyed(by: .pushService(.throttled))), equals: [1, 1])
    expect(run.repairs[1], equals: .repeatLost)
  }

  // MARK: Draws

  @Test("R3.10 a larger share keeps the collapsible ones of a smaller share")
  func coupled() throws {
    func throttled(_ part: Double) throws -> Set<UInt32> {
      let run = try online(at: (1...200).map { Double($0) }) {
        $0.service.kind = .fcm
        $0.service.collapseKeys = Self.keys(1, share: share(part))
        $0.service.throttle = Throttle(burst: 1, refill: .days(10))
      }
      return Set(run.messages(.destroyed(by: .pushService(.throttled))))
    }
    let (few, many) = (try throttled(0.3), try throttled(0.6))
    expect(few.isSubset(of: many) && few.count < many.count)
  }
}
