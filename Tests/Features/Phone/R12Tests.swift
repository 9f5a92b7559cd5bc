import DeliverySim
import Models
import TestSupport
import Testing

/// R12.2 to R12.6: repeated alerts, actions, other services' pushes, eras, web pushes.
@Suite struct R12Tests {
  // MARK: R12.2 Local notifications with repeats

  /// Silent pushes wake the app, which posts local notifications.
  private static func posted(
    at times: [Double] = [100], every: Double = 60, times count: Int, user: User,
    change: (inout DeviceSetup) -> Void = { _ in }
  ) throws -> Tale {
    try online(at: times, .silentFetch, until: 10_000) {
      $0.app = App()
      $0.app?.localRepeats = LocalRepeats(every: .seconds(every), times: count)
      $0.user = user
      change(&$0)
    }
  }

  @Test("R12.2 a local notification alerts again until somebody looks, and shows nothing new")
  func untilLook() throws {
    // Of the looks that the alerts start, the first comes first.
    let tale = try Self.posted(times: 10, user: User(sees: constant(150)))
    expect(tale.times(.attention(.alertedAgain)), equals: [160, 220])
    expect(tale.times(.attention(.seen)), equals: [250])
    expect(tale.tally[.interruptions], equals: 3)
    expect(tale.tally[.shown], equals: 1)
    expect(tale.tally[.duplicates], equals: 0)
    // Also a look that finds no content.
    let hidden = try Self.posted(times: 10, user: User(sees: constant(150))) {
      $0.centre.hidesPreviews = true
    }
    expect(hidden.times(.attention(.alertedAgain)), equals: [160, 220])
  }

  @Test("R12.2 it alerts so many times at most")
  func times() throws {
    let tale = try Self.posted(times: 3, user: User(sees: constant(5000)))
    expect(tale.times(.attention(.alertedAgain)), equals: [160, 220, 280])
  }

  @Test("R12.2 a repeat may be noticed earlier than the first alert")
  func earlier() throws {
    // Each alert starts a look of its own: some come before that of the first one.
    let user = User(sees: law(.exponential(mean: 2000)))
    let tale = try online(
      at: [100], .silentFetch, until: 20_000,
      given: { tale in
        guard let seen = tale.times(.attention(.seen)).first else { return false }
        let looks = tale.times(.attention(.alertedAgain))
        return looks.count < 20 && seen > 160
      },
      change: {
        $0.app = App()
        $0.app?.localRepeats = LocalRepeats(every: .minute, times: 20)
        $0.user = user
      })
    expect(tale.times(.attention(.seen)).count, equals: 1)
  }

  @Test("R12.2 R12.3 at one notification the user acts once, however often it has alerted")
  func once() throws {
    // It alerts at 100, 160 and 220, and each alert starts a look, 150 s later.
    let dismissed = try Self.posted(
      times: 10, user: User(sees: constant(150), dismisses: .one))
    expect(dismissed.times(.attention(.dismissed)), equals: [250])
    expect(dismissed.tally[UserCounter.dismissals], equals: 1)
    var user = User(sees: constant(150))
    user.actions = Actions(share: .one)
    let acted = try Self.posted(times: 10, user: user)
    expect(acted.times(.attention(.acted)), equals: [250])
    expect(acted.tally[UserCounter.actions], equals: 1)
  }

  @Test("R12.2 one that the app has answered is cancelled; pushes are not repeated")
  func cancelled() throws {
    let opened = try online(
      at: [100], .silentFetch, until: 10_000,
      given: { tale in
        (tale.times(.app(.opened)).first { $0 > 100 }).map { 230 < $0 && $0 < 280 } ?? false
          && tale.times(.app(.opened)).allSatisfy { $0 > 100 }
      },
      change: {
        $0.app = App(openings: .init(rate: constant(1 / 300)))
        $0.app?.localRepeats = LocalRepeats(every: .minute, times: 10)
        $0.user = User(sees: constant(5000))
      })
    expect(opened.times(.attention(.alertedAgain)), equals: [160, 220])
    let pushed = try online(at: [100], until: 10_000) {
      $0.app = App()
      $0.app?.localRepeats = LocalRepeats(every: .minute, times: 10)
      $0.user = User(sees: constant(5000))
    }
    expect(pushed.times(.attention(.alertedAgain)), equals: [])
  }

  // MARK: R12.3 Actions

  private static func acted(
    _ actions: Actions, _ strategy: Strategy = .fireAndForget, at times: [Double] = [100],
    change: (inout DeviceSetup) -> Void = { _ in }
  ) throws -> Tale {
    try online(at: times, strategy, until: 10_000) {
      $0.app = App()
      $0.user = User(sees: constant(60))
      $0.user?.actions = actions
      change(&$0)
    }
  }

