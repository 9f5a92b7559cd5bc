import DeliverySim
import Foundation
import Statistics
import TestSupport
import Testing

private func isClose(_ value: Double, _ expected: Double, _ tolerance: Double) -> Bool {
  abs(value - expected) <= tolerance * abs(expected)
}

@Suite("Means")
struct DistributionMeanTests {
  @Test("The mean is the one derived by hand", arguments: ContinuousLaw.all)
  func byHand(reference: ContinuousLaw) {
    expect(isClose(reference.law.mean, reference.mean, 1e-13))
  }

  @Test("The mean is the integral of the survival function", arguments: ContinuousLaw.all)
  func byIntegral(reference: ContinuousLaw) throws {
    // A narrow law is integrated by itself.
    let body = try Integration.over(0...4, relativeError: 1e-9, reference.survival)
    let tail = try Integration.overHalfLine(
      from: 4, relativeError: 1e-9, absoluteError: 1e-10, reference.survival)
    expect(isClose(reference.law.mean, body + tail, 1e-7))
  }

  @Test("The mean of a discrete law is the sum over its atoms", arguments: DiscreteLaw.all)
  func bySum(reference: DiscreteLaw) {
    expect(isClose(reference.law.mean, reference.mean, 1e-12))
  }

  @Test("Laws without a mean say so")
  func infinite() {
    let heavy = law(.pareto(scale: 2, shape: 1))
    expect(heavy.mean, equals: .infinity)
    expect(law(.pareto(scale: 2, shape: 0.3)).mean, equals: .infinity)
    expect(law(.mixture(weights: [1, 1], of: [.zero, heavy])).mean, equals: .infinity)
    expect(law(.mixture(weights: [1, 0], of: [.zero, heavy])).mean, equals: 0)
  }

  @Test("Only the constant 0 is zero")
  func zero() {
    expect(Distribution.zero.isZero && Distribution.zero.mean == 0)
    expect(law(.constant(value: 0)).isZero)
    expect(!law(.constant(value: 1e-9)).isZero)
    expect(!law(.uniform(min: 0, max: 1)).isZero)
    expect(!law(.mixture(weights: [9, 1], of: [.zero, law(.exponential(mean: 1))])).isZero)
  }

  /// False alarm 1e-6 over the table. Only where the variance is finite and the sum nearly normal.
  @Test("Sample means agree with the means")
  func sampleMeans() {
    let laws = ContinuousLaw.all.filter { !$0.name.hasPrefix("pareto") }
    for (place, reference) in laws.enumerated() {
      let values = manyDraws(50_000, purpose: 20, device: place).map { draws in
        var draws = draws
        return reference.law.sample(&draws)
      }
      let size = Double(values.count)
      let mean = values.reduce(0, +) / size
      let squares = values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
      let agreement = Agreement(
        reference.name, expected: reference.law.mean, observed: mean,
        standardError: (squares / (size - 1) / size).squareRoot(), tableSize: laws.count)
      expect(agreement.holds, "\(agreement)")
    }
  }

  @Test("A residual life without a finite mean above 0 is a programmer's mistake")
  func residualNeedsMean() async {
    await #expect(processExitsWith: .failure) {
      var draws = Draws(stuckAt: 0)
      _ = Distribution.zero.sampleResidual(&draws)
    }
    await #expect(processExitsWith: .failure) {
      var draws = Draws(stuckAt: 0)
      _ = try Distribution(.pareto(scale: 1, shape: 1)).sampleResidual(&draws)
    }
  }
}
