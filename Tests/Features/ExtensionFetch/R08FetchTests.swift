import DeliverySim
import Models
import TestSupport
import Testing

/// R8, extension-fetch: the extension asks the server for everything since a cursor.
///
/// The device is away for 100 s; what is sent meanwhile is overwritten in the slot but for the
/// newest.
@Suite struct R08FetchTests {
  /// Message 1 is overwritten; message 2 arrives at 100.
  private static let times: [Double] = [-10, 10, 20, 200, 300]

  private static let always = Strategy.extensionFetch()
  private static let onGap = Strategy.extensionFetch(ExtensionFetch(ask: .onGap))
  private static let empty = Strategy.extensionFetch(ExtensionFetch(content: .none))

  // MARK: Asking

  @Test("R8 extension-fetch asks with every push, and shows what is new before the push itself")
  func everyPush() throws {
    for strategy in [Self.always, Self.empty] {
      let run = try away(for: 100, at: Self.times, strategy)
      expect(run.times(.run(.fetches)), equals: [-10, 100, 200, 300])
      expect(run.messages(.shown), equals: [0, 1, 2, 3, 4])
      expect(run.shown, equals: [-10, 100, 100, 200, 300])
      expect(run.tally[.pushesResent], equals: 0)
      expect(run.tally[.resendRequests], equals: 4)
      expect(run.tally[.interruptions], equals: 5)
      expect(run.tally[.duplicates], equals: 0)
    }
  }

  @Test("R8 extension-fetch on-gap asks only where a number is missing")
  func onGap() throws {
    let run = try away(for: 100, at: Self.times, Self.onGap)
    expect(run.times(.run(.fetches)), equals: [100])
    expect(run.shown, equals: [-10, 100, 100, 200, 300])
    // The first push of all has nothing before it: the cursor starts with the token.
    let first = try away(for: 100, at: [10, 20], Self.onGap)
    expect(first.times(.run(.fetches)), equals: [100])
    expect(first.shown, equals: [100, 100])
  }

  @Test("R8 extension-fetch shows all when the answer comes, and asks again after a failure")
  func answerTakesTime() throws {
    for strategy in [Self.always, Self.onGap] {
      let late = try away(for: 100, at: Self.times, strategy) {
        $0.provider.resend.latency = constant(5)
      }
      expect(late.shown[1], equals: 105)
      expect(late.shown[2], equals: 105)

      // The request of the push at 100 fails, the one after it does not.
      let failed = try away(
        for: 100, at: Self.times, strategy,
        given: {
          $0.times(.run(.fetchFailed)) == [100] && $0.times(.run(.fetched)).contains(200)
        }, change: { $0.provider.resend.failure = share(0.5) })
      expect(failed.shown, equals: [-10, 200, 100, 200, 300])
      expect(failed.tally[.resendFailures], equals: 1)
      expect(failed.tally[.summaries], equals: 0)
    }
  }

  @Test("R8 extension-fetch: what was asked for in vain is lost, with what destroyed its push")
  func failsForEver() throws {
    for strategy in [Self.always, Self.onGap] {
      let run = try away(for: 100, at: Self.times, strategy) {
        $0.provider.resend.failure = .one
      }
      expect(run.fates, equals: [.shown, .lost, .shown, .shown, .shown])
      expect(run.causes[1], equals: .pushService(.overwritten))
      expect(run.repairs[1], equals: .failed)
      expect(run.shown[2], equals: 100)
    }
    // Nothing comes after it: nobody asks.
    let last = try online(
      at: [10, 20], Self.always, given: { $0.fates[1] != .shown },
      change: { $0.provider.link.loss = share(0.5) })
    expect(last.fates[1], equals: .lost)
    expect(last.repairs[1], equals: .unnoticed)
  }

  // MARK: Pushes without content

