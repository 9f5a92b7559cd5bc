import Foundation
import Statistics
import TestSupport
import Testing

/// Whether the first counted day differs from later ones.
@Suite struct FirstDayTestTests {
  private static let level = 1e-3

  /// Each replication of a resample is drawn by itself.
  private static func resampling(_ seed: UInt64, count: Int = Resampling.countStandard)
    -> Resampling
  {
    Resampling(count: count) { number, indices in
      var random = SplitMix64(state: seed &* 1_000_003 &+ UInt64(number))
      for place in indices.indices { indices[place] = UInt32(random.below(indices.count)) }
    }
  }

  /// Losses are Poisson of these means in 50 notifications of the first day and 350 of later ones.
  private func losses(
    _ first: Double, _ later: Double, replications: Int, _ random: inout SplitMix64
  ) -> (first: RatioSample, later: RatioSample) {
    func sample(_ mean: Double, of owed: Double) -> RatioSample {
      let shown = (0..<replications).map { _ in owed - min(owed, poisson(mean, &random)) }
      return RatioSample(
        numerators: shown, denominators: [Double](repeating: owed, count: replications))
    }
    return (sample(first, of: 50), sample(later, of: 350))
  }

  private func poisson(_ mean: Double, _ random: inout SplitMix64) -> Double {
    var (count, product) = (0.0, random.uniform())
    while product > exp(-mean) { (count, product) = (count + 1, product * random.uniform()) }
    return count
  }

  /// The number of comparisons that alarm, and of those that would by the paired standard error
  /// alone.
  private func alarms(
    _ first: Double, _ later: Double, repetitions: Int, resamples: Int? = nil
  ) -> (both: Int, paired: Int) {
    var random = SplitMix64(state: 24)
    var counts = (both: 0, paired: 0)
    let resampling = resamples.map { Self.resampling(5, count: $0) }
    for _ in 0..<repetitions {
      let days = losses(first, later, replications: 40, &random)
      let test = FirstDayTest(first: days.first, later: days.later, resampling: resampling)
      let paired = days.first.difference(
        from: days.later, confidence: 0.95, ifZero: .unknown, resampling: resampling)
      counts.both += (test?.pValue ?? 1) < Self.level ? 1 : 0
      counts.paired += (paired?.pValue ?? 1) < Self.level ? 1 : 0
    }
    return counts
  }

  @Test("A difference and its probability, by hand")
  func byHand() throws {
    // Residuals of the first day ±0.02, of the later ones ±0.01 with the opposite sign: the paired
    // ones are ±0.03 and the difference is -0.06.
    let first = RatioSample(numerators: [8.8, 9.2, 8.8, 9.2], denominators: [10, 10, 10, 10])
    let later = RatioSample(numerators: [97, 95, 97, 95], denominators: [100, 100, 100, 100])
    let test = try unwrap(FirstDayTest(first: first, later: later))
    expect(abs(test.first - 0.9) < 1e-12 && abs(test.later - 0.96) < 1e-12)
    // Paired: 0.03 / √3. Like the later days: 0.01 / √3 · √(100/10), which is larger.
    let error = 0.01 / 3.0.squareRoot() * 10.0.squareRoot()
    let expected = StudentT.twoSidedP(-0.06 / error, degreesOfFreedom: 3)
    expect(abs(test.pValue - expected) < 1e-9)
    // With like exposure the paired one is the larger: t = -0.06 / (0.03/√3).
    let like = RatioSample(numerators: [9.7, 9.5, 9.7, 9.5], denominators: [10, 10, 10, 10])
    let other = try unwrap(FirstDayTest(first: first, later: like))
    let paired = StudentT.twoSidedP(-0.06 / (0.03 / 3.0.squareRoot()), degreesOfFreedom: 3)
    expect(abs(other.pValue - paired) < 1e-9)
  }

  @Test("Nothing is told of what is unknown or always the same")
  func degenerate() throws {
    let none = RatioSample(numerators: [0, 0], denominators: [0, 0])
    let some = RatioSample(numerators: [9, 10], denominators: [10, 10])
    expect(FirstDayTest(first: none, later: some) == nil)
    expect(FirstDayTest(first: some, later: none) == nil)
    let all = RatioSample(numerators: [10, 10], denominators: [10, 10])
    expect(try unwrap(FirstDayTest(first: all, later: all)).pValue, equals: 1)
    let single = RatioSample(numerators: [9], denominators: [10])
    expect(FirstDayTest(first: single, later: single) == nil)
  }

  @Test("False alarms: at most one in a thousand, also where the first day has hardly an event")
  func falseAlarms() {
    // Of 4,000 comparisons at a level of 1e-3 more than 15 alarm with a probability below 1e-5.
    for (mean, resamples) in [(20.0, nil), (3, nil), (0.3, 2000), (0.05, 2000), (0.01, 2000)] {
      let repetitions = resamples == nil ? 4000 : 400
      let counts = alarms(mean, 7 * mean, repetitions: repetitions, resamples: resamples)
      print("\(mean) losses on the first day of a replication: \(counts)")
      expect(counts.both <= (resamples == nil ? 15 : 5), "\(mean): \(counts)")
    }
    // By the paired standard error alone it would be many.
    expect(alarms(0.05, 0.35, repetitions: 400, resamples: 2000).paired > 15)
  }

  @Test("Power: twice or half as many losses on the first day are noticed")
  func power() {
    expect(alarms(8, 28, repetitions: 200).both > 190)
    expect(alarms(2, 28, repetitions: 200).both > 190)
  }
}
