import DeliverySim
import Models
import TestSupport
import Testing

/// R12.1: spells of quiet, and the alarm that ends quiet hours. R12.8: previews without a title.
@Suite struct R12QuietTests {
  private static let hour = 3600.0

  /// Messages each minute for a day.
  private static let minutes = (1..<1440).map { 60.0 * Double($0) }

  private static func spells(every: Double, last: Double) -> PresentationSchedule {
    var schedule = PresentationSchedule()
    schedule.spells = OnOffProcess(up: constant(every), down: constant(last))
    return schedule
  }

  private static func run(
    _ schedule: PresentationSchedule, at times: [Double] = minutes, until end: Double = 86_400,
    given: (RecordedRun) -> Bool = { _ in true }, change: (inout DeviceSetup) -> Void = { _ in }
  ) throws -> RecordedRun {
    try online(
      at: times, until: end, given: given,
      change: {
        $0.presentation = schedule
        change(&$0)
      })
  }

  @Test("R12.1 a device is quiet in spells of its own, again and again")
  func spells() throws {
    // Two hours between them, one hour each: the same pattern every three hours.
    let run = try Self.run(Self.spells(every: 7200, last: 3600))
    let silenced = Set(run.messages(.attention(.silenced)))
    expect(run.fates.allSatisfy { $0 == .shown })
    // From three hours before the end back to the start.
    for message in UInt32(0)..<UInt32(Self.minutes.count - 180) {
      expect(silenced.contains(message), equals: silenced.contains(message + 180))
    }
    for hours in 0..<7 {
      let window = UInt32(hours * 180)..<UInt32(hours * 180 + 180)
      expect(abs(window.filter(silenced.contains).count - 60) <= 1)
    }
    expect(run.tally[PhoneCounter.silenced], equals: UInt128(silenced.count))
  }

  @Test("R12.1 what comes in a spell is looked at when it ends")
  func looks() throws {
    let run = try Self.run(
      Self.spells(every: 40_000, last: 3600), at: [10_000],
      given: { $0.tally[PhoneCounter.silenced] == 1 },
      change: { $0.user = User(sees: constant(60)) })
    let seen = try unwrap(run.times(.attention(.seen)).first)
    // The spell may have begun up to an hour before.
    expect(seen > 10_060 && seen <= 13_660, "\(seen)")
    // Asked each second, the device alerts again from the end of the spell on.
    let replayed = try Self.run(
      Self.spells(every: 40_000, last: 3600),
      at: [10_000] + (10_001..<13_700).map(Double.init),
      given: { $0.messages(.attention(.silenced)).contains(0) })
    let silenced = try unwrap(replayed.messages(.attention(.silenced)).last)
    expect(abs(10_000 + Double(silenced) + 60 - seen) <= 1.001, "\(silenced), \(seen)")
  }

  @Test("R12.1 a spell that goes over into quiet hours ends with them")
  func together() throws {
    // The hours before eight are quiet, and an hour before them comes a message in a spell.
    var schedule = Self.spells(every: 30 * Self.hour, last: 2.5 * Self.hour)
    schedule.quiet = WeeklyHours([.init(from: .hours(6), to: .hours(8))])
    let run = try Self.run(
      schedule, at: [5, 6.5, 9].map { $0 * Self.hour },
      given: { $0.messages(.attention(.silenced)) == [0, 1] },
      change: { $0.user = User(sees: constant(60)) })
    let seen = run.times(.attention(.seen))
    // The spell reaches into the quiet hours, or its end, before six, is that of quiet.
    expect(seen.last, equals: 9 * Self.hour + 60)
    expect(seen[0] == 8 * Self.hour + 60 || seen[0] < 6 * Self.hour + 60, "\(seen)")
    expect(run.times(.attention(.seen), of: 1), equals: [8 * Self.hour + 60])
  }

  @Test("R12.1 no alarm, no spells: weekly hours as they are")
  func share() throws {
    var schedule = Self.spells(every: 7200, last: 3600)
    schedule.share = .zero
    try expect(Self.run(schedule).tally[PhoneCounter.silenced], equals: 0)
  }

