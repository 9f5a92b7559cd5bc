import DeliverySim
import Models
import TestSupport
import Testing

/// R5.6: runs that overlap race on the saved position, which each reads at its start and writes
/// when its work is done; or they come one after the other.
@Suite struct R05_06RaceTests {
  private static func works(
    _ runTime: Distribution, overlaps: Bool = true
  ) -> (inout DeviceSetup) -> Void {
    { setup in
      setup.serviceExtension.runTime = runTime
      setup.serviceExtension.overlaps = overlaps
    }
  }

  /// Message 1 (position 2) is overwritten by 2, handed over at 100; 3 comes at 102.
  private func twoRuns(_ strategy: Strategy, overlaps: Bool) throws -> RecordedRun {
    try away(
      for: 100, at: [-10, 10, 20, 102], strategy,
      change: Self.works(constant(5), overlaps: overlaps))
  }

  @Test("R5.6 runs that overlap count a gap twice: neither sees what the other writes")
  func countedTwice() throws {
    let run = try twoRuns(gapRecovery(), overlaps: true)
    // Both read position 1. At 105 message 2 misses position 2; at 107 message 3 misses 2 and 3.
    expect(run.messages(.gap), equals: [2, 3])
    expect(run.values(.gap), equals: [1, 2])
    expect(run.times(.requested), equals: [105, 107])
    // The repeats of 1 and 2 take their 5 s too.
    expect(run.shown, equals: [-5, 110, 105, 107])
    expect(run.messages(.replacedInCentre), equals: [1, 2])
    expect(run.times(.replacedInCentre), equals: [112, 112])
  }

  @Test("R5.6 runs that don't overlap wait for each other: a gap is counted once")
  func oneAfterTheOther() throws {
    let run = try twoRuns(gapRecovery(), overlaps: false)
    expect(run.values(.gap), equals: [1])
    expect(run.messages(.run(.waits)), equals: [3, 1])
    expect(run.times(.run(.waits)), equals: [102, 105])
    expect(run.shown, equals: [-5, 115, 105, 110])
    expect(run.messages(.replacedInCentre), equals: [])
  }

  @Test("R5.6 a client with a memory has each hole once, however many runs find it")
  func holesOnce() throws {
    let run = try twoRuns(.gapWindow(), overlaps: true)
    expect(run.values(.gap), equals: [1, 2])
    expect(run.values(.requested), equals: [1, 2])
    expect(run.shown, equals: [-5, 110, 105, 107])
  }

  @Test("R5.6 the later writer wins: the saved position goes back, and a false gap follows")
  func laterWriterWins() throws {
    // 1 works from 20 to 30 and 2 from 22 to 23; both have read position 1.
    let run = try online(
      at: [10, 20, 22, 40], gapRecovery(),
      given: { run in
        run.times(.run(.worked), of: 0) == [11] && run.times(.run(.worked), of: 1) == [24, 30]
          && run.times(.run(.worked), of: 2, copy: 0) == [23]
          && run.times(.run(.worked), of: 3) == [41]
      }, change: Self.works(anyOf([1, 10])))
    // 2 misses position 2, which is still worked on; its repeat comes first. Then 1 writes 2 over
    // 3, and message 3 misses position 3, which has long been shown.
    expect(run.messages(.gap), equals: [2, 3])
    expect(run.values(.gap), equals: [1, 1])
    expect(run.messages(.resent), equals: [1, 2])
    expect(run.shown, equals: [11, 24, 23, 41])
  }

  @Test("R5.6 a gap is hidden from runs that have read no position")
  func hiddenAtTheStart() throws {
    func run(_ runTime: Distribution) throws -> RecordedRun {
      try online(
        at: [10, 12, 14, 30], gapRecovery(),
        given: { $0.messages(.destroyed(by: .provider(.linkLost))) == [1] },
        change: { setup in
          Self.works(runTime)(&setup)
          setup.provider.link.loss = share(0.4)
        })
    }
    try expect(run(.zero).shown, equals: [10, 14, 14, 30])
    let hidden = try run(constant(5))
    expect(hidden.records(.gap).isEmpty)
    expect(hidden.shown, equals: [15, nil, 19, 35])
    expect(hidden.repairs[1], equals: .unnoticed)
  }

