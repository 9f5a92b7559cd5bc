import DeliverySim
import Models
import TestSupport
import Testing

/// R4.2: the presentation schedule.
@Suite struct R04_02Tests {
  private static let hour = 3600.0

  private static func quiet(
    _ from: Double, _ to: Double, days: [Int] = [0, 1, 2, 3, 4, 5, 6]
  ) -> PresentationSchedule {
    PresentationSchedule(
      quiet: WeeklyHours([.init(from: .hours(from), to: .hours(to), days: days)]))
  }

  /// Messages at hours after Monday 0:00, for two days.
  private static func run(
    _ hours: [Double], _ schedule: PresentationSchedule, _ strategy: Strategy = .fireAndForget,
    change: (inout DeviceSetup) -> Void = { _ in }
  ) throws -> RecordedRun {
    try online(at: hours.map { $0 * hour }, strategy, until: 48 * hour) {
      $0.presentation = schedule
      change(&$0)
    }
  }

  @Test("R4.2 what arrives in quiet hours is shown without an alert")
  func quietHours() throws {
    let run = try Self.run([3, 8, 23, 26], Self.quiet(22, 7))
    expect(run.fates, equals: [.shown, .shown, .shown, .shown])
    expect(run.messages(.attention(.silenced)), equals: [0, 2, 3])
    expect(run.tally[PhoneCounter.silenced], equals: 3)
    expect(run.tally[.interruptions], equals: 1)
  }

  @Test("R4.2 quiet hours hold their beginning and not their end")
  func edges() throws {
    let run = try Self.run([6.9999, 7, 21.9999, 22], Self.quiet(22, 7))
    expect(run.messages(.attention(.silenced)), equals: [0, 3])
  }

  @Test("R4.2 quiet hours begin on their days, and go on over midnight and the week's end")
  func days() throws {
    // The span goes from Sunday evening to Monday morning.
    try expect(
      Self.run([3, 23, 27], Self.quiet(22, 7, days: [6])).messages(.attention(.silenced)),
      equals: [
        0
      ])
    try expect(
      Self.run([3, 23, 27], Self.quiet(22, 7, days: [0])).messages(.attention(.silenced)),
      equals: [
        1, 2,
      ])
  }

  @Test("R4.2 hours of the week are the minutes that some window holds", arguments: UInt64(0)..<40)
  func shadow(_ seed: UInt64) {
    var random = SplitMix64(state: seed)
    let day = 1440
    var minutes = [Bool](repeating: false, count: 7 * day)
    let windows = (0..<1 + random.below(5)).map { _ in
      let from = random.below(day)
      let to = (from + 1 + random.below(day - 1)) % (day + 1)
      let days = (0..<7).filter { _ in random.below(3) == 0 }
      for place in days {
        for minute in from..<(to > from ? to : to + day) {
          minutes[(place * day + minute) % minutes.count] = true
        }
      }
      return WeeklyHours.Window(
        from: .seconds(Double(from) * 60), to: .seconds(Double(to) * 60), days: days)
    }
    let hours = WeeklyHours(windows)
    let count = Double(minutes.count { $0 })
    expect(abs(hours.share - count / Double(minutes.count)) < 1e-12)
    let wrong = stride(from: 0, to: 2 * minutes.count, by: 61).filter { minute in
      let after = (0..<minutes.count).first { !minutes[(minute + $0) % minutes.count] }
      var end: SimTime? = SimTime.never
      if let after { end = after == 0 ? nil : .seconds(Double(minute + after) * 60) }
      return hours.end(at: .seconds(Double(minute) * 60)) != end
    }
    expect(wrong.isEmpty)
  }

  // MARK: The scheduled summary

  @Test("R4.2 a scheduled summary shows with one alert what has arrived since the one before")
  func scheduledSummary() throws {
    let schedule = PresentationSchedule(summaries: [.hours(18), .hours(8)])
    let run = try Self.run([6, 7, 8, 9, 19], schedule)
    expect(run.fates.allSatisfy { $0 == .shown })
    expect(run.shown, equals: [6, 7, 8, 9, 19].map { $0 * Self.hour })
    expect(run.messages(.attention(.silenced)), equals: [0, 1, 2, 3, 4])
    // The summary of the second evening has nothing to show.
    expect(run.times(.attention(.summaryDelivered)), equals: [8, 18, 32].map { $0 * Self.hour })
    expect(run.tally[.interruptions], equals: 3)
  }

  @Test("R4.2 a scheduled summary in quiet hours is quiet")
  func summaryInQuietHours() throws {
    var schedule = Self.quiet(17, 20)
    schedule.summaries = [.hours(8), .hours(18)]
    let run = try Self.run([7, 9], schedule)
    expect(run.values(.attention(.summaryDelivered)), equals: [0, 1])
    expect(run.tally[.interruptions], equals: 1)
  }

  @Test("R4.2 a scheduled summary shows what arrives at its very time")
  func summaryOnTime() throws {
    let schedule = PresentationSchedule(summaries: [.hours(8), .hours(18)])
    let run = try Self.run([8], schedule)
    expect(run.times(.attention(.summaryDelivered)), equals: [8 * Self.hour])
    expect(run.tally[.interruptions], equals: 1)
  }

  // MARK: Exceptions

