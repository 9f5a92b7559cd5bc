import Foundation
import Statistics
import TestSupport
import Testing

/// Fits find the parameters that samples were drawn with, by inverse functions of the tests' own.
///
/// False alarms: each parameter gets a share of 1e-6 in all, from its asymptotic standard error;
/// for laws whose errors have no closed form twice the logarithm of the likelihood's ratio to the
/// truth is below the quantile of chi-square (Wilks), and never below 0.
@Suite("Fits recover the laws of samples")
struct LawRecoveryTests {
  private static let count = 20_000
  private static let comparisons = 16
  private static var alpha: Double { 1e-6 / Double(comparisons) }

  private func sample(_ seed: UInt64, _ draw: (inout SplitMix64) -> Double) -> [Double] {
    var random = SplitMix64(state: seed)
    return (0..<Self.count).map { _ in draw(&random) }.sorted()
  }

  private func fit(_ name: String, _ values: [Double]) throws -> SpanLaw {
    try unwrap(SpanLaw.fits(values).first { $0.name == name })
  }

  private func check(_ name: String, _ expected: Double, _ observed: Double, error: Double) {
    let agreement = Agreement(
      name, expected: expected, observed: observed, standardError: error,
      tableSize: Self.comparisons)
    print(agreement)
    expect(agreement.holds, "\(agreement)")
  }

  private static var root: Double { Double(count).squareRoot() }

  // MARK: Closed standard errors

  @Test func exponential() throws {
    let law = try fit("exponential", sample(1) { -300 * log($0.uniform()) })
    check("exponential, mean", 300, law.mean, error: 300 / Self.root)
  }

  @Test func lognormal() throws {
    let values = sample(2) { exp(10 + 1.66 * $0.normal()) }
    guard case .lognormal(let logMedian, let sigma) = try fit("lognormal", values) else { return }
    check("lognormal, log median", 10, logMedian, error: 1.66 / Self.root)
    check("lognormal, sigma", 1.66, sigma, error: 1.66 / (2.0.squareRoot() * Self.root))
  }

  /// Errors from the information of Gumbel's law of the logarithm, with Euler's constant.
  @Test(arguments: [0.6, 0.73, 3])
  func weibull(shape: Double) throws {
    let values = sample(3) { 264 * pow(-log($0.uniform()), 1 / shape) }
    guard case .weibull(let scale, let fitted) = try fit("weibull", values) else { return }
    let pi = Double.pi
    let scaleError = (1 + 6 * pow(1 - 0.577_215_664_901_533, 2) / (pi * pi)).squareRoot()
    check(
      "weibull \(shape), log scale", log(264), log(scale), error: scaleError / shape / Self.root)
    check(
      "weibull \(shape), shape", shape, fitted, error: shape * 6.0.squareRoot() / pi / Self.root)
  }

  /// A gamma variate of shape 2 is a sum of two exponential ones, and ψ′(2) = π²/6 - 1.
  @Test func gamma() throws {
    let values = sample(4) { -50 * log($0.uniform() * $0.uniform()) }
    guard case .gamma(let mean, let shape) = try fit("gamma", values) else { return }
    let trigamma = Double.pi * Double.pi / 6 - 1
    check("gamma, mean", 100, mean, error: 100 / (2.0.squareRoot() * Self.root))
    check("gamma, shape", 2, shape, error: (2 / (2 * trigamma - 1)).squareRoot() / Self.root)
  }

  // MARK: By the ratio of likelihoods

  private func checkRatio(_ name: String, _ ratio: Double, parameters: Int) {
    let p = ChiSquare.upperTail(max(0, ratio), degreesOfFreedom: Double(parameters))
    print("\(name): twice the gain over the truth \(ratio), p \(p)")
    expect(ratio > -1e-6 && p > Self.alpha, "\(name): \(ratio)")
  }

  @Test func hyperexponential() throws {
    let truth = SpanLaw.hyperexponential(share: 0.3, means: [60, 3000])
    let values = sample(5) { -($0.uniform() < 0.3 ? 60 : 3000) * log($0.uniform()) }
    let law = try fit("hyperexponential", values)
    let gain = values.reduce(0) { $0 + law.logDensity($1) - truth.logDensity($1) }
    checkRatio("hyperexponential \(law)", 2 * gain, parameters: 3)
  }

  private func counts(_ seed: UInt64, _ draw: (inout SplitMix64) -> Double) -> CountDistribution {
    var random = SplitMix64(state: seed)
    var counts = CountDistribution()
    for _ in 0..<Self.count { counts.add(value: max(1, Int(draw(&random).rounded()))) }
    return counts
  }

  @Test func geometric() throws {
    let counts = counts(6) { 1 + floor(log($0.uniform()) / log1p(-1 / 2.77)) }
    let law = try unwrap(CountLaw.fits(counts).first)
    check("geometric, mean", 2.77, law.mean, error: (2.77 * 1.77).squareRoot() / Self.root)
    let others = CountLaw.fits(counts).dropFirst().map { $0.logLikelihood(counts) }
    expect(others.count, equals: 2)
    expect(others.allSatisfy { $0 < law.logLikelihood(counts) }, "the truth is the likeliest")
  }

  @Test func roundedLognormal() throws {
    let truth = CountLaw.rounded(.lognormal(logMedian: 0.4, sigma: 1))
    let counts = counts(7) { exp(0.4 + $0.normal()) }
    let law = try unwrap(CountLaw.fits(counts).first { $0.name == "lognormal" })
    let gain = law.logLikelihood(counts) - truth.logLikelihood(counts)
    checkRatio("rounded \(law)", 2 * gain, parameters: 2)
    let mean = Double(counts.sum) / Double(counts.total)
    expect(abs(law.mean / mean - 1) < 0.03)
  }

  /// Rates of shape 1 (exponential, mean 20 in the window) over 5,000 devices.
  @Test func gammaRates() throws {
    var random = SplitMix64(state: 8)
    let counts = (0..<5000).map { _ in
      let rate = -20 * log(random.uniform())
      var (messages, time) = (0, -log(random.uniform()))
      while time < rate {
        messages += 1
        time -= log(random.uniform())
      }
      return messages
    }
    let shape = try unwrap(GammaRates.shape(counts))
    let mean = Double(counts.reduce(0, +)) / 5000
    let gain = counts.reduce(0.0) { sum, count in
      sum + GammaRates.logLikelihood(count: count, exposure: 1, mean: mean, shape: shape)
        - GammaRates.logLikelihood(count: count, exposure: 1, mean: 20, shape: 1)
    }
    checkRatio("gamma rates \(mean), \(shape)", 2 * gain, parameters: 2)
    expect(abs(shape - 1) < 0.2)
  }

  /// The distance of a sample to its own law follows Kolmogorov's law.
  @Test func distanceOfTheRightLaw() {
    let values = sample(9) { -300 * log($0.uniform()) }
    let distance = GoodnessOfFit.distance(values) { exp(-$0 / 300) }
    let p = Kolmogorov.pValue(distance: distance, count: Self.count)
    print("distance \(distance), p \(p)")
    expect(p > Self.alpha)
    expect(GoodnessOfFit.distance(values) { exp(-$0 / 330) } > 0.02, "a wrong law is far")
  }
}
