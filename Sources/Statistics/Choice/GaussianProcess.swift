// Goals, in order: never sure where nothing was looked at; few points suffice; short.
//
// Sources: C. E. Rasmussen, C. K. I. Williams, "Gaussian Processes for Machine Learning" (2006),
// sections 2.2, 4.2 and 5.4; B. Ankenman, B. L. Nelson, J. Staum, "Stochastic Kriging for
// Simulation Metamodeling", Operations Research 58 (2010) 371-382 (each value has a variance of its
// own); D. R. Jones, M. Schonlau, W. J. Welch, "Efficient Global Optimization of Expensive
// Black-Box Functions", Journal of Global Optimization 13 (1998) 455-492 (expected improvement).

import Foundation

/// An estimate of a smooth function from values with errors at some points.
///
/// Before anything is known, the function has the same mean and variance everywhere, and a
/// correlation of Matérn's kind (5/2) between points: near 1 within a length, which each coordinate
/// has of its own.
public struct GaussianProcess: Sendable {
  private let points: [[Double]]
  private let mean: Double
  private let variance: Double
  private let lengths: [Double]
  private let factor: CholeskyFactor
  /// L⁻¹·(values - mean).
  private let weights: [Double]

  /// Makes the process with a known kernel.
  ///
  /// - Parameters:
  ///   - points: The points, at least one; all with as many coordinates as there are lengths.
  ///   - values: The values by point, finite.
  ///   - noise: The variances of the values' errors by point, at least 0 [square of its unit].
  ///   - mean: Of the function before anything is known.
  ///   - variance: Of the function before anything is known, above 0.
  ///   - lengths: The lengths by coordinate, above 0, in its unit.
  /// - Returns: nil where points without noise coincide, or nearly so.
  public init?(
    points: [[Double]], values: [Double], noise: [Double], mean: Double, variance: Double,
    lengths: [Double]
  ) {
    precondition(
      !points.isEmpty && points.count == values.count && points.count == noise.count
        && points.allSatisfy { $0.count == lengths.count },
      "a value and a variance for each point, a length for each coordinate")
    let covariances = points.indices.map { row in
      points.indices.map { column -> Double in
        // The upper triangle is not read.
        if column > row { return 0 }
        let own = column == row ? noise[row] : 0
        return variance * Self.correlation(points[row], points[column], lengths) + own
      }
    }
    guard let factor = CholeskyFactor(covariances) else { return nil }
    (self.points, self.mean, self.variance, self.lengths) = (points, mean, variance, lengths)
    self.factor = factor
    weights = factor.solved(values.map { $0 - mean })
  }

  private static func correlation(
    _ point: [Double], _ other: [Double], _ lengths: [Double]
  ) -> Double {
    var square = 0.0
    for place in lengths.indices {
      let distance = (point[place] - other[place]) / lengths[place]
      square += distance * distance
    }
    let far = (5 * square).squareRoot()
    return (1 + far + 5 * square / 3) * exp(-far)
  }
}

extension GaussianProcess {
  /// The expected value of the function at a point, with its variance.
  ///
  /// - Returns: The mean, and the variance of the function itself, at least 0: without the error
  ///   that a value there would have.
  public func at(_ point: [Double]) -> (mean: Double, variance: Double) {
    let covariances = points.map { variance * Self.correlation($0, point, lengths) }
    let solved = factor.solved(covariances)
    let shift = zip(solved, weights).reduce(0) { $0 + $1.0 * $1.1 }
    let known = solved.reduce(0) { $0 + $1 * $1 }
    return (mean + shift, max(0, variance - known))
  }

  /// The natural logarithm of the values' density.
  public var logLikelihood: Double {
    let squares = weights.reduce(0) { $0 + $1 * $1 }
    let constant = Double(points.count) * log(2 * Double.pi)
    return -(squares + factor.logDeterminant + constant) / 2
  }

  /// The mean amount by which a normal variable is better than `best`; it counts as 0 where the
  /// variable is worse.
  ///
  /// - Parameters:
  ///   - mean: Of the variable; more is better.
  ///   - deviation: Its standard deviation, at least 0.
  ///   - best: The value that it is to exceed.
  public static func expectedImprovement(
    mean: Double, deviation: Double, over best: Double
  ) -> Double {
    let gain = mean - best
    guard deviation > 0 else { return max(0, gain) }
    let z = gain / deviation
    return max(0, gain * Normal.cdf(z) + deviation * Normal.density(z))
  }
}

extension GaussianProcess {
  // MARK: Fitting

  /// The kernel of the largest likelihood, but for a weak preference: lengths about half a side,
  /// a variance as the values have. The mean is that of the values.
  ///
  /// - Parameters:
  ///   - points: The points, at least one; coordinates in 0 to 1.
  ///   - values: The values by point, finite.
  ///   - noise: The variances of the values' errors by point, at least 0.
  public static func fitted(
    _ points: [[Double]], values: [Double], noise: [Double]
  ) -> GaussianProcess {
    let count = Double(values.count)
    let mean = values.reduce(0, +) / count
    let spread = values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / count
    // Values that all agree say that it is flat.
    let scale = max(spread, 1e-12 * mean * mean, 1e-200)
    let noise = noise.map { max($0, scale * noiseMin) }
    let process = { (logs: [Double]) in
      GaussianProcess(
        points: points, values: values, noise: noise, mean: mean, variance: scale * exp(logs[0]),
        lengths: logs.dropFirst().map { lengthUsual * exp($0) })
    }
    let misfit = { (logs: [Double]) -> Double in
      let unusual = logs.reduce(0) { $0 + $1 * $1 } / 2
      guard unusual < unusualMax, let process = process(logs) else { return .infinity }
      return unusual - process.logLikelihood
    }
    let starts = [0, -1.5].map { [0] + [Double](repeating: $0, count: points[0].count) }
    let ends = starts + starts.compactMap { Minimum.find(from: $0, size: 0.02, misfit) }
    guard let best = ends.min(by: { misfit($0) < misfit($1) }), let process = process(best) else {
      preconditionFailure("with noise, the matrix has a factor")
    }
    return process
  }

  private static var lengthUsual: Double { 0.5 }
  /// As a share of the values' variance: so that rounding decides nothing.
  private static var noiseMin: Double { 1e-8 }
  /// Beyond it numbers would overflow.
  private static var unusualMax: Double { 200 }
}
