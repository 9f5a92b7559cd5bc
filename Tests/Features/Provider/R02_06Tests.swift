import DeliverySim
import Models
import TestSupport
import Testing

/// R2.6: loss, bursts and incidents of the hops to the provider and to the push service.
///
/// Bursts and incidents here begin every 150 s and last 50 s, counted from a random moment; a
/// message a second shows when.
@Suite struct R02_06Tests {
  private static let spans = OnOffProcess(up: constant(100), down: constant(50))
  private static let everySecond = (1...450).map { Double($0) }

  /// The losses in each second; the first of them is second 1.
  private func lostSeconds(_ run: RecordedRun) -> [Bool] { run.fates.map { $0 == .lost } }

  private func expectPeriods(_ lost: [Bool]) {
    expect(lost.prefix(150).filter { $0 }.count, equals: 50)
    expect(lost.prefix(300), equals: lost.dropFirst(150))
    // One stretch: at most two changes within a period.
    expect(zip(lost, lost.dropFirst()).prefix(150).filter { $0 != $1 }.count <= 2)
  }

  // MARK: Bursts

  @Test("R2.6 in a burst hop 2 loses what is sent")
  func burstsLose() throws {
    let run = try online(at: Self.everySecond, until: 500) { setup in
      setup.provider.link.bursts = Self.spans.map { Hop.Bursts(spans: $0) }
    }
    expectPeriods(lostSeconds(run))
    expect(run.causes.allSatisfy { [.none, .provider(.linkLost)].contains($0) })
  }

  @Test("R2.6 a burst loses with its own probability, beside the independent loss")
  func burstsLoseAShare() throws {
    // 0.1 outside, 1 - 0.9 · 0.7 = 0.37 in bursts. Seconds are independent given the bursts, which
    // the same replication shows with loss 1: they depend on no other parameter.
    var (inside, lostInside, outside, lostOutside) = (0.0, 0.0, 0.0, 0.0)
    for replication in 0..<100 {
      func lost(_ loss: Double, _ chance: Double) throws -> [Bool] {
        let world = smallWorld(at: Self.everySecond, duration: .seconds(500)) { setup in
          setup.provider.link.loss = share(chance)
          setup.provider.link.bursts = Self.spans.map { Hop.Bursts(spans: $0, loss: share(loss)) }
        }
        return try record(world, replication: replication).outcomes
          .map { $0.fate == .lost }
      }
      for (isInBurst, isLost) in zip(try lost(1, 0), try lost(0.3, 0.1)) {
        (inside, outside) = isInBurst ? (inside + 1, outside) : (inside, outside + 1)
        if isLost { lostInside += isInBurst ? 1 : 0 }
        if isLost { lostOutside += isInBurst ? 0 : 1 }
      }
    }
    let table = [
      Agreement(
        "lost in bursts", expected: 0.37, observed: lostInside / inside,
        standardError: (0.37 * 0.63 / inside).squareRoot(), tableSize: 2),
      Agreement(
        "lost between bursts", expected: 0.1, observed: lostOutside / outside,
        standardError: (0.1 * 0.9 / outside).squareRoot(), tableSize: 2),
    ]
    for row in table { expect(row.holds, "\(row)") }
  }

  // MARK: Incidents

  /// The pushes of a fire-and-forget app in incidents of hop 2.
  private func incidents(_ retry: Hop.Retry?) throws -> RecordedRun {
    try online(at: Self.everySecond, until: 500) { setup in
      setup.provider.link.incidents = Self.spans
      setup.provider.link.retry = retry
    }
  }

  @Test("R2.6 without a retry what is sent in an incident is lost at once")
  func incidentsLose() throws {
    let run = try incidents(nil)
    expectPeriods(lostSeconds(run))
    let lost = Self.everySecond.indices.filter { lostSeconds(run)[$0] }
    expect(lost.allSatisfy { run.causes[$0] == .provider(.unreachable) })
    expect(Cause.provider(.unreachable).stage, equals: .link)
    expect(
      run.times(.destroyed(by: .provider(.unreachable))), equals: lost.map { Self.everySecond[$0] }
    )
  }

