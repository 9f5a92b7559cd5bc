import Foundation

/// The interval of a difference of two correlated estimates, each with an interval whose sides may
/// differ.
///
/// Each interval is taken for a confidence distribution: normal on either side of the estimate, as
/// wide as that side says. The two are coupled as a pair of normal numbers with the correlation of
/// the estimates, and the ends are quantiles of their difference. Two estimates that always move
/// together by the same amount so have a difference without doubt, however skewed they are; the
/// root of sums of squared sides does not see that.
///
/// Source: K. Singh, M. Xie and W. E. Strawderman, "Combining information from independent sources
/// through confidence distributions", Annals of Statistics 33 (2005) 159-183.
struct DifferenceEnds {
  private(set) var low: Double
  private(set) var high: Double

  var isFinite: Bool { low.isFinite && high.isFinite }

  /// - Parameter correlation: in -1...1.
  /// - Returns: nil when an estimate has no interval.
  init?(_ here: Estimate, _ there: Estimate, _ correlation: Double, _ confidence: Double) {
    let z = Normal.quantile((1 + confidence) / 2)
    guard let mine = Side(here, z), let others = Side(there, z) else { return nil }
    let law = CoupledSides(
      mine: mine, others: others, correlation: min(1 - 1e-12, max(1e-12 - 1, correlation)))
    low = law.quantile((1 - confidence) / 2)
    high = law.quantile((1 + confidence) / 2)
  }

  /// An interval for several differences at once is nowhere narrower than that of one.
  func including(_ other: DifferenceEnds) -> DifferenceEnds {
    var ends = self
    (ends.low, ends.high) = (min(low, other.low), max(high, other.high))
    return ends
  }
}

/// A confidence distribution: `center` + z · `below` or `above`, with z a normal number.
private struct Side {
  let center: Double
  let below: Double
  let above: Double

  init?(_ estimate: Estimate, _ z: Double) {
    guard let low = estimate.low, let high = estimate.high else { return nil }
    center = estimate.mean
    (below, above) = ((estimate.mean - low) / z, (high - estimate.mean) / z)
  }

  func value(_ z: Double) -> Double { center + z * (z < 0 ? below : above) }

  /// The z of a value; infinite beyond a side without width.
  func z(of value: Double) -> Double {
    let distance = value - center
    let width = distance < 0 ? below : above
    return distance == 0 || width == .infinity ? 0 : distance / width
  }
}

private struct CoupledSides {
  let mine: Side
  let others: Side
  let correlation: Double

  /// The middles of steps of equal probability.
  private static let steps = (0..<200).map { Normal.quantile((Double($0) + 0.5) / 200) }

  /// P(mine - others ≤ y): over my z, the probability that the other z is large enough.
  private func probability(upTo y: Double) -> Double {
    let spread = (1 - correlation * correlation).squareRoot()
    let sum = Self.steps.reduce(0) { sum, z in
      let needed = others.z(of: mine.value(z) - y)
      return sum + Normal.cdf((correlation * z - needed) / spread)
    }
    return sum / Double(Self.steps.count)
  }

  /// By bisection; infinite where no distance is enough.
  func quantile(_ p: Double) -> Double {
    let center = mine.center - others.center
    let sides = [mine.below, mine.above, others.below, others.above].filter(\.isFinite)
    let reach = 20 * sides.reduce(0, +)
    guard reach > 0 || sides.count < 4 else { return center }
    var (low, high) = (center - reach, center + reach)
    if probability(upTo: low) > p { return -.infinity }
    if probability(upTo: high) < p { return .infinity }
    for _ in 0..<40 {
      let middle = (low + high) / 2
      if probability(upTo: middle) < p { low = middle } else { high = middle }
    }
    return (low + high) / 2
  }
}