  @Test("R12.3 an action wakes the app, which fetches without being opened")
  func action() throws {
    let tale = try Self.acted(Actions(share: .one))
    expect(tale.times(.attention(.acted)), equals: [160])
    expect(tale.times(.app(.fetches)), equals: [160])
    expect(tale.times(.app(.opened)), equals: [])
    expect(tale.tally[UserCounter.actions], equals: 1)
    try expect(Self.acted(Actions(share: .zero)).tally[UserCounter.actions], equals: 0)
  }

  @Test("R12.3 what the app fetches moves the cursor that it shares with the extension")
  func cursor() throws {
    // Half of the pushes are lost on hop 2; the app fetches them after the first look.
    let tale = try online(
      at: [100, 200, 300], .fireAndForget, until: 10_000,
      given: { $0.times(.destroyed(by: .linkLost)) == [200] },
      change: {
        $0.app = App()
        $0.user = User(sees: constant(150))
        $0.user?.actions = Actions(share: .one)
        $0.provider.link.loss = share(0.3)
      })
    // The look at 250 ends with an action; what was lost is fetched then, unseen.
    expect(tale.fates, equals: [.shown, .synced, .shown])
    expect(tale.synced[1], equals: 250)
  }

  @Test("R12.3 some need an unlocked phone")
  func locked() throws {
    let tale = try Self.acted(Actions(share: .one, locked: .one, unlock: constant(30)))
    expect(tale.times(.attention(.acted)), equals: [160])
    expect(tale.times(.app(.fetches)), equals: [190])
  }

  @Test("R12.3 of four only the first two are in reach", arguments: [(1, 1.0), (2, 1), (4, 0.5)])
  func reach(count: Int, expected: Double) throws {
    // 400 looks: within 5 standard errors of 0.025, a false-alarm probability of 6e-7.
    let times = (0..<400).map { 100 + 20 * Double($0) }
    let tale = try Self.acted(Actions(share: .one, count: count), at: times)
    expect(
      abs(Double(tale.tally[UserCounter.actions]) / 400 - expected) <= (expected < 1 ? 0.125 : 0))
  }

  // MARK: R12.4 Other services' pushes

  private static func foreign(
    _ strategy: Strategy, rate: Double = 1 / 50, change: (inout DeviceSetup) -> Void = { _ in }
  ) throws -> Tale {
    try online(at: [100, 200, 300], strategy, until: 1000) {
      $0.workload.foreign = ExtraTraffic(rate: constant(rate), type: .alert)
      change(&$0)
    }
  }

  @Test("R12.4 they are shown as they are, and the position stays untouched")
  func shown() throws {
    let tale = try Self.foreign(gapRecovery())
    let shown = tale.times(.heartbeatShown, ofAny: .foreign)
    expect(shown.count > 5)
    expect(shown, equals: tale.times(.sent, ofAny: .foreign))
    expect(tale.times(.requested), equals: [])
    expect(tale.tally[.interruptions], equals: UInt128(3 + shown.count))
    expect(tale.tally[WorkloadCounter.extraPushes], equals: UInt128(shown.count))
    expect(tale.tally[.owed], equals: 3)
  }

  @Test("R12.4 they reveal no gap: the next push of the queue does")
  func noGap() throws {
    let tale = try online(
      at: [100, 200, 1000], gapRecovery(), until: 2000,
      given: { tale in
        tale.times(.destroyed(by: .linkLost)) == [200]
          && tale.times(.arrived, ofAny: .foreign).contains { 200..<1000 ~= $0 }
      },
      change: {
        $0.workload.foreign = ExtraTraffic(rate: constant(1 / 100), type: .alert)
        $0.provider.link.loss = share(0.2)
      })
    expect(tale.times(.requested), equals: [1000])
  }

  @Test("R12.4 no filter takes them away, and the extension is called for them")
  func notFiltered() throws {
    let filtering = Heartbeat(after: .seconds(20), filtering: true)
    let tale = try Self.foreign(gapRecovery().with(filtering))
    expect(
      tale.times(.heartbeatShown, ofAny: .foreign), equals: tale.times(.sent, ofAny: .foreign))
    expect(tale.times(.heartbeatShown, ofAny: .heartbeat), equals: [])
    let slow = try Self.foreign(gapRecovery()) { $0.serviceExtension.runTime = constant(5) }
    expect(
      slow.times(.heartbeatShown, ofAny: .foreign),
      equals: slow.times(.sent, ofAny: .foreign).map { $0 + 5 }.filter { $0 < 1000 })
  }

  @Test("R12.4 they take the slot of the app's own alerts")
  func slot() throws {
    // Away from 0 to 1000: one message, then others' alerts.
    let tale = try away(for: 1000, at: [10], until: 2000) {
      $0.workload.foreign = ExtraTraffic(rate: constant(1 / 20), type: .alert)
    }
    expect(tale.causes, equals: [.overwritten])
    let alone = try away(for: 1000, at: [10], until: 2000)
    expect(alone.fates, equals: [.shown])
  }

