import DeliverySim
import Models
import TestSupport
import Testing

/// R5.6: devices without an extension.
@Suite struct R05_06AbsenceTests {
  private static func remove(_ setup: inout DeviceSetup) { setup.serviceExtension.absent = .one }

  @Test("R5.6 without an extension nothing is noticed or asked for: pushes are shown as they came")
  func nothingIsRepaired() throws {
    let times = [-10.0, 10, 20, 30, 150]
    let with = try away(for: 100, at: times, gapRecovery())
    expect(with.shown, equals: [-10, 100, 100, 100, 150])
    let run = try away(for: 100, at: times, gapRecovery(), change: Self.remove)
    expect(run.shown, equals: [-10, nil, nil, 100, 150])
    expect(run.causes, equals: [.none, .overwritten, .overwritten, .none, .none])
    expect(run.repairs[1...2], equals: [.unnoticed, .unnoticed])
    expect(run.tally[ExtensionCounter.extensionRuns], equals: 0)
    expect(run.tally[.resendRequests], equals: 0)
    expect(run.tally[.interruptions], equals: 3)
  }

  @Test("R5.6 without an extension nobody acknowledges: retries come until the provider gives up")
  func nobodyAcknowledges() throws {
    let run = try online(at: [10], .retryUntilAcked(), until: 200, change: Self.remove)
    expect(run.times(.resent, of: 0), equals: [40, 100])
    expect(run.times(.replacedInCentre), equals: [40, 100])
    expect(run.tally[.acknowledgements], equals: 0)
    expect(run.tally[ExtensionCounter.extensionRuns], equals: 0)
  }

  @Test("R5.6 without an extension a digest shows its own message; the earlier ones are ignored")
  func digestIsNotUnpacked() throws {
    // 1 is overwritten by 2, which carries 1 and 0; 3 carries 2, 1 and 0.
    let digest = Strategy.fireAndForget.with(Digest(items: 8))
    let times = [-10.0, 10, 20, 150]
    try expect(away(for: 100, at: times, digest).shown, equals: [-10, 100, 100, 150])
    let run = try away(for: 100, at: times, digest, change: Self.remove)
    expect(run.shown, equals: [-10, nil, 100, 150])
    expect(run.causes, equals: [.none, .ignoredPayload, .none, .none])
    expect(run.times(.destroyed(by: .ignoredPayload)), equals: [100, 150])
    expect(Cause.ignoredPayload.stage, equals: .device)
  }

  @Test("R5.6 without an extension heartbeats are seen although the app filters them")
  func heartbeatsAreSeen() throws {
    for client in [Strategy.fireAndForget, gapRecovery()] {
      let beats = client.with(Heartbeat(after: .seconds(60), filtering: true))
      let with = try online(at: [10], beats, until: 200)
      expect(with.times(.heartbeatShown, ofAny: .heartbeat), equals: [])
      let run = try online(at: [10], beats, until: 200, change: Self.remove)
      expect(run.times(.heartbeatShown, ofAny: .heartbeat), equals: [70])
      expect(run.tally[.interruptions], equals: 2)
    }
  }

  @Test("R5.6 a device without an extension has none under the next strategy either")
  func adoptionBringsNone() throws {
    let strategy = Strategy.fireAndForget.then([Adoption(at: .seconds(15), gapRecovery())])
    try expect(online(at: [10, 20], strategy).tally[ExtensionCounter.extensionRuns], equals: 1)
    let run = try online(at: [10, 20], strategy, change: Self.remove)
    expect(run.tally[ExtensionCounter.extensionRuns], equals: 0)
    expect(run.shown, equals: [10, 20])
  }

  // MARK: Shares

  private static func without(_ absent: Double, devices: Int) throws -> [Bool] {
    let world = smallWorld(at: []) { $0.serviceExtension.absent = share(absent) }
    return try (0..<devices).map { device in
      var world = world
      world.devices = devices
      let records = try tellStory(world, replication: 0, device: device).records
      return records.contains { $0.event == .run(.absent) }
    }
  }

  @Test("R5.6 a larger share of devices without an extension keeps those of a smaller one")
  func coupled() throws {
    let (few, many) = (
      try Self.without(0.2, devices: 200), try Self.without(0.5, devices: 200)
    )
    expect(zip(few, many).allSatisfy { !$0 || $1 })
    expect(few.contains(true))
    expect(many.count { $0 } > few.count { $0 })
    expect(!(try Self.without(0, devices: 20)).contains(true))
    expect(!(try Self.without(1, devices: 20)).contains(false))
  }

  /// Recovery without limit shows everything; a device without it loses what is overwritten, a
  /// share f q of all (model.md R9: f the offline share, q = λ / (λ + 1/E[D])). Who has none is
  /// drawn apart from everything else, so the losses mix: s f q.
  @Test("R5.6 deliverability mixes linearly with the share of devices without an extension")
  func linearMix() throws {
    let (rate, up, down, absent) = (1.0 / 2160, 21_600.0, 7200.0, 0.4)
    var setup = DeviceSetup(
      workload: Workload(arrivals: .poisson(rate: law(.constant(value: rate)))),
      strategy: gapRecovery(limit: 1_000_000))
    setup.network.onOff = OnOffProcess(
      up: law(.exponential(mean: up)), down: law(.exponential(mean: down)))
    setup.serviceExtension.absent = share(absent)
    let world = World(
      seed: 56, devices: 60, warmup: .days(2), duration: .days(9), drain: .days(2), setup: setup)
    let losses = try (0..<40).map { replication in
      let tally = try simulate(world, replication: replication, devices: 0..<world.devices)
      return Double(tally[.owed] - tally.count(.shown)) / Double(tally[.owed])
    }
    let mean = losses.reduce(0, +) / Double(losses.count)
    let variance =
      losses.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(losses.count - 1)
    let offline = down / (up + down)
    // One comparison with a false-alarm probability of 1e-6.
    let row = Agreement(
      "lost, \(absent) of the devices without an extension",
      expected: absent * offline * rate / (rate + 1 / down), observed: mean,
      standardError: (variance / Double(losses.count)).squareRoot())
    print(row)
    expect(row.holds, "\(row)")
  }
}
