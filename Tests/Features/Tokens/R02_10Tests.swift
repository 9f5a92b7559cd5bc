import DeliverySim
import Models
import TestSupport
import Testing

/// R2.10: the provider learns from the push service's answers. R2.7: 429.
@Suite struct R02_10Tests {
  private static let times = (1...150).map { 100.0 * Double($0) }

  /// A token that changes once, a registration more than 1000 s after that.
  private static func reinstalled(
    change: (inout DeviceSetup) -> Void = { _ in }
  ) throws -> (run: RecordedRun, changed: Double, registered: Double) {
    let run = try online(
      at: times, until: 15_100,
      given: { run in
        guard let changed = run.times(.app(.tokenChanged)).first,
          let registered = run.times(.app(.tokenRegistered)).first
        else { return false }
        return changed > 2000 && changed + 1500 < registered && registered < 13_000
      },
      change: { setup in
        setup.tokens = Tokens(changes: constant(40_000))
        setup.app = App(openings: .init(rate: constant(1 / 5000)), syncsOnOpening: false)
        change(&setup)
      })
    return (run, run.times(.app(.tokenChanged))[0], run.times(.app(.tokenRegistered))[0])
  }

  // MARK: 410

  @Test("R2.10 after a 410 nothing is sent to the token, and sending resumes with the new one")
  func refused() throws {
    let (run, changed, registered) = try Self.reinstalled {
      $0.workload.badgeUpdates = ExtraTraffic(rate: constant(0.05))
    }
    let refused = run.times(.app(.tokenRefused))
    expect(refused.count, equals: 1)
    let unsent = refused[0]...registered
    expect(run.tally[.pushesSent], equals: UInt128(Self.times.count { !unsent.contains($0) }))
    let badges = run.times(.sent, ofAny: .badgeUpdate)
    expect(badges.allSatisfy { $0 <= refused[0] || $0 > registered })
    expect(badges.contains { $0 > registered })
    // A message that the provider does not send has no position.
    expect(run.values(.queued).count, equals: Self.times.count { !unsent.contains($0) })
    expect(changed <= refused[0])
  }

  @Test("R2.10 badge updates that are not sent use up their random numbers")
  func coupled() throws {
    func badges(_ change: (inout DeviceSetup) -> Void) throws -> [Double] {
      try online(at: [], until: 15_100) {
        $0.workload.badgeUpdates = ExtraTraffic(rate: constant(0.05))
        change(&$0)
      }.times(.sent, ofAny: .badgeUpdate)
    }
    let all = try badges { _ in }
    let some = try badges {
      $0.tokens = Tokens(changes: constant(2000))
      $0.app = App(openings: .init(rate: constant(1 / 1000)))
    }
    expect(some.count < all.count && Set(some).isSubset(of: all))
  }

  @Test("R2.10 the 410 of an older token is no news to who has a newer one")
  func oldNews() throws {
    let (run, changed, registered) = try Self.reinstalled {
      $0.provider.link.latency = constant(350)
    }
    let refused = (Self.times.first { $0 + 350 >= changed } ?? 0) + 350
    expect(run.times(.app(.tokenRefused)), equals: [refused])
    for (time, outcome) in zip(Self.times, run.story.outcomes) where outcome.fate != .pending {
      let cause: Cause =
        time + 350 < changed || time > registered
        ? .none : time < refused ? .tokens(.unregistered) : .tokens(.noToken)
      expect(outcome.cause, equals: cause, "\(time)")
    }
  }

  @Test("R2.10 the provider knows which of its tokens an answer is about")
  func manyTokens() throws {
    let times = (1...300).map { 50.0 * Double($0) }
    let travel = 700.0
    let run = try online(at: times, until: 15_800) {
      $0.provider.link.latency = constant(travel)
      $0.tokens = Tokens(changes: law(.exponential(mean: 500)))
      $0.app = App(openings: .init(rate: constant(1 / 300)), syncsOnOpening: false)
    }
    let changed = run.times(.app(.tokenChanged))
    let registered = [0] + run.times(.app(.tokenRegistered))
    var expected: [Double] = []
    var older = 0
    for sent in times {
      let time = sent + travel
      // Not sent at all.
      let known = registered.last { $0 < sent } ?? 0
      if expected.contains(where: { $0 > known && $0 <= sent }) { continue }
      let last = registered.last { $0 < time } ?? 0
      guard changed.contains(where: { $0 > last && $0 < time }) else { continue }
      if sent < last { older += 1 }
      if sent > last, !expected.contains(where: { $0 > last }) { expected.append(time) }
    }
    expect(run.times(.app(.tokenRefused)), equals: expected)
    expect(expected.count > 3 && older > 3)
  }

