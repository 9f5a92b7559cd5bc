import DeliverySim
import Models
import TestSupport
import Testing

/// R5.9: what is shown without the extension lacks what the extension adds.
@Suite struct R05_09Tests {
  private static func decorated(
    _ strategy: Strategy = .fireAndForget, at times: [Double] = [10, 20],
    change: (inout DeviceSetup) -> Void = { _ in }
  ) throws -> RecordedRun {
    try online(at: times, strategy) {
      $0.serviceExtension.decorates = true
      change(&$0)
    }
  }

  @Test("R5.9 where the extension does not run, the original is shown, degraded")
  func absent() throws {
    for strategy in [Strategy.fireAndForget, gapRecovery(), .extensionFetch()] {
      let run = try Self.decorated(strategy) { $0.serviceExtension.absent = .one }
      expect(run.shown, equals: [10, 20])
      expect(run.times(.run(.degraded)), equals: [10, 20])
      expect(run.tally[ExtensionCounter.degraded], equals: 2)
      let complete = try Self.decorated(strategy)
      expect(complete.tally[ExtensionCounter.degraded], equals: 0)
      expect(complete.shown, equals: [10, 20])
    }
    // Nothing is missing where the extension adds nothing.
    let plain = try online(at: [10, 20]) { $0.serviceExtension.absent = .one }
    expect(plain.tally[ExtensionCounter.degraded], equals: 0)
    expect(plain.records(.run(.degraded)).isEmpty)
  }

  @Test("R5.9 a crash that shows the original, and one that shows nothing")
  func crashes() throws {
    for shows in ServiceExtension.Crash.Shows.allCases {
      let run = try Self.decorated {
        $0.serviceExtension.crash = .init(probability: .one, shows: shows)
      }
      expect(run.tally[ExtensionCounter.degraded], equals: shows == .original ? 2 : 0)
      expect(run.tally[.shown], equals: shows == .original ? 2 : 0)
    }
  }

  @Test("R5.9 work that is cut; decoration takes the time of the extension's work")
  func cut() throws {
    for (limit, shown) in [(5.0, 15.0), (30, 18)] {
      let run = try Self.decorated(at: [10]) {
        $0.serviceExtension.runTime = constant(8)
        $0.serviceExtension.timeLimit = .seconds(limit)
      }
      expect(run.shown, equals: [shown])
      expect(run.tally[ExtensionCounter.degraded], equals: limit < 8 ? 1 : 0)
    }
  }

  @Test("R5.9 a run whose time is over while it waits for an answer")
  func timeLimit() throws {
    for strategy in [gapRecovery(), .extensionFetch()] {
      let run = try away(for: 100, at: [-10, 10, 20], strategy, until: 300) {
        $0.serviceExtension.decorates = true
        $0.serviceExtension.timeLimit = .seconds(30)
        // The push before the absence is answered while the device is away, in vain.
        $0.provider.resend.latency = constant(50)
      }
      expect(run.times(.timeLimit, of: 2), equals: [130])
      expect(run.shown[2], equals: 130)
      expect(run.times(.run(.degraded)), equals: [130])
      expect(run.tally[ExtensionCounter.degraded], equals: 1)
    }
  }

  @Test("R5.9 the first showing decides, whatever comes later")
  func firstShowing() throws {
    let crash = ServiceExtension.Crash(probability: share(0.5))
    // The crash of message 1 saves no position: message 2 makes the provider repeat it.
    let later = try online(
      at: [10, 20, 30], gapRecovery(),
      given: {
        $0.messages(.run(.crashed)) == [1] && $0.records(.run(.crashed), of: 1, copy: 0).count == 1
      },
      change: {
        $0.serviceExtension.decorates = true
        $0.serviceExtension.crash = crash
      })
    expect(later.times(.replacedInCentre, of: 1), equals: [30])
    expect(later.times(.run(.degraded)), equals: [20])
    expect(later.tally[ExtensionCounter.degraded], equals: 1)
    // The acknowledgement is lost, and the repeat's run crashes.
    let before = try online(
      at: [10], .retryUntilAcked(), until: 65,
      given: { $0.records(.run(.crashed)).map(\.copy) == [1] },
      change: {
        $0.serviceExtension.decorates = true
        $0.serviceExtension.crash = crash
        $0.provider.resend.failure = share(0.5)
      })
    expect(before.times(.replacedInCentre, of: 0), equals: [40])
    expect(before.tally[ExtensionCounter.degraded], equals: 0)
  }

  @Test("R5.9 a placeholder is a summary, and what is not drawn is not shown")
  func notShown() throws {
    let empty = Strategy.extensionFetch(ExtensionFetch(content: .none))
    let placeholders = try Self.decorated(empty) { $0.serviceExtension.absent = .one }
    expect(placeholders.tally[.summaries], equals: 2)
    expect(placeholders.tally[ExtensionCounter.degraded], equals: 0)
    let off = try Self.decorated {
      $0.serviceExtension.absent = .one
      $0.settings = NotificationSettings(alertsOff: .one)
    }
    expect(off.tally[ExtensionCounter.degraded], equals: 0)
    // The message of a digest's push is its own.
    let digest = Strategy.fireAndForget.with(Digest(items: 2))
    let run = try Self.decorated(digest) { $0.serviceExtension.absent = .one }
    expect(run.tally[ExtensionCounter.degraded], equals: 2)
  }
}
