import DeliverySim
import Foundation
import TestSupport
import Testing

/// A family of laws that differ by a factor.
private struct Family: Sendable, CustomTestStringConvertible {
  let name: String
  let law: @Sendable (Double) -> Distribution
  /// The words that one variate takes; nil where that depends on the words (rejection).
  let words: Int?

  init(_ name: String, words: Int?, _ law: @escaping @Sendable (Double) -> Distribution.Law) {
    self.name = name
    self.words = words
    self.law = { TestSupport.law(law($0)) }
  }

  var testDescription: String { name }
}

private let families: [Family] = [
  Family("constant", words: 0) { .constant(value: $0) },
  Family("exponential", words: 1) { .exponential(mean: $0) },
  Family("uniform", words: 1) { .uniform(min: 0.5 * $0, max: 3 * $0) },
  Family("gamma below 1", words: nil) { .gamma(mean: $0, shape: 0.7) },
  Family("gamma above 1", words: nil) { .gamma(mean: $0, shape: 3.5) },
  Family("lognormal", words: 1) { .lognormal(logMedian: log($0), sigma: 1.1) },
  Family("weibull", words: 1) { .weibull(scale: $0, shape: 0.7) },
  Family("pareto", words: 1) { .pareto(scale: $0, shape: 1.6) },
  Family("hyperexponential", words: 2) {
    .hyperexponential(weights: [1, 2], means: [$0, 5 * $0])
  },
  Family("empirical", words: 1) { .empirical(values: [$0, 3 * $0, 7 * $0]) },
  Family("mixture", words: nil) { scale in
    .mixture(
      weights: [1, 2],
      of: [
        TestSupport.law(.weibull(scale: scale, shape: 2)),
        TestSupport.law(.gamma(mean: scale, shape: 2)),
      ])
  },
  Family("shifted", words: 1) {
    .shifted(by: 0.4 * $0, of: TestSupport.law(.exponential(mean: $0)))
  },
]

@Suite("Coupling: the same draws under changed parameters")
struct DistributionCouplingTests {
  private func draws(_ count: Int = 2000) -> [Draws] { manyDraws(count, purpose: 30, device: 0) }

  @Test("Every sample and every residual life scales with the law", arguments: families)
  private func scaling(family: Family) {
    let unit = family.law(1)
    for factor in [8, 3, 1e-4, 1e7] {
      let scaled = family.law(factor)
      var worst = 0.0
      for draws in draws() {
        var (one, other) = (draws, draws)
        worst = max(worst, abs(scaled.sample(&other) / (factor * unit.sample(&one)) - 1))
        (one, other) = (draws, draws)
        worst = max(
          worst, abs(scaled.sampleResidual(&other) / (factor * unit.sampleResidual(&one)) - 1))
      }
      // A few roundings; the exponential function of a lognormal law multiplies its own.
      expect(worst < 1e-14, "factor \(factor)")
    }
  }

  /// A power of two changes no digit, so the samples are equal to the bit. A lognormal law has its
  /// scale in the exponent.
  @Test("By a power of two exactly", arguments: families.filter { $0.name != "lognormal" })
  private func exactScaling(family: Family) {
    let (unit, scaled) = (family.law(1), family.law(8))
    for draws in draws() {
      var (one, other) = (draws, draws)
      expect(scaled.sample(&other), equals: 8 * unit.sample(&one))
    }
  }

  @Test(
    "Where the inverse function is cheap a variate takes a fixed number of words",
    arguments: families.filter { $0.words != nil })
  private func words(family: Family) {
    for fresh in draws(100) {
      var (draws, reference) = (fresh, fresh)
      _ = family.law(2).sample(&draws)
      for _ in 0..<(family.words ?? 0) { _ = reference.word() }
      expect(draws.word(), equals: reference.word())
    }
  }

  @Test("A geometric sample never falls when the mean rises")
  func geometric() {
    let laws = [1, 1.5, 3, 40, 1e6].map { law(.geometric(mean: $0)) }
    for draws in draws() {
      let values = laws.map { law in
        var draws = draws
        return law.sample(&draws)
      }
      expect(zip(values, values.dropFirst()).allSatisfy { $0 <= $1 })
    }
  }
}
