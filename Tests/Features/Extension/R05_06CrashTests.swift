import DeliverySim
import Models
import TestSupport
import Testing

/// R5.6: runs of the extension that crash.
@Suite struct R05_06CrashTests {
  private typealias Crash = ServiceExtension.Crash

  private static func crash(
    _ shows: Crash.Shows, _ probability: Probability = .one
  ) -> (inout DeviceSetup) -> Void {
    { $0.serviceExtension.crash = Crash(probability: probability, shows: shows) }
  }

  @Test("R5.6 where every run crashes and shows the original, all is as without an extension")
  func originals() throws {
    let times = [-10.0, 10, 20, 150]
    let run = try away(for: 100, at: times, gapRecovery(), change: Self.crash(.original))
    expect(run.shown, equals: [-10, nil, 100, 150])
    expect(run.causes[1], equals: .overwritten)
    expect(run.tally[.resendRequests], equals: 0)
    expect(run.tally[ExtensionCounter.extensionRuns], equals: 3)
  }

  @Test("R5.6 a crash that shows nothing loses the push")
  func nothing() throws {
    let run = try online(at: [10, 20], gapRecovery(), change: Self.crash(.nothing))
    expect(run.fates, equals: [.lost, .lost])
    expect(run.causes, equals: [.crashed, .crashed])
    expect(run.repairs, equals: [.unnoticed, .unnoticed])
    expect(Cause.crashed.stage, equals: .extension)
    expect(run.tally[.interruptions], equals: 0)
    expect(run.tally[ExtensionCounter.extensionRuns], equals: 2)
  }

  /// Of four messages and their repeats only the first push of message 1 meets a crash.
  private func second(_ shows: Crash.Shows, collapse: Bool = true) throws -> RecordedRun {
    try online(
      at: [10, 20, 30, 40], gapRecovery(collapse: collapse),
      given: {
        $0.messages(.run(.crashed)) == [1] && $0.records(.run(.crashed), of: 1, copy: 0).count == 1
      },
      change: Self.crash(shows, share(0.5)))
  }

  @Test("R5.6 a crashed run saves no position: the next one finds its push missing")
  func savesNothing() throws {
    let hidden = try second(.nothing)
    expect(hidden.messages(.gap), equals: [2])
    expect(hidden.values(.gap), equals: [1])
    expect(hidden.messages(.resent), equals: [1])
    expect(hidden.shown, equals: [10, 30, 30, 40])
    let shown = try second(.original)
    expect(shown.messages(.gap), equals: [2])
    expect(shown.shown, equals: [10, 20, 30, 40])
    expect(shown.times(.replacedInCentre, of: 1), equals: [30])
    try expect(second(.original, collapse: false).times(.duplicate, of: 1), equals: [30])
  }

  @Test("R5.6 a crashed run acknowledges nothing")
  func acknowledgesNothing() throws {
    let run = try online(
      at: [10], .retryUntilAcked(), until: 50, change: Self.crash(.original))
    expect(run.tally[.acknowledgements], equals: 0)
    expect(run.times(.resent), equals: [40])
    expect(run.shown, equals: [10])
  }

  @Test("R5.6 a crash ends the earlier messages that a digest carries")
  func digests() throws {
    let digest = Strategy.fireAndForget.with(Digest(items: 8))
    let times = [-10.0, 10, 20]
    let original = try away(for: 100, at: times, digest, change: Self.crash(.original))
    expect(original.shown, equals: [-10, nil, 100])
    expect(original.causes[1], equals: .crashed)
    expect(original.times(.destroyed(by: .crashed)), equals: [100])
    let nothing = try away(for: 100, at: times, digest, change: Self.crash(.nothing))
    expect(nothing.fates, equals: [.lost, .lost, .lost])
    expect(nothing.causes, equals: [.crashed, .crashed, .crashed])
    // Nobody owes a run to a strategy that neither looks at positions nor acknowledges.
    expect(nothing.tally[ExtensionCounter.extensionRuns], equals: 0)
  }

  @Test("R5.6 a crash takes no time, and comes only where the extension is called")
  func takesNoTime() throws {
    let slow = try online(at: [10], gapRecovery()) { setup in
      Self.crash(.original)(&setup)
      setup.serviceExtension.runTime = constant(5)
    }
    expect(slow.shown, equals: [10])
    expect(slow.tally[ExtensionCounter.extensionTime], equals: 0)
    let plain = try online(at: [10], change: Self.crash(.nothing))
    expect(plain.shown, equals: [10])
    let badges = try online(at: [], gapRecovery()) { setup in
      Self.crash(.nothing)(&setup)
      setup.workload.badgeUpdates = ExtraTraffic(rate: law(.constant(value: 0.001)), type: .alert)
    }
    expect(!badges.times(.arrived, ofAny: .badgeUpdate).isEmpty)
    expect(badges.times(.run(.crashed), ofAny: .badgeUpdate).isEmpty)
  }

