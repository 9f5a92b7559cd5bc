// Goals, in order: the same laws with the same parameters as a scenario has; right in both tails;
// short.
//
// Source: GSL 2.7.1 Reference Manual, "Random Number Distributions"; densities from there, in
// logarithms.

internal import CGSL
import Foundation

/// A law of a length of time above 0 that can be fitted: its density and its tail.
public enum SpanLaw: Sendable, Equatable {
  case exponential(mean: Double)
  /// The logarithm is Normal(`logMedian`, `sigma`).
  case lognormal(logMedian: Double, sigma: Double)
  case weibull(scale: Double, shape: Double)
  case gamma(mean: Double, shape: Double)
  /// Two exponential laws; `share` is the probability of the first.
  case hyperexponential(share: Double, means: [Double])
  /// So much more than the law: the smallest value.
  indirect case shifted(by: Double, of: SpanLaw)
}

extension SpanLaw {
  /// The name in a scenario.
  public var name: String {
    switch self {
    case .exponential: "exponential"
    case .lognormal: "lognormal"
    case .weibull: "weibull"
    case .gamma: "gamma"
    case .hyperexponential: "hyperexponential"
    case .shifted: "shifted"
    }
  }

  /// The number of parameters that were fitted.
  public var parameterCount: Int {
    switch self {
    case .exponential: 1
    case .lognormal, .weibull, .gamma: 2
    case .hyperexponential: 3
    case .shifted(_, let law): law.parameterCount + 1
    }
  }

  /// E[X]
  public var mean: Double {
    switch self {
    case .exponential(let mean), .gamma(let mean, _): mean
    case .lognormal(let logMedian, let sigma): exp(logMedian + sigma * sigma / 2)
    case .weibull(let scale, let shape): scale * tgamma(1 + 1 / shape)
    case .hyperexponential(let share, let means): share * means[0] + (1 - share) * means[1]
    case .shifted(let by, let law): by + law.mean
    }
  }

  /// The logarithm of the density at `x`, which is above 0.
  public func logDensity(_ x: Double) -> Double {
    switch self {
    case .exponential(let mean): return -x / mean - log(mean)
    case .lognormal(let logMedian, let sigma):
      let z = (log(x) - logMedian) / sigma
      return -z * z / 2 - log(x * sigma) - log(2 * Double.pi) / 2
    case .weibull(let scale, let shape):
      let logRatio = log(x / scale)
      return log(shape / scale) + (shape - 1) * logRatio - exp(shape * logRatio)
    case .gamma(let mean, let shape):
      let scaled = x * shape / mean
      return shape * log(scaled) - scaled - log(x) - GSL.value(gsl_sf_lngamma(shape))
    case .hyperexponential(let share, let means):
      let first = log(share / means[0]) - x / means[0]
      let second = log((1 - share) / means[1]) - x / means[1]
      let larger = max(first, second)
      return larger + log(exp(first - larger) + exp(second - larger))
    case .shifted(let by, let law): return x > by ? law.logDensity(x - by) : -.infinity
    }
  }

  /// P(X > x) for `x` of at least 0.
  public func survival(_ x: Double) -> Double {
    switch self {
    case .exponential(let mean): exp(-x / mean)
    case .lognormal(let logMedian, let sigma):
      x > 0 ? GSL.value(gsl_cdf_lognormal_Q(x, logMedian, sigma)) : 1
    case .weibull(let scale, let shape): exp(-pow(x / scale, shape))
    case .gamma(let mean, let shape): Gamma.survival(x, shape: shape, scale: mean / shape)
    case .hyperexponential(let share, let means):
      share * exp(-x / means[0]) + (1 - share) * exp(-x / means[1])
    case .shifted(let by, let law): x > by ? law.survival(x - by) : 1
    }
  }
}
