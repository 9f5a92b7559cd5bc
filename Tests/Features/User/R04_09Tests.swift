import DeliverySim
import Foundation
import Models
import TestSupport
import Testing

/// R4.9: what comes silently starts no look of its own.
@Suite struct R04_09Tests {
  private static let hour = 3600.0

  private static func quiet(_ from: Double, _ to: Double) -> WeeklyHours {
    WeeklyHours([.init(from: .hours(from), to: .hours(to))])
  }

  /// Messages at hours after Monday 0:00, on two days; a look comes a minute after an alert.
  private static func run(
    _ hours: [Double], _ schedule: PresentationSchedule,
    given: (RecordedRun) -> Bool = { _ in true }, change: (inout DeviceSetup) -> Void = { _ in }
  ) throws -> RecordedRun {
    try online(
      at: hours.map { $0 * hour }, until: 48 * hour, given: given,
      change: {
        $0.presentation = schedule
        $0.user = User(sees: constant(60))
        change(&$0)
      })
  }

  private static func seen(_ run: RecordedRun, _ message: UInt32) -> Double? {
    run.times(.attention(.seen), of: message).first
  }

  private static let allDay = PresentationSchedule(quiet: quiet(0, 24))

  // MARK: Without pick-ups

  @Test("R4.9 what comes silently all day is not noticed by itself; a minute less is no worse")
  func allDayIsLate() throws {
    let always = try Self.run([3, 12, 23], Self.allDay)
    expect(always.fates, equals: [.shown, .shown, .shown])
    expect(always.times(.attention(.seen)), equals: [])
    expect(always.tally[PhoneCounter.silenced], equals: 3)
    let almost = try Self.run(
      [3, 12, 23], PresentationSchedule(quiet: Self.quiet(0, 24 - 1.0 / 60)))
    // The quiet hours end a minute before midnight, and the look comes a minute later.
    expect(almost.times(.attention(.seen)), equals: [24, 24, 24].map { $0 * Self.hour })
  }

  /// Two messages, of which the second passes the schedule.
  private static func secondPasses(
    _ hours: [Double], _ schedule: PresentationSchedule,
    change: (inout DeviceSetup) -> Void = { _ in }
  ) throws -> RecordedRun {
    var schedule = schedule
    schedule.exceptions = share(0.5)
    return try run(
      hours, schedule, given: { $0.messages(.attention(.silenced)) == [0] }, change: change)
  }

  @Test("R4.9 a look that an alert starts notices what has come silently")
  func alertLook() throws {
    for schedule in [Self.allDay, PresentationSchedule(quiet: Self.quiet(0, 20))] {
      let run = try Self.secondPasses([3, 12], schedule)
      let look = 12 * Self.hour + 60
      expect(run.times(.attention(.seen)), equals: [look, look])
      expect(run.messages(.attention(.seen)), equals: [1, 0])
    }
  }

  @Test("R4.9 what is looked at after the quiet hours notices nothing else, and is seen once")
  func ownLook() throws {
    let run = try Self.run(
      [3, 4, 7.01], PresentationSchedule(quiet: Self.quiet(22, 7)),
      given: { run in
        let times = (0..<3).compactMap { Self.seen(run, $0) }
        return times.count == 3 && times[0] < times[2] && times[1] == times[2]
      },
      change: { $0.user = User(sees: law(.exponential(mean: 60)), dismisses: .one) })
    // The first by its own look after 7:00; the second, whose own look would come later, by the
    // look at the third, whose alert was drawn.
    expect(run.messages(.attention(.dismissed)).sorted(), equals: [0, 1, 2])
  }

