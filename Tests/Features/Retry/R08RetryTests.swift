import DeliverySim
import Models
import TestSupport
import Testing

/// R8, retry-until-acked: the provider sends again until the client has acknowledged.
@Suite struct R08RetryTests {
  private func retries(
    _ attempts: Int = 10, first: Double = 30, factor: Double = 2, max: Double = 3600,
    collapse: Bool = true
  ) -> Strategy {
    let schedule = Hop.Retry(
      attempts: attempts, first: .seconds(first), factor: factor, max: .seconds(max))
    return .retryUntilAcked(schedule, collapse: collapse)
  }

  // MARK: The provider

  @Test("R8 retry-until-acked: first, times factor, up to max, so many attempts")
  func backOff() throws {
    let run = try online(at: [10], retries(5, max: 100)) { $0.provider.link.loss = .one }
    expect(run.times(.resent), equals: [40, 100, 200, 300, 400])
    expect(run.records(.resent).map(\.copy), equals: [1, 2, 3, 4, 5])
    expect(run.tally[.pushesSent], equals: 6)
    expect(run.tally[.pushesResent], equals: 5)
    expect(run.fates, equals: [.lost])
    expect(run.causes, equals: [.provider(.linkLost)])
    expect(run.repairs, equals: [.repeatLost])
  }

  @Test("R8 retry-until-acked: 30 s, doubled up to an hour, 10 times by default")
  func defaults() throws {
    let run = try online(at: [10], .retryUntilAcked()) { $0.provider.link.loss = .one }
    var times = [10.0]
    for wait in [30.0, 60, 120, 240, 480, 960, 1920, 3600, 3600, 3600] {
      times.append((times.last ?? 0) + wait)
    }
    expect(run.times(.resent), equals: Array(times.dropFirst()))
  }

  @Test("R8 retry-until-acked: what has been acknowledged is not sent again")
  func acknowledged() throws {
    // One goes straight, two are on their way together.
    for times in [[10.0], [10, 11]] {
      let run = try online(at: times, retries()) {
        $0.service.latency = constant(5)
        $0.provider.resend.latency = constant(1)
      }
      expect(run.records(.resent).isEmpty)
      expect(run.times(.acknowledged), equals: times.map { $0 + 5 })
      expect(run.values(.acknowledged).allSatisfy { $0 == 1_000_000 })
      expect(run.tally[.acknowledgements], equals: UInt128(times.count))
      expect(run.tally[ExtensionCounter.extensionRuns], equals: UInt128(times.count))
    }
  }

  @Test("R8 R0.5 retry-until-acked: an acknowledgement at exactly the end of the wait is in time")
  func inTime() throws {
    for times in [[10.0], [10, 11]] {
      let exact = try online(at: times, retries(1)) {
        $0.service.latency = constant(5)
        $0.provider.resend.latency = constant(25)
      }
      expect(exact.records(.resent).isEmpty)
      let late = try online(at: times, retries(1)) {
        $0.service.latency = constant(5)
        $0.provider.resend.latency = constant(25.000_001)
      }
      expect(late.times(.resent), equals: times.map { $0 + 30 })
      // The push itself arrives when the wait ends.
      let arrival = try online(at: times, retries(1)) { $0.service.latency = constant(30) }
      expect(arrival.records(.resent).isEmpty)
      let tooLate = try online(at: times, retries(1)) { $0.service.latency = constant(30.5) }
      expect(tooLate.times(.resent), equals: times.map { $0 + 30 })
    }
  }

  @Test("R8 retry-until-acked: nothing is sent again when the payload is no longer held")
  func retention() throws {
    for (retention, sends) in [(91.0, [40.0, 100]), (90, [40]), (30.5, [40]), (30, [])] {
      let run = try online(at: [10], retries()) {
        $0.provider.link.loss = .one
        $0.provider.retention = .seconds(retention)
      }
      expect(run.times(.resent), equals: sends, "retention \(retention)")
      let unheard = try online(at: [10], retries()) {
        $0.provider.resend.failure = .one
        $0.provider.retention = .seconds(retention)
      }
      expect(unheard.times(.resent), equals: sends, "retention \(retention)")
    }
  }

  @Test(
    "R8 retry-until-acked: the wait begins when the provider sends, not when the server hands in")
  func behindHop1() throws {
    let run = try online(at: [10], retries(2)) {
      $0.provider.intake.latency = constant(100)
      $0.provider.link.loss = .one
    }
    expect(run.times(.resent), equals: [140, 200])
  }

  @Test("R8 R1.2 retry-until-acked: each send has its own luck on the link")
  func ownDraws() throws {
    let run = try online(
      at: [10], retries(), given: { $0.shown == [40] },
      change: { $0.provider.link.loss = share(0.5) })
    expect(run.times(.destroyed(by: .provider(.linkLost))), equals: [10])
    expect(run.tally[.pushesSent], equals: 2)
    expect(run.tally[.acknowledgements], equals: 1)
  }

  // MARK: The client

  @Test("R8 retry-until-acked: a lost acknowledgement makes a repeat of what has been shown")
  func lostAcknowledgements() throws {
    for (collapse, duplicates) in [(true, 0), (false, 3)] {
      let run = try online(at: [10], retries(3, collapse: collapse)) {
        $0.provider.resend.failure = .one
      }
      expect(run.times(.resent), equals: [40, 100, 220])
      expect(run.times(.acknowledgementLost), equals: [10, 40, 100, 220])
      expect(run.shown, equals: [10])
      expect(run.tally[.acknowledgements], equals: 4)
      expect(run.tally[ExtensionCounter.extensionRuns], equals: 4)
      expect(run.tally[.duplicates], equals: UInt128(duplicates))
      expect(run.records(.replacedInCentre).count, equals: 3 - duplicates)
    }
  }

