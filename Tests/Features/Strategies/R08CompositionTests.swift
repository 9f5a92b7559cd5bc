import DeliverySim
import Models
import TestSupport
import Testing

/// R8: strategies that are laid over each other: retries and heartbeats on extension-fetch, silent
/// heartbeats, and polls beside pushes.
private let always = Strategy.extensionFetch()
private let onGap = Strategy.extensionFetch(ExtensionFetch(ask: .onGap))
private let empty = Strategy.extensionFetch(ExtensionFetch(content: .none))

private let half = share(0.5)

/// R8, retry-until-acked on extension-fetch.
@Suite struct R8RetryOnFetchTests {
  private func retries(_ strategy: Strategy, attempts: Int = 10) -> Strategy {
    strategy.sendingUntilAcked(Hop.Retry(attempts: attempts, first: .seconds(30), max: .hour))
  }

  @Test("R8 extension-fetch acknowledges a push that brings its message when it arrives")
  func acknowledgesPushes() throws {
    // The second one is sent before the first one is asked about, or after.
    for (strategy, second, requests) in [(always, 60.0, 2), (onGap, 60, 0), (onGap, 11, 0)] {
      let run = try online(at: [10, second], retries(strategy)) {
        $0.service.latency = constant(5)
        $0.provider.resend.latency = constant(1)
      }
      expect(run.times(.acknowledged), equals: [15, second + 5])
      expect(run.records(.resent).isEmpty)
      expect(run.tally[.acknowledgements], equals: 2)
      expect(run.tally[ExtensionCounter.extensionRuns], equals: 2, "a run is counted once")
      expect(run.tally[.resendRequests], equals: UInt128(requests))
      expect(run.tally[.providerRequests], equals: UInt128(requests + 2))
    }
  }

  @Test("R8 a push without content is acknowledged when the answer has come")
  func acknowledgesAnswers() throws {
    let run = try online(at: [10], retries(empty)) { $0.provider.resend.latency = constant(5) }
    expect(run.shown, equals: [15])
    expect(run.times(.acknowledged), equals: [15])
    expect(run.values(.acknowledged), equals: [5_000_000])
    expect(run.records(.resent).isEmpty)
    // Without an answer it is not: the repeat asks again.
    let failed = try online(
      at: [10], retries(empty), until: 3000,
      given: {
        $0.times(.run(.fetchFailed)) == [10] && $0.records(.acknowledgementLost).isEmpty
          && $0.times(.run(.fetched)) == [40]
      }, change: { $0.provider.resend.failure = half })
    expect(failed.summarised, equals: [10])
    expect(failed.times(.resent), equals: [40])
    expect(failed.shown, equals: [40])
    expect(failed.times(.acknowledged), equals: [40])
  }

  @Test("R8 an answer acknowledges all that it brings, together")
  func acknowledgesTogether() throws {
    for strategy in [always, onGap, empty] {
      let run = try online(
        at: [10, 15, 20], retries(strategy),
        given: { $0.messages(.destroyed(by: .provider(.linkLost))) == [0, 1] },
        change: { $0.provider.link.loss = half })
      expect(run.shown, equals: [20, 20, 20])
      expect(run.records(.resent).isEmpty)
      // The content of the push, if it brings something, and of the answer.
      let isEmpty = strategy == empty
      expect(run.times(.acknowledged), equals: isEmpty ? [20] : [20, 20])
      expect(run.tally[.acknowledgements], equals: isEmpty ? 1 : 2)
    }
    // Alone, nobody asks for messages 0 and 1 before their repeats.
    let alone = try online(
      at: [10, 15, 20], .retryUntilAcked(),
      given: { $0.times(.destroyed(by: .provider(.linkLost))) == [10, 15] },
      change: { $0.provider.link.loss = half })
    expect(alone.times(.resent), equals: [40, 45])
  }

