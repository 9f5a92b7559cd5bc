import Foundation
import Statistics
import TestSupport
import Testing

/// Shares and quantiles of values that come in clusters, by hand.
@Suite struct ClusteredSampleTests {
  /// Sizes 2 and 4, of which 2 and 1 hold: R = 1/2; the residuals are (2 - 1)/3 and (1 - 2)/3, so
  /// that SE² = 2/9 / 2.
  @Test("A share counts values, its error clusters")
  func share() throws {
    let sample = ClusteredSample([[1, 1], [1, 5, 5, 5], []])
    let found = try unwrap(sample.share { $0 < 2 })
    expect(isClose(found.value, 0.5) && isClose(found.standardError, 1.0 / 3))
    expect(ClusteredSample([[1, 2, 3]]).share { $0 < 2 } == nil)
  }

  /// Clusters 1 ... 5 and 6 ... 10: the share of values up to 5 is 1 and 0, R = 1/2 with
  /// SE² = (1/4 + 1/4)/2 = 1/4. The quantiles 0 and 1 are 1 and 10.
  @Test("A quantile's error is half of what a standard error of its share moves it by")
  func quantile() throws {
    let sample = ClusteredSample([[3, 1, 2, 5, 4], [6, 7, 8, 9, 10]])
    let median = try unwrap(sample.quantile(0.5))
    expect(median.value == 5 && median.standardError == 4.5)
    // Rank ⌈5.1⌉ of 10.
    try expect(unwrap(sample.quantile(0.51)).value, equals: 6)
    expect(ClusteredSample([[1, 2, 3]]).quantile(0.5) == nil)
  }

  /// A thousand clusters of one value each, so that the standard error of the share q is
  /// √(q(1 - q)/999): 0.0158 at 1/2, and 0.0095 at 0.9.
  private func sample(_ value: @escaping (Double) -> Double) -> ClusteredSample {
    ClusteredSample((0..<1000).map { [value((Double($0) + 0.5) / 1000)] })
  }

  @Test("Quantiles of a smooth law are smooth, also in its tail")
  func smooth() {
    let laws: [(Double) -> Double] = [
      { place in place }, { place in -log(1 - place) }, { place in 100 + place },
      { place in pow(-log(1 - place), 2) },
    ]
    for (number, law) in laws.enumerated() {
      for q in [0.5, 0.9] { expect(sample(law).isSmooth(at: q), "law \(number), \(q)") }
    }
    // All values are the same: nothing jumps.
    expect(sample { _ in 3 }.isSmooth(at: 0.5))
  }

  @Test(
    "A quantile within three standard errors of a jump is not",
    arguments: [-0.04, -0.02, -0.01, 0.01, 0.02, 0.04])
  func jump(distance: Double) {
    // Seconds below a share, and hours above it: a factor of ten.
    let far = sample { $0 < 0.5 + distance ? 1 + $0 : 3600 * (1 + $0) }
    expect(!far.isSmooth(at: 0.5))
    expect(far.isSmooth(at: 0.8))
    // Twice as much, which is many of the errors that the smooth part has.
    let near = sample { $0 < 0.5 + distance ? 1 + 0.1 * $0 : 2 + 0.1 * $0 }
    expect(abs(distance) < 0.0158 || !near.isSmooth(at: 0.5), "\(distance)")
    // A bend, from seconds to an even rise over hours.
    let bend = sample { $0 < 0.5 + distance ? 2 : 2 + 36_000 * ($0 - 0.5 - distance) }
    expect(!bend.isSmooth(at: 0.5), "\(distance)")
  }
}
