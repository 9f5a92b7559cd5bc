// Goals, in order: each law independent of the simulator's samplers; closed forms where they exist;
// one way to integrate against P(D > t) for all that has none.

import Foundation
internal import Statistics

/// The law of an offline time D. All times are in seconds.
public enum OfflineLaw: Sendable, Equatable {
  case exponential(mean: Double)
  case constant(value: Double)
  case gamma(mean: Double, shape: Double)
  /// The logarithm is Normal(ln `median`, `sigma`).
  case lognormal(median: Double, sigma: Double)
  /// P(D > t) = exp(-(t/scale)^shape).
  case weibull(scale: Double, shape: Double)
  /// An exponential law chosen by weight; only the proportions of the weights matter.
  case hyperexponential(weights: [Double], means: [Double])
}

// MARK: - Properties

extension OfflineLaw {
  /// E[D] **[s]**.
  public var mean: Double {
    switch self {
    case .exponential(let mean), .gamma(let mean, _): mean
    case .constant(let value): value
    case .lognormal(let median, let sigma): median * exp(sigma * sigma / 2)
    case .weibull(let scale, let shape): scale * tgamma(1 + 1 / shape)
    case .hyperexponential(let weights, let means): Self.mixture(weights, means) { $0 }
    }
  }

  /// P(D > t).
  ///
  /// - Parameter t: **[s]**, at least 0.
  public func survival(_ t: Double) -> Double {
    precondition(t >= 0, "a time is at least 0")
    switch self {
    case .exponential(let mean): return exp(-t / mean)
    case .constant(let value): return t < value ? 1 : 0
    case .gamma(let mean, let shape):
      return Gamma.survival(t, shape: shape, scale: mean / shape)
    case .lognormal(let median, let sigma): return Normal.cdf(-log(t / median) / sigma)
    case .weibull(let scale, let shape): return exp(-pow(t / scale, shape))
    case .hyperexponential(let weights, let means):
      return Self.mixture(weights, means) { exp(-t / $0) }
    }
  }

  /// D*(s) = E[e^(-sD)], the probability that a Poisson process of rate s has no arrival in D.
  ///
  /// Closed where it is; else 1 - s ∫₀^∞ e^(-st) P(D > t) dt, by parts.
  ///
  /// - Parameter s: **[1/s]**, at least 0.
  /// - Throws: `IntegrationError` of module Statistics, for lognormal and Weibull laws only.
  public func laplaceTransform(_ s: Double) throws -> Double {
    precondition(s >= 0, "a rate is at least 0")
    switch self {
    case .exponential(let mean): return 1 / (1 + s * mean)
    case .constant(let value): return exp(-s * value)
    case .gamma(let mean, let shape): return pow(1 + s * mean / shape, -shape)
    case .hyperexponential(let weights, let means):
      return Self.mixture(weights, means) { 1 / (1 + s * $0) }
    case .lognormal, .weibull:
      return try 1 - integral(decay: s) { s * exp(-s * $0) }
    }
  }

  /// The weighted mean of a function of the means.
  static func mixture(
    _ weights: [Double], _ means: [Double], _ f: (Double) -> Double
  ) -> Double {
    precondition(weights.count == means.count, "one weight per mean")
    let sum = zip(weights, means).reduce(0) { $0 + $1.0 * f($1.1) }
    return sum / weights.reduce(0, +)
  }
}

// MARK: - Integration

extension OfflineLaw {
  /// ∫₀ˣ g(t) P(D > t) dt = E[∫₀^min(D,x) g(t) dt].
  ///
  /// The unit of the variable is 1/(decay + 1/E[D]), within a few of which the weight lies, and
  /// the range is cut at powers of ten of it, so that no scale is overlooked.
  ///
  /// - Parameters:
  ///   - end: x **[s]**, at least 0, may be infinite.
  ///   - decay: the rate **[1/s]** at which g falls off, at least 0.
  ///   - g: finite for t > 0, falls off when `end` is infinite.
  /// - Throws: `IntegrationError` of module Statistics.
  func integral(
    upTo end: Double = .infinity, decay: Double, _ g: (Double) -> Double
  ) throws -> Double {
    guard mean > 0 else { return 0 }
    let unit = 1 / (decay + 1 / mean)
    let integrand = { (u: Double) in g(u * unit) * self.survival(u * unit) * unit }
    let last = min(end, longest) / unit
    var (sum, low) = (0.0, 0.0)
    while low < (last.isFinite ? last : Self.tailStart) {
      let high = min(last, max(1, 10 * low))
      sum += try Integration.over(low...high, absoluteError: Self.absoluteError, integrand)
      low = high
    }
    guard last.isInfinite else { return sum }
    return try sum
      + Integration.overHalfLine(from: low, absoluteError: Self.absoluteError, integrand)
  }

  /// The time from which P(D > t) is 0 **[s]**.
  private var longest: Double {
    if case .constant(let value) = self { value } else { .infinity }
  }

  /// The beginning of the last piece of an infinite range, in units.
  private static let tailStart = 1000.0

  /// Enough for a piece that is almost 0, where no relative error can be reached.
  private static let absoluteError = 1e-15
}

// MARK: - Checking

extension OfflineLaw {
  /// Whether every parameter is in its range: times and shapes positive (a constant may be 0),
  /// weights at least 0 with a positive sum, everything finite.
  var isValid: Bool {
    let isPositive = { (x: Double) in x > 0 && x.isFinite }
    switch self {
    case .exponential(let mean): return isPositive(mean)
    case .constant(let value): return value >= 0 && value.isFinite
    case .gamma(let mean, let shape): return isPositive(mean) && isPositive(shape)
    case .lognormal(let median, let sigma): return isPositive(median) && isPositive(sigma)
    case .weibull(let scale, let shape): return isPositive(scale) && isPositive(shape)
    case .hyperexponential(let weights, let means):
      return weights.count == means.count && means.allSatisfy(isPositive)
        && weights.allSatisfy { $0 >= 0 } && isPositive(weights.reduce(0, +))
    }
  }
}