  @Test("R8 a retry brings the last message, which no push reveals")
  func tail() throws {
    let isLost = { (run: RecordedRun) in run.times(.destroyed(by: .provider(.linkLost))) == [20] }
    for strategy in [always, onGap, empty] {
      let run = try online(
        at: [10, 20], retries(strategy), given: isLost, change: { $0.provider.link.loss = half })
      expect(run.times(.resent), equals: [50])
      expect(run.shown, equals: [10, 50])
    }
  }

  @Test("R0.3 R8 what a retry that is still to come would make the extension ask for is pending")
  func pending() throws {
    func run(_ strategy: Strategy) throws -> RecordedRun {
      try online(
        at: [10, 45], strategy, until: 60,
        given: { $0.times(.destroyed(by: .provider(.linkLost))) == [10, 40, 45] },
        change: { $0.provider.link.loss = half })
    }
    // Message 0 has been given up; the retry of message 1 would come at 75.
    try expect(run(retries(always, attempts: 1)).fates, equals: [.pending, .pending])
    try expect(run(retries(onGap, attempts: 1)).fates, equals: [.pending, .pending])
    let plain = Strategy.retryUntilAcked(Hop.Retry(attempts: 1, first: .seconds(30), max: .hour))
    try expect(run(plain).fates, equals: [.lost, .pending])
    // The retry of message 1 at 41 will not come, since it has been acknowledged.
    let acknowledged = try online(
      at: [10, 11], retries(always, attempts: 1), until: 40.5,
      given: {
        $0.times(.destroyed(by: .provider(.linkLost))) == [10, 40]
          && $0.times(.run(.fetchFailed)) == [11]
          && $0.times(.acknowledged) == [11]
      },
      change: {
        $0.provider.link.loss = half
        $0.provider.resend.failure = half
      })
    expect(acknowledged.fates, equals: [.lost, .shown])
  }

  @Test("R5.6 an extension that is called twice acknowledges the push twice")
  func calledTwice() throws {
    let run = try online(at: [10], retries(always)) {
      $0.serviceExtension.doubleInvocation = .one
    }
    expect(run.tally[.acknowledgements], equals: 2)
    expect(run.tally[ExtensionCounter.extensionRuns], equals: 2)
    let nothing = try online(at: [10], retries(empty)) {
      $0.serviceExtension.doubleInvocation = .one
    }
    expect(nothing.tally[.acknowledgements], equals: 1, "of the answer")
    expect(nothing.tally[ExtensionCounter.extensionRuns], equals: 2)
  }
}

/// R8, heartbeat on extension-fetch, and silent heartbeats.
@Suite struct R8HeartbeatOnFetchTests {
  private func beats(
    _ form: Heartbeat.Form, on inner: Strategy, _ times: Int = 1
  ) -> Strategy {
    inner.with(Heartbeat(after: .seconds(30), times: times, form: form))
  }

  /// The second message is lost, no heartbeat is.
  private static func tailLoss(_ run: RecordedRun) -> Bool {
    run.times(.destroyed(by: .provider(.linkLost))) == [20]
      && run.times(.destroyed(by: .provider(.linkLost)), ofAny: .heartbeat).isEmpty
  }

  @Test("R8 a heartbeat makes the extension fetch what was lost last")
  func alert() throws {
    for (strategy, asked) in [(always, [10.0, 50]), (onGap, [50]), (empty, [10, 50])] {
      let run = try online(
        at: [10, 20], beats(.alert, on: strategy), until: 75, given: Self.tailLoss,
        change: { $0.provider.link.loss = half })
      expect(run.deviceTimes(.run(.fetches)), equals: asked)
      expect(run.shown, equals: [10, 50])
      expect(run.tally[.interruptions], equals: 3, "two messages and the heartbeat")
    }
    // It tells of nothing new: only who always asks does.
    try expect(online(at: [10], beats(.alert, on: onGap)).deviceTimes(.run(.fetches)), equals: [])
  }

