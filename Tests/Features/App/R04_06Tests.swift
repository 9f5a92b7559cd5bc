import DeliverySim
import Models
import TestSupport
import Testing

/// R4.6 to R4.8: pushes that wake the app, and local notifications.
@Suite struct R04_06Tests {
  /// An app that nobody ever opens, in one state for ever.
  static func never(
    _ state: HandlerMatrix.AppState, silent: App.Silent = App.Silent(), misuses: Int? = nil
  ) -> App {
    App(
      suspended: state == .notRunning ? .zero : nil,
      kills: App.Kills(users: state == .killed ? .one : .zero), silent: silent,
      voipMisuses: misuses)
  }

  @Test("R4.6 a silent push wakes a suspended app, which fetches and posts a local notification")
  func suspended() throws {
    let run = try online(at: [10], .silentFetch) { $0.app = Self.never(.background) }
    expect(run.times(.app(.woken)), equals: [10])
    expect(run.shown, equals: [10])
    expect(run.tally[.interruptions], equals: 1)
    expect(run.tally[AppCounter.fetches], equals: 1)
    expect(run.deviceTimes(.app(.launched)).isEmpty)
  }

  @Test("R4.6 a silent push launches an app that the system ended, or is held for the next launch")
  func notRunning() throws {
    let launched = try online(at: [10], .silentFetch) { $0.app = Self.never(.notRunning) }
    expect(launched.deviceTimes(.app(.launched)), equals: [10])
    expect(launched.shown, equals: [10])
    let held = try online(at: [10, 20, 30], .silentFetch) {
      $0.app = Self.never(.notRunning, silent: App.Silent(launch: .zero))
    }
    expect(held.times(.app(.held)), equals: [10, 20, 30])
    expect(held.fates, equals: [.lost, .lost, .pending])
    expect(held.causes[..<2], equals: [.silentReplaced, .silentReplaced])
    expect(Cause.silentReplaced.stage, equals: .device)
  }

  @Test("R4.6 what the device holds is handed over when the user opens the app")
  func handedOver() throws {
    let run = try online(at: [10, 20], .silentFetch) {
      $0.app = App(
        openings: R06_02Tests.openings(24), visit: constant(60), suspended: .zero,
        syncsOnOpening: false, silent: App.Silent(launch: .zero))
    }
    let opening = run.deviceTimes(.app(.opened)).first { $0 >= 20 }
    expect(run.times(.app(.woken), of: 1), equals: [try unwrap(opening)])
    expect(run.shown, equals: [opening, opening])
  }

  @Test("R4.6 a silent push never wakes an app that the user has ended")
  func forceQuit() throws {
    let run = try online(at: [10], .silentFetch) { $0.app = Self.never(.killed) }
    expect(run.times(.app(.woken)).isEmpty)
    expect(run.causes, equals: [.forceQuit])
    expect(Cause.forceQuit.stage, equals: .device)
  }

  @Test("R4.5 the handler matrix decides who hears of a silent push")
  func handlers() throws {
    func run(
      _ methods: Set<HandlerMatrix.Method>, _ state: HandlerMatrix.AppState
    ) throws -> RecordedRun {
      try online(at: [10], .silentFetch) {
        $0.app = Self.never(state)
        $0.app?.handlers = HandlerMatrix(implementing: methods)
      }
    }
    // The older method: in the background at arrival, else when the app next comes to the front.
    try expect(run([.didReceiveRemoteNotification], .background).fates, equals: [.shown])
    try expect(run([.didReceiveRemoteNotification], .notRunning).times(.app(.held)), equals: [10])
    // Both UN methods silence it, and hear of no silent push themselves.
    let both: Set<HandlerMatrix.Method> = [
      .didReceiveRemoteNotification, .willPresent, .didReceive,
    ]
    try expect(run(both, .background).causes, equals: [.ignoredPayload])
  }

  @Test("R4.6 more than a few silent pushes are throttled: three, then one every 20 minutes")
  func throttle() throws {
    let silent = App.Silent(throttle: Throttle(burst: 3, refill: .seconds(1200)))
    let times = [10.0, 70, 130, 190, 1200, 1210, 1220, 2410]
    let run = try online(at: times, .silentFetch) {
      $0.app = Self.never(.background, silent: silent)
    }
    // Three tokens are used up by 130; the first one is there again 1200 s after it was taken.
    expect(run.times(.app(.woken)), equals: [10, 70, 130, 1210, 2410])
    expect(run.times(.destroyed(by: .silentThrottled)), equals: [190, 1200, 1220])
    // The next fetch brings them all the same.
    expect(run.shown, equals: [10, 70, 130, 1210, 1210, 1210, 2410, 2410])
  }

