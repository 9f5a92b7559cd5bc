import DeliverySim
import Models
import TestSupport
import Testing

/// R8, heartbeat: a push with the queue's last position after a quiet time of 30 s.
@Suite struct R08HeartbeatTests {
  private static func heartbeat(
    _ times: Int = 1, filtering: Bool = false, on inner: Strategy = gapRecovery()
  ) -> Strategy {
    inner.with(Heartbeat(after: .seconds(30), times: times, filtering: filtering))
  }

  /// The first message arrives, the second is lost on the link, no heartbeat and no repeat is.
  private static func tailLoss(_ run: RecordedRun) -> Bool {
    run.messages(.destroyed(by: .provider(.linkLost))) == [1]
      && run.times(.destroyed(by: .provider(.linkLost)), ofAny: .heartbeat).isEmpty
  }

  @Test("R8 heartbeat: what was lost last is noticed after the quiet time, and repaired")
  func repairsTailLoss() throws {
    let run = try online(
      at: [10, 20], Self.heartbeat(), until: 75, given: Self.tailLoss,
      change: { $0.provider.link.loss = share(0.5) })
    expect(run.times(.sent, ofAny: .heartbeat), equals: [50])
    expect(run.times(.requested, ofAny: .heartbeat), equals: [50])
    expect(run.shown, equals: [10, 50])
    expect(run.tally[HeartbeatCounter.heartbeats], equals: 1)
    expect(run.tally[.interruptions], equals: 3, "two messages and the heartbeat")
  }

  @Test("R8 heartbeat: with Apple's entitlement it is not seen")
  func filtering() throws {
    let run = try online(
      at: [10, 20], Self.heartbeat(filtering: true), until: 75, given: Self.tailLoss,
      change: { $0.provider.link.loss = share(0.5) })
    expect(run.shown, equals: [10, 50])
    expect(run.tally[.interruptions], equals: 2)
    expect(run.tally[.wakeUps], equals: 3, "a message, the heartbeat and the repeat")
  }

  @Test("R8 heartbeat: each push of the queue begins the quiet time anew")
  func quietTime() throws {
    let run = try online(at: [10, 35, 60], Self.heartbeat(3))
    expect(run.times(.sent, ofAny: .heartbeat), equals: [90, 120, 150])
    let later = try online(at: [10, 35, 130], Self.heartbeat(3))
    expect(later.times(.sent, ofAny: .heartbeat), equals: [65, 95, 125, 160, 190, 220])
  }

  @Test("R8 heartbeat: after the last one nothing waits for a quiet time, and the next push does")
  func quietAgain() throws {
    let run = try online(at: [10, 100, 200, 300], Self.heartbeat(), until: 400)
    expect(run.times(.sent, ofAny: .heartbeat), equals: [40, 130, 230, 330])
    expect(run.tally[HeartbeatCounter.heartbeats], equals: 4)
  }

  @Test("R8 heartbeat: a repeat is a push of the queue too")
  func repeatsAreNotQuiet() throws {
    let run = try online(
      at: [10, 20, 45], Self.heartbeat(), given: Self.tailLoss,
      change: {
        $0.provider.link.loss = share(0.3)
        $0.provider.resend.latency = constant(10)
      })
    // Message 2 shows the gap at 45; the repeat is sent at 55.
    expect(run.shown, equals: [10, 55, 55])
    expect(run.times(.sent, ofAny: .heartbeat), equals: [85])
  }

  @Test("R8 heartbeat: a message that the provider never gets does not begin the quiet time anew")
  func lostOnHop1() throws {
    let run = try online(
      at: [10, 20], Self.heartbeat(), given: { $0.causes == [.none, .provider(.serverLost)] },
      change: { $0.provider.intake.loss = share(0.5) })
    expect(run.times(.sent, ofAny: .heartbeat), equals: [40])
  }

  private static let span = OnOffProcess(
    up: law(.exponential(mean: 60)), down: law(.exponential(mean: 60)))

  /// Runs with events and without.
  private static func bothWays(
    form: Heartbeat.Form, change: (inout DeviceSetup) -> Void
  ) throws -> [Tally] {
    var world = smallWorld(at: [10, 20, 100, 110, 300, 400, 430]) {
      $0.provider.link.loss = share(0.2)
      $0.strategy = gapRecovery().with(Heartbeat(after: .seconds(30), times: 2, form: form))
      change(&$0)
    }
    world.devices = 300
    return try [true, false].map {
      try simulate(
        world, replication: 0, devices: 0..<world.devices, batchSize: 1, maySkipEvents: $0)
    }
  }

  @Test(
    "R8 heartbeat: one that comes before everything else needs no event",
    arguments: Heartbeat.Form.allCases)
  func straight(form: Heartbeat.Form) throws {
    let tallies = try Self.bothWays(form: form) { $0.network.onOff = Self.span }
    expect(
      tallies[0][HeartbeatCounter.heartbeats] > 0
        && (tallies[0][AppCounter.fetches] > 0) == (form == .silent))
    expect(tallies[0] == tallies[1], "\(tallies[0][.shown]), not \(tallies[1][.shown])")
  }

