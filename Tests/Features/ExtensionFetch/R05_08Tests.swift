import DeliverySim
import Models
import TestSupport
import Testing

/// R5.8: a saved position that the app's fetches move.
@Suite struct R05_08Tests {
  private static let loss = share(0.5)

  /// Message 0 arrives, 1 is lost and fetched by the app, 2 arrives.
  private static func run(
    _ strategy: Strategy, collapse: Bool = true,
    change: (inout DeviceSetup) -> Void = { _ in }
  ) throws -> RecordedRun {
    try online(
      at: [1000, 5000, 9000], strategy, until: 10_000,
      given: { run in
        run.messages(.destroyed(by: .provider(.linkLost))) == [1] && run.synced[1] != nil
          && run.records(.resent).allSatisfy { $0.message == 1 }
      },
      change: {
        $0.provider.link.loss = loss
        $0.app = App(openings: .init(rate: constant(1 / 2000)), visit: constant(1))
        change(&$0)
      })
  }

  private static func shared(_ window: Bool, _ isShared: Bool, wait: Double = 0) -> Strategy {
    window
      ? .gapWindow(wait: constant(wait), sharedCursor: isShared)
      : .gapRecovery(GapRecovery(wait: constant(wait), sharedCursor: isShared))
  }

  @Test("R5.8 what the app has fetched is not asked for", arguments: [false, true])
  func sharedCursor(_ window: Bool) throws {
    let shared = try Self.run(Self.shared(window, true))
    expect(shared.records(.gap).isEmpty)
    expect(shared.tally[.resendRequests], equals: 0)
    expect(shared.fates, equals: [.shown, .synced, .shown])
    expect(shared.tally[UserCounter.redundantInterruptions], equals: 0)
  }

  @Test("R5.8 by the listing, a fetch does not move the position", arguments: [false, true])
  func listing(_ window: Bool) throws {
    let listing = try Self.run(Self.shared(window, false)) { $0.provider.resend.failure = .zero }
    expect(listing.times(.requested), equals: [9000])
    let resent = listing.times(.arrived, of: 1)
    expect(listing.tally[UserCounter.redundantInterruptions], equals: UInt128(resent.count))
  }

  @Test("R5.8 what the app fetches during a wait is not asked for any more")
  func duringTheWait() throws {
    // Messages 0 and 1: 0 is lost, 1 reveals it, the app is opened in the wait.
    for isShared in [true, false] {
      let run = try online(
        at: [1000, 1100, 1200], Self.shared(false, isShared, wait: 3000), until: 10_000,
        given: { run in
          run.messages(.destroyed(by: .provider(.linkLost))) == [1]
            && run.synced[1].map { $0 > 1200 && $0 < 4200 } ?? false
            && run.records(.resent).allSatisfy { $0.message == 1 }
        },
        change: {
          $0.provider.link.loss = Self.loss
          $0.app = App(openings: .init(rate: constant(1 / 2000)), visit: constant(1))
        })
      expect(run.times(.requested), equals: isShared ? [] : [4200])
    }
  }

  /// Away 0 ... 100, with room for one push: 1 and 2 are discarded at 20, 3 arrives at 110.
  private static func discarding(
    _ strategy: Strategy, at times: [Double] = [-10, 10, 20, 110], until end: Double = 500,
    given: (RecordedRun) -> Bool = { _ in true }, change: (inout DeviceSetup) -> Void = { _ in }
  ) throws -> RecordedRun {
    let made = times.filter { $0 < end }
    return try away(for: 100, online: 1000, at: made, strategy, until: end, given: given) {
      ($0.service.kind, $0.service.capacity) = (.fcm, 1)
      change(&$0)
    }
  }

