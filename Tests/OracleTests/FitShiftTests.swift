import Fit
import Foundation
import Statistics
import TestSupport
import Testing

/// `fit` finds a smallest gap where there is one, and none where there is none.
///
/// False alarms: a shift needs a probability of 1e-4 of the sample's smallest value under the best
/// law without it, so that 100 samples give one in 1 % of all runs; each comparison of a parameter
/// has 1e-6 / 3. Seeds are fixed: these give none.
@Suite("Gaps with a smallest value")
struct FitShiftTests {
  private func sample(
    _ seed: UInt64, _ count: Int, _ draw: (inout SplitMix64) -> Double
  ) -> [Double] {
    var random = SplitMix64(state: seed)
    return (0..<count).map { _ in draw(&random) }.sorted()
  }

  private func check(_ name: String, _ expected: Double, _ observed: Double, error: Double) {
    let agreement = Agreement(
      name, expected: expected, observed: observed, standardError: error, tableSize: 3)
    print(agreement)
    expect(agreement.holds, "\(agreement)")
  }

  /// The smallest of n exponential excesses of mean 90 s is exponential with mean 90 s / n, and the
  /// estimate takes that mean off: beyond 14 such means lie 1e-6 of all samples. Four digits more
  /// are below 0.01 s.
  @Test func exponential() throws {
    let values = sample(71, 4000) { 20 - 90 * log($0.uniform()) }
    let fit = try unwrap(FittedSpan(values, mayBeShifted: true))
    guard case .shifted(let by, .exponential(let mean)) = fit.candidates[0].law else {
      return expect(Bool(false), "\(fit.candidates)")
    }
    expect(abs(by - 20) < 14 * 90 / 4000 + 0.01, "\(by)")
    check("mean above the shift", 90, mean, error: 90 / 4000.0.squareRoot())
    expect(fit.yaml.hasPrefix("{shifted: {by: "), "\(fit.yaml)")
  }

  @Test func weibull() throws {
    let values = sample(72, 4000) { 5 + 60 * pow(-log($0.uniform()), 1 / 0.8) }
    let fit = try unwrap(FittedSpan(values, mayBeShifted: true))
    guard case .shifted(let by, .weibull(let scale, let shape)) = fit.candidates[0].law else {
      return expect(Bool(false), "\(fit.candidates)")
    }
    expect(abs(by - 5) < 0.2, "\(by)")
    let (pi, root) = (Double.pi, 4000.0.squareRoot())
    check("log scale", log(60), log(scale), error: 1.0529 / 0.8 / root)
    check("shape", 0.8, shape, error: 0.8 * 6.0.squareRoot() / pi / root)
  }

  @Test func withoutASmallestValue() throws {
    for seed in 0..<(isNightly ? 1000 : 100) {
      let values = sample(2000 + UInt64(seed), 300) { random in
        switch seed % 4 {
        case 0: -90 * log(random.uniform())
        case 1: 90 * exp(random.normal())
        case 2: 90 * pow(-log(random.uniform()), 1 / 0.7)
        default: 90 * pow(-log(random.uniform()), 1 / 1.8)
        }
      }
      let fit = try unwrap(FittedSpan(values, mayBeShifted: true))
      expect(fit.candidates.allSatisfy { $0.law.name != "shifted" }, "seed \(seed)")
    }
  }

  @Test func onlyWhereItIsAskedFor() throws {
    let values = sample(73, 1000) { 20 - 90 * log($0.uniform()) }
    let fit = try unwrap(FittedSpan(values))
    expect(fit.candidates.allSatisfy { $0.law.name != "shifted" })
    // Gaps of 0 s are a smallest value of their own.
    let zeros = try unwrap(FittedSpan([0] + values, mayBeShifted: true))
    expect(zeros.candidates.allSatisfy { $0.law.name != "shifted" })
  }
}