  @Test("R5.6 a filtered heartbeat is seen when its run crashes, unless nothing is shown")
  func heartbeats() throws {
    let beats = gapRecovery().with(Heartbeat(after: .seconds(60), filtering: true))
    let seen = try online(at: [10], beats, until: 200, change: Self.crash(.original))
    expect(seen.times(.heartbeatShown, ofAny: .heartbeat), equals: [70])
    let gone = try online(at: [10], beats, until: 200, change: Self.crash(.nothing))
    expect(gone.times(.heartbeatShown, ofAny: .heartbeat), equals: [])
    expect(gone.times(.destroyed(by: .crashed), ofAny: .heartbeat), equals: [70])
  }

  // MARK: Memory

  private static func memory(_ use: Distribution, _ limit: Double) -> (inout DeviceSetup) -> Void {
    { setup in
      setup.serviceExtension.memory = ServiceExtension.Memory(use: use, limit: limit)
      setup.serviceExtension.crash.shows = .nothing
    }
  }

  @Test("R5.6 a run that uses more memory than there is crashes; exactly as much does not")
  func memory() throws {
    let use = law(.constant(value: 20e6))
    for (limit, causes) in [(12e6, [Cause.crashed]), (20e6, [.none]), (24e6, [.none])] {
      let run = try online(at: [10], gapRecovery(), change: Self.memory(use, limit))
      expect(run.causes, equals: causes)
    }
  }

  // MARK: Shares

  /// 20,000 devices with one message each, always online; crashes show nothing.
  private static func lost(
    _ strategy: Strategy, change: @escaping (inout DeviceSetup) -> Void
  ) throws -> Double {
    var world = smallWorld(at: [10], strategy: strategy, duration: .hours(1), change: change)
    world.devices = 20_000
    let tally = try simulate(world, replication: 0, devices: 0..<world.devices)
    expect(tally[.owed], equals: 20_000)
    return Double(tally[.owed] - tally.count(.shown)) / 20_000
  }

  /// Each copy has its own luck: with n retries p^(n + 1) are lost. Chance and memory are
  /// independent: a run crashes with 1 - (1 - p)(1 - m).
  @Test("R5.6 crashes that show nothing lose p of one push and p^3 of three")
  func closedForms() throws {
    let once = Strategy(provider: .sendsOnce, client: .acknowledges)
    let thrice = Strategy.retryUntilAcked(Hop.Retry(attempts: 2, first: .seconds(30)))
    let (p, m) = (0.4, 0.25)
    let chance = Self.crash(.nothing, share(p))
    let memory = Self.memory(anyOf([1e6, 2e6, 3e6, 4e6]), 3e6)
    let rows: [(String, Double, Double)] = [
      ("one push", p, try Self.lost(once, change: chance)),
      ("three pushes", p * p * p, try Self.lost(thrice, change: chance)),
      ("memory", m, try Self.lost(once, change: memory)),
      (
        "chance and memory", 1 - (1 - p) * (1 - m),
        try Self.lost(once) { setup in
          memory(&setup)
          chance(&setup)
        }
      ),
    ]
    // The rows share a false-alarm probability of 1e-6.
    for (name, expected, observed) in rows {
      let row = Agreement(
        name, expected: expected, observed: observed,
        standardError: (expected * (1 - expected) / 20_000).squareRoot(), tableSize: rows.count)
      print(row)
      expect(row.holds, "\(row)")
    }
  }

  @Test("R5.6 a larger probability keeps the runs that crash with a smaller one")
  func coupled() throws {
    let once = Strategy(provider: .sendsOnce, client: .acknowledges)
    let times = (1...200).map { Double($0) }
    func crashed(_ p: Double) throws -> Set<UInt32> {
      Set(
        try online(at: times, once, change: Self.crash(.nothing, share(p))).messages(.run(.crashed))
      )
    }
    let (few, many) = (try crashed(0.2), try crashed(0.5))
    expect(few.isSubset(of: many))
    expect(!few.isEmpty && few.count < many.count && many.count < 200)
  }
}
