// Goals, in order: resamples that do all that the estimate has done, so that the interval knows
// what fitting costs; speed (one pass over the replications for each resample, eight at a time).

extension BootstrapT {
  /// The bootstrap of an estimate with controls: each resample fits the coefficients again, to
  /// controls whose known mean is that of all replications.
  ///
  /// A resample that leaves the controls without a fit has no t*; one without spread counts as far
  /// out as the farthest.
  ///
  /// - Parameter fit: The fit; its residuals are not all 0.
  init(_ fit: ControlFit, standardError: Double, _ resampling: Resampling) {
    var products = ControlProducts(fit.refitted, fit.residuals)
    var (ratios, signs) = ([Double](), [Double]())
    ratios.reserveCapacity(resampling.count)
    resampling.forEach(size: fit.residuals.count) { multiplicities in
      guard let resample = products.resample(multiplicities) else { return }
      if resample.standardError > 1e-9 * standardError {
        ratios.append(resample.shift / resample.standardError)
      } else if abs(resample.shift) <= 1e-9 * standardError {
        ratios.append(0)
      } else {
        signs.append(resample.shift < 0 ? -1 : 1)
      }
    }
    let farthest = ratios.reduce(0) { max($0, abs($1)) }
    self.init(ratios: ratios + signs.map { $0 * farthest }, standardError: standardError)
  }
}

/// The products of controls and residuals that a resample adds up, and room for its fit.
private struct ControlProducts {
  typealias Lanes = SIMD8<Double>

  private let count: Int
  private let controls: Int
  /// Eight replications at a time: of each variable (the controls, then the residual), then of each
  /// product of a pair of them, the later one first.
  private let rows: [Lanes]
  /// The sums over the resample, in the order of a row.
  private var sums: [Lanes]
  private var means: [Double]
  /// Cholesky's factor of the centred products, row by row; the last row is that of the residual.
  private var factor: [Double]
  /// The controls' means in the factor's own scale.
  private var scaled: [Double]

  init(_ columns: [[Double]], _ residuals: [Double]) {
    (count, controls) = (residuals.count, columns.count)
    let variables = columns + [residuals]
    let pairs = variables.indices.flatMap { one in
      (0...one).map { other in zip(variables[one], variables[other]).map { $0 * $1 } }
    }
    let values = variables + pairs
    rows = stride(from: 0, to: count, by: Resampling.lanes).flatMap { first in
      values.map { values in
        var lanes = Lanes.zero
        for lane in 0..<min(Resampling.lanes, values.count - first) {
          lanes[lane] = values[first + lane]
        }
        return lanes
      }
    }
    sums = values.map { _ in .zero }
    means = variables.map { _ in 0 }
    factor = pairs.map { _ in 0 }
    scaled = columns.map { _ in 0 }
  }

  /// - Returns: nil where the controls have no fit.
  mutating func resample(
    _ multiplicities: UnsafeBufferPointer<UInt8>
  ) -> (shift: Double, standardError: Double)? {
    addUp(UnsafeRawBufferPointer(multiplicities))
    for variable in means.indices { means[variable] = sums[variable].sum() / Double(count) }
    guard let rest = fit() else { return nil }
    return estimate(rest: rest)
  }

  private mutating func addUp(_ multiplicities: UnsafeRawBufferPointer) {
    for place in sums.indices { sums[place] = .zero }
    for (block, first) in stride(from: 0, to: rows.count, by: sums.count).enumerated() {
      let drawn = multiplicities.loadUnaligned(fromByteOffset: block * 8, as: SIMD8<UInt8>.self)
      let times = Lanes(drawn)
      for place in sums.indices { sums[place] += times * rows[first + place] }
    }
  }

  /// The place of the product of two variables among the pairs; `other` is not the later one.
  private func pair(_ one: Int, _ other: Int) -> Int { one * (one + 1) / 2 + other }

  /// Fills the factor.
  ///
  /// - Returns: The residual's sum of squares that is left; nil where the controls have no fit.
  private mutating func fit() -> Double? {
    for one in 0...controls {
      for other in 0...one {
        let sum = sums[controls + 1 + pair(one, other)].sum()
        let product = sum - Double(count) * means[one] * means[other]
        var known = product
        for term in 0..<other { known -= factor[pair(one, term)] * factor[pair(other, term)] }
        guard other == one else {
          factor[pair(one, other)] = known / factor[pair(other, other)]
          continue
        }
        // Rounding leaves a little of the squares, which is no spread.
        guard one < controls else { return known > 1e-10 * sum ? known : 0 }
        guard known > 1e-9 * product, product > 0 else { return nil }
        factor[pair(one, one)] = known.squareRoot()
      }
    }
    return nil
  }

  /// - Parameter rest: The sum of squares that is left.
  private mutating func estimate(rest: Double) -> (shift: Double, standardError: Double) {
    var (shift, leverage) = (means[controls], 0.0)
    for one in 0..<controls {
      var mean = means[one]
      for term in 0..<one { mean -= factor[pair(one, term)] * scaled[term] }
      scaled[one] = mean / factor[pair(one, one)]
      shift -= factor[pair(controls, one)] * scaled[one]
      leverage += scaled[one] * scaled[one]
    }
    let variance = rest / Double(count - controls - 1) * (1 / Double(count) + leverage)
    return (shift, variance.squareRoot())
  }
}
