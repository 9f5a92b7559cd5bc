import Statistics
import TestSupport
import Testing

/// The variance over replications splits into the part that devices share and their own.
@Suite struct VarianceSplitTests {
  /// Every device is owed 1; by replication, what each of them is shown.
  private func split(_ shown: [[Double]], confidence: Double = 0.95) -> VarianceSplit? {
    VarianceSplit(shown.map(sums), devices: shown[0].count, confidence: confidence)
  }

  private func sums(_ shown: [Double]) -> VarianceSplit.Sums {
    let (total, squares) = (shown.reduce(0, +), shown.reduce(0) { $0 + $1 * $1 })
    let count = Double(shown.count)
    return VarianceSplit.Sums(x: total, y: count, xx: squares, xy: total, yy: count)
  }

  @Test func whatHitsAllDevicesIsShared() throws {
    let split = try unwrap(split([[1, 1], [0, 0]]))
    expect(split.sharedShare, equals: 1)
    expect(split.sharedShareMin, equals: 1)
  }

  /// By hand: R = 3/4, the deviations of the replications are 1/2 and -1/2, their variance is 1/2;
  /// within, the variance of a device is 0 and 1/2, so two devices have 2 · 1/4.
  @Test func theRestOfTheVarianceIsTheDevicesOwn() throws {
    let split = try unwrap(split([[1, 1], [1, 0]]))
    expect(split.sharedShare, equals: 0)
    expect(split.sharedShareMin, equals: 0)
  }

  @Test func whereNothingVariesThereIsNothingToSplit() {
    expect(split([[1, 0], [0, 1]]) == nil)
    expect(split([[1, 1], [1, 1]]) == nil)
  }

  @Test func fewerDevicesPayAsFarAsTheyShare() throws {
    let all = try unwrap(split([[1, 1], [0, 0]]))
    expect(abs(all.gain(dividingDevicesBy: 10) - 10) < 1e-12)
    let none = try unwrap(split([[1, 1], [1, 0]]))
    expect(none.gain(dividingDevicesBy: 10), equals: 1)
  }

  /// False-alarm probability 1e-6. Half of the variance of a sum is shared, all parts are Normal:
  /// the own part W/V has the mean 1/2 · E[39/chi-square with 39] = 1/2 · 39/37.
  @Test func theEstimateIsRightOnAverage() throws {
    var random = SplitMix64(state: 7)
    let shares = try (0..<400).map { _ in
      try unwrap(split(Self.halfShared(&random))).sharedShare
    }
    let mean = shares.reduce(0, +) / 400
    let variance = shares.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / 399
    let standardError = (variance / 400).squareRoot()
    let expected = 1 - 0.5 * 39 / 37
    print("shared: expected \(expected), observed \(mean), standard error \(standardError)")
    expect(abs(mean - expected) < 4.9 * standardError, "\(mean)")
  }

  /// One-sided, at 90 %: false-alarm probability 1e-6 (binomial, 400 samples: 40 missed, standard
  /// deviation 6).
  @Test func theLowerEndIsMissedAsSeldomAsItSays() throws {
    var random = SplitMix64(state: 8)
    let missed = try (0..<400).count { _ in
      try unwrap(split(Self.halfShared(&random), confidence: 0.9)).sharedShareMin > 0.5
    }
    print("lower end: missed \(missed) of 400, expected 40")
    expect(abs(missed - 40) <= 30, "\(missed)")
  }

  /// 40 replications of 20 devices. The sum over the devices has 20 variances of an own part, and
  /// 400 of a shared one.
  private static func halfShared(_ random: inout SplitMix64) -> [[Double]] {
    let scale = (1.0 / 20).squareRoot()
    return (0..<40).map { _ in
      let shared = scale * random.normal()
      return (0..<20).map { _ in 10 + shared + random.normal() }
    }
  }
}