  @Test(
    "R8 heartbeat: a repeat that would be held back comes along with it, if it is sent by then",
    arguments: [0, 2])
  func heldBack(latency: Double) throws {
    let tallies = try Self.bothWays(form: .alert) {
      $0.power = Power(spans: Self.span)
      $0.workload.priority = .byPower
      $0.provider.resend.latency = constant(latency)
    }
    expect(tallies[0][HeartbeatCounter.heartbeats] > 0 && tallies[0][.pushesResent] > 0)
    expect(tallies[0] == tallies[1], "\(tallies[0][.shown]), not \(tallies[1][.shown])")
  }

  @Test("R8 heartbeat: nothing is asked for when nothing is missed, or nothing was saved")
  func nothingMissed() throws {
    let run = try online(at: [10], Self.heartbeat())
    expect(run.times(.requested, ofAny: .heartbeat).isEmpty)
    expect(run.tally[ExtensionCounter.extensionRuns], equals: 2)
    let first = try online(
      at: [10], Self.heartbeat(),
      given: {
        $0.causes == [.provider(.linkLost)] && $0.times(.arrived, ofAny: .heartbeat) == [40]
      },
      change: { $0.provider.link.loss = share(0.5) })
    expect(first.fates, equals: [.lost])
    expect(first.repairs, equals: [.unnoticed])
  }

  @Test("R8 heartbeat: more missed than the limit become one summary in its place")
  func overLimit() throws {
    let run = try online(
      at: [10, 20, 25], Self.heartbeat(on: gapRecovery(limit: 1)),
      given: {
        $0.messages(.destroyed(by: .provider(.linkLost))) == [1, 2]
          && $0.times(.arrived, ofAny: .heartbeat) == [55]
      }, change: { $0.provider.link.loss = share(0.5) })
    expect(run.fates, equals: [.shown, .summarised, .summarised])
    expect(run.summarised, equals: [nil, 55, 55])
    expect(run.tally[.summaries], equals: 1)
    expect(run.tally[.interruptions], equals: 2, "the first message and the summary")
  }

  @Test("R8 heartbeat on gap-window: a failed request is made again by the next heartbeat")
  func onGapWindow() throws {
    let run = try online(
      at: [10, 20], Self.heartbeat(2, on: .gapWindow()),
      given: { Self.tailLoss($0) && $0.times(.requested, ofAny: .heartbeat).count == 2 },
      change: {
        $0.provider.link.loss = share(0.3)
        $0.provider.resend.failure = share(0.5)
      })
    expect(run.times(.requested, ofAny: .heartbeat), equals: [50, 80])
    expect(run.shown[0], equals: 10)
    expect(run.tally[.resendFailures] >= 1)
  }

  @Test("R3.7 a heartbeat overwrites the slot; it repairs what it has destroyed")
  func overwritesTheSlot() throws {
    let run = try away(for: 100, at: [-10, 10], Self.heartbeat())
    // The heartbeat of the first message is quiet at 20 only: message 1 begins the time anew.
    expect(run.times(.sent, ofAny: .heartbeat).first, equals: 40)
    expect(run.times(.destroyed(by: .pushService(.overwritten)), of: 1), equals: [40])
    expect(run.shown, equals: [-10, 100])
    let alone = try away(for: 100, at: [-10, 10], Self.heartbeat(on: .fireAndForget))
    expect(alone.fates, equals: [.shown, .lost], "a client that makes nothing of it only loses")
  }

  /// Each heartbeat is lost with probability p, so the first that arrives is number G, geometric:
  /// the tail is noticed after G quiet times, 1/(1 - p) of them on average.
  ///
  /// False-alarm probability: 1e-6 (two-sided normal, 4.89 standard errors).
  @Test("R8 heartbeat: a loss is noticed after a geometric number of quiet times")
  func detectionDelay() throws {
    let loss = 0.4
    let world = smallWorld(
      at: [10, 20], strategy: Self.heartbeat(1000), duration: .seconds(1200)
    ) { $0.provider.link.loss = share(loss) }
    var counts: [Double] = []
    for replication in 0..<6000 {
      let run = RecordedRun(
        story: try record(world, replication: replication), origin: .zero)
      guard run.times(.arrived, of: 0, copy: 0) == [10], run.times(.arrived, of: 1, copy: 0) == []
      else { continue }
      let noticed = try unwrap(run.times(.requested, ofAny: .heartbeat).first)
      // The bound: a whole number of quiet times after the push that was lost.
      let count = (noticed - 20) / 30
      expect(count == count.rounded() && count >= 1)
      counts.append(count)
    }
    let n = Double(counts.count)
    let mean = counts.reduce(0, +) / n
    let expected = 1 / (1 - loss)
    let error = (loss / ((1 - loss) * (1 - loss)) / n).squareRoot()
    print("heartbeats until one arrives: expected \(expected), observed \(mean) ± \(error)")
    expect(n > 1000)
    expect(abs(mean - expected) < 4.89 * error)
  }
}
