import DeliverySim
import Models
import TestSupport
import Testing

/// R2.9: the fleet goes over to another strategy.
@Suite struct R02_09Tests {
  /// Away 0-100 and 400-500: of two messages each time the first is overwritten.
  private static let times: [Double] = [-10, 10, 20, 250, 410, 420]

  private static func run(_ strategy: Strategy) throws -> RecordedRun {
    try away(for: 100, online: 300, at: times, strategy, until: 700)
  }

  private static func adoption(
    at seconds: Double, delay: Distribution = .zero, _ strategy: Strategy
  ) throws -> (Strategy) -> Strategy {
    // Times of the run count from the first absence, which comes at another moment in each world.
    let origin = try run(.fireAndForget).origin
    let change = Adoption(at: origin + .seconds(seconds), delay: delay, strategy)
    return { $0.then([change]) }
  }

  @Test("R2.9 from its moment on a device has the other strategy")
  func fromItsMoment() throws {
    let run = try Self.run(Self.adoption(at: 200, gapRecovery())(.fireAndForget))
    expect(run.times(.adopted), equals: [200])
    // The gap of the first absence is nobody's; message 3 saves the position for the second.
    expect(run.fates, equals: [.shown, .lost, .shown, .shown, .shown, .shown])
    expect(run.times(.requested), equals: [500])
    expect(run.repairs[1], equals: .none)
  }

  @Test("R2.9 each device after its adoption delay")
  func afterItsDelay() throws {
    let late = try Self.run(
      Self.adoption(at: 200, delay: constant(250), gapRecovery())(.fireAndForget))
    expect(late.times(.adopted), equals: [450])
    expect(late.fates, equals: [.shown, .lost, .shown, .shown, .lost, .shown])
    let delay = law(.exponential(mean: 3600))
    let world = smallWorld(
      at: [], strategy: .fireAndForget.then([Adoption(at: .hour, delay: delay, gapRecovery())]))
    let moments = try (0..<50).map { replication in
      RecordedRun(story: try record(world, replication: replication), origin: .zero)
        .times(.adopted)
    }
    expect(moments.allSatisfy { $0.isEmpty || $0[0] > 3600 })
    expect(Set(moments).count > 40, "a draw for each device")
  }

  @Test("R2.9 the other way: what was numbered is not any more")
  func back() throws {
    let run = try Self.run(Self.adoption(at: 200, .fireAndForget)(gapRecovery()))
    expect(run.times(.requested), equals: [100])
    expect(run.fates, equals: [.shown, .shown, .shown, .shown, .lost, .shown])
  }

  @Test("R2.9 a run of the extension ends under the policy that it began with")
  func underWay() throws {
    let wait = gapRecovery(wait: constant(60))
    let run = try Self.run(Self.adoption(at: 130, .fireAndForget)(wait))
    // Noticed at 100, asked for at 160.
    expect(run.times(.requested), equals: [160])
    expect(run.shown[1], equals: 160)
    expect(run.shown[2], equals: 160)
  }

  @Test("R2.9 of two changes the later one stays, whatever the delays")
  func neverBack() throws {
    let origin = try Self.run(.fireAndForget).origin
    let run = try Self.run(
      .fireAndForget.then([
        Adoption(at: origin + .seconds(150), delay: constant(400), .gapWindow()),
        Adoption(at: origin + .seconds(200), gapRecovery()),
      ]))
    expect(run.values(.adopted), equals: [2])
    expect(run.times(.requested), equals: [500])
  }

  @Test("R2.9 a schedule without a change in the run is its first strategy")
  func noChange() throws {
    let plain = try Self.run(gapRecovery())
    let scheduled = try Self.run(gapRecovery().then([Adoption(at: .days(400), .fireAndForget)]))
    expect(plain.tally, equals: scheduled.tally)
  }

  @Test("R2.9 a client that does not remember forgets what another one has missed")
  func forgetsHoles() throws {
    // Requests fail for ever: gap-window keeps its hole, and would ask again at 250.
    let origin = try Self.run(.fireAndForget).origin
    let change = Adoption(at: origin + .seconds(200), gapRecovery())
    let run = try away(
      for: 100, online: 300, at: [-10, 10, 20, 250, 300, 350],
      .gapWindow().then([change]), until: 390,
      change: { $0.provider.resend.failure = .one })
    expect(run.times(.requested), equals: [100])
    expect(run.records(.summary).isEmpty)
    expect(run.shown, equals: [-10, nil, 100, 250, 300, 350])
  }

