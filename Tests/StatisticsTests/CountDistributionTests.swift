import Statistics
import TestSupport
import Testing

@Suite("Distribution of counts")
struct CountDistributionTests {
  /// 90 units of 0, 6 of 1, 3 of 4, 1 of 12: N = 100, sum 30.
  private let counts = CountDistribution(units: [90, 6, 0, 0, 3, 0, 0, 0, 0, 0, 0, 0, 1])

  @Test("Totals")
  func totals() {
    expect(counts.total, equals: 100)
    expect(counts.sum, equals: 30)
  }

  @Test(
    "A quantile is the value of rank ⌈qN⌉",
    arguments: [
      (0.0, 0), (0.5, 0), (0.9, 0), (0.901, 1), (0.96, 1), (0.961, 4), (0.99, 4), (0.999, 12),
      (1, 12),
    ])
  func quantiles(q: Double, expected: Int) {
    expect(counts.quantile(q), equals: expected)
  }

  /// Above 0.99: the unit of 12. Above 0.97: it and two of the three of 4.
  @Test(
    "The share above a quantile, ties split in proportion",
    arguments: [
      (0.0, 30.0), (0.5, 30), (0.95, 25), (0.97, 20), (0.98, 16), (0.985, 14), (0.99, 12),
      (0.995, 6), (0.999, 1.2), (1, 0),
    ])
  func shares(q: Double, expected: Double) {
    expect(isClose(counts.shareAbove(q), expected / 30))
  }

  @Test("Equal units bear equal parts")
  func equalUnits() {
    let equal = CountDistribution(units: [0, 0, 0, 8])
    expect(equal.shareAbove(0.75), equals: 0.25)
    expect(isClose(equal.shareAbove(0.9), 0.1))
    expect(equal.quantile(0.999), equals: 3)
  }

  @Test("Nothing lost, nobody there")
  func empty() {
    expect(CountDistribution(units: [5]).shareAbove(0.5) == nil)
    expect(CountDistribution(units: [5]).quantile(0.5), equals: 0)
    expect(CountDistribution().quantile(0.5) == nil)
    expect(CountDistribution().shareAbove(0.5) == nil)
    expect(CountDistribution(units: [0, 0]), equals: CountDistribution())
  }

  @Test("The order of additions and merges does not matter")
  func merging() {
    var (forth, back) = (CountDistribution(), CountDistribution())
    let values = [3, 0, 7, 3, 1, 0]
    for value in values { forth.add(value: value) }
    for value in values.reversed() {
      var one = CountDistribution()
      one.add(value: value)
      back.merge(one)
    }
    expect(forth, equals: back)
    expect(forth.units, equals: [2, 1, 0, 2, 0, 0, 0, 1])
  }

  // 0.07 · 100 is 7.000000000000001 and 0.29 · 100 is 28.999999999999996.
  @Test(
    "A rank is not moved by the rounding of the quantile",
    arguments: [
      (0.07, 100, 7), (0.29, 100, 29), (0.999, 1_000_000, 999_000), (0.5, 3, 2), (0, 9, 1),
      (1, 9, 9), (0.070001, 100, 8),
    ] as [(Double, UInt64, UInt64)])
  func ranks(q: Double, count: UInt64, expected: UInt64) {
    expect(CountDistribution.rank(q, of: count), equals: expected)
  }

  @Test("All hundredths of all counts up to 400 have the rank of integer arithmetic")
  func ranksExhaustively() {
    for count in 1...400 as ClosedRange<UInt64> {
      for percent in 0...100 as ClosedRange<UInt64> {
        let expected = max(1, (percent * count + 99) / 100)
        expect(CountDistribution.rank(Double(percent) / 100, of: count), equals: expected)
      }
    }
  }
}
