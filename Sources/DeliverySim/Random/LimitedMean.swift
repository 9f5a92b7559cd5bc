internal import CGSL
import Foundation

/// The limited expected value E[min(X, x)] of a law, in closed form: what its spans have in common
/// with a window of length x.
///
/// Divided by E[X] it is the probability that the residual life in equilibrium is at most x.
///
/// Source: S. A. Klugman, H. H. Panjer and G. E. Willmot, "Loss Models" (2012), section 3.1 and
/// appendix A.
public struct LimitedMean: Sendable {
  private let law: Distribution.Law
  /// The values of an empirical law, ascending, and the sum of those before each of them.
  private let sorted: [Double]
  private let sums: [Double]
  /// The parts of a mixture, or of a shifted law.
  private let parts: [(weight: Double, mean: LimitedMean)]

  public init(_ distribution: Distribution) {
    law = distribution.law
    switch law {
    case .empirical(let values):
      sorted = values.sorted()
      sums = sorted.reduce(into: [0]) { $0.append($0[$0.count - 1] + $1) }
      parts = []
    case .mixture(let weights, let laws):
      (sorted, sums) = ([], [])
      parts = zip(Self.shares(weights), laws).map { ($0, LimitedMean($1)) }
    case .shifted(_, let law):
      (sorted, sums, parts) = ([], [], [(1, LimitedMean(law))])
    default:
      (sorted, sums, parts) = ([], [], [])
    }
  }

  /// - Parameter limit: x, at least 0, in the unit of the law.
  /// - Returns: From 0 to the mean of the law; finite where that mean is not.
  public func callAsFunction(_ limit: Double) -> Double {
    precondition(limit >= 0, "a window is not negative")
    guard limit > 0 else { return 0 }
    return switch law {
    case .constant(let value): min(value, limit)
    case .exponential(let mean): Self.exponential(mean, limit)
    case .uniform(let min, let max): Self.uniform(min, max, limit)
    case .gamma(let mean, let shape): Self.gamma(mean, shape, limit)
    case .lognormal(let logMedian, let sigma): Self.lognormal(logMedian, sigma, limit)
    case .weibull(let scale, let shape): Self.weibull(scale, shape, limit)
    case .pareto(let scale, let shape): Self.pareto(scale, shape, limit)
    case .hyperexponential(let weights, let means):
      zip(Self.shares(weights), means).reduce(0) { $0 + $1.0 * Self.exponential($1.1, limit) }
    case .geometric(let mean): Self.geometric(mean, limit)
    case .empirical: empirical(limit)
    case .mixture: parts.reduce(0) { $0 + $1.weight * $1.mean(limit) }
    case .shifted(let by, _): limit <= by ? limit : by + parts[0].mean(limit - by)
    }
  }
}

extension Distribution {
  /// Some values have a probability of their own.
  public var hasAtoms: Bool {
    switch law {
    case .constant, .geometric, .empirical: true
    case .uniform(let min, let max): min == max
    case .lognormal(_, let sigma): sigma == 0
    case .exponential, .gamma, .weibull, .pareto, .hyperexponential: false
    case .mixture(_, let laws): laws.contains(where: \.hasAtoms)
    case .shifted(_, let law): law.hasAtoms
    }
  }
}

extension LimitedMean {
  // MARK: Single laws

  private static func shares(_ weights: [Double]) -> [Double] {
    let total = weights.reduce(0, +)
    return weights.map { $0 / total }
  }

  private static func exponential(_ mean: Double, _ limit: Double) -> Double {
    -mean * expm1(-limit / mean)
  }

  private static func uniform(_ min: Double, _ max: Double, _ limit: Double) -> Double {
    if limit <= min { return limit }
    if limit >= max { return min / 2 + max / 2 }
    return min + (limit - min) * (2 * max - min - limit) / (2 * (max - min))
  }

  private static func gamma(_ mean: Double, _ shape: Double, _ limit: Double) -> Double {
    let scale = mean / shape
    return mean * gsl_cdf_gamma_P(limit, shape + 1, scale)
      + limit * gsl_cdf_gamma_Q(limit, shape, scale)
  }

  private static func lognormal(_ logMedian: Double, _ sigma: Double, _ limit: Double) -> Double {
    guard sigma > 0 else { return min(exp(logMedian), limit) }
    let distance = (log(limit) - logMedian) / sigma
    return exp(logMedian + sigma * sigma / 2) * gsl_cdf_ugaussian_P(distance - sigma)
      + limit * gsl_cdf_ugaussian_Q(distance)
  }

  private static func weibull(_ scale: Double, _ shape: Double, _ limit: Double) -> Double {
    let hazard = pow(limit / scale, shape)
    return scale * tgamma(1 + 1 / shape) * gsl_cdf_gamma_P(hazard, 1 + 1 / shape, 1)
      + limit * exp(-hazard)
  }

  private static func pareto(_ scale: Double, _ shape: Double, _ limit: Double) -> Double {
    if limit <= scale { return limit }
    let excess = shape - 1
    // (1 - (scale/x)^excess) / excess, which is ln(x/scale) where the excess is 0.
    let logRatio = log(limit / scale)
    return scale + scale * (excess == 0 ? logRatio : -expm1(-excess * logRatio) / excess)
  }

  /// P(X > i) = (1 - 1/mean)^i.
  private static func geometric(_ mean: Double, _ limit: Double) -> Double {
    let whole = limit.rounded(.down)
    let beyond = pow(1 - 1 / mean, whole)
    return mean * (1 - beyond) + (limit - whole) * beyond
  }

  private func empirical(_ limit: Double) -> Double {
    var (low, high) = (0, sorted.count)
    while low < high {
      let middle = (low + high) / 2
      if sorted[middle] < limit { low = middle + 1 } else { high = middle }
    }
    let rest = Double(sorted.count - low) * limit
    return (sums[low] + rest) / Double(sorted.count)
  }
}
