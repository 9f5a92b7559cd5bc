import DeliverySim
import Models
import TestSupport
import Testing

/// R8, gap-window: a client that remembers what it misses.
///
/// The device is away for 100 s; what is sent meanwhile is overwritten in the slot but for the
/// newest.
@Suite struct R08WindowTests {
  /// Message 1 is overwritten; message 2 reveals it at 100.
  private static let gapOfOne: [Double] = [-10, 10, 20, 200, 300]

  @Test("R8 gap-window asks again on the next push when a request fails")
  func asksAgainAfterFailure() throws {
    // The first request fails, the second one does not.
    let run = try away(
      for: 100, at: Self.gapOfOne, .gapWindow(),
      given: { $0.values(.requested).count == 2 && $0.messages(.summary).isEmpty },
      change: { $0.provider.resend.failure = share(0.5) })
    expect(run.times(.requested), equals: [100, 200])
    expect(run.messages(.shown), equals: [0, 2, 3, 1, 4])
    expect(run.fates.allSatisfy { $0 == .shown })
    expect(run.tally[.resendFailures], equals: 1)
  }

  @Test("R8 gap-recovery in its place shows a summary and never asks again")
  func gapRecoverySummarises() throws {
    let run = try away(for: 100, at: Self.gapOfOne, gapRecovery()) {
      $0.provider.resend.failure = .one
    }
    expect(run.times(.requested), equals: [100])
    expect(run.fates, equals: [.shown, .summarised, .summarised, .shown, .shown])
  }

  @Test("R8 gap-window shows the carrier when a request fails, and keeps what became of it")
  func failureShowsTheCarrier() throws {
    let run = try away(for: 100, at: Self.gapOfOne, .gapWindow()) {
      $0.provider.resend.failure = .one
    }
    expect(run.times(.requested), equals: [100, 200, 300])
    expect(run.fates, equals: [.shown, .lost, .shown, .shown, .shown])
    expect(run.repairs[1], equals: .failed)
    expect(run.tally[.summaries], equals: 0)
  }

  @Test("R8 gap-window asks for all holes at once, and no more when they are filled")
  func allHolesAtOnce() throws {
    // Away 0-100, 400-500 and so on: 1 and 2 are missed at first, 4 later.
    let run = try away(
      for: 100, online: 300, at: [-10, 10, 20, 30, 410, 420, 600, 650],
      .gapWindow(), until: 700, given: { $0.values(.requested) == [2, 3] },
      change: { $0.provider.resend.failure = share(0.5) })
    expect(run.values(.gap), equals: [2, 1])
    expect(run.times(.requested), equals: [100, 500])
    expect(run.fates.allSatisfy { $0 == .shown })
  }

  @Test("R8 gap-window gives up what the provider has no more")
  func expiredHoles() throws {
    let run = try away(for: 100, at: Self.gapOfOne, .gapWindow()) {
      $0.provider.retention = .seconds(50)
    }
    expect(run.times(.requested), equals: [100])
    expect(run.values(.answered(.refused)).count, equals: 1)
    expect(run.fates, equals: [.shown, .lost, .shown, .shown, .shown])
    expect(run.repairs[1], equals: .refused)
  }

  @Test("R8 gap-window: more newly missed than the limit becomes a summary, and is not asked for")
  func overLimit() throws {
    let run = try away(
      for: 100, at: [-10, 10, 20, 30, 200], .gapWindow(repeatLimit: 1))
    expect(run.records(.requested).isEmpty)
    expect(run.fates, equals: [.shown, .summarised, .summarised, .summarised, .shown])
    expect(run.repairs[1], equals: .overLimit)
  }

  @Test("R8 gap-window remembers no farther back than its window")
  func window() throws {
    let run = try away(for: 100, at: Self.gapOfOne, .gapWindow(window: 2)) {
      $0.provider.resend.failure = .one
    }
    // Position 2 lies two back from position 4, three back from position 5.
    expect(run.times(.requested), equals: [100, 200])
  }

  @Test("R8 gap-window asks for nothing when all that it misses lies beyond its window")
  func nothingToAskFor() throws {
    // Position 4 brings 3 with it, so 2 is missed, two back from 4.
    let strategy = Strategy.gapWindow(window: 1).with(Digest(items: 1))
    let run = try away(for: 100, at: [-10, 10, 20, 30, 200], strategy)
    expect(run.values(.gap), equals: [1])
    expect(run.records(.requested).isEmpty)
    expect(run.fates, equals: [.shown, .lost, .shown, .shown, .shown])
  }

  @Test("R8 gap-window asks again for what was refused while it was away")
  func refusedWhileAway() throws {
    // Asked at 100; away from 150 to 250; the provider refuses at 160.
    let run = try away(
      for: 100, online: 50, at: [-10, 10, 20, 260], .gapWindow(), until: 290
    ) {
      $0.provider.resend.latency = constant(60)
      $0.provider.retention = .seconds(5)
    }
    expect(run.times(.answered(.refused)), equals: [160])
    expect(run.times(.requested), equals: [100, 260])
  }

  @Test("R5.6 gap-window: an extension that has been ended learns nothing from the answer")
  func timeLimit() throws {
    // Asked at 100, ended at 130; at 140 the provider refuses what it no longer keeps.
    func run(limit: Double, latency: Double) throws -> RecordedRun {
      try away(for: 100, at: [-10, 10, 20, 200, 300], .gapWindow()) {
        $0.provider.resend.latency = constant(latency)
        $0.provider.retention = .seconds(50)
        $0.serviceExtension.timeLimit = .seconds(limit)
      }
    }
    let ended = try run(limit: 30, latency: 40)
    expect(ended.times(.answered(.refused)), equals: [140, 240, 340])
    expect(ended.times(.requested), equals: [100, 200, 300])
    expect(ended.times(.timeLimit), equals: [130, 230, 330])
    expect(ended.repairs[1], equals: .failed)
    expect(ended.tally[.resendFailures], equals: 3)
    let heard = try run(limit: 40, latency: 40)
    expect(heard.times(.requested), equals: [100])
    expect(heard.repairs[1], equals: .refused)
  }

  @Test("R8 gap-window: a repeat that is lost is asked for again")
  func lostRepeat() throws {
    let run = try away(
      for: 100, at: Self.gapOfOne, .gapWindow(),
      given: { $0.causes[1] != .provider(.linkLost) && $0.times(.resent, of: 1).count == 2 },
      change: { $0.provider.link.loss = share(0.3) })
    expect(run.times(.resent, of: 1), equals: [100, 200])
  }
}
