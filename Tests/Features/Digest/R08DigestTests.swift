import DeliverySim
import Models
import TestSupport
import Testing

/// R8, digest: pushes carry the messages before their own.
@Suite struct R08DigestTests {
  private func digest(_ items: Int, limit: Int = 4096, on inner: Strategy = .fireAndForget)
    -> Strategy
  {
    inner.with(Digest(items: items, payloadLimit: limit))
  }

  @Test(
    "R8 digest: of N messages in one offline period max(0, N - 1 - k) are lost",
    arguments: 1...6)
  func losses(items: Int) throws {
    for count in 1...8 {
      let times = [-10] + (1...count).map { Double($0) * 10 }
      let run = try away(for: 100, at: times, digest(items))
      expect(run.fates.count { $0 == .lost }, equals: max(0, count - 1 - items))
      expect(run.tally[.pushesSent], equals: UInt128(count + 1))
      expect(run.tally[.interruptions], equals: UInt128(count + 1 - max(0, count - 1 - items)))
    }
  }

  /// Nobody watches, so that messages go straight where they may.
  @Test("R8 digest: what a push tells besides is told in a straight stretch, too")
  func straight() throws {
    var world = smallWorld(at: [10, 20, 30, 40, 200, 300, 400]) {
      $0.provider.link.loss = share(0.3)
      $0.strategy = digest(2)
    }
    world.devices = 200
    let tallies = try [true, false].map {
      try simulate(
        world, replication: 0, devices: 0..<world.devices, batchSize: 1, maySkipEvents: $0)
    }
    expect(tallies[0][.shown] > 0 && tallies[0].fates != Tally(world).fates)
    expect(tallies[0] == tallies[1], "\(tallies[0][.shown]), not \(tallies[1][.shown])")
  }

  @Test("R8 digest: the oldest is shown first, all at the arrival, and what was seen is not again")
  func order() throws {
    let run = try away(for: 100, at: [-10, 10, 20, 30, 200], digest(2))
    expect(run.messages(.shown), equals: [0, 1, 2, 3, 4])
    expect(run.shown, equals: [-10, 100, 100, 100, 200])
    expect(run.tally[.duplicates], equals: 0)
  }

  @Test("R8 digest: as many as fit the payload limit, its own message always")
  func payloadLimit() throws {
    for (limit, lost) in [(4096, 0), (300, 1), (299, 2), (200, 2), (100, 3), (1, 3)] {
      let run = try away(for: 100, at: [-10, 10, 20, 30, 40], digest(8, limit: limit)) {
        $0.workload.payload = constant(100)
      }
      expect(run.fates.count { $0 == .lost }, equals: lost, "limit \(limit)")
    }
  }

  @Test("R8 digest: pushes weigh what they carry")
  func payloadBytes() throws {
    let run = try online(at: [10, 20, 30, 40], digest(2)) { $0.workload.payload = constant(100) }
    expect(run.tally[WorkloadCounter.payloadBytes], equals: 100 + 200 + 300 + 300)
    try expect(
      online(at: [10, 20]) { $0.workload.payload = constant(100) }.tally[
        WorkloadCounter.payloadBytes],
      equals: 200)
  }

  @Test("R8 digest: a message that is still under way with another one is pending, not lost")
  func pendingItem() throws {
    let run = try away(for: 100, at: [-10, 10, 20], digest(1), until: 50)
    expect(run.fates, equals: [.shown, .pending, .pending])
  }

  @Test("R8 digest on gap-recovery: only what no push brings is a gap")
  func onGapRecovery() throws {
    let run = try away(for: 100, at: [-10, 10, 20, 30, 40], digest(2, on: gapRecovery()))
    expect(run.values(.gap), equals: [1])
    expect(run.messages(.resent), equals: [1])
    expect(run.messages(.shown), equals: [0, 2, 3, 4, 1])
    let none = try away(for: 100, at: [-10, 10, 20, 30], digest(2, on: gapRecovery()))
    expect(none.records(.gap).isEmpty)
    expect(none.fates.allSatisfy { $0 == .shown })
  }

  @Test("R8 digest: a push that is destroyed takes with it what it carries")
  func destroyed() throws {
    let run = try away(for: 100, at: [-10, 10, 20], digest(1)) {
      $0.service.expiration = .seconds(30)
    }
    expect(run.fates, equals: [.shown, .lost, .lost])
    // Message 1 goes with the second push, which is destroyed last.
    expect(run.causes, equals: [.none, .pushService(.expired), .pushService(.expired)])
  }
}
