import DeliverySim
import Foundation
import Statistics
import TestSupport
import Testing

/// The limited mean of the time that is left of an absence agrees with the law.
@Suite struct ResidualSurvivalTests {
  /// The integral of the survival function, an independent path.
  @Test("The limited mean is the integral of the survival function", arguments: ContinuousLaw.all)
  func limitedMean(reference: ContinuousLaw) throws {
    let limited = LimitedMean(reference.law)
    let cdf = reference.makeResidualCDF()
    for share in [0.01, 0.1, 0.5, 1, 1.5, 3, 10] {
      let (x, found) = (share * reference.mean, limited(share * reference.mean))
      let expected = try cdf(x) * reference.mean
      expect(abs(found - expected) <= 1e-7 * reference.mean, "\(share): \(found), \(expected)")
    }
    expect(limited(0), equals: 0)
  }

  @Test("The limited mean of a discrete law is a sum over its atoms", arguments: DiscreteLaw.all)
  func ofAtoms(reference: DiscreteLaw) {
    let limited = LimitedMean(reference.law)
    for share in [0.2, 0.9, 1, 1.7, 4] {
      let x = share * reference.mean
      let expected = reference.residualCDF(x) * reference.mean
      expect(abs(limited(x) - expected) <= 1e-12 * reference.mean, "\(share)")
    }
  }

  @Test("A limited mean exists where the mean does not")
  func withoutMean() {
    // ∫ from 2 of 2/t is 2 ln(x/2).
    let limited = LimitedMean(law(.pareto(scale: 2, shape: 1)))
    expect(abs(limited(2 * exp(1)) - 4) < 1e-12)
  }

  private func process(up: Double, _ down: Distribution) throws -> OnOffProcess {
    try unwrap(OnOffProcess(up: law(.constant(value: up)), down: down))
  }

  /// Straight between points that lie 2⁻⁸ octaves apart: at most x²·S''(x)·2⁻¹⁶/8 off, and the
  /// fractions have 32 bits.
  @Test("The table is the closed form", arguments: ContinuousLaw.all)
  func table(reference: ContinuousLaw) throws {
    let process = try process(up: 3 * reference.mean, reference.law)
    let survival = ResidualSurvival(process, spanMax: SimTime(seconds: 40 * reference.mean))
    let limited = LimitedMean(reference.law)
    var random = SplitMix64(state: 11)
    for _ in 0..<2000 {
      let span = SimTime(seconds: reference.mean * exp2(Double(random.below(4000)) / 200 - 15))
      let expected = 0.25 * (1 - limited(span.seconds) / reference.mean)
      let found = Double(survival(span)) * 0x1p-32
      expect(abs(found - expected) < 4e-6, "\(span.seconds): \(found), \(expected)")
    }
    expect(abs(Double(survival(.zero)) * 0x1p-32 - 0.25) < 1e-9)
  }

  @Test("Over exponential gaps: the competition of two exponential times")
  func meanOverGap() throws {
    // min of exponential times of means 600 and 900 has the mean 360.
    let process = try process(up: 1800, law(.exponential(mean: 600)))
    let mean = ResidualSurvival.mean(process, overGap: law(.exponential(mean: 900)))
    expect(abs(mean - 0.25 * (1 - 360.0 / 600)) < 1e-6 * mean, "\(mean)")
  }

  @Test("Over a constant gap, and over a constant absence: the limited mean of the other law")
  func meanOverConstant() throws {
    let weibull = law(.weibull(scale: 600, shape: 0.6))
    let gap = ResidualSurvival.mean(
      try process(up: 1000, weibull), overGap: law(.constant(value: 500)))
    let ofGap = 1 - LimitedMean(weibull)(500) / weibull.mean
    expect(abs(gap / (weibull.mean / (1000 + weibull.mean)) - ofGap) < 1e-5)
    let absence = ResidualSurvival.mean(
      try process(up: 1000, law(.constant(value: 500))), overGap: weibull)
    expect(abs(absence * 3 - (1 - LimitedMean(weibull)(500) / 500)) < 1e-5)
  }

  /// The formula for absences of mean 1/μ, gaps at the rate λ and a window of length c that ends e
  /// before the end: ∫ λ exp(-(λ+μ)s) w(s) ds, where w is 1 up to e and falls to 0 at e + c.
  @Test("Spans that count less the longer they are")
  func meanOfCounted() throws {
    let process = try process(up: 1800, law(.exponential(mean: 600)))
    for (ahead, window) in [(0.0, 500.0), (300, 100), (200, 4000)] {
      let rate = 1 / 900.0 + 1 / 600.0
      let whole = 1 - (exp(-rate * ahead) - exp(-rate * (ahead + window))) / (rate * window)
      let mean = ResidualSurvival.mean(
        process, overGap: law(.exponential(mean: 900)),
        counting: { max(0, min(1, (ahead + window - $0) / window)) })
      let expected = 0.25 / 900 / rate * whole
      expect(abs(mean - expected) < 1e-5 * expected, "\(mean), \(expected)")
    }
  }
}
