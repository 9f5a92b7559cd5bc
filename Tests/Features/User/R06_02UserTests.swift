import DeliverySim
import Foundation
import Models
import TestSupport
import Testing

/// R6.1 and R6.2, as far as the user has a part in them: what is seen when, tapped, dismissed.
@Suite struct R06_02UserTests {
  private static let hour = 3600.0

  private static func night(_ from: Double = 22, _ to: Double = 7) -> WeeklyHours {
    WeeklyHours([.init(from: .hours(from), to: .hours(to))])
  }

  // MARK: Times

  @Test("R6.2 a notification is seen after a delay")
  func delay() throws {
    let run = try online(at: [10, 20]) {
      $0.service.latency = constant(5)
      $0.user = User(sees: constant(60))
    }
    expect(run.shown, equals: [15, 25])
    expect(run.times(.attention(.seen)), equals: [75, 85])
    expect(run.messages(.attention(.seen)), equals: [0, 1])
    expect(run.tally[.interruptions], equals: 2)
  }

  @Test("R6.2 nobody sees anything asleep: it is seen at the end of it")
  func asleep() throws {
    let times = [6.9, 6.98, 7, 21.99, 23].map { $0 * Self.hour }
    let run = try online(at: times, until: 48 * Self.hour) {
      $0.user = User(sees: constant(60), asleep: Self.night())
    }
    let expected = [7, 7, 7 + 60 / Self.hour, 31, 31].map { $0 * Self.hour }
    expect(run.times(.attention(.seen)), equals: expected)
    expect(run.tally[.interruptions], equals: 5)
  }

  @Test("R4.2 what came silently is seen after the quiet hours, or after the scheduled summary")
  func afterQuiet() throws {
    func seen(_ schedule: PresentationSchedule) throws -> [Double] {
      try online(at: [3 * Self.hour, 12 * Self.hour], until: 48 * Self.hour) {
        $0.presentation = schedule
        $0.user = User(sees: constant(60))
      }.times(.attention(.seen))
    }
    func at(_ hours: [Double]) -> [Double] { hours.map { $0 * Self.hour + 60 } }
    let summaries = [SimTime.hours(8), .hours(18)]
    try expect(seen(PresentationSchedule(quiet: Self.night())), equals: at([7, 12]))
    try expect(seen(PresentationSchedule(summaries: summaries)), equals: at([8, 18]))
    let both = PresentationSchedule(quiet: Self.night(17, 19), summaries: summaries)
    try expect(seen(both), equals: at([8, 19]))
  }

  // MARK: Reactions

  @Test("R6.2 a tap opens the app, which fetches what is missing; then all is seen")
  func tapOpensTheApp() throws {
    let run = try away(for: 100, at: [10, 20], until: 300) {
      $0.app = App(visit: constant(30))
      $0.user = User(sees: constant(60), taps: .one)
    }
    expect(run.fates, equals: [.synced, .shown])
    expect(run.times(.attention(.tapped)), equals: [160])
    expect(run.times(.app(.opened)), equals: [160])
    expect(run.times(.app(.left)), equals: [190])
    expect(run.synced, equals: [160, nil])
    expect(run.times(.attention(.seen), of: 0), equals: [160])
    expect(run.times(.attention(.seen), of: 1), equals: [160])
    expect(run.tally[UserCounter.taps], equals: 1)
    expect(run.tally[AppCounter.openings], equals: 1)
  }

  @Test("R6.2 without a model of the app a tap only takes the notification away")
  func tapWithoutApp() throws {
    let run = try online(at: [10, 20, 30], gapRecovery(asPrinted: true)) {
      $0.user = User(sees: constant(5), taps: .one)
    }
    expect(run.messages(.duplicate), equals: [1])
    expect(run.times(.attention(.tapped)), equals: [15, 25, 35, 35])
    expect(run.tally[AppCounter.openings], equals: 0)
  }

  @Test("R6.2 who opens the app sees all there is, and looks at none of it later")
  func openingSeesAll() throws {
    let openings = App.Openings(rate: law(.constant(value: 1 / Self.hour)))
    let run = try online(
      at: [10, 20],
      given: { ($0.times(.app(.opened)).first ?? 0) > 20 && $0.times(.app(.opened)).count > 1 },
      change: {
        $0.app = App(openings: openings)
        $0.user = User(sees: constant(80_000), taps: .one)
      })
    let first = try unwrap(run.times(.app(.opened)).first)
    expect(run.times(.attention(.seen)), equals: [first, first])
    expect(run.tally[UserCounter.taps], equals: 0)
  }