  @Test("R8 R1.2 retry-until-acked: each acknowledgement has its own luck and its own time")
  func ownAcknowledgements() throws {
    let lost = try online(
      at: [10], retries(), given: { $0.times(.acknowledgementLost) == [10] },
      change: { $0.provider.resend.failure = share(0.5) })
    expect(lost.times(.acknowledged), equals: [40])
    expect(lost.times(.resent), equals: [40])
    let late = try online(
      at: [10], retries(),
      given: { run in
        let spans = run.values(.acknowledged)
        return spans.first == 200_000_000 && Set(spans).count == 2
      },
      change: { $0.provider.resend.latency = anyOf([1, 200]) })
    expect(late.times(.resent).starts(with: [40]))
  }

  @Test("R8 retry-until-acked: the acknowledgement that comes first counts")
  func firstAcknowledgement() throws {
    let run = try online(
      at: [10], retries(),
      given: { $0.values(.acknowledged).starts(with: [200_000_000, 1_000_000]) },
      change: { $0.provider.resend.latency = anyOf([1, 200]) })
    expect(run.times(.resent), equals: [40])
    // The first one gets there at 110, the others after the next wait, which ends at 220.
    let slow = try online(
      at: [10], retries(),
      given: { $0.values(.acknowledged).starts(with: [100_000_000, 300_000_000, 300_000_000]) },
      change: { $0.provider.resend.latency = anyOf([100, 300]) })
    expect(slow.times(.resent), equals: [40, 100])
  }

  // MARK: The slot, and the end

  @Test("R3.7 a retry overwrites a newer message in the slot")
  func costsTheSlot() throws {
    // Sent at 10 and 35; the older one's retry is at 40, the newer one's at 65.
    let plain = try away(for: 60, at: [-10, 10, 35])
    expect(plain.shown, equals: [-10, nil, 60])
    let run = try away(for: 60, at: [-10, 10, 35], retries(1))
    expect(run.shown, equals: [-10, 60, 65])
    let overwritten = run.records(.destroyed(by: .pushService(.overwritten)))
    expect(overwritten.map { run.seconds($0.time) }, equals: [35, 40])
    expect(overwritten.compactMap(\.message), equals: [1, 2])
    // Each is overwritten by the other one.
    expect(overwritten.map(\.value), equals: [3, 2])
    expect(run.tally[.pushesSent], equals: 5)
  }

  @Test("R8 R0.3 retry-until-acked: a message that would still be sent again is pending")
  func pending() throws {
    let lossy = { (attempts: Int, end: Double) in
      try online(at: [10], self.retries(attempts), until: end) { $0.provider.link.loss = .one }
        .fates
    }
    try expect(lossy(1, 35), equals: [.pending])
    // A repeat that would be due at the end does not happen.
    try expect(lossy(1, 40), equals: [.pending])
    try expect(lossy(1, 41), equals: [.lost])
    try expect(lossy(0, 35), equals: [.lost])
    try expect(lossy(2, 41), equals: [.pending])
    let gone = try online(at: [10], retries(), until: 35) {
      $0.provider.link.loss = .one
      $0.provider.retention = .seconds(20)
    }
    expect(gone.fates, equals: [.lost])
  }

  // MARK: Other policies

  /// Every 10 s, as often as somebody asks.
  private struct Every10Seconds: RetrySchedule {
    func wait(before retry: Int) -> SimTime? { .seconds(10) }
  }

  @Test("R8 retry-until-acked: any schedule of waits; after 255 retries it ends")
  func ownSchedule() throws {
    let run = try online(at: [10], .retryUntilAcked(Every10Seconds())) {
      $0.provider.link.loss = .one
    }
    let expected: [Double] = (1...255).map { 10 + 10 * Double($0) }
    expect(run.times(.resent), equals: expected)
    expect(run.fates, equals: [.lost])
  }

  @Test("R8 a provider that sends again to a client that never acknowledges: blind repeats")
  func blindRepeats() throws {
    let schedule = Hop.Retry(attempts: 2, first: .seconds(30), factor: 1)
    for times in [[10.0], [10, 11]] {
      let run = try online(
        at: times,
        Strategy(provider: .retries(.init(schedule, collapse: false)), client: .showsIt)
      ) { $0.service.latency = constant(5) }
      expect(run.tally[.pushesSent], equals: UInt128(3 * times.count))
      expect(run.tally[.duplicates], equals: UInt128(2 * times.count))
      expect(run.tally[.acknowledgements], equals: 0)
      expect(run.tally[ExtensionCounter.extensionRuns], equals: 0)
    }
  }

  @Test("R8 retry-until-acked: the straight way is the general way")
  func bothWays() throws {
    for latency in [0.5, 29, 30, 31] {
      let world = smallWorld(at: (1...20).map { 40 * Double($0) }, strategy: retries(3)) {
        $0.service.latency = constant(latency)
        $0.provider.resend = .init(failure: share(0.3), latency: anyOf([0, 1, 29.5, 100]))
      }
      let tallies = try [true, false].map { maySkipEvents in
        try simulate(
          world, replication: 0, devices: 0..<1, batchSize: 1, maySkipEvents: maySkipEvents)
      }
      expect(tallies[0], equals: tallies[1])
      expect(tallies[0][.pushesResent] > 0)
    }
  }
}
