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
    let products = ControlProducts(fit.refitted, fit.residuals)
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

/// The products of controls and residuals that a resample adds up.
private struct ControlProducts {
  typealias Lanes = SIMD8<Double>

  private let count: Int
  private let controls: Int
  /// One row for each variable (the controls, then the residual), then one for each product of a
  /// pair of them, the later one first; eight replications at a time.
  private let rows: [[Lanes]]

  init(_ columns: [[Double]], _ residuals: [Double]) {
    count = residuals.count
    controls = columns.count
    let variables = columns + [residuals]
    let pairs = variables.indices.flatMap { one in
      (0...one).map { other in zip(variables[one], variables[other]).map { $0 * $1 } }
    }
    rows = (variables + pairs).map { values in
      stride(from: 0, to: values.count, by: Resampling.lanes).map { first in
        var lanes = Lanes.zero
        for lane in 0..<min(Resampling.lanes, values.count - first) {
          lanes[lane] = values[first + lane]
        }
        return lanes
      }
    }
  }

  /// - Returns: nil where the controls have no fit.
  func resample(
    _ multiplicities: UnsafeBufferPointer<UInt8>
  ) -> (shift: Double, standardError: Double)? {
    let raw = UnsafeRawBufferPointer(multiplicities)
    let sums = rows.map { lanes in
      lanes.indices.reduce(Lanes.zero) { sum, place in
        let drawn = raw.loadUnaligned(fromByteOffset: place * 8, as: SIMD8<UInt8>.self)
        return sum + Lanes(drawn) * lanes[place]
      }.sum()
    }
    let n = Double(count)
    let means = sums.prefix(controls + 1).map { $0 / n }
    return fit(means) { one, other in
      sums[controls + 1 + one * (one + 1) / 2 + other] - n * means[one] * means[other]
    }
  }

  /// Uses Cholesky's factor of the centred products, whose last row is that of the residual.
  private func fit(
    _ means: [Double], _ product: (_ one: Int, _ other: Int) -> Double
  ) -> (shift: Double, standardError: Double)? {
    var factor: [[Double]] = []
    for one in 0...controls {
      var row: [Double] = []
      for other in 0..<one {
        let known = zip(row, factor[other]).reduce(product(one, other)) { $0 - $1.0 * $1.1 }
        row.append(known / factor[other][other])
      }
      let square = product(one, one)
      let rest = row.reduce(square) { $0 - $1 * $1 }
      guard one < controls else {
        return estimate(means, factor, last: row, rest: max(0, rest))
      }
      guard rest > 1e-9 * square, square > 0 else { return nil }
      factor.append(row + [rest.squareRoot()])
    }
    return nil
  }

  /// - Parameters:
  ///   - last: The residual's row: with the means in the factor's own scale it gives β·C̄.
  ///   - rest: The sum of squares that is left.
  private func estimate(
    _ means: [Double], _ factor: [[Double]], last: [Double], rest: Double
  ) -> (shift: Double, standardError: Double) {
    var scaled: [Double] = []
    for (row, mean) in zip(factor, means) {
      scaled.append(zip(row, scaled).reduce(mean) { $0 - $1.0 * $1.1 } / row[row.count - 1])
    }
    let shift = zip(last, scaled).reduce(means[controls]) { $0 - $1.0 * $1.1 }
    let leverage = scaled.reduce(0) { $0 + $1 * $1 }
    let variance = rest / Double(count - controls - 1) * (1 / Double(count) + leverage)
    return (shift, variance.squareRoot())
  }
}
