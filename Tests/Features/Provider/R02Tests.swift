import DeliverySim
import Models
import TestSupport
import Testing

/// R2: the provider.
@Suite struct R02Tests {
  // MARK: R2.2 Retention

  @Test("R2.2 a payload can be sent again until its retention ends")
  func payloadsAreKeptForTheirRetention() throws {
    // Message 1, made at 10, is overwritten and asked for at 100.
    let kept = try away(for: 100, at: [-10, 10, 20], gapRecovery()) {
      $0.provider.retention = .seconds(90.000001)
    }
    expect(kept.shown, equals: [-10, 100, 100])
    let gone = try away(for: 100, at: [-10, 10, 20], gapRecovery()) {
      $0.provider.retention = .seconds(90)
    }
    expect(gone.records(.answered(.refused)).count, equals: 1)
    expect(gone.messages(.resent), equals: [])
    expect(gone.fates, equals: [.shown, .summarised, .summarised])
  }

  @Test("R2.2 of what is asked for, what is still held is sent again")
  func whatIsStillHeldIsSent() throws {
    // Asked for at 100: message 1 was held until 98, message 2 is until 103.
    let run = try away(for: 100, at: [-10, 10, 15, 20], gapRecovery()) {
      $0.provider.retention = .seconds(88)
    }
    expect(run.messages(.resent), equals: [2])
    expect(run.fates, equals: [.shown, .lost, .shown, .shown])
    expect(run.repairs[1], equals: .refused)
  }

  // MARK: R2.3 Positions

  @Test("R2.3 positions have no holes: a gap is exactly what did not arrive")
  func positionsHaveNoHoles() throws {
    // Messages 1 and 2 are overwritten by 3 while the device is away; 4 comes in order.
    let run = try away(for: 100, at: [-10, 10, 20, 30, 200], gapRecovery())
    expect(run.messages(.gap), equals: [3])
    expect(run.values(.gap), equals: [2])
    expect(run.messages(.resent), equals: [1, 2])
  }

  @Test("R2.3 positions go on from what was sent, whatever never arrives")
  func positionsCountWhatIsSent() throws {
    // As above, but what is missed is not sent again: 4 and 5 are in order all the same, so is 6
    // after another absence.
    let run = try away(
      for: 100, online: 150, at: [-10, 10, 20, 30, 120, 170, 400], gapRecovery(limit: 1), until: 480
    )
    expect(run.tally[.pushesResent], equals: 0)
    expect(run.messages(.gap), equals: [3])
    expect(run.messages(.shown), equals: [0, 4, 5, 6])
  }

  @Test("R2.3 a push that the link loses has taken its position")
  func lostPushesHavePositions() throws {
    let run = try online(
      at: [100, 200, 300], gapRecovery(),
      given: {
        $0.times(.destroyed(by: .linkLost)) == [200] && $0.times(.accepted, of: 1) == [300]
      }, change: { $0.provider.link.loss = share(0.5) })
    expect(run.values(.gap), equals: [1])
    expect(run.shown, equals: [100, 300, 300])
  }

  // MARK: R2.4 Re-requests

  /// Messages 1, 2 and 3 are overwritten by 4, which is handed over at 100 and asks for them.
  private func threeMissed(
    online: Double = 360_000, at later: [Double] = [], until end: Double? = nil,
    change: (inout DeviceSetup) -> Void, given: (RecordedRun) -> Bool = { _ in true }
  ) throws -> RecordedRun {
    try away(
      for: 100, online: online, at: [-10, 10, 20, 30, 40] + later, gapRecovery(), until: end,
      given: given, change: change)
  }

  @Test(
    "R2.4 the answer comes after its latency; the repeats follow at once, in ascending position")
  func repeatsFollowTheAnswer() throws {
    let run = try threeMissed { $0.provider.resend.latency = constant(7) }
    expect(run.times(.requested), equals: [100])
    expect(run.values(.requested), equals: [3])
    expect(run.times(.answered(.success)), equals: [107])
    expect(run.messages(.resent), equals: [1, 2, 3])
    expect(run.times(.resent), equals: [107, 107, 107])
    expect(run.messages(.arrived), equals: [0, 4, 1, 2, 3])
  }

  @Test("R2.4 repeats cross the link like any push: with latency")
  func repeatsHaveLinkLatency() throws {
    // The link takes 2 s, the way to the device 3 s; the device is back at 100 and asks at 103.
    let run = try threeMissed {
      $0.provider.link.latency = constant(2)
      $0.service.latency = constant(3)
      $0.provider.resend.latency = constant(7)
    }
    expect(run.shown, equals: [-5, 115, 115, 115, 110])
  }

  @Test("R2.4 repeats cross the link like any push: with loss")
  func repeatsAreLostOnTheLink() throws {
    let run = try threeMissed(
      change: { $0.provider.link.loss = share(0.4) },
      given: { $0.times(.accepted, copy: 0).count == 5 && $0.records(.resent).count == 3 })
    let lost = run.messages(.destroyed(by: .linkLost))
    // Given that no first send was lost, the repeats still can be: shown are those that were not.
    for message in 1...3 {
      expect(run.fates[message], equals: (lost.contains(UInt32(message)) ? .lost : .shown))
    }
    let all = try threeMissed(
      change: { $0.provider.link.loss = share(0.4) },
      given: { run in
        run.messages(.destroyed(by: .linkLost)) == [1, 2, 3]
          && run.times(.accepted, copy: 0).count == 5
      })
    expect(all.fates, equals: [.shown, .lost, .lost, .lost, .shown])
  }

