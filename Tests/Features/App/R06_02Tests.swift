import DeliverySim
import Foundation
import Models
import TestSupport
import Testing

/// R6.2 and R4.4: openings of the app, what they fetch, and what arrives meanwhile.
@Suite struct R06_02Tests {
  static func openings(_ perDay: Double) -> App.Openings {
    App.Openings(rate: constant(perDay / 86_400))
  }

  private static let hourly = Array(stride(from: 1000.0, to: 86_400, by: 1000))

  /// Messages of which no push gets through, and an app that is opened once an hour.
  private func lossy(
    _ strategy: Strategy = .fireAndForget, change: (inout App) -> Void = { _ in }
  ) throws -> RecordedRun {
    var app = App(openings: Self.openings(24), visit: constant(60))
    change(&app)
    return try online(at: Self.hourly, strategy) { setup in
      setup.provider.link.loss = .one
      setup.app = app
    }
  }

  @Test("R6.2 opening the app fetches what is missing")
  func syncs() throws {
    let run = try lossy()
    let openings = run.deviceTimes(.app(.opened))
    expect(openings.count > 10)
    for (created, synced) in zip(Self.hourly, run.synced) {
      expect(synced, equals: openings.first { $0 >= created })
    }
    expect(zip(run.fates, run.synced).allSatisfy { ($0 == .synced) == ($1 != nil) })
    // The fate does not hide where the push was lost (R0.4).
    expect(run.causes.allSatisfy { $0 == .provider(.linkLost) })
    expect(run.tally[AppCounter.openings], equals: UInt128(openings.count))
    expect(run.tally[AppCounter.fetches], equals: run.tally[AppCounter.openings])
  }

  /// A fetch takes ten seconds, and the server keeps a message for five.
  @Test("R2.2 R6.2 an opening brings what fetches in the background have found too old")
  func expired() throws {
    let run = try online(at: Self.hourly, .silentFetch) { setup in
      setup.provider.retention = .seconds(5)
      setup.provider.resend.latency = constant(10)
      setup.app = App(openings: Self.openings(24), visit: constant(60))
    }
    let openings = run.deviceTimes(.app(.opened))
    expect(openings.count > 10)
    expect(run.tally[AppCounter.fetches] >= UInt128(openings.count + Self.hourly.count))
    for (created, synced) in zip(Self.hourly, run.synced) {
      expect(synced, equals: openings.first { $0 >= created })
    }
  }

  @Test("R6.2 an app may leave it at that, unless the strategy fetches")
  func syncIsAParameter() throws {
    let without = try lossy { $0.syncsOnOpening = false }
    expect(without.fates.allSatisfy { $0 == .lost })
    expect(without.tally[AppCounter.fetches], equals: 0)
    expect(without.tally[AppCounter.openings] > 0)
  }

  @Test("R8 foreground-sync fetches when the app is opened")
  func foregroundSync() throws {
    let run = try lossy(Strategy.fireAndForget.fetchingOnOpening()) { $0.syncsOnOpening = false }
    let usual = try lossy()
    expect(run.synced, equals: usual.synced)
    expect(run.fates.contains(.synced))
  }

  @Test(
    "R6.2 without a network an open app fetches as soon as there is one, and not after the visit")
  func waitsForTheNetwork() throws {
    let messages = Self.hourly
    let run = try online(
      at: messages, given: { run in run.synced.count { $0 != nil } > 5 },
      change: {
        $0.provider.link.loss = .one
        $0.app = App(openings: Self.openings(48), visit: constant(600))
        $0.network = Network(onOff: OnOffProcess(up: constant(700), down: constant(900)))
      })
    var (isOnline, isOpen, waits) = (false, false, false)
    var fetches: [Double] = []
    for record in run.story.records {
      switch record.event {
      case .online: isOnline = true
      case .offline: isOnline = false
      case .app(.opened): (isOpen, waits) = (true, true)
      case .app(.left): (isOpen, waits) = (false, false)
      default: continue
      }
      guard isOnline, isOpen, waits else { continue }
      waits = false
      fetches.append(record.time.seconds)
    }
    expect(run.deviceTimes(.app(.fetches)), equals: fetches)
    expect(run.deviceTimes(.app(.opened)) != fetches)
    for (created, synced) in zip(messages, run.synced) {
      expect(synced, equals: fetches.first { $0 >= created })
    }
  }

  @Test("R4.4 what arrives in the foreground is fetched at once where the app does not present it")
  func foreground() throws {
    let messages = Array(stride(from: 100.0, to: 86_400, by: 100))
    for handlers in [HandlerMatrix.usual, HandlerMatrix(implementing: [.didReceive])] {
      let presents = handlers.implemented.contains(.willPresent)
      let run = try online(at: messages) { setup in
        setup.app = App(
          openings: Self.openings(24), visit: constant(600), syncsOnOpening: false,
          presentsInForeground: !presents, handlers: handlers)
      }
      let isOpen = messages.map { run.isInForeground(at: $0) }
      expect(isOpen.contains(true) && isOpen.contains(false))
      for place in messages.indices {
        expect(run.fates[place], equals: (isOpen[place] ? .synced : .shown))
        expect(run.synced[place], equals: (isOpen[place] ? messages[place] : nil))
      }
      expect(run.tally[.interruptions], equals: UInt128(isOpen.count { !$0 }))
    }
    // An app that presents shows everything.
    let run = try online(at: messages) {
      $0.app = App(openings: Self.openings(24), visit: constant(600), syncsOnOpening: false)
    }
    expect(run.fates.allSatisfy { $0 == .shown })
  }

