// The probability that a law exceeds a value, and its quantiles, for texts about a law. Samplers
// have faster ways (Distribution+Inversion, QuantileTable).
//
// Source of the distribution functions: GNU Scientific Library 2.7, "Random Number Distributions".

internal import CGSL
import Foundation

extension Distribution {
  /// The smallest value that is exceeded with at most the probability `tail`: 0.5 gives the median.
  ///
  /// It is found by bisection over all doubles, so that values with a probability of their own are
  /// met exactly.
  ///
  /// - Parameter tail: Above 0, below 1.
  /// - Complexity: 63 values of ``survival(beyond:)``.
  public func quantile(exceededBy tail: Double) -> Double {
    precondition(tail > 0 && tail < 1, "a probability that is neither 0 nor 1")
    guard survival(beyond: 0) > tail else { return 0 }
    // Doubles of at least 0 are ordered as their bits are.
    var (low, high) = (UInt64(0), Double.greatestFiniteMagnitude.bitPattern)
    while high - low > 1 {
      let middle = low + (high - low) / 2
      if survival(beyond: Double(bitPattern: middle)) > tail { low = middle } else { high = middle }
    }
    return Double(bitPattern: high)
  }

  /// P(X > x).
  ///
  /// - Parameter x: The value, at least 0.
  /// - Complexity: O(n) in the number of values or parts of the law.
  public func survival(beyond x: Double) -> Double {
    switch law {
    case .constant(let value): x < value ? 1 : 0
    case .exponential(let mean): exp(-x / mean)
    case .uniform(let min, let max): x < min ? 1 : x >= max ? 0 : (max - x) / (max - min)
    case .gamma(let mean, let shape): gsl_cdf_gamma_Q(x, shape, mean / shape)
    case .lognormal(let logMedian, let sigma): Self.lognormal(logMedian, sigma, x)
    case .weibull(let scale, let shape): exp(-pow(x / scale, shape))
    case .pareto(let scale, let shape): x < scale ? 1 : pow(scale / x, shape)
    case .hyperexponential(let weights, let means):
      Self.weighted(weights, means) { exp(-x / $0) }
    case .geometric(let mean): pow(1 - 1 / mean, x.rounded(.down))
    case .empirical(let values): Double(values.count { $0 > x }) / Double(values.count)
    case .mixture(let weights, let laws):
      Self.weighted(weights, laws) { $0.survival(beyond: x) }
    case .shifted(let by, let law): x < by ? 1 : law.survival(beyond: x - by)
    }
  }

  private static func lognormal(_ logMedian: Double, _ sigma: Double, _ x: Double) -> Double {
    guard sigma > 0 else { return x < exp(logMedian) ? 1 : 0 }
    return gsl_cdf_lognormal_Q(x, logMedian, sigma)
  }

  private static func weighted<Part>(
    _ weights: [Double], _ parts: [Part], _ survival: (Part) -> Double
  ) -> Double {
    let sum = zip(weights, parts).reduce(0) { $0 + $1.0 * survival($1.1) }
    return sum / weights.reduce(0, +)
  }
}
