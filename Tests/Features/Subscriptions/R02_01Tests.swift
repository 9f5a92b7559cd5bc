import DeliverySim
import Models
import TestSupport
import Testing

/// R0.1, R1.5, R2.1: accounts, folders, subscriptions.
@Suite struct R02_01Tests {
  private static let hour = 3600.0

  /// One folder that the user wants with probability 1/2, decided anew every so often.
  private static func undecided(_ changes: Distribution?) -> Subscriptions {
    Subscriptions(folders: [.init(name: "all", subscribed: share(0.5))], changes: changes)
  }

  /// Whether the user wants it at a time, as the story tells it: before the first change its
  /// contrary.
  private static func isWanted(_ run: RecordedRun, at time: Double) -> Bool {
    let changes = run.story.records.filter {
      [.app(.subscribed), .app(.unsubscribed)].contains($0.event)
    }
    if let last = changes.last(where: { run.seconds($0.time) < time }) {
      return last.event == .app(.subscribed)
    }
    return changes.first?.event == .app(.unsubscribed)
  }

  @Test("R0.1 what the user wants when a message is created decides whether it is owed")
  func owed() throws {
    let times = (1...200).map { 1000.0 * Double($0) }
    let run = try online(
      at: times, until: 210_000,
      given: { $0.times(.app(.subscribed)).count > 1 && $0.times(.app(.unsubscribed)).count > 1 },
      change: { $0.workload.subscriptions = Self.undecided(constant(5 * Self.hour)) })
    let wanted = times.map { Self.isWanted(run, at: $0) }
    expect(run.story.outcomes.map(\.isOwed), equals: wanted)
    expect(run.tally[.owed], equals: UInt128(wanted.count { $0 }))
    // Always online, so the provider knows at once.
    expect(run.tally.count(.shown), equals: run.tally[.owed])
    expect(
      run.times(.destroyed(by: .subscriptions(.notSubscribed))),
      equals: zip(times, wanted).filter { !$1 }.map(\.0)
    )
    expect(run.tally[.unwanted], equals: 0)
    expect(run.tally[.pushesSent], equals: run.tally[.owed])
    expect(Cause.subscriptions(.notSubscribed).stage, equals: .provider)
  }

  @Test("R0.1 settings and tokens never change what is owed")
  func settings() throws {
    let times = (1...50).map { 1000.0 * Double($0) }
    func owed(_ change: (inout DeviceSetup) -> Void) throws -> [Bool] {
      try online(at: times) { setup in
        setup.workload.subscriptions = Self.undecided(constant(Self.hour))
        change(&setup)
      }.story.outcomes.map(\.isOwed)
    }
    let plain = try owed { _ in }
    expect(plain.contains(true) && plain.contains(false))
    try expect(owed { $0.settings = NotificationSettings(denied: .one) }, equals: plain)
    try expect(owed { $0.provider.intake.loss = .one }, equals: plain)
    try expect(owed { $0.strategy = gapRecovery() }, equals: plain)
    let tokens = try owed {
      $0.app = App(openings: .init(rate: constant(1e-4)))
      $0.tokens = Tokens(changes: constant(Self.hour))
    }
    expect(tokens, equals: plain)
  }

  /// The time of the first opening since the device is online again; 0: never.
  private static func opened(_ run: RecordedRun) -> Double {
    run.times(.app(.opened)).first { $0 > 3600 } ?? 0
  }

  /// Offline from 0 to 3600 s, then online until 7600 s. The user changes the subscription once,
  /// offline; the app is opened when it is online again.
  private static func changedOffline(_ change: StoryRecord.Event) throws -> RecordedRun {
    let times = [-10.0] + (0..<74).map { 100.0 * Double($0) + 50 }
    return try away(
      for: 3600, online: 4000, at: times, until: 7500,
      given: { run in
        let (changes, opened) = (run.times(change), Self.opened(run))
        let all = run.times(.app(.subscribed)).count + run.times(.app(.unsubscribed)).count
        return all == 1 && changes.count == 1 && 500 < changes[0] && changes[0] < 3000
          && 4000 < opened && opened < 7000
      },
      change: { setup in
        setup.workload.subscriptions = undecided(constant(20_000))
        setup.service.kind = .keepAll
        setup.app = App(openings: .init(rate: constant(1 / 5000)), syncsOnOpening: false)
      })
  }

  @Test("R2.1 a subscription begun offline is unknown until the app is opened with a network")
  func begun() throws {
    let run = try Self.changedOffline(.app(.subscribed))
    let (begun, opened) = (run.times(.app(.subscribed))[0], Self.opened(run))
    expect(run.times(.app(.registered)), equals: [opened])
    for (outcome, record) in zip(run.story.outcomes, run.records(.created)) {
      let time = run.seconds(record.time)
      expect(outcome.isOwed, equals: (time > begun))
      expect(outcome.fate, equals: (time > opened ? .shown : .lost))
      expect(outcome.cause, equals: (time > opened ? .none : .subscriptions(.notSubscribed)))
    }
    expect(run.tally[.unwanted], equals: 0)
    expect(run.tally.count(.lost) > 0)
  }

  @Test("R0.1 what the user wants is owed, though the provider does not know it yet")
  func owedUnknown() throws {
    let run = try Self.changedOffline(.app(.subscribed))
    let begun = run.times(.app(.subscribed))[0]
    expect(run.story.outcomes.map(\.isOwed), equals: run.times(.created).map { $0 > begun })
  }