  @Test("R12.1 the first alarm ends quiet hours so long before their end")
  func alarm() throws {
    var schedule = PresentationSchedule(
      quiet: WeeklyHours([.init(from: .hours(22), to: .hours(7))]))
    schedule.alarmBeforeEnd = constant(1800)
    let times = [6, 6.49, 6.51, 8, 23].map { $0 * Self.hour }
    let run = try Self.run(
      schedule, at: times, change: { $0.user = User(sees: constant(60)) })
    expect(run.messages(.attention(.silenced)), equals: [0, 1, 4])
    expect(run.times(.attention(.seen), of: 0), equals: [6.5 * Self.hour + 60])
    // One that rings before they begin leaves nothing of them.
    schedule.alarmBeforeEnd = constant(10 * Self.hour)
    try expect(Self.run(schedule, at: times).tally[PhoneCounter.silenced], equals: 0)
  }

  @Test("R12.1 the first alarm ends no quiet hours but those of the night")
  func siesta() throws {
    var schedule = PresentationSchedule(
      quiet: WeeklyHours([
        .init(from: .hours(12), to: .hours(13)), .init(from: .hours(22), to: .hours(7)),
        .init(from: .hours(20), to: .hours(21)),
      ]))
    schedule.alarmBeforeEnd = constant(2 * Self.hour)
    let times = [4.9, 5.1, 12, 12.9, 20, 20.9, 22, 24 + 4.9, 24 + 5.1].map { $0 * Self.hour }
    let run = try Self.run(schedule, at: times, until: 2 * 86_400)
    expect(run.messages(.attention(.silenced)), equals: [0, 2, 3, 4, 5, 6, 7])
    // Sunday's night reaches into Monday; the hours from Saturday's evening on are one night.
    let week = WeeklyHours([
      .init(from: .hours(23), to: .hours(1), days: [6]),
      .init(from: .hours(20), to: .hours(24), days: [5]),
      .init(from: .zero, to: .hours(9), days: [6]),
      .init(from: .hours(6), to: .hours(9), days: [2]),
      .init(from: .hours(18), to: .hours(24), days: [3]),
    ])
    expect(
      week.nights,
      equals: WeeklyHours([
        .init(from: .hours(23), to: .hours(1), days: [6]),
        .init(from: .hours(20), to: .hours(9), days: [5]),
      ]))
  }

  @Test("R12.1 each night has an alarm of its own")
  func nights() throws {
    var schedule = PresentationSchedule(quiet: WeeklyHours([.init(from: .hours(0), to: .hours(8))]))
    schedule.alarmBeforeEnd = law(.uniform(min: 0, max: 4 * Self.hour))
    let times = (0..<20).flatMap { day -> [Double] in
      (240..<480).map { minute -> Double in Double(day) * 86_400 + 60 * Double(minute) }
    }
    let run = try Self.run(schedule, at: times, until: 20 * 86_400)
    let silenced = run.messages(.attention(.silenced))
    let ends = (0..<20).map { day in silenced.filter { Int($0) / 240 == day }.count }
    expect(Set(ends).count > 10, "\(ends)")
  }

  // MARK: R12.8

  private static func previews(
    _ hides: (content: Bool, title: Bool), taps: Probability = .zero
  ) throws -> RecordedRun {
    try online(at: [100, 5000], until: 10_000) {
      $0.workload.usefulFor = .hours(1)
      $0.user = User(sees: constant(60), taps: taps)
      $0.centre.hidesPreviews = hides.content
      $0.centre.hidesTitles = hides.title
    }
  }

  @Test("R12.8 a title tells that something has come, and the look not of what")
  func titled() throws {
    let shown = try Self.previews((false, false))
    expect(shown.tally[.awareInTime], equals: 2)
    expect(shown.tally[UserCounter.seenInTime], equals: 2)
    let hidden = try Self.previews((true, false))
    expect(hidden.tally[.awareInTime], equals: 2)
    expect(hidden.tally[UserCounter.seenInTime], equals: 0)
  }

  @Test("R12.8 without a title nobody knows of a message before it is seen, by a tap")
  func untitled() throws {
    let untitled = try Self.previews((true, true))
    expect(untitled.tally[.shown], equals: 2)
    expect(untitled.tally[.awareInTime], equals: 0)
    let tapped = try Self.previews((true, true), taps: .one)
    expect(tapped.tally[.awareInTime], equals: 2)
    expect(tapped.tally[UserCounter.seenInTime], equals: 2)
  }
}
