import DeliverySim
import Models
import TestSupport
import Testing

/// R6.4: the badge.
@Suite struct R06_04Tests {
  /// The device is away from 0 to 100; the user looks at once, and an opening fetches nothing.
  private static func awayFor(
    _ times: [Double], taps: Double = 1, badge: Bool = true, _ strategy: Strategy = .fireAndForget,
    change: @escaping (inout DeviceSetup) -> Void = { _ in }
  ) throws -> RecordedRun {
    try away(for: 100, online: 5000, at: times, strategy) { setup in
      setup.centre.hasBadge = badge
      setup.workload.usefulFor = .hours(1)
      setup.user = User(taps: share(taps))
      setup.app = App(syncsOnOpening: false)
      change(&setup)
    }
  }

  @Test("R6.4 who opens the app by a tap knows from the badge of what has not come")
  func tells() throws {
    // One of three comes, with a badge of 3.
    let run = try Self.awayFor([10, 20, 30])
    expect(run.fates, equals: [.lost, .lost, .shown])
    expect(run.tally[.awareInTime], equals: 3)
    expect(run.tally[.shownInTime], equals: 1)
    expect(run.tally[UserCounter.toldByBadge], equals: 2)
    expect(run.times(.attention(.badge)), equals: [100])
    expect(run.values(.attention(.badge)), equals: [2])
  }

  @Test("R6.4 without the key, and without an opening, nobody knows")
  func notTold() throws {
    try expect(Self.awayFor([10, 20, 30], badge: false).tally[.awareInTime], equals: 1)
    let seen = try Self.awayFor([10, 20, 30], taps: 0)
    expect(seen.tally[.awareInTime], equals: 1)
    expect(seen.times(.attention(.badge)), equals: [])
  }

  @Test("R6.4 it tells once of what is missing, and of nothing that has come")
  func tellsOnce() throws {
    let told = try Self.awayFor([10, 20, 200])
    expect(told.times(.attention(.badge)), equals: [100])
    expect(told.values(.attention(.badge)), equals: [1])
    expect(told.tally[.awareInTime], equals: 3)
    // Nothing is missing of two that come after the return.
    let none = try Self.awayFor([200, 300])
    expect(none.times(.attention(.badge)), equals: [])
  }

  @Test("R6.4 it is too late where the app is opened after the message was useful")
  func late() throws {
    let run = try Self.awayFor([10, 20]) { $0.workload.usefulFor = .seconds(85) }
    // The first one was created 90 s before the opening, the second one 80 s before.
    expect(run.fates, equals: [.lost, .shown])
    expect(run.tally[.awareInTime], equals: 1)
  }

  @Test("R6.4 what the user has from elsewhere is not missing")
  func notMissing() throws {
    let run = try Self.awayFor([10, 20, 30]) { $0.app?.syncsOnOpening = true }
    // The opening fetches the rest; the badge had told of it.
    expect(run.fates, equals: [.synced, .synced, .shown])
    expect(run.tally[.awareInTime], equals: 3)
    expect(run.tally[UserCounter.toldByBadge], equals: 0)
    let recovered = try Self.awayFor([-10, 10, 20, 30], gapRecovery())
    expect(recovered.fates.allSatisfy { $0 == .shown })
  }

  @Test("R6.4 devices that deny notifications show no badge")
  func denied() throws {
    let run = try Self.awayFor([10, 20, 30]) {
      $0.settings = NotificationSettings(denied: .one)
    }
    expect(run.tally[.awareInTime], equals: 0)
  }

  @Test("R6.4 a blank payload has no badge (R4.3)")
  func blank() throws {
    let run = try Self.awayFor([10, 20, 30]) { $0.workload.kinds.blank = .one }
    expect(run.tally[.awareInTime], equals: 0)
    expect(run.times(.attention(.badge)), equals: [])
  }

  @Test("R6.4 where each look opens the app, the last message of an absence tells of all")
  func exact() throws {
    // A push that an absence has overwritten was sent before the push that comes: its badge counts
    // all. No absence is as long as a day: false-alarm probability below 1e-15.
    var setup = DeviceSetup(
      workload: Workload(arrivals: .poisson(rate: constant(1.0 / 600))), strategy: .fireAndForget)
    setup.network.onOff = OnOffProcess(
      up: law(.exponential(mean: 3600)), down: law(.exponential(mean: 1800)))
    (setup.centre.hasBadge, setup.workload.usefulFor) = (true, .days(1))
    (setup.user, setup.app) = (User(taps: .one), App(syncsOnOpening: false))
    let world = World(seed: 23, devices: 20, duration: .days(3), drain: .days(2), setup: setup)
    let tally = try simulate(world, replication: 0, devices: 0..<20)
    expect(tally[.lost] > 0)
    expect(tally[.awareInTime], equals: tally[.owed])
  }
}