  @Test("R2.4 the answer is an error with its probability")
  func answersFail() throws {
    let run = try threeMissed { $0.provider.resend.failure = .one }
    expect(run.records(.answered(.failed)).count, equals: 1)
    expect(run.messages(.resent), equals: [])
    expect(run.tally[.resendFailures], equals: 1)
    expect(run.fates, equals: [.shown, .summarised, .summarised, .summarised, .summarised])
  }

  @Test("R2.4 a share of the answers are errors")
  func answersFailWithTheirProbability() throws {
    // 400 replications of one request each; false alarm 1e-6.
    let world = smallWorld(at: [1, 2, 3, 4, 5, 6, 7, 8, 9], strategy: gapRecovery(asPrinted: true))
    {
      $0.provider.resend.failure = share(0.3)
    }
    var (requests, failures) = (0.0, 0.0)
    for replication in 0..<400 {
      let tally = try simulate(world, replication: replication, devices: 0..<1)
      requests += Double(tally[.resendRequests])
      failures += Double(tally[.resendFailures])
    }
    // The third, fifth, seventh and ninth push ask (R5.3).
    expect(requests, equals: 1600)
    let row = Agreement(
      "share of failed answers", expected: 0.3, observed: failures / requests,
      standardError: (0.3 * 0.7 / requests).squareRoot())
    expect(row.holds, "\(row)")
  }

  @Test("R2.4 a moment without a network before the answer is enough")
  func momentLosesAnswer() throws {
    // The third push asks (R5.3); its answer comes at 10.
    let run = try away(for: 1, at: [-30, -20, -10], gapRecovery(asPrinted: true)) {
      $0.provider.resend.latency = constant(20)
    }
    expect(run.times(.requested), equals: [-10])
    expect(run.tally[.resendFailures], equals: 1)
  }

  @Test("R2.4 a device that leaves before the answer counts it as failed; the provider still sends")
  func leavingBeforeTheAnswerFails() throws {
    // Away 0 ... 100 and 1100 ... 1200; the answer comes at 1130. The three repeats compete for the
    // slot: 3 survives.
    let run = try threeMissed(online: 1000, until: 2000) {
      $0.provider.resend.latency = constant(1030)
    }
    expect(run.times(.summary), equals: [1100])
    expect(run.tally[.resendFailures], equals: 1)
    expect(run.times(.answered(.success)), equals: [1130])
    expect(run.times(.resent), equals: [1130, 1130, 1130])
    expect(run.messages(.destroyed(by: .overwritten)), equals: [1, 2, 3, 1, 2])
    expect(run.shown, equals: [-10, nil, nil, 1200, nil])
    expect(run.fates, equals: [.shown, .summarised, .summarised, .shown, .summarised])
  }

  @Test("R2.4 a device that is away when it should ask cannot")
  func awayDevicesCannotAsk() throws {
    // The extension waits from 100 to 1110 for late pushes; the device left at 1100.
    let run = try away(
      for: 100, online: 1000, at: [-10, 10, 20], gapRecovery(wait: constant(1010)), until: 2000)
    expect(run.times(.requested), equals: [])
    expect(run.tally[.resendRequests], equals: 0)
    expect(run.times(.summary), equals: [1110])
    expect(run.repairs, equals: [.none, .failed, .failed])
  }

  // MARK: R2.6 Hop 2

  @Test("R2.6 hop 2 takes its latency")
  func linkTakesItsLatency() throws {
    // Message 1 is made while message 0 is on the link.
    let run = try online(at: [10, 12, 20]) { $0.provider.link.latency = constant(4) }
    expect(run.times(.accepted), equals: [14, 16, 24])
    expect(run.shown, equals: [14, 16, 24])
  }

  @Test("R2.6 hop 2 loses each push with its probability, independently")
  func linkLosesIndependently() throws {
    // 4000 messages in 400 replications: lost with probability 0.2, two neighbours both with 0.04.
    // The number of such pairs has variance 9 (pq' + 2 p³ (1 - p)) a replication with q' = 0.04: at
    // most 400 · (9 · 0.0384 + 16 · 0.0064).
    let world = smallWorld(at: (1...10).map { Double($0) }) { $0.provider.link.loss = share(0.2) }
    var (lost, pairs) = (0.0, 0.0)
    for replication in 0..<400 {
      let fates = try record(world, replication: replication).outcomes.map(\.fate)
      lost += Double(fates.filter { $0 == .lost }.count)
      pairs += Double(zip(fates, fates.dropFirst()).filter { $0 == .lost && $1 == .lost }.count)
    }
    let table = [
      Agreement(
        "share lost on hop 2", expected: 0.2, observed: lost / 4000,
        standardError: (0.2 * 0.8 / 4000).squareRoot(), tableSize: 2),
      Agreement(
        "share of neighbours both lost", expected: 0.04, observed: pairs / 3600,
        standardError: (400 * (9 * 0.0384 + 16 * 0.0064)).squareRoot() / 3600, tableSize: 2),
    ]
    for row in table { expect(row.holds, "\(row)") }
  }
}
