import DeliverySim
import Foundation
import Statistics
import TestSupport
import Testing

/// A continuous law and what is known of it without the sampler: its survival function P(X > x) for
/// x of at least 0, and its mean.
struct ContinuousLaw: Sendable, CustomTestStringConvertible {
  let name: String
  let law: Distribution
  let mean: Double
  let survival: @Sendable (Double) -> Double

  init(
    _ name: String, _ law: Distribution.Law, mean: Double,
    _ survival: @escaping @Sendable (Double) -> Double
  ) {
    self.name = name
    self.law = TestSupport.law(law)
    self.mean = mean
    self.survival = survival
  }

  var testDescription: String { name }

  /// The distribution function of the equilibrium residual life, ∫₀ˣ P(X > t) dt / E[X].
  ///
  /// - Precondition: Called with ascending numbers; integrates from one to the next.
  func makeResidualCDF() -> (Double) throws -> Double {
    var (end, integral) = (0.0, 0.0)
    return { x in
      if x > end {
        integral += try Integration.over(
          end...x, relativeError: 1e-8, absoluteError: 1e-9 * mean, survival)
      }
      end = x
      return integral / mean
    }
  }
}

extension ContinuousLaw {
  // MARK: Survival functions, written from the textbook

  /// Γ(n + 1/2, y) / Γ(n + 1/2), by recurrence from erfc.
  private static func halfIntegerGamma(_ n: Int, _ y: Double) -> Double {
    var sum = erfc(sqrt(y))
    var shape = 0.5
    for _ in 0..<n {
      sum += pow(y, shape) * exp(-y) / tgamma(shape + 1)
      shape += 1
    }
    return sum
  }

  /// P(a Poisson variate of mean y is below n).
  private static func erlang(_ n: Int, _ y: Double) -> Double {
    var (sum, term) = (0.0, exp(-y))
    for k in 1...n {
      sum += term
      term *= y / Double(k)
    }
    return sum
  }

  private static func flat(_ min: Double, _ max: Double, _ x: Double) -> Double {
    x <= min ? 1 : x >= max ? 0 : (max - x) / (max - min)
  }

  private static func lognormal(_ logMedian: Double, _ sigma: Double, _ x: Double) -> Double {
    x <= 0 ? 1 : erfc((log(x) - logMedian) / (sigma * 2.squareRoot())) / 2
  }
}

extension ContinuousLaw {
  // MARK: The table

  static let simple: [ContinuousLaw] = [
    .init("exponential", .exponential(mean: 2), mean: 2) { exp(-$0 / 2) },
    .init("uniform from 0", .uniform(min: 0, max: 1), mean: 0.5) { flat(0, 1, $0) },
    .init("uniform 1 to 4", .uniform(min: 1, max: 4), mean: 2.5) { flat(1, 4, $0) },
    .init("gamma, shape 0.1", .gamma(mean: 2, shape: 0.1), mean: 2) {
      Gamma.survival($0, shape: 0.1, scale: 20)
    },
    .init("gamma, shape 0.5", .gamma(mean: 2, shape: 0.5), mean: 2) { halfIntegerGamma(0, $0 / 4) },
    .init("gamma, shape 1", .gamma(mean: 3, shape: 1), mean: 3) { exp(-$0 / 3) },
    .init("gamma, shape 2.5", .gamma(mean: 5, shape: 2.5), mean: 5) { halfIntegerGamma(2, $0 / 2) },
    .init("gamma, shape 20", .gamma(mean: 4, shape: 20), mean: 4) { erlang(20, $0 * 5) },
    .init("lognormal, sigma 1.2", .lognormal(logMedian: 0.5, sigma: 1.2), mean: exp(1.22)) {
      lognormal(0.5, 1.2, $0)
    },
    .init("lognormal, sigma 0.1", .lognormal(logMedian: 0, sigma: 0.1), mean: exp(0.005)) {
      lognormal(0, 0.1, $0)
    },
    // Γ(1 + 1/shape) = 2 and √π/2.
    .init("weibull, shape 0.5", .weibull(scale: 1.5, shape: 0.5), mean: 3) { exp(-sqrt($0 / 1.5)) },
    .init("weibull, shape 2", .weibull(scale: 2, shape: 2), mean: Double.pi.squareRoot()) {
      exp(-$0 * $0 / 4)
    },
    .init("pareto, shape 1.25", .pareto(scale: 1, shape: 1.25), mean: 5) {
      $0 <= 1 ? 1 : pow($0, -1.25)
    },
    .init("pareto, shape 3", .pareto(scale: 2, shape: 3), mean: 3) {
      $0 <= 2 ? 1 : 8 / ($0 * $0 * $0)
    },
  ]

  static let composed: [ContinuousLaw] = [
    .init(
      "hyperexponential", .hyperexponential(weights: [3, 0, 1], means: [1, 100, 6]), mean: 2.25
    ) { 0.75 * exp(-$0) + 0.25 * exp(-$0 / 6) },
    .init(
      "mixture",
      .mixture(
        weights: [2, 1, 0, 1],
        of: [
          TestSupport.law(.exponential(mean: 1)), TestSupport.law(.uniform(min: 2, max: 3)),
          TestSupport.law(.pareto(scale: 1, shape: 0.5)),
          TestSupport.law(.lognormal(logMedian: 0, sigma: 0.5)),
        ]),
      mean: 0.5 + 0.625 + 0.25 * exp(0.125)
    ) { 0.5 * exp(-$0) + 0.25 * flat(2, 3, $0) + 0.25 * lognormal(0, 0.5, $0) },
    .init(
      "mixture in a mixture",
      .mixture(
        weights: [0.1, 0.3],
        of: [
          TestSupport.law(.hyperexponential(weights: [1, 1], means: [1, 3])),
          TestSupport.law(
            .mixture(
              weights: [1, 2],
              of: [
                TestSupport.law(.gamma(mean: 5, shape: 2.5)),
                TestSupport.law(.weibull(scale: 2, shape: 2)),
              ])),
        ]),
      mean: 0.25 * 2 + 0.25 * 5 + 0.5 * Double.pi.squareRoot()
    ) {
      0.125 * exp(-$0) + 0.125 * exp(-$0 / 3) + 0.25 * halfIntegerGamma(2, $0 / 2)
        + 0.5 * exp(-$0 * $0 / 4)
    },
    .init(
      "shifted", .shifted(by: 1.5, of: TestSupport.law(.exponential(mean: 2))), mean: 3.5
    ) { $0 <= 1.5 ? 1 : exp(-($0 - 1.5) / 2) },
    .init(
      "shifted lognormal",
      .shifted(by: 0.5, of: TestSupport.law(.lognormal(logMedian: 0.5, sigma: 1.2))),
      mean: 0.5 + exp(1.22)
    ) { lognormal(0.5, 1.2, $0 - 0.5) },
  ]

  static let all = simple + composed
}