  @Test("R6.2 what arrives or is fetched while the app is open is seen at once")
  func inTheForeground() throws {
    let openings = App.Openings(rate: law(.constant(value: 1)))
    for presents in [true, false] {
      let run = try online(at: [1000]) {
        $0.app = App(
          openings: openings, visit: constant(86_400), presentsInForeground: presents)
        $0.user = User(sees: constant(60), taps: .one)
      }
      expect(run.fates, equals: [presents ? .shown : .synced])
      expect(run.times(.attention(.seen)), equals: [1000])
      expect(run.tally[UserCounter.taps], equals: 0)
    }
  }

  // MARK: R6.1

  /// As printed, the third push asks for the second, which has been shown (R5.3), at 30.
  private func repeatAtThirty(_ user: User, collapse: Bool = true) throws -> RecordedRun {
    try online(at: [10, 20, 30], gapRecovery(collapse: collapse, asPrinted: true)) {
      $0.user = user
    }
  }

  @Test("R6.1 a notification that the user has taken away is not replaced: a visible duplicate")
  func removedIsDuplicated() throws {
    let gone = try repeatAtThirty(User(sees: constant(5), dismisses: .one))
    expect(gone.messages(.duplicate), equals: [1])
    expect(gone.tally[.duplicates], equals: 1)
    expect(gone.tally[.interruptions], equals: 4)
    expect(gone.times(.attention(.dismissed)), equals: [15, 25, 35, 35])
    expect(gone.tally[UserCounter.dismissals], equals: 4)
    // Seen for the first time.
    expect(gone.times(.attention(.seen)), equals: [15, 25, 35])
    // Still there: dismissed later, or looked at and left.
    for user in [User(sees: constant(15), dismisses: .one), User(sees: constant(5))] {
      let there = try repeatAtThirty(user)
      expect(there.messages(.replacedInCentre), equals: [1])
      expect(there.tally[.duplicates], equals: 0)
    }
  }

  @Test("R6.1 without collapse ids a duplicate stands beside what is there")
  func besideEachOther() throws {
    let run = try repeatAtThirty(User(sees: constant(15), dismisses: .one), collapse: false)
    expect(run.messages(.duplicate), equals: [1])
    expect(run.times(.attention(.dismissed)), equals: [25, 35, 45, 45])
  }

  @Test("R6.1 an exponential look before the repeat comes makes it a duplicate")
  func duplicateProbability() throws {
    let (mean, dismisses) = (8.0, 0.6)
    var world = smallWorld(at: [10, 20, 30], strategy: gapRecovery(asPrinted: true)) {
      $0.user = User(sees: law(.exponential(mean: mean)), dismisses: share(dismisses))
    }
    world.devices = 20_000
    let tally = try simulate(world, replication: 0, devices: 0..<world.devices)
    let expected = dismisses * (1 - exp(-10 / mean))
    let row = Agreement(
      "duplicates", expected: expected, observed: Double(tally[.duplicates]) / 20_000,
      standardError: (expected * (1 - expected) / 20_000).squareRoot())
    print(row)
    expect(row.holds, "\(row)")
  }

  // MARK: Draws

  @Test("R1.1 a notification is looked at with the same delay, whichever copy shows it")
  func sameDraws() throws {
    func delays(_ strategy: Strategy, _ kind: PushService.Kind) throws -> [Double] {
      let run = try away(for: 100, at: [-10, 10, 20], strategy) {
        $0.service.kind = kind
        $0.user = User(sees: law(.exponential(mean: 600)))
      }
      return try (0..<3).map { message in
        let shown = try unwrap(run.shown[message])
        return try unwrap(run.times(.attention(.seen), of: UInt32(message)).first) - shown
      }
    }
    let expected = try delays(.fireAndForget, .keepAll)
    try expect(delays(gapRecovery(), .apns), equals: expected)
    expect(Set(expected).count, equals: 3)
  }