  @Test("R4.6 the power budget is so many a day")
  func daily() throws {
    let run = try online(
      at: [10, 20, 30, 86_410, 86_420, 86_430], .silentFetch, until: 172_800
    ) { $0.app = Self.never(.background, silent: App.Silent(perDay: 2)) }
    expect(run.times(.app(.woken)), equals: [10, 20, 86_410, 86_420])
  }

  @Test("R4.7 a VoIP push wakes even an app that the user has ended")
  func voip() throws {
    for state in [HandlerMatrix.AppState.background, .notRunning, .killed] {
      let run = try online(at: [10], .voipFetch) { $0.app = Self.never(state) }
      expect(run.shown, equals: [10])
      expect(run.deviceTimes(.app(.launched)), equals: (state == .background ? [] : [10]))
    }
  }

  @Test("R4.7 an app that reports no call is ended, and after k misuses gets no more")
  func misuses() throws {
    let run = try online(at: [10, 20, 30, 40], .voipFetch) {
      $0.app = Self.never(.background, misuses: 2)
    }
    expect(run.times(.app(.woken)), equals: [10, 20])
    expect(run.deviceTimes(.app(.ended)), equals: [10, 20])
    expect(run.deviceTimes(.app(.launched)), equals: [20])
    expect(run.causes[2...], equals: [.voipBlocked, .voipBlocked])
    expect(Cause.voipBlocked.stage, equals: .device)
  }

  @Test("R4.8 one wake posts everything that was missed, each once, over no push service")
  func localNotifications() throws {
    let times = [10.0, 20, 30, 150]
    for strategy in [Strategy.silentFetch, .voipFetch] {
      let run = try away(for: 100, at: times, strategy) { $0.app = Self.never(.background) }
      // The slot held the newest; its wake fetched all three.
      expect(run.shown, equals: [100, 100, 100, 150])
      expect(run.messages(.destroyed(by: .overwritten)), equals: [0, 1])
      expect(run.tally[.interruptions], equals: 4)
      expect(run.tally[.pushesSent], equals: 4)
      expect(run.tally[.duplicates], equals: 0)
    }
  }

  @Test("R4.8 what its own push has shown is not posted again")
  func shownBefore() throws {
    let origin = try online(at: [10], .fireAndForget).origin
    let change = Adoption(at: origin + .seconds(100), .silentFetch)
    let run = try online(at: [10, 20, 150], .fireAndForget.then([change])) {
      $0.app = Self.never(.background)
    }
    expect(run.shown, equals: [10, 20, 150])
    expect(run.tally[AppCounter.fetches], equals: 1)
    expect(run.tally[.interruptions], equals: 3)
    expect(run.tally[.duplicates], equals: 0)
  }

  @Test("R4.8 where alerts are off nothing is drawn, but the app has the message")
  func alertsOff() throws {
    let run = try online(at: [10], .silentFetch) {
      $0.settings = NotificationSettings(alertsOff: .one)
    }
    expect(run.fates, equals: [.synced])
    expect(run.tally[.interruptions], equals: 0)
  }

  @Test("R4.6 a fetch that fails, or takes longer than the app may run, loses what woke the app")
  func fetchFails() throws {
    let failing = try online(at: [10], .silentFetch) { $0.provider.resend.failure = .one }
    expect(failing.causes, equals: [.fetchFailed])
    expect(failing.repairs, equals: [.failed])
    for (latency, shown) in [(30.0, 40.0), (31, nil)] {
      let run = try online(at: [10], .silentFetch) {
        $0.app = Self.never(.background)
        $0.provider.resend.latency = constant(latency)
      }
      expect(run.shown, equals: [shown])
      expect(run.deviceTimes(.app(.fetchFailed)), equals: (shown == nil ? [40] : []))
    }
  }

  @Test("R4.6 no answer reaches a device that has gone offline")
  func goesOffline() throws {
    let run = try away(for: 100, online: 1000, at: [-5, 150], .silentFetch) {
      $0.provider.resend.latency = constant(10)
    }
    expect(run.deviceTimes(.app(.fetchFailed)), equals: [0])
    // The next wake fetches it.
    expect(run.shown, equals: [160, 160])
  }

  @Test("R4.6 a moment without a network ends a fetch")
  func momentEndsFetch() throws {
    let run = try away(for: 1, at: [-5], .silentFetch) {
      $0.provider.resend.latency = constant(10)
    }
    expect(run.deviceTimes(.app(.fetchFailed)), equals: [0])
    expect(run.shown, equals: [nil])
  }

