// Sampling from a law, and from its equilibrium residual life.
//
// Goals, in this order: the right law; one uniform number per variate where the inverse
// distribution function is cheap, so that a changed parameter keeps the coupling; a finite result
// for every generator, stuck ones included.
//
// Source of the inverse functions and of the gamma sampler: GNU Scientific Library 2.7, "Random
// Number Distributions".

internal import CGSL
import Foundation

extension Distribution {
  /// A variate.
  public func sample(_ draws: inout Draws) -> Double {
    guard let pieces else { return Self.finite(variate(&draws)) }
    // The table is there as long as the law is, which the caller keeps: no count is touched.
    let place = QuantileTable.Place(draws.word())
    if let value = QuantileTable.value(place, in: pieces) { return value * tableScale }
    return Self.finite(law.quantile(place))
  }

  private func variate(_ draws: inout Draws) -> Double {
    switch law {
    case .constant(let value): value
    case .exponential, .weibull: law.quantile(QuantileTable.Place(draws.word()))
    case .lognormal(let logMedian, let sigma):
      sigma == 0 ? exp(logMedian) : law.quantile(QuantileTable.Place(draws.word()))
    case .uniform(let min, let max): gsl_cdf_flat_Pinv(draws.uniform(), min, max)
    case .gamma(let mean, let shape): Self.gamma(shape: shape, scale: mean / shape, &draws)
    case .pareto(let scale, let shape): gsl_cdf_pareto_Qinv(draws.uniform(), shape, scale)
    case .hyperexponential(let weights, let means):
      gsl_cdf_exponential_Qinv(draws.uniform(), means[Self.choose(weights, &draws)])
    case .geometric(let mean): Self.geometric(mean: mean, &draws)
    case .empirical(let values): values[draws.below(values.count)]
    case .mixture(let weights, let laws): laws[Self.choose(weights, &draws)].sample(&draws)
    case .shifted(let by, let law): by + law.sample(&draws)
    }
  }

  /// A variate as a span of time; the law is in seconds.
  public func sampleTime(_ draws: inout Draws) -> SimTime {
    SimTime(seconds: sample(&draws))
  }

  /// The rest of a span of this law after a random moment inside it: a share, uniform in 0 ... 1,
  /// of a span chosen in proportion to its length. The start of a stationary renewal process.
  ///
  /// Source: D. R. Cox, "Renewal Theory" (1962), section 5.2; the length-biased laws follow from
  /// x·f(x).
  ///
  /// - Precondition: The mean is finite and above 0.
  public func sampleResidual(_ draws: inout Draws) -> Double {
    precondition(mean > 0 && mean.isFinite, "a residual life needs a finite mean above 0")
    switch law {
    case .exponential: return sample(&draws)
    case .hyperexponential(let weights, let means):
      let byTime = zip(weights, means).map { $0 * $1 }
      return Self.finite(
        gsl_cdf_exponential_Qinv(draws.uniform(), means[Self.choose(byTime, &draws)]))
    case .mixture(let weights, let laws):
      let byTime = zip(weights, laws).map { $0 > 0 ? $0 * $1.mean : 0 }
      return laws[Self.choose(byTime, &draws)].sampleResidual(&draws)
    case .shifted(let by, let law):
      // P(X > x) is 1 below the shift; above it, the law's own.
      let isBelow = draws.uniform() * mean < by || law.isZero
      return isBelow ? draws.uniform() * by : Self.finite(by + law.sampleResidual(&draws))
    default:
      return Self.finite(draws.uniform() * sampleLengthBiased(&draws))
    }
  }

  /// A variate whose density is x·f(x)/E[X].
  private func sampleLengthBiased(_ draws: inout Draws) -> Double {
    switch law {
    case .constant(let value): value
    case .uniform(let min, let max):
      sqrt(min * min + draws.uniform() * (max - min) * (max + min))
    case .gamma(let mean, let shape): Self.gamma(shape: shape + 1, scale: mean / shape, &draws)
    case .lognormal(let logMedian, let sigma):
      Self.lognormal(logMedian: logMedian + sigma * sigma, sigma: sigma, &draws)
    case .weibull(let scale, let shape):
      scale * pow(Self.gamma(shape: 1 + 1 / shape, scale: 1, &draws), 1 / shape)
    case .pareto(let scale, let shape): gsl_cdf_pareto_Qinv(draws.uniform(), shape - 1, scale)
    case .geometric(let mean):
      // x·p(1-p)^(x-1) is the law of a sum of two geometric variates less 1.
      Self.geometric(mean: mean, &draws) + Self.geometric(mean: mean, &draws) - 1
    case .empirical(let values): values[Self.choose(values, &draws)]
    case .exponential, .hyperexponential, .mixture, .shifted:
      preconditionFailure("these laws have a residual life of their own")
    }
  }
}

extension Distribution {
  // MARK: Single laws

  /// A value outside the range of doubles (a heavy tail, an absurd scale) becomes the largest one.
  @inlinable
  static func finite(_ value: Double) -> Double {
    precondition(!value.isNaN, "a law with valid parameters has no NaN")
    return value < .greatestFiniteMagnitude ? value : .greatestFiniteMagnitude
  }

  private static func lognormal(
    logMedian: Double, sigma: Double, _ draws: inout Draws
  ) -> Double {
    sigma == 0 ? exp(logMedian) : gsl_cdf_lognormal_Pinv(draws.uniform(), logMedian, sigma)
  }

  /// GSL has no inverse of a discrete law: ⌊ln u / ln(1 - 1/mean)⌋ + 1.
  private static func geometric(mean: Double, _ draws: inout Draws) -> Double {
    mean == 1 ? 1 : floor(log(draws.uniform()) / log1p(-1 / mean)) + 1
  }

  /// The index of a weight, chosen in proportion to the weights.
  private static func choose(_ weights: [Double], _ draws: inout Draws) -> Int {
    var rest = draws.uniform() * weights.reduce(0, +)
    var last = 0
    for (index, weight) in weights.enumerated() where weight > 0 {
      if rest < weight { return index }
      rest -= weight
      last = index
    }
    return last
  }

  /// By rejection (Marsaglia and Tsang): the inverse function would cost up to 4 µs.
  private static func gamma(shape: Double, scale: Double, _ draws: inout Draws) -> Double {
    GSLGenerator.withGenerator(over: &draws) { gsl_ran_gamma($0, shape, scale) }
  }
}
