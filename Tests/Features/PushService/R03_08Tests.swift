import DeliverySim
import Models
import TestSupport
import Testing

/// R3.8: the half-open connection.
@Suite struct R03_08Tests {
  /// The connection is lost at 0; the service notices at 600 unless the device is back before.
  private func halfOpen(
    away offline: Double, at times: [Double], resume: Probability = .zero,
    change: (inout DeviceSetup) -> Void = { _ in }, given: (RecordedRun) -> Bool = { _ in true }
  ) throws -> RecordedRun {
    try away(for: offline, at: times, given: given) { setup in
      setup.service.halfOpen = .init(detect: constant(600), resume: resume)
      change(&setup)
    }
  }

  @Test("R3.8 until the service notices, pushes are in limbo; then they enter the slot in order")
  func limboEntersTheSlotAtDetection() throws {
    let run = try halfOpen(away: 3600, at: [10, 20, 700])
    expect(run.times(.intoHalfOpen), equals: [10, 20])
    expect(run.times(.detected), equals: [600])
    expect(run.times(.stored), equals: [600, 600, 700])
    expect(run.messages(.destroyed(by: .overwritten)), equals: [0, 1])
    expect(run.times(.destroyed(by: .overwritten)), equals: [600, 700])
    expect(run.shown, equals: [nil, nil, 3600])
  }

  @Test("R3.8 on the same connection everything in limbo arrives, in order")
  func resumedConnectionDeliversAll() throws {
    let run = try halfOpen(away: 300, at: [10, 20, 30], resume: .one)
    expect(run.times(.detected), equals: [])
    expect(run.messages(.arrived), equals: [0, 1, 2])
    expect(run.shown, equals: [300, 300, 300])
    expect(run.times(.stored), equals: [])
  }

  @Test("R3.8 on a new connection what is in limbo enters the slot in order of acceptance")
  func newConnectionEmptiesLimboIntoTheSlot() throws {
    let run = try halfOpen(away: 300, at: [10, 20, 30])
    expect(run.times(.detected), equals: [])
    expect(run.times(.destroyed(by: .overwritten)), equals: [300, 300])
    expect(run.fates, equals: [.lost, .lost, .shown])
    expect(run.shown[2], equals: 300)
  }

  @Test("R3.8 the order is that of acceptance, not of the attempts")
  func limboIsInOrderOfAcceptance() throws {
    // Message 0 is accepted 10 s before the absence and attempted until 40, message 1 is accepted
    // at 20, into the dead connection.
    for resume in [Probability.zero, .one] {
      let run = try halfOpen(
        away: 300, at: [-10, 20], resume: resume,
        change: { $0.service.latency = anyOf([1, 50]) },
        given: { $0.times(.intoHalfOpen, of: 0) == [40] && $0.times(.intoHalfOpen, of: 1) == [20] })
      if resume == .one {
        expect(run.messages(.arrived), equals: [0, 1])
      } else {
        expect(run.fates, equals: [.lost, .shown])
      }
    }
  }

  @Test("R3.8 a push accepted into a dead connection waits for the next one, whatever its latency")
  func acceptedIntoTheDeadConnection() throws {
    // Accepted at 10, 5 s before the return; its latency of 20 s would have ended after it.
    for resume in [Probability.zero, .one] {
      let run = try halfOpen(
        away: 15, at: [10], resume: resume, change: { $0.service.latency = constant(20) })
      expect(run.times(.intoHalfOpen), equals: [10])
      // Resumed it arrives at once; else it is handed over from the slot, with a latency of its
      // own.
      expect(run.shown, equals: [resume == .one ? 15 : 35])
    }
  }

  @Test("R3.8 the same connection is kept with its probability")
  func connectionIsKeptWithItsProbability() throws {
    // Absences of 1000 s, a message every 500 s, and 1100 s until the service would notice: at each
    // return there are messages in limbo, which arrive at once or enter the slot first. False alarm
    // 1e-6.
    let process = OnOffProcess(up: constant(1000), down: constant(1000))
    let world = smallWorld(at: (0..<40).map { 500 * Double($0) }, duration: .seconds(20_000)) {
      $0.network.onOff = process
      $0.service.halfOpen = .init(detect: constant(1100), resume: share(0.3))
    }
    var (kept, returns) = (0.0, 0.0)
    for replication in 0..<60 {
      let events = try record(world, replication: replication).records.map(\.event)
      for place in events.indices.dropLast() where events[place] == .connected {
        let before = events[..<place]
        guard let absence = before.lastIndex(of: .offline),
          before[absence...].contains(.intoHalfOpen)
        else { continue }
        returns += 1
        kept += events[place + 1] == .arrived ? 1 : 0
      }
    }
    let row = Agreement(
      "connection kept", expected: 0.3, observed: kept / returns,
      standardError: (0.3 * 0.7 / returns).squareRoot())
    expect(returns > 300)
    expect(row.holds, "\(row)")
  }

  @Test("R3.8 what must not be stored is lost when the service notices")
  func expirationZeroIsLostFromLimbo() throws {
    let run = try halfOpen(away: 3600, at: [10, 700]) { $0.service.expiration = .zero }
    expect(run.causes, equals: [.notStored, .notStored])
    expect(run.times(.destroyed(by: .notStored)), equals: [600, 700])
    // Kept, it arrives all the same.
    let kept = try halfOpen(away: 300, at: [10], resume: .one) { $0.service.expiration = .zero }
    expect(kept.shown, equals: [300])
  }

  @Test("R3.8 without a half-open connection the service notices at once")
  func noticedAtOnceByDefault() throws {
    let run = try away(for: 3600, at: [10, 20])
    expect(run.times(.intoHalfOpen), equals: [])
    expect(run.times(.destroyed(by: .overwritten)), equals: [20])
  }

  /// Two connections may be noticed in the same microsecond, the first one too late: offline from 0
  /// to 5, noticed at 10 or 40, and from 30 to 50, noticed at 40.
  @Test("R3.8 a notice that comes too late changes nothing, even when another one is due then")
  func lateNotice() throws {
    var seen = 0
    _ = try away(
      for: 12.5, online: 25, at: [29], until: 60,
      given: { run in
        let isTie = run.times(.offline).prefix(2) == [0, 30] && run.times(.detected) == [40]
        if isTie { seen += 1 }
        return seen == 10
      },
      change: {
        $0.network.onOff = OnOffProcess(up: constant(25), down: anyOf([5, 20]))
        $0.service.halfOpen = PushService.HalfOpen(detect: anyOf([10, 40]), resume: .zero)
        $0.service.latency = constant(11)
      })
    expect(seen, equals: 10)
  }

  @Test("R3.8 a return before the notice, and after it: with and without events in between")
  func bothWays() throws {
    var setup = DeviceSetup(workload: Workload(arrivals: .poisson(rate: constant(0.001))))
    setup.service.halfOpen = PushService.HalfOpen(
      detect: law(.uniform(min: 0, max: 900)), resume: share(0.5))
    setup.network = Network(
      onOff: OnOffProcess(
        up: law(.exponential(mean: 3000)), down: law(.exponential(mean: 600))),
      reconnect: law(.exponential(mean: 30)))
    let world = World(seed: 7, devices: 20, duration: .days(1), setup: setup)
    let tallies = try [true, false].map { maySkipEvents in
      try simulate(
        world, replication: 0, devices: 0..<20, batchSize: 1, maySkipEvents: maySkipEvents)
    }
    expect(tallies[0], equals: tallies[1])
    expect(tallies[0][.owed] > 1000)
  }
}
