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
  /// The distance of 0 from the difference, in normal numbers; 0 where nothing speaks against 0.
  private let zero: Double
  /// The distance of an end from the difference, in normal numbers.
  private let end: Double

  var isFinite: Bool { low.isFinite && high.isFinite }

  /// - Parameter correlation: in -1...1.
  /// - Returns: nil when an estimate has no interval.
  init?(_ here: Estimate, _ there: Estimate, _ correlation: Double, _ confidence: Double) {
    let z = Normal.quantile((1 + confidence) / 2)
    guard let mine = Side(here, z), let others = Side(there, z) else { return nil }
    let law = CoupledSides(
      mine: mine, others: others, correlation: min(1 - 1e-12, max(1e-12 - 1, correlation)))
    let difference = here.mean - there.mean
    let below = min(0.5, max(1e-300, law.probability(upTo: 0)))
    let above = min(0.5, max(1e-300, 1 - law.probability(upTo: 0)))
    self.init(
      low: law.quantile((1 - confidence) / 2), high: law.quantile((1 + confidence) / 2),
      zero: difference == 0 ? 0 : -Normal.quantile(difference > 0 ? below : above), end: z)
  }

  /// The two-sided p value of a difference of 0: normal numbers on Student's scale.
  ///
  /// - Parameter t: Student's t of the interval's ends.
  func pValue(t: Double, degreesOfFreedom: Double) -> Double {
    StudentT.twoSidedP(zero * t / end, degreesOfFreedom: degreesOfFreedom)
  }

  /// No length is measured from infinity: what the ends allow, taken at their worst.
  ///
  /// - Returns: nil when an estimate has no interval.
  static func atWorst(_ here: Estimate, _ there: Estimate) -> DifferenceEnds? {
    guard let low = here.low, let high = here.high, let otherLow = there.low,
      let otherHigh = there.high
    else { return nil }
    let (least, most) = (low - otherHigh, high - otherLow)
    return DifferenceEnds(
      low: least.isNaN ? -.infinity : least, high: most.isNaN ? .infinity : most)
  }

  /// No nearer to `difference` than a second rule allows. The distribution's own middle is another
  /// number where its sides differ; so an end may lie on the wrong side of it before.
  ///
  /// - Parameters:
  ///   - reach: The distances that the second rule allows, at least 0.
  ///   - pValue: The p value of that rule, of a difference of 0.
  func reaching(
    _ reach: (below: Double, above: Double), around difference: Double, pValue: Double
  ) -> DifferenceEnds {
    DifferenceEnds(
      low: min(low, difference - reach.below), high: max(high, difference + reach.above),
      zero: min(zero, -Normal.quantile(max(1e-300, pValue / 2))), end: end)
  }

  private init(low: Double, high: Double) {
    (self.low, self.high, zero, end) = (low, high, 0, 1)
  }

  /// - Parameter zero: by the ends themselves where they say otherwise, as they are bisected.
  private init(low: Double, high: Double, zero: Double, end: Double) {
    (self.low, self.high, self.end) = (low, high, end)
    self.zero = low > 0 || high < 0 ? max(zero, end) : min(zero, end.nextDown)
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

  /// P(mine - others ≤ y): over my z, the probability that the other z is large enough.
  func probability(upTo y: Double) -> Double {
    let spread = (1 - correlation * correlation).squareRoot()
    let surplus = { z in correlation * z - others.z(of: mine.value(z) - y) }
    let cuts = cuts(surplus, y)
    return zip(cuts, cuts.dropFirst()).reduce(0) { sum, piece in
      sum
        + Integration.overSmooth(piece.0, piece.1) { z in
          Normal.density(z) * Normal.cdf(surplus(z) / spread)
        }
    }
  }

  /// Where what is integrated bends or jumps: at both centres, and where the surplus is 0, which is
  /// a jump when the two move together. It is smooth between them, in pieces of 1.5 at most.
  private func cuts(_ surplus: (Double) -> Double, _ y: Double) -> [Double] {
    let kinks = [-Self.reach, 0, mine.z(of: y + others.center), Self.reach]
      .filter { abs($0) <= Self.reach }.sorted()
    let roots = zip(kinks, kinks.dropFirst()).compactMap { low, high -> Double? in
      // A straight line between kinks.
      let (first, last) = (low + (high - low) / 4, high - (high - low) / 4)
      let slope = (surplus(last) - surplus(first)) / (last - first)
      let root = first - surplus(first) / slope
      return root > low && root < high ? root : nil
    }
    let cuts = (kinks + roots).sorted()
    let pieces = zip(cuts, cuts.dropFirst()).flatMap { low, high -> [Double] in
      guard low < high else { return [] }
      let count = max(1, ((high - low) / 1.5).rounded(.up))
      return (0..<Int(count)).map { low + (high - low) * Double($0) / count }
    }
    return pieces + [Self.reach]
  }

  /// Beyond it lies a probability of 1e-16.
  private static let reach = 8.3

  /// It is found by bisection; infinite where no distance is enough.
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
