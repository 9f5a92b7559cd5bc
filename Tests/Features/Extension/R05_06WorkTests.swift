import DeliverySim
import Models
import TestSupport
import Testing

/// R5.6: how long the extension works, and that it may be called twice.
@Suite struct R05_06WorkTests {
  private static let strategies: [Strategy] = [
    gapRecovery(), gapRecovery().with(Heartbeat(after: .hour)), .gapWindow(), .retryUntilAcked(),
    .fireAndForget.with(Digest(items: 2)),
  ]

  private static func works(
    _ seconds: Double, limit: SimTime = .seconds(30)
  ) -> (inout DeviceSetup) -> Void {
    { setup in
      setup.serviceExtension.runTime = constant(seconds)
      setup.serviceExtension.timeLimit = limit
    }
  }

  @Test("R5.6 a push is shown when the extension's work is done", arguments: strategies)
  func takesTime(_ strategy: Strategy) throws {
    let run = try online(at: [10, 20], strategy, until: 100, change: Self.works(3))
    expect(run.shown, equals: [13, 23])
    expect(run.tally[ExtensionCounter.extensionTime], equals: 6_000_000)
    expect(run.fates, equals: [.shown, .shown])
  }

  @Test("R5.6 a strategy that needs no extension has no work to wait for")
  func notNeeded() throws {
    try expect(online(at: [10], change: Self.works(3)).shown, equals: [10])
  }

  @Test("R5.6 work that takes longer than the time limit is cut: the original is shown")
  func cutShort() throws {
    let run = try online(at: [10, 50], gapRecovery(), change: Self.works(40))
    expect(run.times(.run(.cutShort)), equals: [40, 80])
    expect(run.shown, equals: [40, 80])
    expect(run.tally[ExtensionCounter.extensionRuns], equals: 2)
    expect(run.tally[ExtensionCounter.extensionTime], equals: 60_000_000)
    let exact = try online(at: [10, 50], gapRecovery(), change: Self.works(30))
    expect(exact.times(.run(.worked)), equals: [40, 80])
    expect(exact.shown, equals: [40, 80])
    let none = try online(at: [10], gapRecovery(), change: Self.works(3, limit: .zero))
    expect(none.shown, equals: [10])
    expect(none.times(.run(.cutShort)), equals: [10])
  }

  @Test("R5.6 a run that is cut saves and asks for nothing: the next one finds its push missing")
  func cutSavesNothing() throws {
    // Message 1 is worked on too long, the others are not.
    let run = try online(
      at: [10, 100, 200], gapRecovery(),
      given: { $0.messages(.run(.cutShort)) == [1] && $0.times(.run(.cutShort)) == [130] },
      change: { setup in
        setup.serviceExtension.runTime = anyOf([2, 40])
        setup.serviceExtension.timeLimit = .seconds(30)
      })
    expect(run.messages(.gap), equals: [2])
    expect(run.times(.gap), equals: [202])
    expect(run.messages(.resent), equals: [1])
    expect(run.shown, equals: [12, 130, 202])
  }

  @Test("R5.6 a run that is cut neither acknowledges nor unpacks")
  func cutTellsNothing() throws {
    let retries = try online(at: [10], .retryUntilAcked(), until: 50, change: Self.works(40))
    expect(retries.tally[.acknowledgements], equals: 0)
    expect(retries.times(.resent), equals: [40])
    let digest = Strategy.fireAndForget.with(Digest(items: 8))
    let run = try away(for: 100, at: [-50, 10, 20], digest, change: Self.works(40))
    expect(run.shown, equals: [-20, nil, 130])
    expect(run.causes[1], equals: .ignoredPayload)
  }