  @Test("R2.9 a client that begins to look at positions again misses nothing from before")
  func startsAfresh() throws {
    let origin = try Self.run(.fireAndForget).origin
    let changes = [
      Adoption(at: origin + .seconds(200), .fireAndForget),
      Adoption(at: origin + .seconds(270), .gapWindow()),
    ]
    let run = try away(
      for: 100, online: 300, at: [-10, 10, 20, 250, 300, 350], .gapWindow().then(changes),
      until: 390, change: { $0.provider.resend.failure = .one })
    expect(run.times(.requested), equals: [100])
  }

  @Test("R2.9 the quiet time of the new strategy counts from the change")
  func quietTimes() throws {
    let late = gapRecovery().with(Heartbeat(after: .seconds(500)))
    let soon = gapRecovery().with(Heartbeat(after: .seconds(30)))
    let run = try online(
      at: [10, 200], late.then([Adoption(at: .seconds(100), soon)]), until: 400)
    expect(run.times(.sent, ofAny: .heartbeat), equals: [130, 230])
  }

  @Test("R2.9 a heartbeat is seen as it was sent")
  func heartbeatUnderWay() throws {
    let seen = gapRecovery().with(Heartbeat(after: .seconds(30)))
    let run = try online(
      at: [10], seen.then([Adoption(at: .seconds(45), gapRecovery())]), until: 100,
      change: { $0.service.latency = constant(10) })
    expect(run.times(.heartbeatShown, ofAny: .heartbeat), equals: [50])
  }

  @Test("R2.9 who leaves a strategy is sent nothing again by it")
  func retriesEnd() throws {
    let run = try online(
      at: [10], Strategy.retryUntilAcked().then([Adoption(at: .seconds(60), .fireAndForget)]),
      until: 300, change: { $0.provider.link.loss = .one })
    // After 30 s; the next one would come at 100.
    expect(run.times(.resent, of: 0), equals: [40])
    expect(run.fates, equals: [.lost])
  }

  @Test("R2.9 nor by one of the same kind, now or later")
  func retriesEndForGood() throws {
    let same = Adoption(at: .seconds(60), .retryUntilAcked())
    let back = [
      Adoption(at: .seconds(60), .fireAndForget), Adoption(at: .seconds(80), same.strategy),
    ]
    for changes in [[same], back] {
      let run = try online(
        at: [10], Strategy.retryUntilAcked().then(changes), until: 300,
        change: { $0.provider.link.loss = .one })
      expect(run.times(.resent, of: 0), equals: [40])
      expect(run.fates, equals: [.lost])
    }
  }

  @Test("R2.9 a run that waits is told of what arrives under the next strategy")
  func waitsOn() throws {
    // As in R5.5: 4 arrives first, at 104, misses 1, 2 and 3, and waits until 164.
    let (times, links) = ([0.0, 100, 101, 102, 103], [1.0, 20, 20, 20, 1])
    let run = try online(
      at: times,
      gapRecovery(wait: constant(60)).then([Adoption(at: .seconds(110), .fireAndForget)]),
      given: { run in
        times.indices.allSatisfy {
          run.times(.accepted, of: UInt32($0), copy: 0) == [times[$0] + links[$0]]
        }
      },
      change: { $0.provider.link.latency = anyOf([1, 20, 500]) })
    expect(run.messages(.gap), equals: [4])
    expect(run.tally[.resendRequests], equals: 0)
    expect(run.shown, equals: [1, 120, 121, 122, 164])
  }

  @Test("R2.9 a message of the moment of the change belongs to the strategy before")
  func sizeAtTheChange() throws {
    let change = Adoption(at: .seconds(20), Strategy.fireAndForget.with(Digest(items: 5)))
    let run = try online(at: [10, 20, 30], Strategy.fireAndForget.then([change])) {
      $0.workload.payload = constant(100)
    }
    expect(run.tally[WorkloadCounter.payloadBytes], equals: 100 + 100 + 300)
  }
}