  @Test(
    "R5.8 what the app syncs after fcm has discarded it is not asked for", arguments: [false, true])
  func syncAfterDiscarding(_ window: Bool) throws {
    let shared = try Self.discarding(Self.shared(window, true))
    expect(shared.synced, equals: [nil, 100, 100, nil])
    expect(shared.records(.gap).isEmpty)
    expect(shared.tally[.resendRequests], equals: 0)
    expect(shared.fates, equals: [.shown, .synced, .synced, .shown])
    let listing = try Self.discarding(Self.shared(window, false))
    expect(listing.synced, equals: [nil, 100, 100, nil])
    expect(listing.times(.requested), equals: [110])
  }

  @Test("R5.8 extension-fetch on fcm: the sync moves its cursor")
  func syncBeforeFetching() throws {
    let run = try Self.discarding(.extensionFetch(ExtensionFetch(ask: .onGap)))
    expect(run.fates, equals: [.shown, .synced, .synced, .shown])
    expect(run.times(.run(.fetches)).isEmpty)
  }

  /// 1 is lost on the link, 2 and 3 are discarded, 4 arrives.
  private static func losing(_ strategy: Strategy, until end: Double) throws -> RecordedRun {
    try discarding(
      strategy, at: [-10, 5, 10, 20, 110], until: end,
      given: { run in
        run.messages(.destroyed(by: .provider(.linkLost))) == [1]
          && run.records(.resent).allSatisfy { $0.message == 1 }
      },
      change: { $0.provider.link.loss = loss })
  }

  @Test("R5.8 a sync from a shared cursor brings everything, the lost ones too")
  func syncBringsAll() throws {
    let shared = try Self.losing(Self.shared(false, true), until: 105)
    expect(shared.synced.prefix(4), equals: [nil, 100, 100, 100])
    expect(shared.causes[1], equals: .provider(.linkLost))
    let listing = try Self.losing(Self.shared(false, false), until: 105)
    expect(listing.synced.prefix(4), equals: [nil, nil, 100, 100])
    expect(listing.fates[1], equals: .lost)
  }

  @Test("R5.8 R0.3 a sync from a shared cursor that is due brings everything")
  func syncIsDue() throws {
    let shared = try Self.losing(Self.shared(false, true), until: 90)
    expect(shared.fates.prefix(4), equals: [.shown, .pending, .pending, .pending])
    let listing = try Self.losing(Self.shared(false, false), until: 90)
    expect(listing.fates.prefix(4), equals: [.shown, .lost, .pending, .pending])
  }

  @Test("R5.8 an alert for what the user has is redundant")
  func redundant() throws {
    // The app fetches it while its push is under way.
    let late = try online(
      at: [1000], until: 10_000,
      given: { $0.synced[0].map { $0 < 5000 } ?? false },
      change: {
        $0.service.latency = constant(4000)
        $0.app = App(openings: .init(rate: constant(1 / 2000)), visit: constant(1))
      })
    expect(late.times(.shown), equals: [5000])
    expect(late.tally[.interruptions], equals: 1)
    expect(late.tally[UserCounter.redundantInterruptions], equals: 1)
  }

  /// Message 1 is lost; the push of 2 reveals it, and the request fails: one summary for both. The
  /// app has fetched both while the push was under way, or neither.
  @Test(
    "R5.8 a summary is redundant if the user has all of its messages", arguments: [true, false])
  func summaries(_ isKnown: Bool) throws {
    let run = try online(
      at: [1000, 5000, 9000], Self.shared(false, false), until: 20_000,
      given: { run in
        run.messages(.destroyed(by: .provider(.linkLost))) == [1]
          && run.synced[0] == nil && (!isKnown || (run.synced[2].map { $0 < 13_000 } ?? false))
      },
      change: {
        $0.provider.link.loss = Self.loss
        $0.provider.resend.failure = share(1)
        $0.service.latency = constant(4000)
        if isKnown { $0.app = App(openings: .init(rate: constant(1 / 2000)), visit: constant(1)) }
      })
    expect(run.tally[.summaries], equals: 1)
    expect(run.tally[UserCounter.redundantInterruptions], equals: isKnown ? 1 : 0)
    expect(run.tally[.interruptions], equals: 2)
  }
}
