import Statistics
import TestSupport
import Testing

@Suite("After how many replications a run looks")
struct ReplicationScheduleTests {
  @Test("By hand: 30 · 1.25^k, rounded up, then the largest")
  func byHand() {
    let sizes = ReplicationSchedule(min: 30, max: 200).sizes
    expect(sizes, equals: [30, 38, 47, 59, 74, 92, 115, 144, 179, 200])
  }

  @Test("One size where smallest and largest agree")
  func single() {
    expect(ReplicationSchedule(min: 7, max: 7).sizes, equals: [7])
    expect(ReplicationSchedule(min: 1, max: 1).sizes, equals: [1])
  }

  /// 1, 1.25, 1.5625, 1.95, 2.44, 3.05, 3.81, 4.77, 5.96, 7.45, 9.31.
  @Test("No size twice")
  func noRepetitions() {
    expect(ReplicationSchedule(min: 1, max: 10).sizes, equals: [1, 2, 3, 4, 5, 6, 8, 10])
    expect(ReplicationSchedule(min: 1, max: 2).sizes, equals: [1, 2])
  }

  @Test("The largest is there once when the schedule meets it")
  func meetsTheLargest() {
    expect(ReplicationSchedule(min: 16, max: 25).sizes, equals: [16, 20, 25])
    expect(ReplicationSchedule(min: 16, max: 24).sizes, equals: [16, 20, 24])
    expect(ReplicationSchedule(min: 16, max: 26).sizes, equals: [16, 20, 25, 26])
  }

  /// ⌈5^k · min / 4^k⌉ in exact integers.
  @Test("As in exact integers", arguments: [1, 2, 3, 5, 16, 30, 40, 64, 100, 1024, 4096])
  func exact(min: Int) {
    var (expected, numerator, denominator) = ([Int](), min, 1)
    while true {
      let size = (numerator + denominator - 1) / denominator
      guard size < 20 * min else { break }
      if size != expected.last { expected.append(size) }
      (numerator, denominator) = (5 * numerator, 4 * denominator)
    }
    expect(ReplicationSchedule(min: min, max: 20 * min).sizes, equals: expected + [20 * min])
  }
}

@Suite("Half-width")
struct HalfWidthTests {
  @Test("The larger side of the interval, whichever it is")
  func largerSide() {
    let right = Estimate(mean: 2, standardError: 1, low: 1, high: 5, method: .student)
    let left = Estimate(mean: 2, standardError: 1, low: -2, high: 5, method: .student)
    expect(right.halfWidth == 3 && left.halfWidth == 4)
  }

  @Test("None without an interval")
  func missing() {
    expect(
      Estimate(mean: 2, standardError: nil, low: nil, high: nil, method: nil).halfWidth == nil)
    let (one, two) = (RatioSample(values: [1]), RatioSample(values: [2]))
    expect(one.difference(from: two, confidence: 0.95, ifZero: .exact)?.halfWidth == nil)
  }

  @Test("An extreme share's is its one-sided end")
  func extremeShare() throws {
    let none = RatioSample(numerators: [0, 0], denominators: [5, 5])
    let estimate = try unwrap(none.estimate(confidence: 0.95, shareTrials: 10))
    expect(estimate.halfWidth, equals: estimate.high)
  }

  /// Differences 2, 1, 2, 3 around 2: SE² = 1/6, t(0.975, 3) = 3.182446 (published).
  @Test("A difference's by hand")
  func difference() throws {
    let a = RatioSample(values: [3, 5, 4, 8])
    let b = RatioSample(values: [1, 4, 2, 5])
    let result = try unwrap(a.difference(from: b, confidence: 0.95, ifZero: .exact))
    expect(isClose(result.halfWidth, 3.182446 * (1.0 / 6).squareRoot(), 1e-6))
  }
}