  @Test("R8 a silent heartbeat wakes the app, which fetches: nobody is interrupted by it")
  func silent() throws {
    for inner in [always, onGap, empty, gapRecovery(), .gapWindow(), .fireAndForget] {
      let run = try online(
        at: [10, 20], beats(.silent, on: inner), until: 75, given: Self.tailLoss,
        change: { $0.provider.link.loss = half })
      expect(run.times(.app(.woken), ofAny: .heartbeat), equals: [50])
      expect(run.deviceTimes(.app(.fetches)), equals: [50])
      expect(run.shown, equals: [10, 50])
      expect(run.tally[.interruptions], equals: 2)
      expect(run.tally[HeartbeatCounter.heartbeats], equals: 1)
      expect(run.tally[.wakeUps], equals: 2, "a message and the heartbeat")
      expect(run.times(.heartbeatShown, ofAny: .heartbeat), equals: [])
      expect(run.tally[.resendRequests], equals: inner == always || inner == empty ? 1 : 0)
    }
  }

  @Test("R5.8 what it has fetched the extension does not ask for")
  func movesTheCursor() throws {
    let shared = Strategy.gapRecovery(GapRecovery(sharedCursor: true))
    for (inner, requests) in [(shared, 0), (gapRecovery(), 1), (onGap, 0)] {
      let run = try online(
        at: [10, 20, 60], beats(.silent, on: inner), until: 75,
        given: { Self.tailLoss($0) && $0.times(.arrived, of: 1).allSatisfy { $0 == 60 } },
        change: { $0.provider.link.loss = share(0.3) })
      expect(run.shown, equals: [10, 50, 60])
      expect(run.tally[.resendRequests], equals: UInt128(requests))
    }
  }

  @Test("R4.6 R8 a silent heartbeat has the limits of silent pushes")
  func limits() throws {
    func run(
      _ state: HandlerMatrix.AppState, silent: App.Silent = App.Silent(), times: Int = 1
    ) throws -> RecordedRun {
      try online(at: [10], beats(.silent, on: always, times)) {
        $0.app = R04_06Tests.never(state, silent: silent)
      }
    }
    let killed = try run(.killed)
    expect(killed.times(.destroyed(by: .app(.forceQuit)), ofAny: .heartbeat), equals: [40])
    expect(killed.tally[AppCounter.fetches], equals: 0)
    let daily = try run(.background, silent: App.Silent(perDay: 1), times: 3)
    expect(daily.times(.app(.woken), ofAny: .heartbeat), equals: [40])
    expect(
      daily.times(.destroyed(by: .app(.silentThrottled)), ofAny: .heartbeat), equals: [70, 100])
    let held = try run(.notRunning, silent: App.Silent(launch: .zero), times: 2)
    expect(held.times(.app(.held), ofAny: .heartbeat), equals: [40, 70])
    expect(held.times(.destroyed(by: .app(.silentReplaced)), ofAny: .heartbeat), equals: [70])
  }

  @Test("R4.1 R8 it needs no alerts: the app has the message")
  func alertsOff() throws {
    let run = try online(at: [10], beats(.silent, on: always)) {
      $0.settings = NotificationSettings(alertsOff: .one)
    }
    expect(run.synced, equals: [40])
    expect(run.tally[.interruptions], equals: 0)
  }

  @Test("R3.7 R8 it competes for the slot as a background push, and brings what it overwrites")
  func slot() throws {
    for (slot, overwritten) in [(PushService.Slot.shared, [40.0]), (.perType, [])] {
      let run = try away(for: 100, at: [-10, 10], beats(.silent, on: always)) {
        $0.service.slot = slot
      }
      expect(run.times(.sent, ofAny: .heartbeat).first, equals: 40)
      expect(run.times(.destroyed(by: .pushService(.overwritten)), of: 1), equals: overwritten)
      expect(run.shown, equals: [-10, 100])
    }
  }

  @Test("R3.4 R8 its priority is 5: it waits while the device saves power, alerts do not")
  func priority() throws {
    for (form, held) in [(Heartbeat.Form.silent, [40.0]), (.alert, [])] {
      let run = try online(
        at: [10], beats(form, on: onGap), until: 1000,
        given: { $0.deviceTimes(.power(.reserving)).contains { $0 < 10 } },
        change: {
          $0.power = Power(spans: OnOffProcess(up: constant(500), down: constant(500)))
        })
      guard run.deviceTimes(.power(.normal)).allSatisfy({ $0 < 1 || $0 > 45 }) else { continue }
      expect(run.shown, equals: [10])
      expect(run.times(.power(.heldBack), ofAny: .heartbeat), equals: held)
    }
  }

