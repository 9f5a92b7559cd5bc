import DeliverySim
import Models
import TestSupport
import Testing

/// R2.6 and R2.3: hop 1, from the server to the provider.
@Suite struct R02_06IntakeTests {
  private static let times = (1...50).map { Double(10 * $0) }

  @Test("R2.6 what hop 1 loses takes no position: gap-recovery cannot notice it")
  func hop1LossIsInvisible() throws {
    let run = try online(at: Self.times, gapRecovery()) { $0.provider.intake.loss = share(0.3) }
    let lost = run.messages(.destroyed(by: .serverLost))
    expect(lost.count > 5 && lost.count < 45)
    expect(run.records(.gap).isEmpty)
    expect(run.values(.queued), equals: (1...Int64(50 - lost.count)).map { $0 })
    for message in 0..<50 {
      let isLost = lost.contains(UInt32(message))
      expect(run.fates[message], equals: (isLost ? .lost : .shown))
      expect(run.causes[message], equals: (isLost ? .serverLost : .none))
      expect(run.repairs[message], equals: (isLost ? .unnoticed : .none))
    }
    expect(Cause.serverLost.stage, equals: .server)
    expect(run.tally[.pushesSent], equals: UInt128(50 - lost.count))
  }

  @Test("R2.6 with losses on both hops exactly those of hop 2 are asked for")
  func gapsArePositions() throws {
    let run = try online(at: Self.times, gapRecovery()) {
      $0.provider.intake.loss = share(0.3)
      $0.provider.link.loss = share(0.3)
    }
    let onIntake = run.messages(.destroyed(by: .serverLost))
    let onLink = run.records(.destroyed(by: .linkLost), copy: 0).compactMap(\.message)
    let seen = try unwrap(run.records(.arrived, copy: 0).last?.message)
    let first = try unwrap(run.records(.arrived, copy: 0).first?.message)
    expect(run.messages(.resent), equals: onLink.filter { $0 < seen && $0 > first })
    expect(!run.messages(.resent).isEmpty)
    expect(Set(onIntake).isDisjoint(with: run.messages(.queued)))
  }

  @Test("R2.6 what is on hop 1 counts for the limit of what is under way")
  func limitOnIntake() throws {
    var world = smallWorld(at: [10, 20, 30]) { $0.provider.intake.latency = constant(3600) }
    world.limits.storedPerDevice = 2
    let limit = #expect(throws: LimitExceeded.self) {
      try simulate(world, replication: 0, devices: 0..<1)
    }
    expect(limit?.limit, equals: .storedPerDevice)
    expect(limit?.time, equals: .seconds(30))
  }

  @Test("R2.6 what is given up is covered by position, not by message number")
  func summariesCoverPositions() throws {
    // Nothing may be asked for, so a summary covers what hop 2 lost, and never what hop 1 did.
    let run = try online(at: Self.times, gapRecovery(limit: 0)) {
      $0.provider.intake.loss = share(0.3)
      $0.provider.link.loss = share(0.3)
    }
    for message in run.messages(.destroyed(by: .serverLost)) {
      expect(run.fates[Int(message)], equals: .lost)
      expect(run.repairs[Int(message)], equals: .unnoticed)
    }
    let first = try unwrap(run.messages(.arrived).first)
    let last = try unwrap(run.messages(.arrived).last)
    for message in run.messages(.destroyed(by: .linkLost)) where first < message && message < last {
      expect(run.fates[Int(message)], equals: .summarised)
    }
  }

  @Test("R2.3 the position is given on arrival at the provider; hop 1 reorders by its latency")
  func positionsAreGivenOnArrival() throws {
    let run = try online(
      at: [10, 15], gapRecovery(), given: { $0.times(.queued) == [16, 30] },
      change: { $0.provider.intake.latency = anyOf([1, 20]) })
    expect(run.messages(.queued), equals: [1, 0])
    expect(run.values(.queued), equals: [1, 2])
    expect(run.shown, equals: [30, 16])
    expect(run.records(.gap).isEmpty)
  }

  @Test("R2.6 hop 1 has bursts, incidents and retries like hop 2")
  func hop1HasIncidents() throws {
    let times = (1...450).map { Double($0) }
    let spans = OnOffProcess(up: constant(100), down: constant(50))
    let burst = try online(at: times, until: 500) { setup in
      setup.provider.intake.bursts = spans.map { Hop.Bursts(spans: $0) }
    }
    expect(burst.fates.prefix(150).filter { $0 == .lost }.count, equals: 50)
    let incident = try online(at: times, until: 500) { $0.provider.intake.incidents = spans }
    expect(incident.fates.prefix(150).filter { $0 == .lost }.count, equals: 50)
    let retry = try online(at: times, until: 500) { setup in
      setup.provider.intake.incidents = spans
      setup.provider.intake.retry = Hop.Retry(attempts: 50, first: .second, factor: 1)
    }
    expect(retry.fates.allSatisfy { $0 == .shown })
    for (message, fate) in incident.fates.prefix(150).enumerated() {
      let delay = (retry.shown[message] ?? 0) - times[message]
      expect((delay > 0), equals: (fate == .lost))
      expect(delay <= 50)
    }
  }

  @Test("R0.3 what is on hop 1 at the end is pending; it has cost no push")
  func messagesOnHop1ArePending() throws {
    let late = try online(at: [10], until: 60) { $0.provider.intake.latency = constant(50) }
    expect(late.fates, equals: [.pending])
    expect(late.tally[.pushesSent], equals: 0)
    let inTime = try online(at: [10], until: 60.1) { $0.provider.intake.latency = constant(50) }
    expect(inTime.shown, equals: [60])
    let waiting = try online(
      at: [10], until: 60, given: { $0.records(.providerUnreachable).count == 1 },
      change: { setup in
        setup.provider.intake.incidents = OnOffProcess(up: constant(100), down: constant(100))
        setup.provider.intake.retry = Hop.Retry(attempts: 1, first: .minute)
      })
    expect(waiting.fates, equals: [.pending])
  }
}