  @Test("R3.7 silent pushes overwrite each other in the slot; VoIP has one of its own")
  func slots() throws {
    let run = try away(for: 100, at: [10, 20], .voipFetch) { setup in
      setup.workload.badgeUpdates = ExtraTraffic(rate: constant(1), type: .background)
    }
    expect(run.times(.destroyed(by: .overwritten), of: 0), equals: [20])
    expect(run.shown, equals: [100, 100])
  }
}

/// R8, poll.
@Suite struct R8PollTests {
  @Test("R8 poll sends nothing and fetches from time to time")
  func polls() throws {
    let times = [100.0, 2000, 2100, 50_000]
    let run = try online(at: times, .poll(Polling(every: .seconds(1200))))
    let polls = run.deviceTimes(.app(.fetches))
    expect(run.tally[.pushesSent], equals: 0)
    expect(try unwrap(polls.first) < 1200)
    for (one, next) in zip(polls, polls.dropFirst()) { expect(abs(next - one - 1200) < 1e-5) }
    expect(run.shown, equals: times.map { created in polls.first { $0 >= created } })
    expect(run.tally[.interruptions], equals: 4)
  }

  @Test("R8 polls stretch while nobody opens the app, up to a longest wait")
  func stretches() throws {
    let polling = Polling(every: .seconds(1200), factor: 2, longest: .seconds(7200))
    let run = try online(at: [], .poll(polling)) { $0.app = App() }
    let polls = run.deviceTimes(.app(.fetches))
    let gaps = zip(polls, polls.dropFirst()).map { (($1 - $0) * 1e3).rounded() / 1e3 }
    expect(gaps.prefix(4), equals: [2400, 4800, 7200, 7200])
  }

  @Test("R8 an opening makes the next wait short again")
  func opened() throws {
    let polling = Polling(every: .seconds(600), factor: 2, longest: .hours(8))
    let run = try online(at: [], .poll(polling), until: 864_000) {
      $0.app = App(openings: R06_02Tests.openings(6), syncsOnOpening: false)
    }
    let (polls, openings) = (run.deviceTimes(.app(.fetches)), run.deviceTimes(.app(.opened)))
    var (wait, last) = (600.0, 0.0)
    for (poll, next) in zip(polls, polls.dropFirst()) {
      let isUsed = openings.contains { $0 > last && $0 < poll }
      wait = isUsed ? 600 : min(2 * wait, 28_800)
      expect(abs(next - poll - wait) < 1e-5)
      last = poll
    }
    expect(polls.count > 20)
  }

  @Test("R8 an app that the user has ended polls no more; offline nothing is asked")
  func silent() throws {
    let killed = try online(at: [10], .poll()) {
      $0.app = App(kills: App.Kills(users: .one))
      $0.provider.retention = .hours(1)
    }
    expect(killed.deviceTimes(.app(.fetches)).isEmpty)
    expect(killed.fates, equals: [.lost])
    expect(killed.causes, equals: [.retentionOver])
    expect(Cause.retentionOver.stage, equals: .provider)
    expect(Cause.retentionOver.name, equals: "expired")
    let away = try away(for: 10_000, at: [10], .poll())
    expect(away.deviceTimes(.app(.fetches)).allSatisfy { $0 < 0 || $0 >= 10_000 })
  }

  @Test("R8 what the next poll would fetch is pending at the end")
  func pending() throws {
    try expect(
      online(at: [100], .poll(), until: 200, given: { $0.shown == [nil] }) { _ in }.fates,
      equals: [.pending])
  }

  @Test("R8 the delay of a poll is uniform")
  func exact() throws {
    let arrivals = Workload.Arrivals.poisson(rate: constant(40.0 / 86_400))
    let setup = DeviceSetup(
      workload: Workload(arrivals: arrivals, usefulFor: .seconds(300)),
      strategy: .poll(Polling(every: .seconds(1200))))
    let world = World(
      seed: 3, devices: 2000, duration: .days(2), drain: .days(1), setup: setup)
    let tally = try simulate(world, replication: 0, devices: 0..<2000)
    // Devices have phases of their own; 2000 of them, each with 80 messages. In the worst case
    // those of one device were one number.
    let row = Agreement(
      "within 5 of 20 minutes", expected: 0.25,
      observed: Double(tally[.shownInTime]) / Double(tally[.owed]),
      standardError: (0.25 * 0.75 / 2000.0).squareRoot())
    print(row)
    expect(row.holds, "\(row)")
  }
}