  @Test("R0.3 R8 what a heartbeat that is still to come would bring is pending")
  func pending() throws {
    for form in Heartbeat.Form.allCases {
      for inner in [always, onGap, empty] {
        func fates(_ strategy: Strategy, until end: Double) throws -> [Fate] {
          try online(
            at: [10, 20], strategy, until: end, given: Self.tailLoss,
            change: { $0.provider.link.loss = half }
          ).fates
        }
        try expect(fates(inner, until: 45), equals: [.shown, .lost])
        try expect(fates(beats(form, on: inner), until: 45), equals: [.shown, .pending])
      }
    }
    // Under way at the end, and the last one; the app of the second is killed, and hears nothing.
    for (state, fate) in [(HandlerMatrix.AppState.background, Fate.pending), (.killed, .lost)] {
      let run = try online(
        at: [10, 20], beats(.silent, on: always), until: 55, given: Self.tailLoss,
        change: {
          $0.provider.link.loss = half
          $0.service.latency = constant(8)
          $0.app = R04_06Tests.never(state)
        })
      expect(run.fates, equals: [.shown, fate])
    }
    // No extension hears of it where alerts are off.
    let off = try online(at: [10], beats(.alert, on: always), until: 30) {
      $0.settings = NotificationSettings(alertsOff: .one)
    }
    expect(off.fates, equals: [.lost])
  }
}

/// R8, polls beside pushes.
@Suite struct R8PollBesideTests {
  private static let polling = Polling(every: .seconds(1200))

  /// Message 1 is lost, no repeat is.
  private static func loss(_ run: RecordedRun) -> Bool {
    run.messages(.destroyed(by: .provider(.linkLost))) == [1]
  }

  @Test("R8 the app fetches by itself what pushes have lost, and nothing else")
  func fetchesLosses() throws {
    for inner in [.fireAndForget, gapRecovery(), .gapWindow(), always, onGap, .silentFetch] {
      let run = try online(
        at: [100, 5000], inner.with(Self.polling), given: Self.loss,
        change: { $0.provider.link.loss = half })
      let polls = run.deviceTimes(.app(.refreshed))
      expect(run.shown, equals: [100, try unwrap(polls.first { $0 >= 5000 })])
      expect(run.tally[.pushesSent], equals: 2)
      expect(run.tally[.interruptions], equals: 2)
      expect(polls.count, equals: 72)
    }
  }

  @Test("R8 a poll comes at the same moments, with pushes and without")
  func sameMoments() throws {
    let alone = try online(at: [100], .poll(Self.polling)).deviceTimes(.app(.refreshed))
    let beside = try online(at: [100], always.with(Self.polling)).deviceTimes(.app(.refreshed))
    expect(beside, equals: alone)
  }

  @Test("R5.8 R8 what a poll has brought the extension does not ask for")
  func movesTheCursor() throws {
    let run = try online(
      at: [100, 5000, 9000], onGap.with(Self.polling), given: Self.loss,
      change: { $0.provider.link.loss = half })
    expect(run.deviceTimes(.run(.fetches)).isEmpty)
    expect(run.shown[2], equals: 9000)
  }

  @Test("R0.3 R8 what the next poll would bring is pending")
  func pending() throws {
    for (strategy, fate) in [
      (Strategy.fireAndForget.with(Self.polling), Fate.pending),
      (.fireAndForget, .lost),
    ] {
      let run = try online(
        at: [100, 5000], strategy, until: 5001,
        given: { Self.loss($0) && !$0.deviceTimes(.app(.refreshed)).contains { $0 >= 5000 } },
        change: { $0.provider.link.loss = half })
      expect(run.fates, equals: [.shown, fate])
    }
  }
}