  // MARK: R12.5 A dialog

  @Test("R12.5 the next dialog replaces the one on the screen, and one look is all there is")
  func dialog() throws {
    let change: (inout DeviceSetup) -> Void = {
      $0.user = User(sees: constant(60))
      $0.centre.isDialog = true
    }
    // The second comes before the look at the first.
    let tale = try online(at: [100, 130, 500], until: 1000, change: change)
    expect(tale.fates, equals: [.shown, .shown, .shown])
    expect(tale.messages(.attention(.seen)), equals: [1, 2])
    expect(tale.times(.attention(.seen)), equals: [190, 560])
    let list = try online(at: [100, 130, 500], until: 1000) { $0.user = User(sees: constant(60)) }
    expect(list.messages(.attention(.seen)), equals: [0, 1, 2])
  }

  @Test("R12.5 what is dismissed is gone: a repeat is a second dialog, and replaces nothing")
  func gone() throws {
    let again = Strategy.retryUntilAcked(
      Hop.Retry(attempts: 1, first: .seconds(200), max: .hour))
    let tale = try online(
      at: [100], again, until: 1000, given: { $0.tally[.pushesSent] == 2 },
      change: {
        $0.user = User(sees: constant(60))
        $0.centre.isDialog = true
        $0.provider.resend.failure = share(0.5)
      })
    expect(tale.tally[.duplicates], equals: 1)
    expect(tale.times(.replacedInCentre), equals: [])
  }

  // MARK: R12.6 Web pushes

  private static func web(_ most: Int?, change: (inout DeviceSetup) -> Void = { _ in }) throws
    -> Tale
  {
    try online(at: (1...10).map { 100 * Double($0) }, until: 2000) {
      $0.service.isWeb = true
      $0.service.webSilentMax = most
      $0.workload.badgeUpdates = ExtraTraffic(rate: constant(1 / 100))
      change(&$0)
    }
  }

  @Test("R12.6 after so many pushes that drew nothing the permission is revoked")
  func revoked() throws {
    let tale = try Self.web(3)
    let badges = tale.times(.arrived, ofAny: .badgeUpdate)
    let revoked = try unwrap(tale.times(.app(.permissionRevoked)).first)
    expect(badges.count, equals: 3)
    expect(revoked, equals: badges[2])
    // The first message after it is refused; then the provider has nothing to send to.
    let late = (1...10).filter { 100 * Double($0) > revoked }
    expect(tale.fates, equals: (1...10).map { late.contains($0) ? .lost : .shown })
    // The next badge update is refused as well, and then the provider has nothing to send to.
    let causes = tale.causes.filter { $0 != .none }
    expect(causes.allSatisfy { $0 == .unregistered || $0 == .noToken }, "\(causes)")
    expect(causes.last, equals: .noToken)
  }

  @Test("R12.6 declarative pushes, and apps that are none of the web, are never revoked")
  func kept() throws {
    try expect(Self.web(nil).fates.allSatisfy { $0 == .shown })
    try expect(Self.web(1) { $0.service.isWeb = false }.fates.allSatisfy { $0 == .shown })
    // Alerts draw something.
    try expect(
      Self.web(1) { $0.workload.badgeUpdates = nil }.fates.allSatisfy { $0 == .shown })
  }

  @Test("R12.6 no later registration brings it back")
  func never() throws {
    let tale = try online(
      at: (1...40).map { 1000 * Double($0) }, until: 50_000,
      given: { $0.times(.app(.opened)).count > 5 && $0.times(.app(.tokenChanged)).count > 0 },
      change: {
        $0.service.isWeb = true
        $0.service.webSilentMax = 1
        $0.workload.badgeUpdates = ExtraTraffic(rate: constant(1 / 100))
        $0.tokens = Tokens(changes: constant(20_000))
        $0.app = App(openings: .init(rate: constant(1 / 3000)), syncsOnOpening: false)
      })
    expect(tale.times(.app(.permissionRevoked)).count, equals: 1)
    expect(tale.times(.app(.tokenRegistered)), equals: [])
    expect(tale.fates.dropFirst(2).allSatisfy { $0 == .lost })
  }

  @Test("R12.6 who gets no token gets nothing")
  func optIn() throws {
    let tale = try Self.web(nil) { $0.service.optIn = WebPushOptIn(homeScreen: .zero) }
    expect(tale.causes.allSatisfy { $0 == .noToken })
    let native = try Self.web(nil) {
      $0.service.optIn = WebPushOptIn(homeScreen: .zero)
      $0.service.isWeb = false
    }
    expect(native.fates.allSatisfy { $0 == .shown })
  }
}