  @Test("R2.10 what waits to be tried again is not sent to a token that is refused by then")
  func waiting() throws {
    let (run, changed, registered) = try Self.reinstalled {
      $0.service.perToken = Throttle(burst: 1, refill: .days(30))
      $0.provider.link.retry = Hop.Retry(attempts: 1, first: .seconds(1000))
    }
    let refused = run.times(.app(.tokenRefused))[0]
    for (time, cause) in zip(Self.times, run.causes).dropFirst() where time < changed {
      let again = time + 1000
      expect(
        cause, equals: again < changed ? .pushService(.throttled) : .tokens(.noToken), "\(time)")
      expect(again < changed || again >= refused && again < registered)
    }
  }

  // MARK: 429

  @Test("R2.7 after a 429 the provider tries again, as its policy for hop 2 says")
  func tooMany() throws {
    func run(attempts: Int) throws -> RecordedRun {
      try online(at: [10, 20]) {
        $0.service.perToken = Throttle(burst: 1, refill: .seconds(100))
        $0.provider.link.retry = Hop.Retry(attempts: attempts, first: .seconds(40))
      }
    }
    let patient = try run(attempts: 2)
    // Tried again after 40 s and after 80 s more.
    expect(patient.times(.tooManyPushes), equals: [20, 60])
    expect(patient.shown, equals: [10, 140])
    expect(patient.tally[.pushesSent], equals: 2)
    let hasty = try run(attempts: 1)
    expect(hasty.causes, equals: [.none, .pushService(.throttled)])
    expect(hasty.times(.destroyed(by: .pushService(.throttled))), equals: [60])
    let open = try online(at: [10, 20], until: 50) {
      $0.service.perToken = Throttle(burst: 1, refill: .seconds(100))
      $0.provider.link.retry = Hop.Retry(attempts: 1, first: .seconds(40))
    }
    expect(open.fates, equals: [.shown, .pending])
  }
}

/// R2.10: people uninstall the app.
@Suite struct R210UninstallTests {
  /// A run in which the user uninstalls the app at 100 s.
  private static func uninstalled(
    at times: [Double], _ strategy: Strategy = .fireAndForget, until end: Double = 86_400,
    change: (inout DeviceSetup) -> Void = { _ in }
  ) throws -> RecordedRun {
    try online(at: times, strategy, until: end) {
      $0.uninstalls = constant(100)
      change(&$0)
    }
  }

  @Test("R2.10 from then on nothing is owed, and what is sent until the first 410 is unwanted")
  func owed() throws {
    let run = try Self.uninstalled(at: [10, 90, 100, 150, 160, 170]) {
      $0.service.latency = constant(20)
    }
    expect(run.story.outcomes.map(\.isOwed), equals: [true, true, true, false, false, false])
    expect(run.fates.prefix(3), equals: [.shown, .lost, .lost])
    expect(run.causes.prefix(3), equals: [.none, .tokens(.unregistered), .tokens(.unregistered)])
    expect(run.times(.app(.uninstalled)), equals: [100])
    expect(run.times(.app(.tokenRefused)), equals: [150])
    expect(run.tally[.owed], equals: 3)
    expect(run.tally[.unwanted], equals: 1)
    expect(run.tally[.pushesSent], equals: 3)
  }

  @Test("R2.10 device-days end with the app")
  func deviceDays() throws {
    try expect(Self.uninstalled(at: []).tally[ReactionCounter.installedTime], equals: 100_000_000)
    // Who has it all the time has it for the counted window.
    try expect(
      online(at: []) { $0.uninstalls = constant(90_000) }.tally[ReactionCounter.installedTime],
      equals: 86_400_000_000)
    for (warmup, time) in [(60.0, 40.0), (200, 0)] {
      var setup = DeviceSetup(workload: Workload(arrivals: .poisson(rate: constant(1))))
      setup.uninstalls = constant(100)
      let world = World(
        seed: 1, devices: 3, warmup: .seconds(warmup), duration: .seconds(500), setup: setup)
      let tally = try simulate(world, replication: 0, devices: 0..<3)
      expect(tally[ReactionCounter.installedTime], equals: UInt128(3 * time * 1e6))
      expect((tally[.owed] == 0) == (time == 0))
      // The one that is refused was created in the warm-up, if that has ended later.
      expect(tally[.unwanted], equals: time == 0 ? 0 : 3)
    }
  }