  @Test("R2.1 one ended offline is served until then: unwanted, never owed, and it interrupts")
  func ended() throws {
    let run = try Self.changedOffline(.app(.unsubscribed))
    let (ended, opened) = (run.times(.app(.unsubscribed))[0], Self.opened(run))
    let created = run.times(.created)
    let unwanted = created.count { ended < $0 && $0 < opened }
    expect(run.times(.app(.registered)), equals: [opened])
    expect(run.tally[.unwanted], equals: UInt128(unwanted))
    expect(run.tally[.owed], equals: UInt128(created.count { $0 < ended }))
    expect(run.tally.count(.shown), equals: run.tally[.owed])
    expect(run.tally[.pushesSent], equals: run.tally[.owed])
    // All that was sent is drawn.
    expect(run.tally[.interruptions], equals: UInt128(created.count { $0 < opened }))
  }

  @Test("R2.3 what the provider drops gets no position, so that nothing is missed")
  func positions() throws {
    let times = (1...200).map { 1000.0 * Double($0) }
    let run = try online(
      at: times, gapRecovery(), until: 210_000,
      given: { $0.times(.app(.subscribed)).count > 1 },
      change: { $0.workload.subscriptions = Self.undecided(constant(5 * Self.hour)) })
    let shown = run.tally.count(.shown)
    expect(shown > 0 && shown < 200)
    expect(run.values(.queued), equals: (1...Int64(shown)).map { $0 })
    expect(run.tally[.resendRequests], equals: 0)
    expect(run.values(.gap).isEmpty)
  }

  @Test("R2.1 a decision about a folder that everybody wants tells the provider of the others")
  func carried() throws {
    // The share of two folders' messages that the provider drops, each decided every 2 h.
    func dropped(_ inbox: Double) throws -> Double {
      let folders: [Subscriptions.Folder] = [
        .init(name: "inbox", subscribed: share(inbox)), .init(name: "news", subscribed: share(0.5)),
      ]
      var setup = DeviceSetup(
        workload: Workload(arrivals: .poisson(rate: constant(1 / 600))))
      setup.workload.subscriptions = Subscriptions(
        folders: folders, changes: law(.exponential(mean: 2 * Self.hour)))
      setup.network = Network(
        onOff: OnOffProcess(
          up: law(.exponential(mean: Self.hour)), down: law(.exponential(mean: Self.hour))))
      let world = World(seed: 3, devices: 200, duration: .days(10), setup: setup)
      let tally = try simulate(world, replication: 0, devices: 0..<200)
      let lost = tally.fates[Tally.fateIndex(.lost, .subscriptions(.notSubscribed), .none)]
      return Double(lost) / Double(tally[.owed])
    }
    // Wanted by all and by nearly all: the same world but for the folder's own rare changes.
    let (all, nearlyAll) = (try dropped(1), try dropped(1 - 1e-6))
    expect(all > 0.01)
    expect(all, equals: nearlyAll)
  }

  @Test("R1.5 folders have their shares of the messages, accounts the same")
  func shares() throws {
    let messages = Workload.Arrivals.poisson(rate: constant(1))
    func owed(_ subscriptions: Subscriptions, _ devices: Int, seconds: Double) throws -> [Tally] {
      var setup = DeviceSetup(workload: Workload(arrivals: messages))
      setup.workload.subscriptions = subscriptions
      let world = World(
        seed: 5, devices: devices, duration: .seconds(seconds), setup: setup)
      return try (0..<devices).map {
        try simulate(world, replication: 0, devices: $0..<$0 + 1)
      }
    }
    let folders: [Subscriptions.Folder] = [
      .init(name: "inbox", share: 3), .init(name: "none", share: 0),
      .init(name: "news", share: 1, subscribed: .zero),
    ]
    let one = try owed(Subscriptions(accounts: 3, folders: folders), 1, seconds: 40_000)[0]
    let all = Double(one[.created])
    // Two comparisons share a false-alarm probability of 1e-6.
    var rows = [
      Agreement(
        "inbox", expected: 0.75, observed: Double(one[.owed]) / all,
        standardError: (0.75 * 0.25 / all).squareRoot(), tableSize: 2)
    ]
    // Half of the accounts' folders are wanted: of two accounts both, one or none.
    let devices = try owed(
      Subscriptions(accounts: 2, folders: [.init(name: "all", subscribed: share(0.5))]), 2000,
      seconds: 2000)
    let quarters = devices.map { Int((Double($0[.owed]) / Double($0[.created]) * 4).rounded()) }
    expect(quarters.allSatisfy { [0, 2, 4].contains($0) })
    rows.append(
      Agreement(
        "one of two accounts", expected: 0.5, observed: Double(quarters.count { $0 == 2 }) / 2000,
        standardError: (0.25 / 2000).squareRoot(), tableSize: 2))
    for row in rows {
      print(row)
      expect(row.holds, "\(row)")
    }
  }

  @Test("R1.1 a larger share keeps the users, and the messages, that were in it")
  func coupled() throws {
    let times = (1...60).map { 1000.0 * Double($0) }
    func owed(_ subscribed: Double) throws -> [Bool] {
      try online(at: times) {
        $0.workload.subscriptions = Subscriptions(
          accounts: 3, folders: [.init(name: "all", subscribed: share(subscribed))],
          changes: constant(3 * Self.hour))
      }.story.outcomes.map(\.isOwed)
    }
    let (few, many) = (try owed(0.3), try owed(0.7))
    expect(zip(few, many).allSatisfy { !$0 || $1 })
    expect(many.count { $0 } > few.count { $0 })
  }
}
