import DeliverySim
import Foundation
import Models
import TestSupport
import Testing

/// R3.12: a push on its way to a connected device still occupies its slot.
@Suite struct R03_12Tests {
  private static func inFlight(
    _ share: Double = 1, latency: Double = 10, capacity: Int = 1
  ) -> (inout DeviceSetup) -> Void {
    { setup in
      setup.service.inFlight = FeatureTests.share(share)
      setup.service.latency = constant(latency)
      setup.service.capacity = capacity
    }
  }

  private static let overwritten = StoryRecord.Event.destroyed(by: .pushService(.overwritten))

  @Test("R3.12 a push that is accepted before another one arrives overwrites it")
  func overwrites() throws {
    // 100 is on its way until 110, 105 until 115, 115 until 125.
    let run = try online(at: [100, 105, 115], until: 1000, change: Self.inFlight())
    expect(run.fates, equals: [.lost, .shown, .shown])
    expect(run.causes[0], equals: .pushService(.overwritten))
    // The old one goes at the moment of the newer one's acceptance; by message 1, in the provider's
    // numbers 2.
    expect(run.times(Self.overwritten), equals: [105])
    expect(run.values(Self.overwritten), equals: [2])
  }

  @Test("R3.12 without the key nothing is lost on the way to a connected device")
  func notByDefault() throws {
    let run = try online(at: [100, 105, 115], until: 1000) { $0.service.latency = constant(10) }
    expect(run.fates, equals: [.shown, .shown, .shown])
  }

  @Test("R3.12 with room for several, the first of those on their way gives way")
  func capacity() throws {
    let run = try online(
      at: [100, 101, 102, 103, 120], until: 1000, change: Self.inFlight(capacity: 2))
    expect(run.messages(Self.overwritten), equals: [0, 1])
    expect(run.times(Self.overwritten), equals: [102, 103])
  }

  @Test("R3.12 types that do not share a slot do not overwrite each other on their way")
  func slots() throws {
    func lost(_ slot: PushService.Slot) throws -> Int {
      let run = try online(at: (1...100).map { 100.0 * Double($0) }, until: 20_000) { setup in
        Self.inFlight(latency: 50)(&setup)
        setup.service.slot = slot
        setup.workload.badgeUpdates = ExtraTraffic(rate: constant(1.0 / 60))
      }
      return run.fates.count { $0 == .lost }
    }
    try expect(lost(.perType), equals: 0)
    try expect(lost(.shared) > 0)
  }

  @Test("R3.12 one that is accepted when the device has gone overwrites what is on its way too")
  func deviceHasGone() throws {
    // Message 0 is on its way from -5 to 5; the device is away from 0 to 100.
    let run = try away(for: 100, online: 1000, at: [-5, 2], change: Self.inFlight())
    expect(run.times(Self.overwritten, of: 0), equals: [2])
    expect(run.shown, equals: [nil, 110])
  }

  @Test("R3.12 what is handed over from the store occupies its slot again")
  func handedOver() throws {
    // Message 0 is handed over at 100 and on its way until 110.
    let run = try away(for: 100, online: 1000, at: [50, 105], change: Self.inFlight())
    expect(run.times(Self.overwritten, of: 0), equals: [105])
    expect(run.shown, equals: [nil, 115])
  }

  @Test("R3.12 what was overwritten on its way is lost when the run ends before its arrival")
  func endOfRun() throws {
    let run = try online(at: [100, 105], until: 107, change: Self.inFlight())
    expect(run.fates, equals: [.lost, .pending])
  }

  @Test("R3.12 Poisson messages at rate r that take L: p(1 - exp(-rL)) are lost")
  func exact() throws {
    // A message is lost if it holds the slot and the next one comes within L: independently.
    for (share, capacity) in [(1.0, 1), (0.3, 1)] {
      var setup = DeviceSetup(
        workload: Workload(arrivals: .poisson(rate: constant(1.0 / 60))), strategy: .fireAndForget)
      Self.inFlight(share, latency: 30, capacity: capacity)(&setup)
      let world = World(
        seed: 3, devices: 20, duration: .days(2), drain: .hours(1), setup: setup)
      let tally = try simulate(world, replication: 0, devices: 0..<20)
      let owed = Double(tally[.owed])
      let lost = share * (1 - exp(-30.0 / 60))
      let row = Agreement(
        "lost on the way, p = \(share)", expected: lost, observed: Double(tally[.lost]) / owed,
        standardError: (lost * (1 - lost) / owed).squareRoot(), tableSize: 2)
      expect(row.holds, "\(row)")
    }
  }
}
