// Goals, in order: closed sums for the laws whose number of arrivals has a known law; one integral
// for the others; no overflow for large counts.
//
// Source: model.md R9. The derivations are with the functions.

import Foundation
internal import Statistics

/// Gap recovery over a newest-only service: the device notices missing positions and asks for them.
///
/// Poisson arrivals, a device that alternates online (mean U, any law) and offline (law D), no
/// latency and no loss but in the slot, requests that are instant and never fail, a steady state
/// (the first saved position lies before the time that counts).
public struct GapRecovery: Sendable {
  /// λ **[1/s]**, above 0.
  public let arrivalRate: Double
  /// U **[s]**, at least 0.
  public let onlineMean: Double
  /// The law of D; a constant 0 is a device that is always online.
  public let offline: OfflineLaw
  /// K, the largest number of missing notifications that are repeated, at least 0.
  public let repeatLimit: Int

  /// - Precondition: each parameter in its range, and U + E[D] above 0 and finite.
  public init(arrivalRate: Double, onlineMean: Double, offline: OfflineLaw, repeatLimit: Int) {
    precondition(arrivalRate > 0 && arrivalRate.isFinite, "the arrival rate is above 0")
    precondition(onlineMean >= 0 && onlineMean.isFinite, "the online mean is at least 0")
    precondition(offline.isValid, "the offline law has a parameter out of range")
    precondition(repeatLimit >= 0, "the repeat limit is at least 0")
    precondition(onlineMean + offline.mean > 0, "a cycle takes time")
    self.arrivalRate = arrivalRate
    self.onlineMean = onlineMean
    self.offline = offline
    self.repeatLimit = repeatLimit
  }
}

// MARK: - Answers

extension GapRecovery {
  /// The share of the owed notifications that are shown, each with its own content.
  ///
  /// (λU + Σₙ₌₁^{K+1} n·P(N = n)) / (λ(U + E[D])), N the arrivals in an offline period.
  ///
  /// Derivation: of n arrivals in an offline period the slot keeps the newest, the trigger; it is
  /// shown at the return and reveals the n - 1 others. With n - 1 ≤ K all are repeated, so all n
  /// are shown; else a summary of all n replaces the trigger. Renewal reward gives the share.
  ///
  /// - Throws: `IntegrationError` of module Statistics, for lognormal and Weibull laws only.
  ///
  /// Source: model.md R9.
  public func shown() throws -> Double {
    let shown = try arrivalRate * onlineMean + shownPerOfflinePeriod()
    return shown / (arrivalRate * (onlineMean + offline.mean))
  }

  /// The share of the owed notifications that a summary covers: all that are not shown.
  ///
  /// - Throws: as ``shown()``.
  ///
  /// Source: model.md R9.
  public func summarised() throws -> Double {
    try 1 - shown()
  }
}

// MARK: - Arrivals in an offline period

extension GapRecovery {
  /// Σₙ₌₁^{K+1} n·P(N = n).
  private func shownPerOfflinePeriod() throws -> Double {
    let most = repeatLimit + 1
    guard probability(ofArrivals: most) != nil else { return try shownByIntegration() }
    return (1...most).reduce(0) { $0 + Double($1) * (probability(ofArrivals: $1) ?? 0) }
  }

  /// P(N = n), nil where it has no closed form.
  ///
  /// A Poisson count over an exponential time is geometric, over a gamma time negative binomial.
  private func probability(ofArrivals n: Int) -> Double? {
    switch offline {
    case .exponential(let mean): geometric(n, mean: mean)
    case .hyperexponential(let weights, let means):
      OfflineLaw.mixture(weights, means) { geometric(n, mean: $0) }
    case .constant(let value): poisson(n, mean: arrivalRate * value)
    case .gamma(let mean, let shape): negativeBinomial(n, shape: shape, scale: mean / shape)
    case .lognormal, .weibull: nil
    }
  }

  /// (1-q)qⁿ with q = λ/(λ + 1/E[D]).
  private func geometric(_ n: Int, mean: Double) -> Double {
    let q = arrivalRate * mean / (1 + arrivalRate * mean)
    return pow(q, Double(n)) / (1 + arrivalRate * mean)
  }

  /// e^(-a) aⁿ/n!.
  private func poisson(_ n: Int, mean: Double) -> Double {
    exp(Double(n) * log(mean) - mean - lgamma(Double(n) + 1).0)
  }

  /// Γ(n+k)/(n! Γ(k)) · (1-q)ᵏ qⁿ with k = shape and q = λ·scale/(1 + λ·scale).
  private func negativeBinomial(_ n: Int, shape: Double, scale: Double) -> Double {
    let n = Double(n)
    let ways = lgamma(n + shape).0 - lgamma(n + 1).0 - lgamma(shape).0
    let load = arrivalRate * scale
    return exp(ways + n * log(load) - (n + shape) * log1p(load))
  }

  /// Σₙ₌₁^M n·P(N = n), M = K + 1, for any law: ∫₀^∞ λ(Q(M, λt) - M·e^(-λt)(λt)^M/M!) P(D > t) dt.
  ///
  /// Derivation: the sum is Σⱼ₌₁^M P(N ≥ j) - M·P(N ≥ M+1). N ≥ j means that the j-th arrival,
  /// which has the density λe^(-λt)(λt)^(j-1)/(j-1)!, comes before D; those of j = 1 ... M add up
  /// to λ times the regularised upper incomplete gamma function Q(M, λt).
  func shownByIntegration() throws -> Double {
    let most = Double(repeatLimit + 1)
    return try offline.integral(decay: arrivalRate / most) { t in
      let upToMost = Gamma.survival(arrivalRate * t, shape: most, scale: 1)
      return arrivalRate * (upToMost - most * poisson(repeatLimit + 1, mean: arrivalRate * t))
    }
  }
}