  @Test("R4.9 a summary that came silently is looked at once: with an alert, or after quiet hours")
  func summaryIsNoticedOnce() throws {
    let later = 2 * Self.hour
    let run = try away(
      for: 100, at: [-5, 10, 20, later], gapRecovery(limit: 0), until: 30 * Self.hour,
      given: { $0.messages(.attention(.silenced)) == [2] },
      change: {
        $0.presentation = PresentationSchedule(quiet: Self.quiet(0, 20), exceptions: share(0.5))
        $0.user = User(sees: constant(60), taps: .one)
      })
    expect(run.times(.attention(.tapped)), equals: [55, later + 60, later + 60])
    expect(run.messages(.attention(.tapped)), equals: [0, 3, 2])
    expect(run.fates[2], equals: .summarised)
  }

  @Test("R4.9 opening the app sees what has come silently, and nobody notices it later")
  func opening() throws {
    let run = try Self.run(
      [3], PresentationSchedule(quiet: Self.quiet(0, 23)),
      given: {
        let openings = $0.deviceTimes(.app(.opened)).filter { $0 > 3 * Self.hour }
        return openings.contains { $0 < 23 * Self.hour }
      },
      change: {
        $0.app = App(openings: R06_02Tests.openings(6))
        $0.user = User(sees: constant(60), dismisses: .one)
      })
    let first = try unwrap(run.deviceTimes(.app(.opened)).first { $0 > 3 * Self.hour })
    expect(run.times(.attention(.seen)), equals: [first])
    expect(run.tally[UserCounter.dismissals], equals: 0)
  }

  @Test("R4.9 what waits for a scheduled summary does not lie in the centre before")
  func summary() throws {
    let schedule = PresentationSchedule(quiet: Self.quiet(17, 19), summaries: [.hours(18)])
    let before = try Self.secondPasses([12, 13], schedule)
    expect(Self.seen(before, 0), equals: 19 * Self.hour + 60)
    let after = try Self.secondPasses([12, 18.5], schedule)
    expect(Self.seen(after, 0), equals: 18.5 * Self.hour + 60)
  }

  @Test("R4.9 who taps what has come silently opens the app, and sees the rest there")
  func tap() throws {
    let run = try Self.secondPasses([3, 12], Self.allDay) {
      $0.app = App(visit: constant(30))
      $0.user = User(sees: constant(60), taps: share(0.5))
    }
    let look = 12 * Self.hour + 60
    expect(run.times(.attention(.seen)), equals: [look, look])
    expect(Set(run.deviceTimes(.app(.opened))).isSubset(of: [look]))
    expect(run.tally[AppCounter.openings] <= 1)
  }

  // MARK: Pick-ups

  private static func withPickups(
    _ hours: [Double], _ times: PoissonTimes, _ schedule: PresentationSchedule = allDay,
    asleep: WeeklyHours = WeeklyHours([]), change: (inout DeviceSetup) -> Void = { _ in }
  ) throws -> RecordedRun {
    try run(
      hours, schedule,
      change: {
        $0.user = User(sees: constant(60), asleep: asleep, pickups: times)
        change(&$0)
      })
  }

  @Test("R4.9 what has come silently is noticed at the next pick-up, quiet hours or not")
  func pickups() throws {
    // The quiet hours of the second end soon, which starts no look.
    for schedule in [Self.allDay, PresentationSchedule(quiet: Self.quiet(0, 3.002))] {
      let rarely = PoissonTimes(rate: constant(4 / 86_400.0))
      let run = try Self.withPickups([3, 3.001], rarely, schedule)
      let pickup = try unwrap(run.deviceTimes(.attention(.pickedUp)).first)
      expect(pickup > 3.001 * Self.hour)
      expect(run.times(.attention(.seen)), equals: [pickup, pickup])
      expect(run.messages(.attention(.seen)), equals: [0, 1])
      expect(pickup > 3.002 * Self.hour + 60)
    }
  }