  @Test("R6.2 taps and dismissals are disjoint shares; more taps keep those there were")
  func reactions() throws {
    let times = (0..<5000).map { Double($0) }
    func reactions(_ taps: Double, _ dismisses: Double) throws -> (Set<UInt32>, Set<UInt32>) {
      let run = try online(at: times) {
        $0.user = User(taps: share(taps), dismisses: share(dismisses))
      }
      return (Set(run.messages(.attention(.tapped))), Set(run.messages(.attention(.dismissed))))
    }
    let (taps, dismissals) = try reactions(0.2, 0.5)
    expect(taps.isDisjoint(with: dismissals))
    // Two rows share a false-alarm probability of 1e-6.
    for (name, part, count) in [("taps", 0.2, taps.count), ("dismissals", 0.5, dismissals.count)] {
      let row = Agreement(
        name, expected: part, observed: Double(count) / 5000,
        standardError: (part * (1 - part) / 5000).squareRoot(), tableSize: 2)
      print(row)
      expect(row.holds, "\(row)")
    }
    expect(taps.isSubset(of: try reactions(0.4, 0).0))
    try expect(reactions(0, 1).1.count, equals: 5000)
  }

  @Test("R6.2 seen in time is what an exponential look leaves")
  func seenInTime() throws {
    let (mean, useful) = (1800.0, 3600.0)
    var world = smallWorld(at: [10]) {
      $0.workload.usefulFor = .seconds(useful)
      $0.user = User(sees: law(.exponential(mean: mean)))
    }
    world.devices = 20_000
    let tally = try simulate(world, replication: 0, devices: 0..<world.devices)
    let expected = 1 - exp(-useful / mean)
    let row = Agreement(
      "seen in time", expected: expected, observed: Double(tally[UserCounter.seenInTime]) / 20_000,
      standardError: (expected * (1 - expected) / 20_000).squareRoot())
    print(row)
    expect(row.holds, "\(row)")
    expect(tally[.shownInTime], equals: 20_000)
  }

  // MARK: R4.2, what a look finds

  private static func looks(
    grouped: Bool = false, hidden: Bool = false, _ user: User
  ) throws -> RecordedRun {
    try online(at: [10, 20]) {
      $0.centre.grouping = grouped ? .byApp : .off
      $0.centre.hidesPreviews = hidden
      $0.user = user
    }
  }

  @Test("R4.2 in a group only the newest is seen, and the group goes as a whole")
  func grouping() throws {
    let plain = try Self.looks(User(sees: constant(30)))
    expect(plain.messages(.attention(.seen)), equals: [0, 1])
    expect(plain.times(.attention(.seen)), equals: [40, 50])
    let grouped = try Self.looks(grouped: true, User(sees: constant(30)))
    expect(grouped.messages(.attention(.seen)), equals: [1])
    expect(grouped.times(.attention(.seen)), equals: [40])
    let dismissed = try Self.looks(grouped: true, User(sees: constant(30), dismisses: .one))
    expect(dismissed.times(.attention(.dismissed)), equals: [40])
    // Each on its own.
    let apart = try Self.looks(grouped: true, User(sees: constant(5)))
    expect(apart.times(.attention(.seen)), equals: [15, 25])
  }

  /// Two messages in one thread, or not, and one look.
  private static func threads(together: Bool, _ user: User) throws -> RecordedRun {
    try online(
      at: [10, 20], until: 100,
      given: { ($0.messages(.attention(.seen)) == [1]) == together },
      change: {
        $0.centre.grouping = .automatic
        $0.workload.threads = 2
        $0.user = user
      })
  }

  @Test("R4.2 automatic grouping is by thread: of each the newest is seen")
  func byThread() throws {
    let user = User(sees: constant(30))
    try expect(Self.threads(together: true, user).times(.attention(.seen)), equals: [40])
    let apart = try Self.threads(together: false, user)
    expect(apart.messages(.attention(.seen)), equals: [0, 1])
    expect(apart.times(.attention(.seen)), equals: [40, 50])
  }

  @Test("R4.2 a thread is dismissed as a whole, and other threads stay")
  func dismissedThread() throws {
    let user = User(sees: constant(30), dismisses: .one)
    let together = try Self.threads(together: true, user)
    expect(together.times(.attention(.dismissed)), equals: [40])
    let apart = try Self.threads(together: false, user)
    expect(apart.times(.attention(.dismissed)), equals: [40, 50])
  }