  @Test("R2.6 retries: a retry at a reachable moment goes on; when they are used up, it is lost")
  func retriesGoOn() throws {
    let isDown = lostSeconds(try incidents(nil))
    // Waits of 10, 20 and 20 s: the third would be 40.
    let run = try incidents(
      Hop.Retry(attempts: 3, first: .seconds(10), factor: 2, max: .seconds(20)))
    let tries = [0, 10, 30, 50]
    var (shown, retried) = ([Double?](), 0)
    for second in 1...400 {
      let success = tries.first { !isDown[second + $0 - 1] }
      shown.append(success.map { Double(second + $0) })
      retried += success.flatMap(tries.firstIndex(of:)) ?? 3
    }
    expect(Array(run.shown.prefix(400)), equals: shown)
    // An incident lasts 50 s, and so do the retries.
    expect(shown.allSatisfy { $0 != nil })
    expect(
      run.records(.serviceUnreachable).filter { ($0.message ?? 0) < 400 }.count, equals: retried)
    // A push counts once, however often it is tried.
    expect(run.tally[.pushesSent], equals: 450)
    expect(run.tally[.pushesResent], equals: 0)
  }

  @Test("R2.6 when the retries are used up, the push is lost, at the last of them")
  func retriesAreUsedUp() throws {
    let isDown = lostSeconds(try incidents(nil))
    let run = try incidents(Hop.Retry(attempts: 2, first: .seconds(5), factor: 3))
    let lost = (1...400).filter { second in [0, 5, 20].allSatisfy { isDown[second + $0 - 1] } }
    expect(!lost.isEmpty)
    let records = run.records(.destroyed(by: .provider(.unreachable))).filter {
      ($0.message ?? 0) < 400
    }
    expect(records.map { Int(($0.message ?? 0) + 1) }, equals: lost)
    expect(records.map { run.seconds($0.time) }, equals: lost.map { Double($0 + 20) })
  }

  @Test("R2.6 a repeat crosses hop 2 like any push: with its incidents")
  func repeatsMeetIncidents() throws {
    // Messages 1 to 3 are overwritten by 4 and asked for at 100.
    let run = try away(
      for: 100, at: [-10, 10, 20, 30, 40], gapRecovery(),
      given: { $0.times(.accepted, copy: 0).count == 5 && $0.times(.accepted, copy: 1).isEmpty },
      change: {
        $0.provider.link.incidents = OnOffProcess(up: constant(300), down: constant(100))
      })
    expect(run.messages(.resent), equals: [1, 2, 3])
    expect(run.fates, equals: [.shown, .lost, .lost, .lost, .shown])
    expect(run.causes[1], equals: .provider(.unreachable))
    expect(run.repairs[1], equals: .repeatLost)
  }

  @Test("R2.6 an incident hits all devices at once; each hop has incidents of its own")
  func incidentsAreShared() throws {
    let onLink = smallWorld(at: Self.everySecond, duration: .seconds(500)) {
      $0.provider.link.incidents = Self.spans
    }
    let onIntake = smallWorld(at: Self.everySecond, duration: .seconds(500)) {
      $0.provider.intake.incidents = Self.spans
    }
    func fates(_ world: World, device: Int) throws -> [Fate] {
      try tellStory(world, replication: 0, device: device).outcomes.map(\.fate)
    }
    try expect(fates(onLink, device: 0), equals: fates(onLink, device: 7))
    try expect(fates(onIntake, device: 0), equals: fates(onIntake, device: 7))
    expect(try fates(onLink, device: 0) != fates(onIntake, device: 0))
  }

  @Test("R2.6 a hop that changes too often ends the run")
  func changesAreLimited() {
    var world = smallWorld(at: [80_000]) { $0.provider.link.incidents = Self.spans }
    world.limits.eventsPerDeviceDay = 100
    #expect {
      try simulate(world, replication: 0, devices: 0..<1)
    } throws: { error in
      (error as? LimitExceeded)?.limit == .changesPerHopDay
    }
  }
}