  @Test("R4.5 left, the app is suspended until the system ends it; or the user does")
  func lifeCycle() throws {
    let app = App(
      openings: Self.openings(24), visit: constant(60), suspended: constant(300),
      kills: App.Kills(users: .one, visits: share(0.5)))
    let run = try online(at: [1], until: 864_000) { $0.app = app }
    var opened: SimTime?
    for record in run.story.records {
      switch record.event {
      case .app(.opened): opened = record.time
      case .app(.left), .app(.killed): expect(record.time, equals: opened.map { $0 + .seconds(60) })
      case .app(.ended):
        expect(record.time, equals: (opened.map { $0 + .seconds(360) } ?? .seconds(300)))
      default: continue
      }
    }
    expect(Self.ends(in: run).count > 10)
    expect(run.moments(.app(.ended)), equals: Self.ends(in: run))
    let (left, killed) = (
      run.deviceTimes(.app(.left)).count, run.deviceTimes(.app(.killed)).count
    )
    // 0.5 of more than 100 visits: outside 25 ... 75 % with a probability below 1e-6.
    expect(Double(killed) > 0.25 * Double(left + killed))
    expect(Double(killed) < 0.75 * Double(left + killed))
    let nobody = try online(at: [1], until: 864_000) {
      $0.app = app
      $0.app?.kills = App.Kills(users: .zero)
    }
    expect(nobody.deviceTimes(.app(.killed)).isEmpty)
  }

  /// When the system ends an app that it keeps suspended for 300 s: at the start, and when the user
  /// has left it and does not come back meanwhile.
  private static func ends(in run: RecordedRun) -> [SimTime] {
    let opened = run.moments(.app(.opened))
    return ([.zero] + run.moments(.app(.left))).compactMap { left in
      let end = left + .seconds(300)
      let isBack = opened.contains { $0 > left && $0 <= end }
      return isBack || end >= .seconds(864_000) ? nil : end
    }
  }

  @Test("R1.1 openings are the same under every strategy")
  func exogenous() throws {
    func openings(_ strategy: Strategy) throws -> [Double] {
      let app = App(
        openings: Self.openings(24), visit: constant(600), suspended: constant(60),
        silent: App.Silent(launch: share(0.5)))
      return try online(at: Self.hourly, strategy) { $0.app = app }.deviceTimes(.app(.opened))
    }
    let plain = try openings(.fireAndForget)
    expect(plain.count > 10)
    for strategy in [gapRecovery(), .silentFetch, .voipFetch, .poll()] {
      try expect(openings(strategy), equals: plain)
    }
  }
}

extension RecordedRun {
  /// The time when something happened to the device itself [s].
  func deviceTimes(_ event: StoryRecord.Event) -> [Double] {
    story.records.filter { $0.event == event }.map { seconds($0.time) }
  }

  /// The same, to the microsecond.
  func moments(_ event: StoryRecord.Event) -> [SimTime] {
    story.records.filter { $0.event == event }.map(\.time)
  }

  /// The app is on the screen.
  func isInForeground(at time: Double) -> Bool {
    var isOpen = false
    for record in story.records where seconds(record.time) <= time {
      switch record.event {
      case .app(.opened): isOpen = true
      case .app(.left), .app(.killed): isOpen = false
      default: continue
      }
    }
    return isOpen
  }
}

/// Exact answers of the app's life.
@Suite struct R62ExactTests {
  private func tally(_ app: App, loss: Probability, useful: SimTime? = nil) throws -> Tally {
    let arrivals = Workload.Arrivals.poisson(rate: constant(100.0 / 86_400))
    let setup = DeviceSetup(
      workload: Workload(arrivals: arrivals, usefulFor: useful),
      provider: Provider(link: .init(loss: loss)), app: app)
    let world = World(
      seed: 7, devices: 400, warmup: .days(1), duration: .days(11), drain: .days(1), setup: setup)
    return try simulate(world, replication: 0, devices: 0..<400)
  }

  /// Devices are independent, messages of a device that share an opening are not: a device's day
  /// has at least one opening's worth of independent numbers.
  private func agreement(
    _ name: String, expected: Double, _ count: UInt128, of owed: UInt128, trials: Double
  ) -> Agreement {
    Agreement(
      name, expected: expected, observed: Double(count) / Double(owed),
      standardError: (expected * (1 - expected) / trials).squareRoot(), tableSize: 2)
  }

  @Test("R6.2 the wait for the next opening is exponential")
  func wait() throws {
    let app = App(openings: R06_02Tests.openings(6))
    let tally = try tally(app, loss: .one, useful: .hours(2))
    // 400 devices, 10 days, 6 openings a day.
    let row = agreement(
      "synced within 2 h, 6 openings a day", expected: 1 - exp(-0.5), tally[.awareInTime],
      of: tally[.owed], trials: 24_000)
    print(row)
    expect(row.holds, "\(row)")
  }

  @Test("R4.4 the share that arrives in the foreground: 1 - exp(-openings x visit)")
  func foreground() throws {
    let app = App(
      openings: R06_02Tests.openings(6), visit: constant(7200), syncsOnOpening: false,
      presentsInForeground: false)
    let tally = try tally(app, loss: .zero)
    let row = agreement(
      "in the foreground, 6 visits of 2 h a day", expected: 1 - exp(-0.5),
      tally.count(.synced), of: tally[.owed], trials: 24_000)
    print(row)
    expect(row.holds, "\(row)")
  }
}
