import DeliverySim
import Foundation
import TestSupport
import Testing

/// A discrete law and its probabilities, in ascending order of values; what is missing from 1 is
/// below 1e-15.
struct DiscreteLaw: Sendable, CustomTestStringConvertible {
  let name: String
  let law: Distribution
  let atoms: [(value: Double, probability: Double)]

  init(_ name: String, _ law: Distribution.Law, _ atoms: [(value: Double, probability: Double)]) {
    self.name = name
    self.law = TestSupport.law(law)
    self.atoms = atoms
  }

  var testDescription: String { name }

  var mean: Double { atoms.reduce(0) { $0 + $1.value * $1.probability } }

  /// ∫₀ˣ P(X > t) dt / E[X] = E[min(X, x)] / E[X].
  func residualCDF(_ x: Double) -> Double {
    atoms.reduce(0) { $0 + min($1.value, x) * $1.probability } / mean
  }

  /// P(X = n) = p (1-p)^(n-1), n = 1, 2, ..., of mean 1/p.
  private static func geometric(mean: Double) -> [(value: Double, probability: Double)] {
    let p = 1 / mean
    return (1...Int(40 * mean)).map { (Double($0), p * pow(1 - p, Double($0 - 1))) }
  }
}

extension DiscreteLaw {
  static let all: [DiscreteLaw] = [
    .init("constant", .constant(value: 3), [(3, 1)]),
    .init("geometric, mean 1", .geometric(mean: 1), [(1, 1)]),
    .init("geometric, mean 1.25", .geometric(mean: 1.25), geometric(mean: 1.25)),
    .init("geometric, mean 40", .geometric(mean: 40), geometric(mean: 40)),
    .init(
      "empirical", .empirical(values: [5, 2, 0, 5, 10, 1, 5, 0.5]),
      [(0, 0.125), (0.5, 0.125), (1, 0.125), (2, 0.125), (5, 0.375), (10, 0.125)]),
    .init(
      "mixture of constants",
      .mixture(
        weights: [1, 0, 2, 5],
        of: [
          .zero, TestSupport.law(.constant(value: 7)), TestSupport.law(.constant(value: 2)),
          TestSupport.law(.uniform(min: 3, max: 3)),
        ]),
      [(0, 0.125), (2, 0.25), (3, 0.625)]),
    .init(
      "uniform of no width, lognormal of no width",
      .mixture(
        weights: [1, 1],
        of: [
          TestSupport.law(.uniform(min: 4, max: 4)),
          TestSupport.law(.lognormal(logMedian: 0, sigma: 0)),
        ]),
      [(1, 0.5), (4, 0.5)]),
  ]
}