  @Test("R8 extension-fetch: without content and answer there is a placeholder")
  func placeholder() throws {
    let run = try away(for: 100, at: Self.times, Self.empty) {
      $0.provider.resend.failure = .one
    }
    expect(run.fates, equals: [.summarised, .lost, .summarised, .summarised, .summarised])
    expect(run.summarised, equals: [-10, nil, 100, 200, 300])
    expect(run.causes[2], equals: .app(.fetchFailed))
    expect(run.repairs[2], equals: .failed)
    expect(Cause.app(.fetchFailed).stage, equals: .device)
    expect(run.tally[.summaries], equals: 4)
    expect(run.tally[.interruptions], equals: 4)
  }

  @Test("R8 extension-fetch: a placeholder is no last word, the next answer brings the message")
  func placeholderThenMessage() throws {
    let run = try away(
      for: 100, at: Self.times, Self.empty,
      given: { $0.times(.run(.fetchFailed)) == [100] },
      change: { $0.provider.resend.failure = share(0.5) })
    expect(run.summarised[2], equals: 100)
    expect(run.shown, equals: [-10, 200, 200, 200, 300])
    expect(run.fates.allSatisfy { $0 == .shown })
  }

  @Test("R8 extension-fetch: without an extension a push without content is a placeholder")
  func noExtension() throws {
    let absent = try online(at: [10], Self.empty) { $0.serviceExtension.absent = .one }
    expect(absent.fates, equals: [.summarised])
    expect(absent.causes, equals: [.app(.fetchFailed)])
    expect(absent.repairs, equals: [.unnoticed])
    let crashed = try online(at: [10, 20], Self.empty) {
      $0.serviceExtension.crash.probability = .one
    }
    expect(crashed.fates, equals: [.summarised, .summarised])
    expect(crashed.causes, equals: [.serviceExtension(.crashed), .serviceExtension(.crashed)])
    let content = try online(at: [10], Self.always) { $0.serviceExtension.absent = .one }
    expect(content.fates, equals: [.shown])
  }

  @Test("R2.2 extension-fetch brings what the server keeps")
  func retention() throws {
    for strategy in [Self.always, Self.onGap] {
      let run = try away(for: 100, at: Self.times, strategy) {
        $0.provider.retention = .seconds(85)
      }
      expect(run.fates, equals: [.shown, .lost, .shown, .shown, .shown])
      expect(run.repairs[1], equals: .refused)
    }
    let run = try away(for: 100, at: [10, 20], Self.empty) {
      $0.provider.retention = .seconds(80)
    }
    expect(run.fates, equals: [.lost, .summarised])
    expect(run.causes[1], equals: .provider(.retentionOver))
  }

  @Test("R2.7 a push without content is never too large, and costs no payload")
  func payload() throws {
    func run(_ strategy: Strategy) throws -> RecordedRun {
      try online(at: [10], strategy) {
        $0.workload.payload = constant(5000)
        $0.service.payloadLimit = 4096
      }
    }
    let (full, empty) = (try run(Self.always), try run(Self.empty))
    expect(full.causes, equals: [.pushService(.rejectedTooLarge)])
    expect(empty.fates, equals: [.shown])
    expect(full.tally[WorkloadCounter.payloadBytes], equals: 5000)
    expect(empty.tally[WorkloadCounter.payloadBytes], equals: 0)
  }
}

extension R08FetchTests {
  // MARK: Limits

  @Test("R5.6 extension-fetch: an extension that has been ended hears no answer")
  func timeLimit() throws {
    for strategy in [Self.always, Self.onGap] {
      let run = try away(for: 100, at: [-10, 10, 20], strategy) {
        $0.provider.resend.latency = constant(40)
        $0.serviceExtension.timeLimit = .seconds(30)
      }
      expect(run.times(.timeLimit).last, equals: 130)
      expect(run.shown[2], equals: 130)
      expect(run.fates[1], equals: .lost)
      expect(run.repairs[1], equals: .failed)
    }
    let empty = try online(at: [10], Self.empty) {
      $0.provider.resend.latency = constant(40)
      $0.serviceExtension.timeLimit = .seconds(30)
    }
    expect(empty.summarised, equals: [40])
    expect(empty.tally[.resendFailures], equals: 1)
  }

