// Goals, in order: an interval that covers where the replication values are skewed; finite ends
// where events are so rare that many resamples have none; speed (one pass over
// all replications for each resample, several side by side).
//
// Source: B. Efron and R. J. Tibshirani, "An Introduction to the Bootstrap" (1993), section 12.5
// (bootstrap-t); F. Garwood, "Fiducial limits for the Poisson distribution", Biometrika 28 (1936)
// 437-442 (ends of rare events).

/// The bootstrap distribution of t* = (R* - R) / SE* of a ratio R.
///
/// A resample without spread has t* = 0 where R* = R, else plus or minus infinity.
struct BootstrapT {
  private let standardError: Double
  /// t*, ascending.
  private let sorted: [Double]
  /// R* - R of a resample without spread: how far below and above R the value lies that most
  /// replications share; 0 where there is no such resample.
  private let (spikeBelow, spikeAbove): (Double, Double)

  /// - Parameters:
  ///   - deviations: xᵢ - R·yᵢ, not all 0.
  ///   - denominators: yᵢ.
  ///   - standardError: of R, above 0.
  init(
    deviations: [Double], denominators: [Double], standardError: Double, _ resampling: Resampling
  ) {
    self.standardError = standardError
    var (ratios, below, above) = ([Double](), 0.0, 0.0)
    ratios.reserveCapacity(resampling.count)
    let products = Products(deviations, denominators)
    resampling.forEach(size: deviations.count) { multiplicities in
      let resample = Resample(products, multiplicities)
      ratios.append(resample.ratio(shiftMin: 1e-9 * standardError))
      guard !resample.hasSpread else { return }
      below = min(below, resample.shift)
      above = max(above, resample.shift)
    }
    sorted = ratios.sorted()
    (spikeBelow, spikeAbove) = (below, above)
  }

  /// - Parameters:
  ///   - ratios: t* of each resample, all finite.
  ///   - standardError: of the estimate, above 0.
  init(ratios: [Double], standardError: Double) {
    sorted = ratios.sorted()
    (self.standardError, spikeBelow, spikeAbove) = (standardError, 0, 0)
  }
}

/// The terms that resamples sum up: u, y, u², uy and y² of each replication's deviation u and
/// denominator y, in lanes that are added up side by side.
private struct Products {
  typealias Lanes = SIMD8<Double>

  let count: Double
  let rows: [(u: Lanes, y: Lanes, uu: Lanes, uy: Lanes, yy: Lanes)]

  init(_ deviations: [Double], _ denominators: [Double]) {
    count = Double(deviations.count)
    rows = stride(from: 0, to: deviations.count, by: Resampling.lanes).map { first in
      var (u, y) = (Lanes.zero, Lanes.zero)
      for lane in 0..<min(Resampling.lanes, deviations.count - first) {
        (u[lane], y[lane]) = (deviations[first + lane], denominators[first + lane])
      }
      return (u, y, u * u, u * y, y * y)
    }
  }
}

/// The sums over one resample.
private struct Resample {
  private let count: Double
  private let denominator: Double
  /// Σ(u - shift·y)²
  private let squares: Double
  /// R* - R
  let shift: Double
  /// The spread is beyond what rounding leaves.
  let hasSpread: Bool

  /// - Parameter multiplicities: The numbers that say how often each replication is drawn.
  init(_ products: Products, _ multiplicities: UnsafeBufferPointer<UInt8>) {
    typealias Lanes = Products.Lanes
    var (u, y, uu, uy, yy) = (Lanes.zero, Lanes.zero, Lanes.zero, Lanes.zero, Lanes.zero)
    let raw = UnsafeRawBufferPointer(multiplicities)
    products.rows.withUnsafeBufferPointer { rows in
      for place in rows.indices {
        let drawn = raw.loadUnaligned(fromByteOffset: place * 8, as: SIMD8<UInt8>.self)
        let (times, row) = (Lanes(drawn), rows[place])
        u += times * row.u
        y += times * row.y
        uu += times * row.uu
        uy += times * row.uy
        yy += times * row.yy
      }
    }
    count = products.count
    denominator = y.sum()
    shift = denominator > 0 ? u.sum() / denominator : 0
    let total = uu.sum()
    squares = total - 2 * shift * uy.sum() + shift * shift * yy.sum()
    hasSpread = squares > 1e-10 * total
  }

  /// t*
  func ratio(shiftMin: Double) -> Double {
    if abs(shift) <= shiftMin { return 0 }
    if !hasSpread { return shift < 0 ? -.infinity : .infinity }
    let standardError = (squares * count / (count - 1)).squareRoot() / denominator
    return shift / standardError
  }
}

// MARK: - Reading

extension BootstrapT {
  /// Nearly all replications share one value, so that resamples have no spread.
  var hasSpike: Bool { spikeBelow != 0 || spikeAbove != 0 }

  /// One end of an interval.
  struct End {
    let value: Double
    let isGarwood: Bool
  }

