import DeliverySim
import Models
import TestSupport
import Testing

/// R0: accounts kept.
@Suite struct R00Tests {
  @Test("R0.1 every message is owed, whatever becomes of it")
  func everyMessageIsOwed() throws {
    // One shown, two overwritten while the device is away, one pending at the end.
    let absent = try away(for: 3600, at: [-10, 10, 20, 30], until: 1000)
    expect(absent.fates, equals: [.shown, .lost, .lost, .pending])
    expect(absent.tally[.owed], equals: 4)
    let cut = try online(at: [1, 2, 3]) { $0.provider.link.loss = .one }
    expect(cut.tally[.owed], equals: 3)
    expect(cut.tally.count(.lost), equals: 3)
  }

  @Test("R0.2 where only arrivals are given, everything is shown at once and nothing else happens")
  func idealByDefault() throws {
    for strategy in [Strategy.fireAndForget, gapRecovery()] {
      let run = try online(at: [1, 2, 3, 3, 4], strategy)
      expect(run.shown, equals: [1, 2, 3, 3, 4])
      expect(run.tally[.interruptions], equals: 5)
      expect(run.tally[.pushesSent], equals: 5)
      expect(run.tally[.resendRequests], equals: 0)
    }
  }

  @Test(
    "R0.2 payloads are kept for ever and the extension may take for ever unless limits are given")
  func noLimitsByDefault() throws {
    // Away for 20 days; message 1 is overwritten, and asked for when message 2 is handed over.
    let day = 86_400.0
    let run = try away(for: 20 * day, online: 50 * day, at: [-10, 10, 20], gapRecovery()) {
      $0.provider.resend.latency = constant(9 * day)
    }
    expect(run.shown, equals: [-10, 29 * day, 29 * day])
  }

  @Test("R0.3 a notification whose summary and whose own content were shown is shown")
  func shownComesBeforeSummarised() throws {
    let run = try requestOutlivesConnection(until: 1210)
    expect(run.summarised[1], equals: 1100)
    expect(run.shown[1], equals: 1200)
    expect(run.fates, equals: [.shown, .shown, .summarised])
    expect(run.tally.count(.shown), equals: 2)
    expect(run.tally.timelineShown.reduce(0, +), equals: 2)
  }

  @Test("R0.3 a notification whose summary was shown is summarised, though a copy is still stored")
  func summarisedComesBeforePending() throws {
    let run = try requestOutlivesConnection(until: 1190)
    expect(run.times(.stored, of: 1, copy: 1), equals: [1130])
    expect(run.fates, equals: [.shown, .summarised, .summarised])
  }

  /// Away 0 ... 100 and 1100 ... 1200. Message 1 is overwritten by 2, which is handed over at 100
  /// and asks for 1. The device leaves before the answer: summary at 1100. The repeat is stored at
  /// 1130 and handed over at 1200.
  private func requestOutlivesConnection(until end: Double) throws -> RecordedRun {
    try away(for: 100, online: 1000, at: [-10, 10, 20], gapRecovery(), until: end) {
      $0.provider.resend.latency = constant(1030)
    }
  }

  @Test("R0.3 what is stored or in flight at the end is pending")
  func storedOrInFlightIsPending() throws {
    try expect(away(for: 3600, at: [10], until: 3599).fates, equals: [.pending])
    let onLink = try online(at: [10], until: 60) { $0.provider.link.latency = constant(50) }
    expect(onLink.fates, equals: [.pending])
    let onLastHop = try online(at: [10], until: 60) { $0.service.latency = constant(50) }
    expect(onLastHop.fates, equals: [.pending])
  }

  @Test("R0.3 what has been asked for is pending until the answer")
  func askedForIsPending() throws {
    // Message 1 is overwritten, asked for at 100; the answer would come at 150.
    let run = try away(for: 100, at: [-10, 10, 20], gapRecovery(), until: 149) {
      $0.provider.resend.latency = constant(50)
    }
    expect(run.times(.destroyed(by: .overwritten), of: 1), equals: [20])
    expect(run.fates, equals: [.shown, .pending, .pending])
  }

  @Test("R0.3 what is owed is the sum of the fates")
  func fatesSumToOwed() throws {
    var setup = DeviceSetup(workload: Workload(arrivals: .poisson(rate: constant(1e-3))))
    setup.network.onOff = OnOffProcess(
      up: law(.exponential(mean: 6000)), down: law(.exponential(mean: 6000)))
    setup.provider.link.loss = share(0.1)
    setup.provider.resend.failure = share(0.3)
    setup.strategy = gapRecovery(limit: 3)
    let world = World(seed: 5, devices: 40, duration: .days(3), setup: setup)
    let tally = try simulate(world, replication: 0, devices: 0..<40)
    let counts = Fate.allCases.map { tally.count($0) }
    expect(counts.reduce(0, +), equals: tally[.owed])
    // Each message is created before the end: about 40 · 3 · 86.4 of them, and every fate that is
    // built occurs.
    expect(tally[.owed] > 9000)
    expect(Fate.allCases.filter { tally.count($0) == 0 }, equals: [.synced, .escalated])
  }

  @Test("R0.5 what is shown exactly at its limit is in time")
  func exactlyAtTheLimitIsInTime() throws {
    for (limit, expected) in [(5.0, UInt128(1)), (4.999999, 0)] {
      let run = try online(at: [100]) {
        $0.workload.usefulFor = .seconds(limit)
        $0.provider.link.latency = constant(5)
      }
      expect(run.tally[.shownInTime], equals: expected)
      expect(run.tally[.awareInTime], equals: expected)
    }
  }

  @Test("R0.5 a summary counts for awareness from its own time on")
  func summaryCountsForAwareness() throws {
    // Message 1 is overwritten; 2 is handed over at 100 and replaced by a summary of both: 90 s and
    // 80 s old.
    for (limit, aware) in [(90.0, UInt128(3)), (89.999999, 2)] {
      let run = try away(for: 100, at: [-10, 10, 20], gapRecovery(limit: 0)) {
        $0.workload.usefulFor = .seconds(limit)
      }
      expect(run.tally[.awareInTime], equals: aware)
      expect(run.tally[.shownInTime], equals: 1)
    }
  }

  @Test("R0.5 an expiry at exactly the hand-over has expired")
  func expiryAtHandOverHasExpired() throws {
    // Sent at 10, handed over at 100.
    let expired = try away(for: 100, at: [10]) { $0.service.expiration = .seconds(90) }
    expect(expired.fates, equals: [.lost])
    expect(expired.times(.destroyed(by: .expired)), equals: [100])
    let kept = try away(for: 100, at: [10]) { $0.service.expiration = .seconds(90.000001) }
    expect(kept.shown, equals: [100])
  }

  @Test("R0.5 an answer exactly at the extension's limit is in time")
  func answerExactlyAtTheLimitIsInTime() throws {
    // Asked at 100; the answer, an error, comes at 130 and makes a summary unless the time was
    // over.
    for (limit, fate) in [(30.0, Fate.summarised), (29.999999, .shown)] {
      let run = try away(for: 100, at: [-10, 10, 20], gapRecovery()) {
        $0.serviceExtension.timeLimit = .seconds(limit)
        $0.provider.resend = Provider.Resend(failure: .one, latency: constant(30))
      }
      expect(run.fates[2], equals: fate)
    }
  }
}