  @Test("R2.4 extension-fetch: going offline before the answer is a failure")
  func goesOffline() throws {
    let run = try away(for: 100, online: 50, at: [10, 20], Self.always, until: 190) {
      $0.provider.resend.latency = constant(60)
    }
    expect(run.times(.run(.fetchFailed)), equals: [150])
    expect(run.fates, equals: [.lost, .shown])
    expect(run.shown[1], equals: 150)
    expect(run.repairs[0], equals: .failed)
  }

  @Test("R5.5 extension-fetch waits before it asks; on-gap, what comes meanwhile is not missing")
  func waits() throws {
    for strategy in [
      Strategy.extensionFetch(ExtensionFetch(wait: constant(3))),
      .extensionFetch(ExtensionFetch(ask: .onGap, wait: constant(3))),
    ] {
      let run = try away(for: 100, at: [-10, 10, 20], strategy)
      expect(run.times(.run(.fetches)).last, equals: 103)
      expect(run.shown[1], equals: 103)
      expect(run.shown[2], equals: 103)
    }
    // Message 0 is overtaken by message 1 and comes 1 s after it.
    func overtaken(_ ask: ExtensionFetch.Ask) throws -> RecordedRun {
      try online(
        at: [10, 11], .extensionFetch(ExtensionFetch(ask: ask, wait: constant(5))),
        given: {
          let arrived = $0.messages(.arrived)
          let times = $0.times(.arrived)
          return arrived == [1, 0] && times[1] - times[0] < 5 && times[0] < 12
        }, change: { $0.service.latency = law(.exponential(mean: 2)) })
    }
    try expect(overtaken(.onGap).times(.run(.fetches)).isEmpty)
    try expect(overtaken(.always).times(.run(.fetches)).count == 2)
  }

  @Test("R2.5 extension-fetch takes its place in the endpoint's queue")
  func capacity() throws {
    let run = try online(at: [10, 11], Self.empty) {
      $0.provider.resend.capacity = .init(servers: 1, service: constant(4), timeout: .seconds(2))
    }
    // The second one would wait for 3 s, and leaves; the first answer has the first message only.
    expect(run.shown[0], equals: 14)
    expect(run.summarised[1], equals: 13)
    expect(run.tally[ProviderCounter.resendTimeouts], equals: 1)
  }

  @Test("R5.7 extension-fetch: before the first unlock the extension cannot ask")
  func unreadable() throws {
    let hour = 3600.0
    let run = try online(at: [9 * hour, 10 * hour], Self.empty, until: 11 * hour) {
      $0.nights = Nights(from: .hours(23), to: .hours(7))
      $0.serviceExtension.firstUnlock = .init(unlock: constant(2.5 * hour))
    }
    expect(run.times(.run(.fetches)), equals: [10 * hour])
    expect(run.summarised, equals: [9 * hour, nil])
    expect(run.shown, equals: [10 * hour, 10 * hour])
    // Message 2 overwrites 1 at night, and shows no gap at 7:00; message 3 does, at 10:00.
    let times = [22, 25, 26, 34].map { $0 * hour }
    let later = try online(at: times, Self.onGap, until: 35 * hour) {
      $0.nights = Nights(from: .hours(23), to: .hours(7))
      $0.serviceExtension.firstUnlock = .init(unlock: constant(2.5 * hour))
    }
    expect(later.times(.run(.fetches)), equals: [34 * hour])
    expect(later.shown, equals: [22, 34, 31, 34].map { $0 * hour })
  }
}

extension R08FetchTests {
  // MARK: The cursor

