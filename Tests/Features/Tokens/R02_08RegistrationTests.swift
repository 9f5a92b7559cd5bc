import DeliverySim
import Models
import TestSupport
import Testing

/// R2.8: registrations that fail, and reinstallations.
@Suite struct R02_08RegistrationTests {
  private static let times = (1...300).map { 100.0 * Double($0) }

  /// A token that changes once in a run, and an opening after that.
  private static func changesToken(
    _ strategy: Strategy = .fireAndForget, given: @escaping (RecordedRun) -> Bool = { _ in true },
    change: (inout DeviceSetup) -> Void
  ) throws -> RecordedRun {
    try online(
      at: times, strategy, until: 30_100,
      given: { run in
        let changed = run.times(.app(.tokenChanged))
        guard changed.count == 1, changed[0] > 1000, given(run) else { return false }
        return run.times(.app(.tokenRegistered)).contains { $0 < 29_000 }
      },
      change: { setup in
        setup.tokens = Tokens(changes: constant(60_000))
        setup.app = App(
          openings: .init(rate: constant(1 / 5000)), visit: constant(1), syncsOnOpening: false)
        change(&setup)
      })
  }

  // MARK: Registrations that fail

  @Test("R2.8 an attempt to register fails: the next opening tries again")
  func fails() throws {
    let run = try Self.changesToken(
      given: { $0.times(.tokens(.registrationFailed)).count == 2 },
      change: { $0.tokens?.registrationFailure = share(0.5) })
    let changed = run.times(.app(.tokenChanged))[0]
    let openings = run.times(.app(.opened)).filter { $0 > changed }
    expect(run.times(.tokens(.registrationFailed)), equals: Array(openings[..<2]))
    expect(run.times(.app(.tokenRegistered)), equals: [openings[2]])
    let isGone = changed...openings[2]
    expect(run.fates, equals: Self.times.map { isGone.contains($0) ? .lost : .shown })
  }

  @Test("R2.8 an attempt that always fails: the token is never known again")
  func alwaysFails() throws {
    let run = try online(
      at: Self.times, until: 30_100, given: { $0.times(.app(.tokenChanged)).count == 1 },
      change: { setup in
        setup.tokens = Tokens(changes: constant(60_000))
        setup.tokens?.registrationFailure = .one
        setup.app = App(openings: .init(rate: constant(1 / 1000)), syncsOnOpening: false)
      })
    let changed = run.times(.app(.tokenChanged))[0]
    expect(run.times(.app(.tokenRegistered)), equals: [])
    expect(run.fates, equals: Self.times.map { $0 >= changed ? .lost : .shown })
  }

  @Test("R2.8 changes at rate r, openings at rate o, failure p: r/(r + o(1 - p)) is lost")
  func exact() throws {
    // Memoryless changes and openings: of the openings the share 1 - p brings the token.
    // Within 6.2 standard errors of 20 replications: false-alarm probability 6e-6 (Student's t).
    let (r, o, p) = (1.0 / 72_000, 1.0 / 14_400, 0.6)
    var setup = DeviceSetup(
      workload: Workload(arrivals: .poisson(rate: constant(1.0 / 900))), strategy: .fireAndForget)
    setup.tokens = Tokens(changes: law(.exponential(mean: 1 / r)))
    setup.tokens?.registrationFailure = share(p)
    setup.app = App(openings: .init(rate: constant(o)), syncsOnOpening: false)
    let world = World(
      seed: 17, devices: 50, warmup: .days(5), duration: .days(15), setup: setup)
    let shares = try (0..<20).map { replication in
      let tally = try simulate(world, replication: replication, devices: 0..<50)
      return Double(tally[.lost]) / Double(tally[.owed])
    }
    let mean = shares.reduce(0, +) / 20
    let spread = shares.map { ($0 - mean) * ($0 - mean) }.reduce(0, +) / (19 * 20)
    let lost = r / (r + o * (1 - p))
    print("no token: expected \(lost), observed \(mean), standard error \(spread.squareRoot())")
    expect(abs(mean - lost) < 6.2 * spread.squareRoot())
  }

  // MARK: Reinstallations

  /// Two calls that nobody reports; the system blocks all others until the token changes.
  private static func blocked(reinstalls: Probability) throws -> RecordedRun {
    try changesToken(.voipFetch) { setup in
      setup.tokens?.reinstalls = reinstalls
      setup.app?.voipMisuses = 2
    }
  }

  @Test("R2.8 R4.7 a reinstallation ends the block of VoIP pushes")
  func endsBlock() throws {
    let run = try Self.blocked(reinstalls: .one)
    let registered = run.times(.app(.tokenRegistered))[0]
    let later = Self.times.filter { $0 > registered }
    expect(run.times(.app(.woken)), equals: [100, 200] + later.prefix(2))
    expect(run.times(.tokens(.unblocked)), equals: run.times(.app(.tokenChanged)))
    expect(run.causes.last, equals: .app(.voipBlocked))
  }

  @Test("R2.8 R4.7 what is no reinstallation leaves it in force")
  func keepsBlock() throws {
    let run = try Self.blocked(reinstalls: .zero)
    expect(run.times(.app(.woken)), equals: [100, 200])
    expect(run.times(.tokens(.unblocked)), equals: [])
  }

  @Test("R2.8 the share of the changes that are reinstallations")
  func shareOfChanges() throws {
    // Each change ends a block or does not: a binomial count, within 4.9 standard errors, 1e-6.
    var setup = DeviceSetup(
      workload: Workload(arrivals: .poisson(rate: constant(1.0 / 600))), strategy: .voipFetch)
    setup.tokens = Tokens(changes: constant(86_400))
    setup.tokens?.reinstalls = FeatureTests.share(0.3)
    setup.app = App(openings: .init(rate: constant(1.0 / 600)), syncsOnOpening: false)
    setup.app?.voipMisuses = 1
    let world = World(seed: 19, devices: 40, duration: .days(30), setup: setup)
    var (changes, ended) = (0, 0)
    for device in 0..<40 {
      let story = try tellStory(world, replication: 0, device: device)
      let events = story.records.map(\.event)
      changes += events.count { $0 == .app(.tokenChanged) }
      ended += events.count { $0 == .tokens(.unblocked) }
    }
    let row = Agreement(
      "reinstallations", expected: 0.3, observed: Double(ended) / Double(changes),
      standardError: (0.3 * 0.7 / Double(changes)).squareRoot())
    expect(row.holds, "\(row)")
  }
}