  @Test("R2.10 what is stored, or on the device without the user's knowledge, ends with the app")
  func underWay() throws {
    let stored = try away(
      for: 3600, online: 1000, at: [-10, 10], until: 4000,
      given: { run in (20...3000).contains(run.times(.app(.uninstalled)).first ?? 0) },
      change: { $0.uninstalls = law(.uniform(min: 0, max: 5000)) })
    expect(stored.causes, equals: [.none, .tokens(.unregistered)])
    expect(
      stored.times(.destroyed(by: .tokens(.unregistered))), equals: stored.times(.app(.uninstalled))
    )

    // At work; waiting for its turn; for an answer; for late pushes.
    let slow = try Self.uninstalled(at: [80, 90], gapRecovery()) {
      $0.serviceExtension.runTime = constant(50)
      $0.serviceExtension.overlaps = false
    }
    expect(slow.causes, equals: [.tokens(.unregistered), .tokens(.unregistered)])
    let fetches = try Self.uninstalled(at: [90], .extensionFetch()) {
      $0.provider.resend.latency = constant(20)
    }
    expect(fetches.causes, equals: [.tokens(.unregistered)])
    let waits = try Self.uninstalled(
      at: [90], .extensionFetch(ExtensionFetch(wait: constant(20))))
    expect(waits.causes, equals: [.tokens(.unregistered)])
    expect(waits.tally[.resendRequests], equals: 0)

    // A silent push that the device holds; a fetch of the app.
    let held = try Self.uninstalled(at: [90], .silentFetch) {
      $0.app = App(suspended: constant(1), silent: App.Silent(launch: .zero))
    }
    expect(held.causes, equals: [.tokens(.unregistered)])
    let fetch = try Self.uninstalled(at: [90], .silentFetch) {
      $0.provider.resend.latency = constant(20)
    }
    expect(fetch.causes, equals: [.tokens(.unregistered)])
    for run in [slow, fetches, waits, held, fetch] {
      expect(Set(run.times(.destroyed(by: .tokens(.unregistered)))), equals: [100])
    }
  }

  @Test("R2.10 what is on its way to an app that is gone when the run ends is not pending")
  func end() throws {
    let run = try Self.uninstalled(at: [10, 90], until: 110) {
      $0.service.latency = constant(30)
    }
    expect(run.fates, equals: [.shown, .lost])
    expect(run.causes[1], equals: .tokens(.unregistered))
  }

  @Test("R2.10 the provider carries out what was asked for, and is told that there is nobody")
  func repeats() throws {
    let run = try away(
      for: 100, online: 1000, at: [-10, 10, 20], gapRecovery(), until: 1000,
      given: { run in (101...119).contains(run.times(.app(.uninstalled)).first ?? 0) },
      change: {
        $0.provider.resend.latency = constant(20)
        $0.uninstalls = law(.uniform(min: 0, max: 2000))
      })
    expect(run.times(.resent), equals: [120])
    expect(run.times(.app(.tokenRefused)), equals: [120])
    expect(run.causes, equals: [.none, .tokens(.unregistered), .tokens(.unregistered)])
  }

  @Test("R2.10 repeats are not sent to a token that is refused")
  func noRepeats() throws {
    let run = try away(
      for: 100, online: 1000, at: [-10, 10, 20, 115], gapRecovery(), until: 1000,
      given: { run in (101...114).contains(run.times(.app(.uninstalled)).first ?? 0) },
      change: {
        $0.provider.resend.latency = constant(20)
        $0.uninstalls = law(.uniform(min: 0, max: 2000))
      })
    expect(run.times(.app(.tokenRefused)), equals: [115])
    expect(run.times(.resent).isEmpty)
    expect(run.causes[1], equals: .pushService(.overwritten))
    expect(run.repairs[1], equals: .failed)
  }

  @Test("R2.10 everything else on the device ends too: openings, polls, looks")
  func rest() throws {
    let run = try Self.uninstalled(at: [10], .poll(Polling(every: .seconds(7)))) {
      $0.app = App(openings: .init(rate: constant(0.1)))
      $0.user = User(sees: constant(200))
    }
    let story = run.story.records.filter { run.seconds($0.time) > 100 }
    expect(story.isEmpty)
    expect(run.times(.app(.opened)).count > 2)
  }

  @Test("R0.6 what the app would have asked for later is lost, never asked for")
  func neverAsked() throws {
    let run = try Self.uninstalled(at: [95], .poll(Polling(every: .hours(2))))
    expect(run.causes, equals: [.app(.neverAsked)])
  }

  @Test("R1.1 a rate twice as high halves the time, whatever the strategy")
  func coupled() throws {
    let once = try Self.time(20_000, .fireAndForget)
    try expect(abs(Self.time(40_000, .fireAndForget) - 2 * once) < 1e-5)
    try expect(Self.time(20_000, gapRecovery()), equals: once)
  }

  private static func time(_ mean: Double, _ strategy: Strategy) throws -> Double {
    let run = try online(at: [], strategy, until: 1e6) {
      $0.uninstalls = law(.exponential(mean: mean))
    }
    return try unwrap(run.times(.app(.uninstalled)).first)
  }
}
