import DeliverySim
import Models
import TestSupport
import Testing

/// R5.5: the wait for late pushes.
@Suite struct R05_05Tests {
  /// Messages at 0, 100, 101, 102, 103, whose links take the given times [s].
  private func latencies(
    _ link: [Double], _ strategy: Strategy, change: (inout DeviceSetup) -> Void = { _ in }
  ) throws -> RecordedRun {
    let times = [0.0, 100, 101, 102, 103]
    let arrivals = zip(times, link).map { $0 + $1 }
    return try online(
      at: times, strategy,
      given: { run in
        arrivals.indices.allSatisfy {
          run.times(.accepted, of: UInt32($0), copy: 0) == [arrivals[$0]]
        }
      },
      change: { setup in
        setup.provider.link.latency = anyOf([1, 20, 500])
        change(&setup)
      })
  }

  @Test("R5.5 what arrives during the wait is not asked for: nothing is when nothing is missing")
  func latePushesAreWaitedFor() throws {
    // 4 arrives first, at 104, and misses three; all of them arrive at 120, 121 and 122.
    let run = try latencies([1, 20, 20, 20, 1], gapRecovery(wait: constant(60)))
    expect(run.messages(.gap), equals: [4])
    expect(run.values(.gap), equals: [3])
    expect(run.tally[.resendRequests], equals: 0)
    expect(run.shown, equals: [1, 120, 121, 122, 164])
  }

  @Test("R5.5 after the wait it asks from the lowest still missing to the one before the carrier")
  func asksFromTheLowestStillMissing() throws {
    // At 104 message 4 misses 1, 2 and 3. 1 and 3 arrive at 120 and 122; 2 does not until 601.
    let run = try latencies([1, 20, 500, 20, 1], gapRecovery(wait: constant(60)))
    expect(run.times(.requested), equals: [164])
    expect(run.values(.requested), equals: [2])
    expect(run.messages(.resent), equals: [2, 3])
    expect(run.times(.shown, of: 4), equals: [164])
  }

  @Test("R5.5 the repeat limit counts what is still to be asked for")
  func limitCountsWhatIsStillMissing() throws {
    let enough = try latencies([1, 20, 500, 20, 1], gapRecovery(limit: 2, wait: constant(60)))
    expect(enough.values(.requested), equals: [2])
    expect(enough.tally[.summaries], equals: 0)
    let tooFew = try latencies([1, 20, 500, 20, 1], gapRecovery(limit: 1, wait: constant(60)))
    expect(tooFew.records(.requested).isEmpty)
    expect(tooFew.values(.summary), equals: [2])
    expect(tooFew.times(.summary), equals: [164])
  }

  @Test("R5.5 without a wait it asks at once")
  func noWaitAsksAtOnce() throws {
    let run = try latencies([1, 20, 20, 20, 1], gapRecovery())
    expect(run.times(.requested), equals: [104])
    expect(run.values(.requested), equals: [3])
  }

  @Test("R5.5 a wait of the extension's whole time still asks")
  func waitOfExactlyTheTimeLimitAsks() throws {
    let run = try away(for: 100, at: [-10, 10, 20], gapRecovery(wait: constant(30))) {
      $0.serviceExtension.timeLimit = .seconds(30)
    }
    expect(run.times(.requested), equals: [130])
    expect(run.shown, equals: [-10, 130, 130])
  }
}
