import DeliverySim
import Models
import TestSupport
import Testing

/// R5.8: a saved position that the app's fetches move.
@Suite struct R58Tests {
  private static let loss = share(0.5)

  /// Message 0 arrives, 1 is lost and fetched by the app, 2 arrives.
  private static func tale(
    _ strategy: Strategy, collapse: Bool = true,
    change: (inout DeviceSetup) -> Void = { _ in }
  ) throws -> Tale {
    try online(
      at: [1000, 5000, 9000], strategy, until: 10_000,
      given: { tale in
        tale.messages(.destroyed(by: .linkLost)) == [1] && tale.synced[1] != nil
          && tale.records(.resent).allSatisfy { $0.message == 1 }
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
    let shared = try Self.tale(Self.shared(window, true))
    expect(shared.records(.gap).isEmpty)
    expect(shared.tally[.resendRequests], equals: 0)
    expect(shared.fates, equals: [.shown, .synced, .shown])
    expect(shared.tally[.redundantInterruptions], equals: 0)
  }

  @Test("R5.8 by the listing, a fetch does not move the position", arguments: [false, true])
  func listing(_ window: Bool) throws {
    let listing = try Self.tale(Self.shared(window, false)) { $0.provider.resend.failure = .zero }
    expect(listing.times(.requested), equals: [9000])
    let resent = listing.times(.arrived, of: 1)
    expect(listing.tally[.redundantInterruptions], equals: UInt128(resent.count))
  }

  @Test("R5.8 what the app fetches during a wait is not asked for any more")
  func duringTheWait() throws {
    // Messages 0 and 1: 0 is lost, 1 reveals it, the app is opened in the wait.
    for isShared in [true, false] {
      let tale = try online(
        at: [1000, 1100, 1200], Self.shared(false, isShared, wait: 3000), until: 10_000,
        given: { tale in
          tale.messages(.destroyed(by: .linkLost)) == [1]
            && tale.synced[1].map { $0 > 1200 && $0 < 4200 } ?? false
            && tale.records(.resent).allSatisfy { $0.message == 1 }
        },
        change: {
          $0.provider.link.loss = Self.loss
          $0.app = App(openings: .init(rate: constant(1 / 2000)), visit: constant(1))
        })
      expect(tale.times(.requested), equals: isShared ? [] : [4200])
    }
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
    expect(late.tally[.redundantInterruptions], equals: 1)
  }
}