  @Test("R4.2 critical and time-sensitive messages pass, a larger share keeps those of a smaller")
  func exceptions() throws {
    let times = (0..<200).map { 3 + Double($0) / 100 }
    func passes(_ value: Double, _ strategy: Strategy = .fireAndForget) throws -> Set<UInt32> {
      var schedule = Self.quiet(22, 7)
      schedule.exceptions = share(value)
      let run = try Self.run(times, schedule, strategy)
      let silenced = run.messages(.attention(.silenced))
      expect(run.tally[.interruptions], equals: UInt128(200 - silenced.count))
      return Set(0..<200).subtracting(silenced)
    }
    let (few, many) = (try passes(0.2), try passes(0.5))
    expect(few.isStrictSubset(of: many))
    expect(!few.isEmpty)
    try expect(passes(0.2, gapRecovery()), equals: few)
    expect(try passes(0).isEmpty)
    try expect(passes(1).count, equals: 200)
  }

  @Test("R4.2 replacements, summaries of the extension and heartbeats are quiet too")
  func everyAlert() throws {
    let always = Self.quiet(0, 24)
    let replaced = try online(at: [10, 20, 30], gapRecovery(asPrinted: true)) {
      $0.presentation = always
    }
    expect(replaced.messages(.replacedInCentre), equals: [1])
    expect(replaced.tally[PhoneCounter.silenced], equals: 4)
    expect(replaced.tally[.interruptions], equals: 0)
    let summarised = try away(for: 100, at: [-10, 10, 20], gapRecovery(limit: 0)) {
      $0.presentation = always
    }
    expect(summarised.fates, equals: [.shown, .summarised, .summarised])
    expect(summarised.tally[.summaries], equals: 1)
    expect(summarised.tally[PhoneCounter.silenced], equals: 2)
    expect(summarised.tally[.interruptions], equals: 0)
    let beats = try online(
      at: [10], gapRecovery().with(Heartbeat(after: .seconds(60))), until: 200
    ) { $0.presentation = always }
    expect(beats.times(.heartbeatShown, ofAny: .heartbeat), equals: [70])
    expect(beats.tally[PhoneCounter.silenced], equals: 2)
    expect(beats.tally[.interruptions], equals: 0)
  }

  @Test("R4.2 who has the app open is not spared its alerts")
  func foreground() throws {
    let openings = App.Openings(rate: law(.constant(value: 1)))
    let app = App(openings: openings, visit: constant(86_400))
    let run = try Self.run([3], Self.quiet(0, 24)) { $0.app = app }
    expect(run.tally[PhoneCounter.silenced], equals: 0)
    expect(run.tally[.interruptions], equals: 1)
  }

  // MARK: Shares

  private static func tally(_ schedule: PresentationSchedule) throws -> Tally {
    var world = smallWorld(at: [3 * hour]) { $0.presentation = schedule }
    world.devices = 20_000
    return try simulate(world, replication: 0, devices: 0..<world.devices)
  }

  @Test("R4.2 a share of the devices follows the schedule, and the others are as without one")
  func shares() throws {
    var schedule = Self.quiet(22, 7)
    schedule.share = share(0.3)
    let tally = try Self.tally(schedule)
    expect(tally.count(.shown), equals: 20_000)
    expect(tally[.interruptions] + tally[PhoneCounter.silenced], equals: 20_000)
    let row = Agreement(
      "devices with a schedule", expected: 0.3,
      observed: Double(tally[PhoneCounter.silenced]) / 20_000,
      standardError: (0.3 * 0.7 / 20_000).squareRoot())
    print(row)
    expect(row.holds, "\(row)")
  }

  @Test("R4.2 a larger share keeps the devices that were in it")
  func coupled() throws {
    func silenced(_ value: Double) throws -> [Bool] {
      var schedule = Self.quiet(22, 7)
      schedule.share = share(value)
      var world = smallWorld(at: [3 * Self.hour]) { $0.presentation = schedule }
      world.devices = 200
      return try (0..<200).map {
        try tellStory(world, replication: 0, device: $0).tally[PhoneCounter.silenced] > 0
      }
    }
    let (few, many) = (try silenced(0.2), try silenced(0.5))
    expect(zip(few, many).allSatisfy { !$0 || $1 })
    expect(many.count { $0 } > few.count { $0 })
    expect(few.contains(true))
  }

  @Test("R4.2 of a Poisson stream the quiet hours' share of the week is silent")
  func quietShare() throws {
    let schedule = Self.quiet(22, 7)
    let rate = Workload(arrivals: .poisson(rate: law(.constant(value: 40 / 86_400))))
    let setup = DeviceSetup(workload: rate, presentation: schedule)
    let world = World(seed: 5, devices: 100, duration: .days(7), setup: setup)
    let tally = try simulate(world, replication: 0, devices: 0..<100)
    let count = Double(tally[.owed])
    let expected = 9.0 / 24
    expect(schedule.quiet.share, equals: expected)
    let row = Agreement(
      "silent", expected: expected, observed: Double(tally[PhoneCounter.silenced]) / count,
      standardError: (expected * (1 - expected) / count).squareRoot())
    print(row)
    expect(row.holds, "\(row)")
    expect(tally[.interruptions] + tally[PhoneCounter.silenced], equals: tally[.owed])
  }
}