  @Test("R1.1 pick-ups lie where they lie, whatever waits for one", arguments: [false, true])
  func samePickups(byTheHour: Bool) throws {
    // The weights of 7 hours follow each other, one of them 0.
    let weights = (0..<168).map { Double($0 * 5 % 7) }
    let profile = byTheHour ? try unwrap(WeeklyProfile(hours: weights)) : nil
    let often = PoissonTimes(rate: constant(48.8 / 86_400), profile: profile)
    let minutes = (0..<1440).map { Double($0) / 60 }
    let dense = try Self.withPickups(minutes, often)
    let all = dense.deviceTimes(.attention(.pickedUp))
    // 97.6 expected in two days, of which the first day is found.
    expect(all.count > 20)
    let hours = stride(from: 0.0, to: 24, by: 1).map { $0 }
    let sparse = try Self.withPickups(hours, often)
    let some = sparse.deviceTimes(.attention(.pickedUp))
    expect(!some.isEmpty && some.count < all.count)
    expect(Set(some).isSubset(of: all))
    for (message, hour) in hours.enumerated() {
      let next = try unwrap(all.first { $0 >= hour * Self.hour })
      expect(Self.seen(sparse, UInt32(message)), equals: next)
    }
  }

  @Test("R4.9 pick-ups follow a weekly profile, and nobody picks up the phone asleep")
  func profile() throws {
    let weights = (0..<168).map { $0 % 24 == 9 ? 1.0 : 0 }
    let profile = try unwrap(WeeklyProfile(hours: weights))
    let weekly = PoissonTimes(rate: constant(1000.0 / 86_400), profile: profile)
    let run = try Self.withPickups([3], weekly)
    let pickup = try unwrap(Self.seen(run, 0))
    expect(pickup >= 9 * Self.hour && pickup < 10 * Self.hour)
    let often = PoissonTimes(rate: constant(0.1))
    let asleep = try Self.withPickups([3], often, asleep: Self.quiet(22, 7))
    let waking = try unwrap(Self.seen(asleep, 0))
    expect(waking >= 7 * Self.hour && waking < 7.1 * Self.hour)
  }

  @Test("R4.9 nobody picks up a phone that is switched off, nor where nobody ever does")
  func switchedOff() throws {
    let often = PoissonTimes(rate: constant(0.1))
    let run = try Self.withPickups([3], often) {
      $0.nights = Nights(share: .one, from: .hours(3.001), to: .hours(8))
    }
    // At 3:00:03.6 it is switched off; the mean wait is 10 s.
    let seen = try unwrap(Self.seen(run, 0))
    expect(seen < 3.001 * Self.hour || seen >= 8 * Self.hour)
    let never = try Self.withPickups([3], PoissonTimes(rate: .zero))
    expect(never.times(.attention(.seen)), equals: [])
  }

  @Test("R4.9 the share seen in time at a pick-up is that of an exponential wait")
  func exact() throws {
    let (rate, useful) = (1.0 / 1800, 1200.0)
    var world = smallWorld(at: [12 * Self.hour]) {
      $0.workload.usefulFor = .seconds(useful)
      $0.presentation = Self.allDay
      $0.user = User(pickups: PoissonTimes(rate: constant(rate)))
    }
    world.devices = 20_000
    let tally = try simulate(world, replication: 0, devices: 0..<world.devices)
    let expected = 1 - exp(-useful * rate)
    let row = Agreement(
      "noticed in time", expected: expected,
      observed: Double(tally[UserCounter.seenInTime]) / 20_000,
      standardError: (expected * (1 - expected) / 20_000).squareRoot())
    print(row)
    expect(row.holds, "\(row)")
  }

  @Test("R4.9 a look that an alert starts comes first, and the pick-up then finds nothing")
  func alertBeforePickup() throws {
    let rarely = PoissonTimes(rate: constant(2.0 / 86_400))
    let run = try Self.run(
      [3, 3.5, 40],
      PresentationSchedule(quiet: Self.quiet(0, 24), exceptions: share(0.5)),
      given: {
        $0.messages(.attention(.silenced)) == [0, 2]
          && Self.seen($0, 0) == 3.5 * Self.hour + 60 && Self.seen($0, 2) != nil
      }, change: { $0.user = User(sees: constant(60), pickups: rarely) })
    let pickups = run.deviceTimes(.attention(.pickedUp))
    expect(pickups, equals: [try unwrap(Self.seen(run, 2))])
  }
}
