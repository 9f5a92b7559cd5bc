import Statistics
import TestSupport
import Testing

/// Estimate, ends and p value of whatever samples there are must not contradict each other.
@Suite("Rows that do not contradict themselves")
struct AgreementOfRowsTests {
  private static let resampling = Resampling(count: 200) { number, indices in
    var random = SplitMix64(state: UInt64(number) &+ 77)
    for place in indices.indices { indices[place] = UInt32(random.below(indices.count)) }
  }

  private static func check(
    _ value: Double?, _ low: Double?, _ high: Double?, _ pValue: Double?, _ what: String,
    level: Double = 0.05
  ) {
    guard let value, let low, let high else { return }
    expect(low <= value + 1e-12 && value <= high + 1e-12, "\(what): \(low) \(value) \(high)")
    guard let pValue, abs(pValue - level) > 1e-12 else { return }
    expect((low > 0 || high < 0) == (pValue < level), "\(what): p \(pValue), \(low) to \(high)")
  }

  /// Few values, many of them alike, so that resamples without spread are common.
  private static func share(_ count: Int, _ random: inout SplitMix64) -> RatioSample {
    let most = random.below(3) == 0 ? 20 : random.below(3)
    let numerators = (0..<count).map { _ in Double(random.below(most + 1)) }
    return RatioSample(
      numerators: numerators,
      denominators: numerators.map { _ in Double(20 + random.below(5)) })
  }

  private static func controls(
    _ sample: RatioSample, _ random: inout SplitMix64
  ) -> ControlVariates? {
    guard random.below(2) == 0 else { return nil }
    let noise = Double(random.below(3))
    let values = sample.numerators.map { $0 + noise * Double(random.below(5)) }
    let mean = values.reduce(0, +) / Double(values.count)
    let shift = Double(random.below(3)) / 10
    return ControlVariates([values.map { $0 - mean + shift }])
  }

  @Test("Shares, and differences of shares, with and without controls")
  func shares() {
    var random = SplitMix64(state: 11)
    var moved = 0
    for number in 0..<(isNightly ? 20_000 : 1500) {
      let count = 2 + random.below(30)
      let (one, other) = (Self.share(count, &random), Self.share(count, &random))
      let controls = Self.controls(one, &random)
      let estimate = one.estimate(
        confidence: 0.95, shareTrials: 10, resampling: Self.resampling, controls: controls
      )?.cut(to: 0...1)
      Self.check(estimate?.mean, estimate?.low, estimate?.high, nil, "\(number)")
      moved += estimate?.plain == nil ? 0 : 1
      for end in [estimate?.low, estimate?.high].compactMap({ $0 }) { expect(0...1 ~= end) }
      let difference = one.difference(
        from: other, confidence: 0.95, ifZero: .share(trials: 10), familySize: 3,
        resampling: Self.resampling, controls: controls
      )?.cut(to: -1...1)
      Self.check(
        difference?.difference, difference?.low, difference?.high, difference?.pValue,
        "difference \(number)")
      // A tail that is rarer than any of 200 resamples.
      let sure = one.difference(
        from: other, confidence: 0.999, ifZero: .share(trials: 10), resampling: Self.resampling,
        controls: controls)
      Self.check(
        sure?.difference, sure?.low, sure?.high, sure?.pValue, "sure \(number)", level: 1 - 0.999)
      let ends = [difference?.low, difference?.high, difference?.lowAll, difference?.highAll]
      for end in ends.compactMap({ $0 }) { expect(-1...1 ~= end) }
      Self.check(
        difference?.difference, difference?.lowAll, difference?.highAll, nil, "all \(number)")
    }
    expect(moved > 100, "\(moved) estimates have controls")
  }

  /// Cells of one second; few delays, or each of them a thousand times, many of them 0 s.
  private static func delays(_ count: Int, _ random: inout SplitMix64) -> QuantileSample {
    let spread = [1, 3, 40][random.below(3)]
    let times = UInt64([1, 1000][random.below(2)])
    let parts = (0..<count).map { _ in
      (0..<(1 + random.below(12))).map { _ in random.below(spread) * random.below(2) }
    }
    let counts = parts.map { part in
      var cells = CellCounts()
      for cell in Set(part).sorted() {
        cells.add(cell: cell, count: times * UInt64(part.count { $0 == cell }))
      }
      return cells
    }
    return QuantileSample(
      PooledCounts(counts), totals: parts.map { times * UInt64($0.count + random.below(2)) }
    ) { (Double($0), Double($0 + 1)) }
  }

  @Test("Differences of quantiles, of two replications too", arguments: [0.5, 0.9])
  func quantiles(q: Double) {
    var random = SplitMix64(state: 12)
    var (judged, small) = (0, 0)
    for number in 0..<(isNightly ? 5000 : 400) {
      let count = 2 + random.below(6)
      let (one, other) = (Self.delays(count, &random), Self.delays(count, &random))
      let intervals = QuantileIntervals(
        confidence: 0.95, shareTrials: count, resampling: Self.resampling)
      let found = one.difference(q, from: other, intervals, ifZero: .unknown, familySize: 2)
      Self.check(found?.difference, found?.low, found?.high, found?.pValue, "\(number)")
      Self.check(found?.difference, found?.lowAll, found?.highAll, nil, "all \(number)")
      judged += found?.pValue == nil ? 0 : 1
      small += (found?.pValue ?? 1) < 0.05 ? 1 : 0
      // Two replications prove nothing to many digits.
      if count == 2 { expect((found?.pValue ?? 1) > 1e-4, "\(number): \(found?.pValue ?? 1)") }
    }
    expect(judged > 50 && small > 2, "\(judged) have a p value, \(small) a small one")
  }

  @Test("A difference of exactly 0 is no evidence, whatever its sides are")
  func zero() throws {
    let intervals = QuantileIntervals(
      confidence: 0.95, shareTrials: 4, resampling: Self.resampling)
    // The same median, the other sides.
    let one = Self.sample([[0, 0, 0], [0, 0, 5], [0, 0, 0]])
    let other = Self.sample([[0, 0, 0], [0, 0, 0], [0, 3, 0]])
    let found = try unwrap(one.difference(0.5, from: other, intervals, ifZero: .unknown))
    if found.difference == 0 { expect(found.pValue, equals: 1) }
    try expect(unwrap(found.low) <= 0 && unwrap(found.high) >= 0)
  }

  private static func sample(_ parts: [[Int]]) -> QuantileSample {
    let counts = parts.map { part in
      var cells = CellCounts()
      for cell in Set(part).sorted() {
        cells.add(cell: cell, count: UInt64(part.count { $0 == cell }))
      }
      return cells
    }
    return QuantileSample(PooledCounts(counts), totals: parts.map { UInt64($0.count) }) {
      (Double($0), Double($0 + 1))
    }
  }
}