  @Test("R5.6 work and answer share the time limit; repeats are worked on too")
  func sharesTheLimit() throws {
    // 1 is overwritten by 2, which arrives at 100; asks at 120; is answered at 140.
    let run = try away(for: 100, at: [-50, 10, 20], gapRecovery()) { setup in
      Self.works(20)(&setup)
      setup.provider.resend.latency = constant(20)
    }
    expect(run.times(.requested), equals: [120])
    expect(run.times(.timeLimit), equals: [130])
    expect(run.shown, equals: [-30, 160, 130])
    // Three works of 20 s, and 10 s of waiting for the answer.
    expect(run.tally[ExtensionCounter.extensionTime], equals: 70_000_000)
  }

  @Test("R5.6 what the extension works on at the end of the run is pending")
  func pendingAtTheEnd() throws {
    try expect(
      online(at: [10], gapRecovery(), until: 12, change: Self.works(3)).fates, equals: [.pending])
  }

  // MARK: Called twice

  private static func twice(_ setup: inout DeviceSetup) {
    setup.serviceExtension.doubleInvocation = .one
  }

  @Test(
    "R5.6 a second call for the same push counts and shows nothing new", arguments: [true, false])
  func calledTwice(collapse: Bool) throws {
    let run = try online(at: [10, 20, 30], gapRecovery(collapse: collapse)) { setup in
      Self.works(2)(&setup)
      Self.twice(&setup)
    }
    expect(run.times(.run(.calledAgain)), equals: [12, 22, 32])
    expect(run.tally[ExtensionCounter.extensionRuns], equals: 6)
    expect(run.tally[ExtensionCounter.extensionTime], equals: 12_000_000)
    expect(run.shown, equals: [12, 22, 32])
    expect(run.tally[.interruptions], equals: 3)
    expect(run.tally[.duplicates], equals: 0)
  }

  @Test("R5.6 a second call asks for nothing again, and comes for heartbeats too")
  func asksOnce() throws {
    let run = try away(for: 100, at: [-10, 10, 20], gapRecovery(), change: Self.twice)
    expect(run.tally[.resendRequests], equals: 1)
    // Messages 0, 2 and the repeat of 1.
    expect(run.tally[ExtensionCounter.extensionRuns], equals: 6)
    let beats = try online(
      at: [10], gapRecovery().with(Heartbeat(after: .seconds(60))), until: 200, change: Self.twice)
    expect(beats.times(.run(.calledAgain), ofAny: .heartbeat), equals: [70])
    expect(beats.tally[ExtensionCounter.extensionRuns], equals: 4)
  }

  @Test("R5.6 a second call acknowledges again, with luck of its own")
  func acknowledgesTwice() throws {
    let run = try online(
      at: [10], .retryUntilAcked(), until: 200,
      given: { $0.times(.acknowledgementLost) == [10] && $0.times(.acknowledged) == [10] },
      change: { setup in
        Self.twice(&setup)
        setup.provider.resend.failure = share(0.5)
      })
    expect(run.tally[.acknowledgements], equals: 2)
    expect(run.tally[ExtensionCounter.extensionRuns], equals: 2)
    expect(run.times(.resent), equals: [])
  }

  /// A push is sent again where all its acknowledgements are lost: f of those called once, f² of
  /// those called twice.
  @Test("R5.6 with a share p of second calls f (1 - p (1 - f)) are sent again")
  func closedForm() throws {
    let (p, f) = (0.3, 0.5)
    let once = Strategy.retryUntilAcked(Hop.Retry(attempts: 1, first: .seconds(30)))
    var world = smallWorld(at: [10], strategy: once, duration: .hours(1)) { setup in
      setup.serviceExtension.doubleInvocation = share(p)
      setup.provider.resend.failure = share(f)
    }
    world.devices = 20_000
    let tally = try simulate(world, replication: 0, devices: 0..<world.devices)
    let expected = f * (1 - p * (1 - f))
    // One comparison with a false-alarm probability of 1e-6.
    let row = Agreement(
      "sent again", expected: expected, observed: Double(tally[.pushesResent]) / 20_000,
      standardError: (expected * (1 - expected) / 20_000).squareRoot())
    print(row)
    expect(row.holds, "\(row)")
  }
}