  // MARK: One after the other

  @Test("R5.6 who waits for a run waits for its answer too; his own time begins with his run")
  func waitsForTheAnswer() throws {
    let run = try away(for: 100, at: [-10, 10, 20, 110], gapRecovery()) { setup in
      setup.serviceExtension.overlaps = false
      setup.provider.resend.latency = constant(25)
    }
    // 2 asks at 100; 3 comes at 110; the repeat of 1 comes with the answer, after 3.
    expect(run.messages(.run(.waits)), equals: [3, 1])
    expect(run.shown, equals: [-10, 125, 125, 125])
    expect(run.messages(.shown), equals: [0, 2, 3, 1])
    let limited = try online(at: [10, 11, 12], gapRecovery()) { setup in
      Self.works(constant(20), overlaps: false)(&setup)
      setup.serviceExtension.timeLimit = .seconds(30)
    }
    expect(limited.shown, equals: [30, 50, 70])
    expect(limited.records(.run(.cutShort)).isEmpty)
  }

  @Test("R5.6 a run that the time limit ends, or a lost connection, lets the next one begin")
  func othersEndToo() throws {
    // The answer would come at 200; the limit is at 130.
    let cut = try away(for: 100, at: [-10, 10, 20, 110], gapRecovery()) { setup in
      setup.serviceExtension.overlaps = false
      setup.serviceExtension.timeLimit = .seconds(30)
      setup.provider.resend.latency = constant(100)
    }
    expect(cut.shown, equals: [-10, 200, 130, 130])
    // Away again from 150 on: the request fails, a summary stands for 1 and 2.
    let gone = try away(
      for: 100, online: 50, at: [-10, 10, 20, 110], gapRecovery(), until: 240
    ) { setup in
      setup.serviceExtension.overlaps = false
      setup.provider.resend.latency = constant(100)
    }
    expect(gone.times(.summary), equals: [150])
    expect(gone.times(.shown, of: 3), equals: [150])
  }

  @Test("R5.6 who still waits at the end of the run is pending")
  func pendingAtTheEnd() throws {
    let run = try online(
      at: [10, 11, 12], gapRecovery(), until: 35,
      change: Self.works(constant(20), overlaps: false))
    expect(run.fates, equals: [.shown, .pending, .pending])
  }

  // MARK: Going over to another strategy

  /// Message 1 is lost on the link; 2 works from 20 to 25.
  private func goingOver(_ adoptions: [Adoption]) throws -> RecordedRun {
    try online(
      at: [10, 15, 20], gapRecovery().then(adoptions),
      given: { $0.messages(.destroyed(by: .provider(.linkLost))) == [1] },
      change: { setup in
        Self.works(constant(5))(&setup)
        setup.provider.link.loss = share(0.4)
      })
  }

  @Test("R5.6 a run that is at work when the app changes ends as one of the new strategy")
  func endsAsTheNewOne() throws {
    let same = try goingOver([Adoption(at: .seconds(22), gapRecovery(limit: 5))])
    expect(same.times(.gap), equals: [25])
    let plain = try goingOver([Adoption(at: .seconds(22), .fireAndForget)])
    expect(plain.records(.gap).isEmpty)
    expect(plain.shown, equals: [15, nil, 25])
    // A saved position means nothing to a client that begins anew.
    let anew = try goingOver([
      Adoption(at: .seconds(21), .fireAndForget), Adoption(at: .seconds(22), gapRecovery()),
    ])
    expect(anew.records(.gap).isEmpty)
    expect(anew.shown, equals: [15, nil, 25])
  }
}
