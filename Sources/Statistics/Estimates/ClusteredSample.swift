// Goals, in order: errors that count devices, not messages; short.
//
// Source: W. G. Cochran, "Sampling Techniques" (1977), section 6.3 (ratio of totals over clusters);
// R. S. Woodruff, "Confidence intervals for medians and other position measures", Journal of the
// American Statistical Association 47 (1952) 635-646.

/// Values in clusters, such as the delays of each device's messages: those of one cluster are
/// alike, so that the cluster is the independent unit.
public struct ClusteredSample: Sendable {
  /// The values by cluster; no cluster is empty.
  private let clusters: [[Double]]
  /// All of them, ascending.
  private let sorted: [Double]

  public init(_ clusters: [[Double]]) {
    self.clusters = clusters.filter { !$0.isEmpty }
    sorted = clusters.joined().sorted()
  }

  /// The share of values for which something holds, and its standard error; nil with fewer than two
  /// clusters.
  public func share(where holds: (Double) -> Bool) -> (value: Double, standardError: Double)? {
    let sample = RatioSample(
      numerators: clusters.map { Double($0.count(where: holds)) },
      denominators: clusters.map { Double($0.count) })
    guard let value = sample.ratio, let error = sample.standardError else { return nil }
    return (value, error)
  }

  /// A quantile of all values, and half the distance between the quantiles that lie a standard
  /// error of the share below it to either side; nil with fewer than two clusters.
  ///
  /// - Parameter q: The share below the quantile, in (0, 1).
  public func quantile(_ q: Double) -> (value: Double, standardError: Double)? {
    guard clusters.count >= 2 else { return nil }
    let value = value(q)
    guard let share = share(where: { $0 <= value }) else { return nil }
    let low = self.value(q - share.standardError)
    let high = self.value(q + share.standardError)
    return (value, (high - low) / 2)
  }

  /// Whether a quantile's standard error says how far off it may be: three standard errors of the
  /// share to either side of q, quantiles differ from it by no more than three times what the error
  /// allows there, and by no more than a factor of ten. They differ by more where delays jump.
  ///
  /// - Parameter q: The share below the quantile, in (0, 1).
  public func isSmooth(at q: Double) -> Bool {
    guard let quantile = quantile(q), let share = share(where: { $0 <= quantile.value }) else {
      return true
    }
    let (low, high) = (value(q - 3 * share.standardError), value(q + 3 * share.standardError))
    let allowed = 3 * 3 * quantile.standardError
    return quantile.value - low <= allowed && high - quantile.value <= allowed
      && high <= 10 * quantile.value && quantile.value <= 10 * low
  }

  /// The value of rank ⌈qn⌉.
  private func value(_ q: Double) -> Double {
    let rank = Int((q * Double(sorted.count)).rounded(.up))
    return sorted[min(sorted.count, max(1, rank)) - 1]
  }
}
