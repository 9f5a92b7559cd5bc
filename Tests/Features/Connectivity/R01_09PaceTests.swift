import DeliverySim
import TestSupport
import Testing

/// R1.9: when a span is used up. All expected times are calculated by hand; the week begins on
/// Monday 00:00.
@Suite struct R01_09PaceTests {
  /// - Parameter weight: The weight by day of the week and hour of the day.
  private func pace(_ weight: (_ day: Int, _ hour: Int) -> Double) throws -> WeeklyPace {
    try unwrap(WeeklyPace(hours: (0..<168).map { weight($0 / 24, $0 % 24) }))
  }

  /// The time when a span that begins then is used up.
  private func end(
    of span: SimTime, from start: SimTime, _ weight: (_ day: Int, _ hour: Int) -> Double
  ) throws -> SimTime {
    var arena = PlanArena()
    let table = WeeklyPace.Table(try pace(weight), &arena)
    return table.end(of: span, from: start)
  }

  private func minutes(_ minutes: Double) -> SimTime { .seconds(60 * minutes) }

  // MARK: Values

  @Test func aPaceHas168FiniteWeightsOfAtLeast0AndNotAllAre0() {
    expect(WeeklyPace(hours: Array(repeating: 1, count: 168)) != nil)
    for count in [0, 167, 169] {
      expect(WeeklyPace(hours: Array(repeating: 1, count: count)) == nil)
    }
    for weight in [-1, -.infinity, .infinity, .nan] as [Double] {
      expect(WeeklyPace(hours: [weight] + Array(repeating: 1.0, count: 167)) == nil)
    }
    expect(WeeklyPace(hours: Array(repeating: 0, count: 168)) == nil)
    expect(WeeklyPace(hours: Array(repeating: 0, count: 167) + [1e-9]) != nil)
  }

  // MARK: Ends

  @Test("R1.9 at pace 1 a span takes its own time, to the microsecond")
  func paceOfTheClock() throws {
    for span in [0, 1, 999_999, 3_600_000_001, 604_800_000_000, 604_800_000_001, 1 << 50] as [Int64]
    {
      for start in [0, 1, 3_599_999_999, 604_799_999_999, 1 << 50] as [Int64] {
        let (span, start) = (SimTime(microseconds: span), SimTime(microseconds: start))
        try expect(end(of: span, from: start) { _, _ in 1 }, equals: start + span)
      }
    }
  }

  @Test("R1.9 at pace 6 an hour is used up in ten minutes")
  func fast() throws {
    try expect(end(of: .hours(1), from: .hours(10)) { _, _ in 6 }, equals: .hours(10) + minutes(10))
    // 8:50 to 9:00 at pace 6 uses an hour; the other half takes half an hour.
    let commute = { (_: Int, hour: Int) in hour == 8 ? 6.0 : 1 }
    try expect(
      end(of: minutes(90), from: .hours(8) + minutes(50), commute),
      equals: .hours(9) + minutes(30))
  }

  @Test("R1.9 an hour of pace 0 uses nothing up: the span goes on after it")
  func zeroIsSkipped() throws {
    let night = { (_: Int, hour: Int) in hour < 6 ? 0.0 : 1 }
    // An hour before midnight, and one after six.
    try expect(end(of: .hours(2), from: .hours(23), night), equals: .hours(24 + 7))
    // The span begins within the night.
    try expect(end(of: minutes(30), from: .hours(3.5), night), equals: .hours(6.5))
    // A span that ends with the last hour does not wait for the morning.
    try expect(end(of: .hours(1), from: .hours(23), night), equals: .hours(24))
    // A span of no length ends at once, at any hour.
    try expect(end(of: .zero, from: .hours(2), night), equals: .hours(2))
  }

  @Test("R1.9 a pace of 0.1 stretches a span tenfold")
  func slow() throws {
    let night = { (_: Int, hour: Int) in hour < 7 ? 0.1 : 1 }
    // Half an hour until midnight, and half an hour at a tenth: five hours.
    try expect(end(of: .hours(1), from: .hours(23.5), night), equals: .hours(24 + 5))
    // 0.7 h until seven, and 0.3 h after it.
    try expect(end(of: .hours(1), from: .hours(24), night), equals: .hours(24 + 7.3))
  }

  @Test("R1.9 after Sunday comes Monday: the paces repeat every week")
  func weekWrapsAround() throws {
    let sunday = { (day: Int, hour: Int) in day == 6 && hour == 23 ? 2.0 : day == 0 ? 0.5 : 1 }
    // Two hours by midnight, the third one by two o'clock.
    try expect(
      end(of: .hours(3), from: .hours(167), sunday), equals: .hours(168 + 2))
    try expect(
      end(of: .hours(3), from: .hours(3 * 168 + 167), sunday), equals: .hours(4 * 168 + 2))
  }

  @Test("R1.9 a span of weeks: the only hour of a week that counts")
  func weeks() throws {
    let oneHour = { (day: Int, hour: Int) in day == 0 && hour == 8 ? 1.0 : 0 }
    // Monday from 8 to 9; half an hour more takes until the next Monday.
    try expect(end(of: .hours(1), from: .zero, oneHour), equals: .hours(9))
    try expect(end(of: .hours(1.5), from: .zero, oneHour), equals: .hours(168 + 8.5))
    try expect(end(of: .hours(2), from: .zero, oneHour), equals: .hours(168 + 9))
    try expect(end(of: .hours(10), from: .hours(20), oneHour), equals: .hours(10 * 168 + 9))
    // The same with a weight that is no whole number in binary.
    let tenth = { (day: Int, hour: Int) in day == 0 && hour == 8 ? 0.1 : 0 }
    try expect(end(of: minutes(6), from: .hours(8), tenth), equals: .hours(9))
    try expect(end(of: minutes(60), from: .hours(8), tenth), equals: .hours(9 * 168 + 9))
  }

  @Test("R1.9 an end lies at the nearest microsecond")
  func rounding() throws {
    for (span, passed) in [(1, 0), (2, 1), (10, 3), (11, 4)] as [(Int64, Int64)] {
      try expect(
        end(of: SimTime(microseconds: span), from: .hours(5)) { _, _ in 3 },
        equals: .hours(5) + SimTime(microseconds: passed))
    }
  }

  @Test("R1.9 extremes: a pace that never ends a span, and one that ends all at once")
  func extremes() throws {
    for weight in [1e-300, Double.leastNonzeroMagnitude] {
      try expect(end(of: .second, from: .day) { _, _ in weight }, equals: .day + .latest)
    }
    try expect(end(of: .latest, from: .day) { _, _ in 0.5 }, equals: .day + .latest)
    for weight in [1e300, Double.greatestFiniteMagnitude] {
      try expect(end(of: .latest, from: .day) { _, _ in weight }, equals: .day)
      let noon = { (_: Int, hour: Int) in hour == 12 ? weight : 0 }
      try expect(end(of: .latest, from: .day, noon), equals: .hours(36))
    }
  }
}