  @Test("R4.2 messages are in a thread by chance, and without threads in one group")
  func threadShare() throws {
    func seen(_ threads: Int?) throws -> UInt128 {
      var world = smallWorld(at: [10, 20]) {
        $0.centre.grouping = .automatic
        $0.workload.threads = threads
        $0.workload.usefulFor = .hours(1)
        $0.user = User(sees: constant(30))
      }
      world.devices = 20_000
      return try simulate(world, replication: 0, devices: 0..<world.devices)[UserCounter.seenInTime]
    }
    try expect(seen(nil), equals: 20_000)
    try expect(seen(1), equals: 20_000)
    // One of four threads: both messages are seen unless they share it. False-alarm probability
    // 1e-6.
    let row = Agreement(
      "seen of two in four threads", expected: 1.75, observed: Double(try seen(4)) / 20_000,
      standardError: (0.25 * 0.75 / 20_000).squareRoot())
    print(row)
    expect(row.holds, "\(row)")
  }

  @Test("R4.2 where previews are hidden content is seen in the app only")
  func hiddenPreviews() throws {
    try expect(
      Self.looks(hidden: true, User(sees: constant(30))).messages(.attention(.seen)), equals: [])
    let tapped = try Self.looks(hidden: true, User(sees: constant(30), taps: .one))
    expect(tapped.times(.attention(.seen)), equals: [40, 50])
  }

  @Test("R6.2 a look at a summary is no look at what it stands for; a tap on it opens the app")
  func summaries() throws {
    func run(_ taps: Double, online: Double = 1000) throws -> RecordedRun {
      try away(for: 100, online: online, at: [-5, 10, 20], gapRecovery(limit: 0), until: 200) {
        $0.app = App(visit: constant(1))
        $0.user = User(sees: constant(60), taps: share(taps))
      }
    }
    try expect(run(0).messages(.attention(.seen)), equals: [0])
    let tapped = try run(1)
    expect(tapped.fates, equals: [.shown, .summarised, .summarised])
    expect(tapped.times(.attention(.tapped)), equals: [55, 160])
    expect(tapped.synced, equals: [nil, 160, 160])
    expect(tapped.messages(.attention(.seen)), equals: [0, 1, 2])
    // Without a network there is nothing to fetch.
    let alone = try run(1, online: 10)
    expect(alone.times(.attention(.tapped)), equals: [55, 160])
    expect(alone.messages(.attention(.seen)), equals: [0])
  }

  @Test("R6.2 who opens the app takes a summary away: nobody looks at it later")
  func openingTakesSummaryAway() throws {
    let run = try away(
      for: 100, at: [-5, 10, 20], gapRecovery(limit: 0), until: 4000,
      given: { run in run.times(.app(.opened)).contains { (100..<2900).contains($0) } },
      change: {
        $0.app = App(openings: App.Openings(rate: law(.constant(value: 1 / Self.hour))))
        $0.user = User(sees: constant(3000), taps: .one)
      })
    expect(run.fates, equals: [.shown, .summarised, .summarised])
    expect(run.tally[UserCounter.taps], equals: 0)
  }

  @Test("R6.2 where nothing is drawn nobody looks")
  func nothingDrawn() throws {
    let run = try online(at: [10]) {
      $0.settings = NotificationSettings(alertsOff: .one)
      $0.user = User(taps: .one)
    }
    expect(run.times(.attention(.seen)), equals: [])
    expect(run.tally[UserCounter.taps], equals: 0)
  }

  @Test("R6.3 quiet hours take interruptions away, and awareness stays")
  func bothSides() throws {
    func tally(_ schedule: PresentationSchedule?) throws -> Tally {
      try online(at: [3 * Self.hour, 12 * Self.hour], until: 48 * Self.hour) {
        $0.workload.usefulFor = .seconds(600)
        $0.presentation = schedule
        $0.user = User(sees: constant(60))
      }.tally
    }
    let (loud, quiet) = (try tally(nil), try tally(PresentationSchedule(quiet: Self.night())))
    expect((loud[.awareInTime], quiet[.awareInTime]) == (2, 2))
    expect((loud[.interruptions], quiet[.interruptions]) == (2, 1))
    expect((loud[UserCounter.seenInTime], quiet[UserCounter.seenInTime]) == (2, 1))
  }
}