  @Test("R5.8 extension-fetch: what the app has fetched the extension does not ask for")
  func sharedCursor() throws {
    func run(_ strategy: Strategy, given: (RecordedRun) -> Bool) throws -> RecordedRun {
      try online(
        at: [1000, 5000], strategy, until: 6000,
        given: { run in
          run.fates[0] == .synced && run.fates[1] == .shown && given(run)
        },
        change: {
          $0.provider.link.loss = share(0.5)
          $0.app = App(openings: .init(rate: constant(1 / 2000)), visit: constant(1))
        })
    }
    try expect(run(Self.onGap) { _ in true }.times(.run(.fetches)).isEmpty)
    try expect(run(Self.always) { _ in true }.times(.run(.fetches)), equals: [5000])
  }

  @Test("R8 extension-fetch: the cursor starts at the registration of the token")
  func newToken() throws {
    let times = (1...150).map { 100.0 * Double($0) }
    for strategy in [Self.always, Self.onGap, Self.empty] {
      let run = try online(
        at: times, strategy, until: 15_100,
        given: { run in
          guard let changed = run.times(.app(.tokenChanged)).first else { return false }
          let registered = run.times(.app(.tokenRegistered)).first ?? 0
          return changed > 2000 && changed + 1000 < registered && registered < 13_000
        },
        change: {
          $0.tokens = Tokens(changes: constant(40_000))
          $0.app = App(openings: .init(rate: constant(1 / 5000)), syncsOnOpening: false)
        })
      let gap = run.times(.app(.tokenChanged))[0]...run.times(.app(.tokenRegistered))[0]
      expect(run.fates, equals: times.map { gap.contains($0) ? .lost : .shown })
    }
  }

  @Test("R2.9 extension-fetch: a device that goes over to it asks for nothing from before")
  func adopts() throws {
    let change = Adoption(at: .seconds(15), Self.always)
    let run = try online(
      at: [10, 20], .fireAndForget.then([change]), given: { $0.fates[0] == .lost },
      change: { $0.provider.link.loss = share(0.5) })
    expect(run.fates[0], equals: .lost)
    expect(run.repairs[0], equals: .none)
  }

  @Test("R2.6 extension-fetch asks the server, which has what hop 1 has lost")
  func intake() throws {
    func run(_ strategy: Strategy) throws -> RecordedRun {
      try online(
        at: [10, 20, 30], strategy,
        given: { $0.messages(.destroyed(by: .provider(.serverLost))) == [1] },
        change: { $0.provider.intake.loss = share(0.5) })
    }
    try expect(run(Self.always).shown, equals: [10, 30, 30])
    // It has no number that could be missing.
    try expect(run(Self.onGap).fates, equals: [.shown, .lost, .shown])
  }

  // MARK: The end of the run

  @Test("R0.3 extension-fetch: what a push under way will ask for is pending")
  func pending() throws {
    for strategy in [Self.always, Self.onGap] {
      // Message 1 is overwritten by 2, which is stored when the run ends.
      let stored = try away(for: 100, at: [-10, 10, 20], strategy, until: 50)
      expect(stored.fates, equals: [.shown, .pending, .pending])
      let open = try away(for: 100, at: [-10, 10, 20], strategy, until: 103) {
        $0.provider.resend.latency = constant(5)
      }
      expect(open.fates, equals: [.shown, .pending, .pending])
      // The push that was under way has come to nothing.
      let expired = try away(for: 100, at: [-10, 10, 20], strategy, until: 90) {
        $0.service.expiration = .seconds(60)
      }
      expect(expired.fates, equals: [.shown, .lost, .lost])
    }
  }

  @Test("R0.3 extension-fetch on-gap: what comes after the last push under way is lost")
  func lostAfterTheLast() throws {
    // The first is under way, the second one is lost: only who asks always will ask for it.
    func run(_ strategy: Strategy) throws -> RecordedRun {
      try online(
        at: [10, 11], strategy, until: 20,
        given: { $0.messages(.destroyed(by: .provider(.linkLost))) == [1] },
        change: {
          $0.provider.link.loss = share(0.5)
          $0.service.latency = constant(60)
        })
    }
    try expect(run(Self.always).fates, equals: [.pending, .pending])
    try expect(run(Self.onGap).fates, equals: [.pending, .lost])
  }
}
