import DeliverySim
import Models
import TestSupport
import Testing

/// R3.15: silent pushes that bring their messages.
@Suite struct R03_15Tests {
  private static let strategy = Strategy.silentFetch(priority: .byPower, content: .push)

  @Test("R3.15 of three sent while the device is away one is shown, not three")
  func oneOfThree() throws {
    let run = try away(for: 100, online: 1000, at: [10, 20, 30], Self.strategy)
    expect(run.fates, equals: [.lost, .lost, .shown])
    expect(run.causes[..<2], equals: [.pushService(.overwritten), .pushService(.overwritten)])
    expect(run.shown, equals: [nil, nil, 100])
    // The app of a push without content fetches all of them.
    let fetching = try away(for: 100, online: 1000, at: [10, 20, 30], .silentFetch)
    expect(fetching.shown, equals: [100, 100, 100])
  }

  @Test("R3.15 nothing is fetched, and nothing depends on what the provider keeps")
  func nothingIsFetched() throws {
    let run = try online(at: [10, 20], Self.strategy) { setup in
      setup.app = R04_06Tests.never(.background)
      setup.provider.retention = .zero
      setup.provider.resend = .init(failure: .one, latency: constant(60))
    }
    expect(run.times(.app(.woken)), equals: [10, 20])
    expect(run.shown, equals: [10, 20])
    expect(run.tally[AppCounter.fetches], equals: 0)
    expect(run.tally[.interruptions], equals: 2)
  }

  @Test("R3.15 the system treats it as a silent push: held, refused, launched")
  func systemLimits() throws {
    let killed = try online(at: [10], Self.strategy) { $0.app = R04_06Tests.never(.killed) }
    expect(killed.causes, equals: [.app(.forceQuit)])
    let launched = try online(at: [10], Self.strategy) {
      $0.app = R04_06Tests.never(.notRunning)
    }
    expect(launched.deviceTimes(.app(.launched)), equals: [10])
    expect(launched.shown, equals: [10])
    let throttled = try online(at: [10, 20, 30], Self.strategy) {
      $0.app = R04_06Tests.never(.background, silent: App.Silent(perDay: 2))
    }
    // The next push does not bring what was not passed on.
    expect(throttled.fates, equals: [.shown, .shown, .lost])
    expect(throttled.causes[2], equals: .app(.silentThrottled))
  }

  @Test("R3.15 where nothing may be drawn, the app has the message all the same")
  func denied() throws {
    let run = try online(at: [10], Self.strategy) { setup in
      setup.settings = NotificationSettings(denied: .one)
    }
    expect(run.synced, equals: [10])
    expect(run.fates, equals: [.synced])
  }

  @Test("R3.15 a copy of what the user has is not posted again")
  func once() throws {
    let run = try online(at: [10], Self.strategy, until: 1000) { setup in
      setup.provider.link.ackLoss = .one
      setup.provider.link.retry = Hop.Retry(attempts: 2, first: .seconds(10))
    }
    expect(run.times(.app(.woken)), equals: [10, 20, 40])
    expect(run.shown, equals: [10])
    expect(run.tally[.duplicates], equals: 0)
    expect(run.tally[.interruptions], equals: 1)
  }

  @Test("R3.15 a push under way when the run ends brings its own message, and no other")
  func pending() throws {
    let run = try away(for: 1000, online: 5000, at: [10, 20], Self.strategy, until: 500)
    expect(run.fates, equals: [.lost, .pending])
  }

  @Test("R3.15 with one slot the share f q is lost, as of alerts")
  func exact() throws {
    // R9, one slot, D exponential: the share lost is f q, f the share offline, q = r/(r + 1/E[D]).
    // Within 6.2 standard errors of 20 replications: false-alarm probability 6e-6 (Student's t).
    let (rate, up, down) = (1.0 / 600, 3600.0, 1800.0)
    var setup = DeviceSetup(
      workload: Workload(arrivals: .poisson(rate: constant(rate))), strategy: Self.strategy)
    setup.network.onOff = OnOffProcess(
      up: law(.exponential(mean: up)), down: law(.exponential(mean: down)))
    let world = World(seed: 7, devices: 100, duration: .days(5), drain: .days(1), setup: setup)
    let shares = try (0..<20).map { replication in
      let tally = try simulate(world, replication: replication, devices: 0..<100)
      return Double(tally[.lost]) / Double(tally[.owed])
    }
    let mean = shares.reduce(0, +) / 20
    let spread = shares.map { ($0 - mean) * ($0 - mean) }.reduce(0, +) / (19 * 20)
    let lost = down / (up + down) * rate / (rate + 1 / down)
    print("lost: expected \(lost), observed \(mean), standard error \(spread.squareRoot())")
    expect(abs(mean - lost) < 6.2 * spread.squareRoot())
  }
}
