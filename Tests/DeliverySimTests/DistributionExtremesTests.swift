import DeliverySim
import TestSupport
import Testing

@Suite("Samplers with generators that are stuck")
struct DistributionExtremesTests {
  private static let stuckWords: [UInt64] = [0, .max]

  /// Every law as a user would write it, and at the limits of its parameters.
  private static let laws: [(String, Distribution)] =
    ContinuousLaw.all.map { ($0.name, $0.law) } + DiscreteLaw.all.map { ($0.name, $0.law) }
    + ([
      .constant(value: 0), .exponential(mean: 1e300), .exponential(mean: 1e308),
      .gamma(mean: 1, shape: 0.01), .gamma(mean: 1, shape: 1e9),
      .gamma(mean: 1e307, shape: 0.1),
      .lognormal(logMedian: 5, sigma: 20), .lognormal(logMedian: 700, sigma: 20),
      .weibull(scale: 1, shape: 0.01), .weibull(scale: 1e300, shape: 0.01),
      .weibull(scale: 1, shape: 1e6), .pareto(scale: 1, shape: 0.01), .pareto(scale: 1, shape: 1),
      .pareto(scale: 1, shape: 1.01), .pareto(scale: 1, shape: 1 + 0x1p-52),
      .geometric(mean: 1e9), .geometric(mean: 1 + 0x1p-52),
      .uniform(min: 0, max: .greatestFiniteMagnitude),
      .hyperexponential(weights: [1, 0, 0], means: [1, 2, 3]),
      .hyperexponential(weights: [0, 0, 1], means: [1, 2, 3]),
      .shifted(
        by: .greatestFiniteMagnitude, of: TestSupport.law(.lognormal(logMedian: 5, sigma: 20))),
      .shifted(by: 1, of: .zero),
    ] as [Distribution.Law]).map { ("\($0)", law($0)) }

  private func isAllowed(_ value: Double) -> Bool { value >= 0 && value.isFinite }

  @Test("Every sampler ends and returns a finite number of at least 0", arguments: stuckWords)
  func sample(word: UInt64) {
    for (name, law) in Self.laws {
      var draws = Draws(stuckAt: word)
      let value = law.sample(&draws)
      expect(isAllowed(value), "\(name): \(value)")
    }
  }

  @Test("So does every residual life", arguments: stuckWords)
  func residual(word: UInt64) {
    for (name, law) in Self.laws where law.mean > 0 && law.mean.isFinite {
      var draws = Draws(stuckAt: word)
      let value = law.sampleResidual(&draws)
      expect(isAllowed(value), "\(name): \(value)")
    }
  }

  @Test("As a span of time every sample lies between 0 and the latest time", arguments: stuckWords)
  func sampleTime(word: UInt64) {
    for (name, law) in Self.laws {
      var draws = Draws(stuckAt: word)
      let time = law.sampleTime(&draws)
      expect(time >= .zero && time <= .latest, "\(name): \(time)")
    }
  }

  @Test("A choice by weights never takes a weight of 0", arguments: stuckWords)
  func weightsOfZero(word: UInt64) {
    // Of the last, the largest uniform number leaves a rest of 0.4 by rounding: not below 0.4.
    for weights in [[0.0, 1, 0], [0, 0, 1], [1, 0, 0], [0.1, 0.1, 0.4, 0]] {
      let laws = weights.enumerated().map { law(.constant(value: $1 > 0 ? 1 : 99 + Double($0))) }
      var draws = Draws(stuckAt: word)
      expect(law(.mixture(weights: weights, of: laws)).sample(&draws), equals: 1)
    }
  }
}
