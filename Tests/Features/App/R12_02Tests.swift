import DeliverySim
import Models
import TestSupport
import Testing

/// R12.2: local notifications that alert again.
@Suite struct R12_02Tests {
  /// Silent pushes wake the app, which posts local notifications.
  private static func posted(
    at times: [Double] = [100], every: Double = 60, times count: Int, user: User,
    change: (inout DeviceSetup) -> Void = { _ in }
  ) throws -> RecordedRun {
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
    let run = try Self.posted(times: 10, user: User(sees: constant(150)))
    expect(run.times(.attention(.alertedAgain)), equals: [160, 220])
    expect(run.times(.attention(.seen)), equals: [250])
    expect(run.tally[.interruptions], equals: 3)
    expect(run.tally[.shown], equals: 1)
    expect(run.tally[.duplicates], equals: 0)
    // Also a look that finds no content.
    let hidden = try Self.posted(times: 10, user: User(sees: constant(150))) {
      $0.centre.hidesPreviews = true
    }
    expect(hidden.times(.attention(.alertedAgain)), equals: [160, 220])
  }

  @Test("R12.2 it alerts so many times at most")
  func times() throws {
    let run = try Self.posted(times: 3, user: User(sees: constant(5000)))
    expect(run.times(.attention(.alertedAgain)), equals: [160, 220, 280])
  }

  @Test("R12.2 a repeat may be noticed earlier than the first alert")
  func earlier() throws {
    // Each alert starts a look of its own: some come before that of the first one.
    let user = User(sees: law(.exponential(mean: 2000)))
    let run = try online(
      at: [100], .silentFetch, until: 20_000,
      given: { run in
        guard let seen = run.times(.attention(.seen)).first else { return false }
        let looks = run.times(.attention(.alertedAgain))
        return looks.count < 20 && seen > 160
      },
      change: {
        $0.app = App()
        $0.app?.localRepeats = LocalRepeats(every: .minute, times: 20)
        $0.user = user
      })
    expect(run.times(.attention(.seen)).count, equals: 1)
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
      given: { run in
        (run.times(.app(.opened)).first { $0 > 100 }).map { 230 < $0 && $0 < 280 } ?? false
          && run.times(.app(.opened)).allSatisfy { $0 > 100 }
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
}
