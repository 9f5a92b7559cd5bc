// Goals, in order: exactly 0 for a factor that changes nothing; the estimates of SALib from the
// same values; short.
//
// Source: A. Saltelli, P. Annoni, I. Azzini, F. Campolongo, M. Ratto and S. Tarantola, "Variance
// based sensitivity analysis of model output. Design and estimator for the total sensitivity
// index", Computer Physics Communications 181 (2010) 259-270, table 2, formulas (b) and (f); (f) is
// that of M. J. W. Jansen, "Analysis of variance designs for model output", Computer Physics
// Communications 117 (1999) 35-43.

/// The share of a quantity's variance that each factor causes, alone and together with others.
///
/// There are two independent points A and B of all factors for each base point, and for each factor
/// the point AB: that of A with the factor's value of B.
public struct SobolIndices: Sendable, Equatable {
  /// The share that a factor causes alone, by factor.
  public let first: [SensitivityIndex]
  /// The share that it causes alone and with others: it would be left if all others were known.
  public let total: [SensitivityIndex]

  /// - Parameters:
  ///   - values: The values: for each base point that of A, of AB for each factor, and of B;
  ///     finite. There are at least two base points.
  ///   - factors: The number of factors, at least 1.
  ///   - confidence: The confidence of the intervals, in (0, 1).
  ///   - resampling: The resampling of base points.
  public init(
    _ values: [Double], factors: Int, confidence: Double, resampling: Resampling
  ) {
    let size = factors + 2
    precondition(
      factors > 0 && values.count % size == 0 && values.count >= 2 * size,
      "a value for each point of a design of two base points or more")
    let terms = Terms(values, factors: factors)
    let all = [UInt8](repeating: 1, count: terms.count)
    let whole = all.withUnsafeBufferPointer { terms.indices($0, varianceMin: 0) }
    var (first, total) = ([[Double]](), [[Double]]())
    resampling.forEach(size: terms.count) { multiplicities in
      let indices = terms.indices(multiplicities, varianceMin: 1e-12 * terms.variance)
      first.append(indices.first)
      total.append(indices.total)
    }
    let indices = { (values: [Double], resampled: [[Double]]) in
      values.indices.map { place in
        SensitivityIndex(
          values[place], resampled: resampled.map { $0[place] }, confidence: confidence)
      }
    }
    self.first = indices(whole.first, first)
    self.total = indices(whole.total, total)
  }

  /// Whether the quantity is the same at all points.
  public var isConstant: Bool { total.allSatisfy { $0.value == 0 } }
}

/// The terms that the estimators sum up, by base point.
private struct Terms {
  let count: Int
  let variance: Double
  /// The sums of A and B, and the sums of their squares.
  private let sums, squares: [Double]
  /// The terms of the indices, by factor, then base point.
  private let first, total: [[Double]]

  init(_ values: [Double], factors: Int) {
    let size = factors + 2
    count = values.count / size
    // Centered values lose no digits; a factor's values stay equal where they were.
    let mean = values.reduce(0, +) / Double(values.count)
    let value = { (base: Int, place: Int) in values[base * size + place] - mean }
    let bases = 0..<count
    let a = bases.map { value($0, 0) }
    let b = bases.map { value($0, factors + 1) }
    sums = bases.map { a[$0] + b[$0] }
    squares = bases.map { a[$0] * a[$0] + b[$0] * b[$0] }
    first = (1...factors).map { factor in
      bases.map { b[$0] * (value($0, factor) - a[$0]) }
    }
    total = (1...factors).map { factor in
      bases.map { (a[$0] - value($0, factor)) * (a[$0] - value($0, factor)) / 2 }
    }
    let center = sums.reduce(0, +) / Double(2 * count)
    variance =
      bases.reduce(0) { sum, base in
        sum + (a[base] - center) * (a[base] - center) + (b[base] - center) * (b[base] - center)
      } / Double(2 * count)
  }

  /// - Parameters:
  ///   - multiplicities: The numbers that say how often each base point counts.
  ///   - varianceMin: The variance that rounding leaves: then nothing varies.
  func indices(
    _ multiplicities: UnsafeBufferPointer<UInt8>, varianceMin: Double
  ) -> (first: [Double], total: [Double]) {
    let mean = { (terms: [Double]) in
      var sum = 0.0
      for base in terms.indices { sum += Double(multiplicities[base]) * terms[base] }
      return sum / Double(count)
    }
    let center = mean(sums) / 2
    let variance = mean(squares) / 2 - center * center
    guard variance > varianceMin else {
      let none = [Double](repeating: 0, count: first.count)
      return (none, none)
    }
    return (first.map { mean($0) / variance }, total.map { mean($0) / variance })
  }
}
