import DeliverySim
import Models
import TestSupport
import Testing

/// R1.1, R1.2 and R1.8: what is drawn for whom.
@Suite struct R01DrawTests {
  private let strategies = [
    Strategy.fireAndForget, gapRecovery(), gapRecovery(limit: 2, collapse: false),
    gapRecovery(asPrinted: true),
  ]

  private func world(_ strategy: Strategy, change: (inout DeviceSetup) -> Void = { _ in }) -> World
  {
    var setup = DeviceSetup(workload: Workload(arrivals: .poisson(rate: constant(1e-3))))
    setup.strategy = strategy
    change(&setup)
    return World(seed: 11, devices: 1, duration: .days(4), setup: setup)
  }

  @Test("R1.1 arrivals and connectivity are the same for every strategy and design point")
  func theWorldIsTheSame() throws {
    // Exogenous: when messages are made, and when the device goes offline, online, and has its
    // connection again.
    func exogenous(_ world: World) throws -> [String] {
      try record(world, replication: 2).records.compactMap { record in
        switch record.event {
        case .created, .online, .offline, .connected:
          "\(record.time.microseconds) \(record.event) \(record.message ?? 0)"
        default: nil
        }
      }
    }
    let network = Network(
      onOff: OnOffProcess(
        up: law(.exponential(mean: 6000)), down: law(.exponential(mean: 3000))),
      reconnect: law(.exponential(mean: 30)))
    let reference = try exogenous(world(.fireAndForget) { $0.network = network })
    expect(reference.count > 400)
    for strategy in strategies {
      let other = try exogenous(
        world(strategy) {
          $0.network = network
          $0.provider.link = Hop(loss: share(0.2), latency: law(.exponential(mean: 5)))
          $0.service.latency = law(.exponential(mean: 5))
          $0.service.expiration = .seconds(600)
        })
      expect(other, equals: reference)
    }
  }

  /// The luck of the n-th send of each message on the link and on the way to the device.
  private struct SendDraws: Equatable {
    /// [µs]; nil: lost.
    var linkLatency: Int64?
    var serviceLatency: Int64?
  }

  /// By message and copy, for a device that is always online; only sends whose way ended before the
  /// run did.
  private func sends(_ strategy: Strategy) throws -> [[UInt32]: SendDraws] {
    let world = world(strategy) {
      $0.provider.link = Hop(loss: share(0.3), latency: law(.exponential(mean: 50)))
      $0.service.latency = law(.exponential(mean: 50))
    }
    var sent: [[UInt32]: SimTime] = [:]
    var accepted: [[UInt32]: SimTime] = [:]
    var sends: [[UInt32]: SendDraws] = [:]
    for record in try record(world, replication: 0).records {
      guard let message = record.message else { continue }
      let key = [message, UInt32(record.copy)]
      switch record.event {
      case .created, .resent: sent[key] = record.time
      case .destroyed(by: .provider(.linkLost)): sends[key] = SendDraws()
      case .accepted: accepted[key] = record.time
      case .arrived:
        guard let start = sent[key], let handed = accepted[key] else { continue }
        sends[key] = SendDraws(
          linkLatency: (handed - start).microseconds,
          serviceLatency: (record.time - handed).microseconds)
      default: break
      }
    }
    return sends
  }

  @Test("R1.2 the n-th send of a message has the same draws in every strategy")
  func sendsHaveTheSameDrawsInEveryStrategy() throws {
    let reference = try sends(gapRecovery(asPrinted: true))
    expect(reference.keys.contains { $0[1] == 1 })
    for strategy in strategies {
      let other = try sends(strategy)
      let common = other.keys.filter { reference[$0] != nil }
      expect(common.count > 300)
      expect(common.allSatisfy { other[$0] == reference[$0] })
    }
  }

  @Test("R1.2 every send of a message has draws of its own")
  func everySendHasItsOwnDraws() throws {
    let sends = try sends(gapRecovery(asPrinted: true))
    let pairs = sends.keys.filter { $0[1] == 1 }.compactMap { key in
      sends[[key[0], 0]].flatMap { first in sends[key].map { (first, $0) } }
    }
    // Lost and not lost in all four combinations: among 170 pairs one, of probability 0.09 or more,
    // is missing with p < 4 · 0.91^170 = 4e-7; latencies are never equal by chance.
    expect(pairs.count > 170)
    for (first, second) in [(false, false), (false, true), (true, false), (true, true)] {
      expect(
        pairs.contains {
          ($0.0.linkLatency == nil) == first && ($0.1.linkLatency == nil) == second
        })
    }
    let arrivedTwice = pairs.filter { $0.0.linkLatency != nil && $0.1.linkLatency != nil }
    expect(arrivedTwice.allSatisfy { $0.0.linkLatency != $0.1.linkLatency })
    expect(arrivedTwice.allSatisfy { $0.0.serviceLatency != $0.1.serviceLatency })
  }

  @Test("R1.8 every parameter is the device's own")
  func everyParameterBelongsToTheDevice() throws {
    // Away 0 ... 100; message 1 is overwritten by 2. Each section of the setup, changed alone,
    // changes the run.
    func run(_ change: (inout DeviceSetup) -> Void) throws -> RecordedRun {
      try away(for: 100, at: [-10, 10, 20], gapRecovery()) { setup in
        setup.provider.resend.latency = constant(40)
        change(&setup)
      }
    }
    try expect(run { _ in }.shown, equals: [-10, 140, 140])
    try expect(
      run { $0.workload.payload = constant(7) }.tally[WorkloadCounter.payloadBytes], equals: 4 * 7)
    try expect(run { $0.provider.resend.latency = constant(3) }.shown, equals: [-10, 103, 103])
    try expect(run { $0.service.latency = constant(2) }.shown, equals: [-8, 144, 142])
    try expect(run { $0.network.reconnect = constant(5) }.shown, equals: [-10, 145, 145])
    try expect(
      run { $0.serviceExtension.timeLimit = .seconds(30) }.shown, equals: [-10, 140, 130])
    try expect(run { $0.strategy = .fireAndForget }.shown, equals: [-10, nil, 100])
  }
}
