import DeliverySim
import Models
import Oracles
import Statistics
import TestSupport
import Testing

/// R2.1 and R2.8 against their closed form, with a false-alarm probability of 1e-6 for all
/// comparisons together.
@Suite("What the provider does not know yet, against its closed form")
struct RegistrationLagTests {
  @Test("Limits: always online, hardly ever in contact, in contact all the time")
  func limits() {
    let always = RegistrationLag(onlineMean: 1, offlineMean: 0, contactRate: 3)
    expect(always.unknownShare(onlineRate: 1, offlineRate: 1), equals: 0.25)
    let never = RegistrationLag(onlineMean: 10, offlineMean: 5, contactRate: 0)
    expect(abs(never.unknownShare(onlineRate: 0, offlineRate: 1) - 1) < 1e-12)
    // The same changes online and offline, in contact as soon as online: only offline, since the
    // last change of state; of 1/3 of the time the share d/(b + d).
    let eager = RegistrationLag(onlineMean: 10, offlineMean: 5, contactRate: 1e12)
    expect(abs(eager.unknownShare(onlineRate: 0, offlineRate: 0.2) - 1.0 / 6) < 1e-9)
  }

  /// The four states stepped forward in time until they no longer change.
  @Test("The forward equations lead to the same")
  func forward() {
    let (a, b, s, c, d) = (0.5, 1.0, 0.3, 0.2, 0.7)
    var (known, x) = (0.5, 0.0)
    var (away, y) = (0.5, 0.0)
    let step = 1e-3
    for _ in 0..<200_000 {
      let (toAway, toKnown) = (a * known * step, s * x * step)
      let (xAway, yBack) = (a * x * step, b * y * step)
      let (awayBack, xNew, yNew) = (b * away * step, c * known * step, d * away * step)
      known += awayBack + toKnown - toAway - xNew
      away += toAway - awayBack - yNew
      x += yBack + xNew - xAway - toKnown
      y += xAway + yNew - yBack
    }
    let lag = RegistrationLag(onlineMean: 1 / a, offlineMean: 1 / b, contactRate: s)
    expect(abs(lag.unknownShare(onlineRate: c, offlineRate: d) - (x + y)) < 1e-6)
  }

  private static let hour = 3600.0

  @Test("Folders that come and go: the share of the owed that the provider drops")
  func subscriptions() throws {
    let subscribed = Probability(0.6) ?? .one
    let expected = RegistrationLag.notSubscribed(
      onlineMean: 2 * Self.hour, offlineMean: 3 * Self.hour, openingRate: 1 / (4 * Self.hour),
      decisionRate: 1 / (8 * Self.hour), folders: 2, subscribed: subscribed.value)
    try Self.compare("not-subscribed", expected, .subscriptions(.notSubscribed)) { setup in
      setup.network.onOff = OnOffProcess(
        up: law(.exponential(mean: 2 * Self.hour)), down: law(.exponential(mean: 3 * Self.hour)))
      setup.workload.subscriptions = Subscriptions(
        accounts: 2, folders: [.init(name: "all", subscribed: subscribed)],
        changes: law(.exponential(mean: 8 * Self.hour)))
    }
  }

  @Test("Another token now and then, always online: what is sent to the old one, and what is not")
  func tokens() throws {
    let lag = RegistrationLag(onlineMean: 1, offlineMean: 0, contactRate: 1 / (4 * Self.hour))
    let expected = lag.refused(tokenRate: 1 / (20 * Self.hour), messageRate: 40.0 / 86_400)
    expect(
      abs(
        expected.unregistered + expected.unsent
          - lag.unknownShare(onlineRate: 1 / (20 * Self.hour), offlineRate: 0)) < 1e-12)
    func change(_ setup: inout DeviceSetup) {
      setup.tokens = Tokens(changes: law(.exponential(mean: 20 * Self.hour)))
    }
    try Self.compare("unregistered", expected.unregistered, .tokens(.unregistered), change: change)
    try Self.compare("no-token", expected.unsent, .tokens(.noToken), change: change)
  }

  /// The window goes from 5 to 35 days.
  @Test("R2.10 users who uninstall the app: how long they have it, and what is owed to them")
  func uninstalls() throws {
    let life = Uninstalls(rate: 1 / (20 * 86_400.0))
    let expected = life.installedTime(from: 5 * 86_400, to: 35 * 86_400)
    var setup = DeviceSetup(
      workload: Workload(arrivals: .poisson(rate: law(.constant(value: 40.0 / 86_400)))))
    setup.uninstalls = law(.exponential(mean: 20 * 86_400))
    let world = World(seed: 12, devices: 4000, warmup: .days(5), duration: .days(35), setup: setup)
    let tallies = try (0..<4000).map {
      try Models.simulate(world, replication: 0, devices: $0..<$0 + 1)
    }
    func row(_ name: String, _ expected: Double, _ values: [Double]) throws -> Agreement {
      let estimate = RatioSample(numerators: values, denominators: values.map { _ in 1 })
      return Agreement(
        name, expected: expected, observed: try unwrap(estimate.ratio),
        standardError: try unwrap(estimate.standardError), tableSize: 4)
    }
    for row in [
      try row(
        "installed time [s]", expected,
        tallies.map { Double($0[ReactionCounter.installedTime]) / 1e6 }),
      try row("owed", expected * 40 / 86_400, tallies.map { Double($0[.owed]) }),
    ] {
      print(row)
      expect(row.holds, "\(row)")
    }
  }

  /// 40 messages a day; the app is opened every 4 h on average, for no time.
  private static func compare(
    _ name: String, _ expected: Double, _ cause: Cause, change: (inout DeviceSetup) -> Void
  ) throws {
    let messages = Workload.Arrivals.poisson(rate: law(.constant(value: 40.0 / 86_400)))
    var setup = DeviceSetup(workload: Workload(arrivals: messages))
    setup.service.kind = .keepAll
    setup.app = App(
      openings: .init(rate: law(.constant(value: 1 / (4 * hour)))), syncsOnOpening: false)
    change(&setup)
    let world = World(
      seed: 11, devices: 1, warmup: .days(5), duration: .days(35), drain: .days(1), setup: setup)
    let tallies = try (0..<300).map {
      try Models.simulate(world, replication: $0, devices: 0..<1)
    }
    let lost = tallies.map { Double($0.fates[Tally.fateIndex(.lost, cause, .none)]) }
    let sample = RatioSample(numerators: lost, denominators: tallies.map { Double($0[.owed]) })
    let row = Agreement(
      name, expected: expected, observed: try unwrap(sample.ratio),
      standardError: try unwrap(sample.standardError), tableSize: 4)
    print(row)
    expect(row.holds, "\(row)")
  }
}
