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
}