  /// The ends of the interval around `estimate` that leaves out `tail` on either side.
  ///
  /// Where the needed quantile of t* is infinite (more than a share of `tail` of the resamples have
  /// no spread), nearly all replications share one value, and the estimate's distance from it is
  /// taken for a scaled Poisson count of k = (distance/SE)² events: that end is Garwood's.
  ///
  /// - Parameter tail: in (0, 0.5). Where it is rarer than any resample, the outermost t* is
  ///   stretched as normal quantiles are.
  func ends(around estimate: Double, tail: Double) -> (low: End, high: End) {
    let rank = max(1, Int((tail * Double(sorted.count + 1)).rounded(.down)))
    let low = end(
      estimate, stretched(sorted[sorted.count - rank], tail), spike: spikeAbove, tail: tail)
    let high = end(
      estimate, -stretched(-sorted[rank - 1], tail), spike: spikeBelow, tail: tail)
    return low.value <= high.value ? (low, high) : (high, low)
  }

  /// The share of the outermost resample.
  private var tailMin: Double { 1 / Double(sorted.count + 1) }

  /// - Parameter ratio: The quantile of t* on the upper side; of a rarer `tail` the outermost one.
  private func stretched(_ ratio: Double, _ tail: Double) -> Double {
    guard tail < tailMin, ratio.isFinite else { return ratio }
    let outermost = -Normal.quantile(tailMin)
    return max(ratio, outermost) * -Normal.quantile(tail) / outermost
  }

  /// The tail to which the outermost t* must be stretched to reach a t* beyond it.
  private func stretchedTail(_ ratio: Double, beyond outermost: Double) -> Double {
    let normal = -Normal.quantile(tailMin)
    return min(tailMin, Normal.cdf(-normal * ratio / max(outermost, normal)))
  }

  /// - Parameter ratio: The quantile of t* that decides.
  private func end(_ estimate: Double, _ ratio: Double, spike: Double, tail: Double) -> End {
    guard ratio.isFinite else {
      let far = farEnd(estimate, spike: spike, tail: tail)
      // No nearer than what resamples with spread say.
      let outermost = ratio > 0 ? sorted.last(where: \.isFinite) : sorted.first(where: \.isFinite)
      let other = estimate - (outermost ?? 0) * standardError
      let isFarther = ratio > 0 ? far <= other : far >= other
      return End(value: isFarther ? far : other, isGarwood: isFarther)
    }
    return End(value: estimate - ratio * standardError, isGarwood: false)
  }

  /// The end that lies away from the value that most replications share.
  ///
  /// - Parameter spike: where that value lies, seen from the estimate.
  private func farEnd(_ estimate: Double, spike: Double, tail: Double) -> Double {
    let events = (spike / standardError) * (spike / standardError)
    let limit = ChiSquare.quantile(1 - tail, degreesOfFreedom: 2 * (events + 1)) / 2
    return estimate + spike - spike * limit / events
  }

  /// Two-sided, of the hypothesis that the true value is 0: the smallest 2 · `tail` from which on
  /// every interval leaves 0 out.
  func pValue(of estimate: Double) -> Double {
    let ratio = estimate / standardError
    var above = tail(
      estimate, reached: sorted.count { $0 >= ratio },
      infinite: sorted.count { $0 == .infinity }, spike: spikeAbove)
    var below = tail(
      estimate, reached: sorted.count { $0 <= ratio },
      infinite: sorted.count { $0 == -.infinity }, spike: spikeBelow)
    if let last = sorted.last, last < ratio { above = stretchedTail(ratio, beyond: last) }
    if let first = sorted.first, first > ratio { below = stretchedTail(-ratio, beyond: -first) }
    return min(1, 2 * min(above, below))
  }

  /// The smallest `tail` from which on one end of the interval leaves 0 out.
  ///
  /// - Parameters:
  ///   - reached: how many t* are at least as far out as that of 0.
  ///   - infinite: how many of them are infinite; where 0 lies beyond all the others, it is the far
  ///     end that decides, which reaches 0 at a limit of k · (1 + estimate/spike) events.
  private func tail(
    _ estimate: Double, reached: Int, infinite: Int, spike: Double
  ) -> Double {
    let share = Double(reached + 1) / Double(sorted.count + 1)
    guard infinite > 0, reached == infinite else { return share }
    let events = (spike / standardError) * (spike / standardError)
    let limit = events * (1 + estimate / spike)
    return min(share, ChiSquare.upperTail(2 * limit, degreesOfFreedom: 2 * (events + 1)))
  }
}

// MARK: - When

/// Beyond this skewness of the replication values an interval is a bootstrap-t.
let skewnessMax = 1.0

/// The skewness g₁ = m₃ / m₂^(3/2) of values around their mean; 0 where they are all the same.
///
/// Source: docs/explanation/statistics.md, "Intervals"; the estimator without bias correction.
func skewness(_ values: [Double]) -> Double {
  let n = Double(values.count)
  guard n > 0 else { return 0 }
  let mean = values.reduce(0, +) / n
  let squares = values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / n
  let cubes = values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) * ($1 - mean) } / n
  return squares > 0 ? cubes / (squares * squares.squareRoot()) : 0
}
