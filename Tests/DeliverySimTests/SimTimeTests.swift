import DeliverySim
import TestSupport
import Testing

@Suite("Simulated time")
struct SimTimeTests {
  @Test("Constants")
  func constants() {
    expect(SimTime.zero.microseconds, equals: 0)
    expect(SimTime.second.microseconds, equals: 1_000_000)
    expect(SimTime.minute.microseconds, equals: 60 * SimTime.second.microseconds)
    expect(SimTime.hour.microseconds, equals: 60 * SimTime.minute.microseconds)
    expect(SimTime.day.microseconds, equals: 24 * SimTime.hour.microseconds)
    expect(SimTime.latest.microseconds, equals: 2_251_799_813_685_248)
    expect(SimTime.latest < SimTime.never)
  }

  @Test("The sum of two schedulable times fits an event")
  func sumFits() {
    let sum = SimTime.latest + SimTime(microseconds: SimTime.latest.microseconds - 1)
    expect(Event(time: sum, owner: 0, number: 0, kind: 0, payload: 0).time, equals: sum)
  }

  @Test(
    "Seconds become the nearest microsecond",
    arguments: [
      (0.0, 0), (1, 1_000_000), (0.25e-6, 0), (0.75e-6, 1), (1.25e-6, 1), (2.75e-6, 3),
      (0.1, 100_000), (3600.123456, 3_600_123_456), (1e-300, 0), (86_400 * 364, 31_449_600_000_000),
      (2_251_799_813.685, 2_251_799_813_685_000),
    ] as [(Double, Int64)])
  func rounding(seconds: Double, microseconds: Int64) {
    expect(SimTime(seconds: seconds).microseconds, equals: microseconds)
  }

  @Test("Too late and not a number become the latest time, negative spans become zero")
  func clamping() {
    for seconds in [2_251_799_813.7, 1e10, .greatestFiniteMagnitude, .infinity, .nan] {
      expect(SimTime(seconds: seconds), equals: .latest)
    }
    for seconds in [-1e-9, -1, -1e300, -Double.infinity, -0.0] {
      expect(SimTime(seconds: seconds), equals: .zero)
    }
  }

  @Test("Every whole microsecond survives the way through seconds")
  func roundTrip() {
    var random = SplitMix64(state: 1)
    var wrong = 0
    for bits in 1...51 {
      for _ in 0..<1000 {
        let time = SimTime(microseconds: Int64(random.word() >> UInt64(64 - bits)))
        if SimTime(seconds: time.seconds) != time { wrong += 1 }
      }
    }
    expect(wrong, equals: 0)
  }

  @Test("Sums, differences and order are those of the microseconds")
  func arithmetic() {
    let (short, long) = (SimTime(microseconds: 3), SimTime(microseconds: 10))
    expect((long + short).microseconds, equals: 13)
    expect((long - short).microseconds, equals: 7)
    expect((short - long).microseconds, equals: -7)
    expect(short < long && !(long < short) && !(short < short))
    expect(SimTime(microseconds: 1_500_000).seconds, equals: 1.5)
  }

  @Test("A time moved by a span: never stays never, nothing overflows")
  func advanced() {
    let hour = SimTime.hour
    expect(hour.advanced(bySpan: .minute).microseconds, equals: 3_660_000_000)
    expect(hour.advanced(bySpan: .never), equals: .never)
    expect(SimTime.never.advanced(bySpan: hour), equals: .never)
    expect(SimTime.never.advanced(bySpan: .zero), equals: .never)
    expect(SimTime.never.advanced(bySpan: .never), equals: .never)
    expect(SimTime.zero.advanced(bySpan: .zero), equals: .zero)
  }
}
