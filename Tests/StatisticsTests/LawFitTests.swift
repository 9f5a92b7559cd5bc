import Foundation
import Statistics
import TestSupport
import Testing

/// Fits, distances and Akaike's criterion against SciPy 1.17.1 on twelve numbers with a tie.
///
/// Python gives the values: `x = [3, 5, 5, ...]`; exponential `stats.expon(0, mean)`; lognormal
/// `stats.lognorm(std(log x), 0, exp(mean(log x)))`; Weibull and gamma: `optimize.brentq` on the
/// score, then `stats.weibull_min`, `stats.gamma`; distance `stats.kstest(x, law.cdf)`; criterion
/// `2k - 2 law.logpdf(x).sum()`.
@Suite("Fits of laws against SciPy")
struct LawFitTests {
  private static let values: [Double] = [3, 5, 5, 8, 13, 21, 34, 34, 89, 144, 377, 610]

  private func law(_ name: String) throws -> SpanLaw {
    try unwrap(SpanLaw.fits(Self.values).first { $0.name == name })
  }

  @Test(
    "Distance and criterion of each law",
    arguments: [
      ("exponential", 0.4046769884269455, 139.2261091216457),
      ("lognormal", 0.13775862128335592, 132.0829636081153),
      ("weibull", 0.19456147330455598, 134.3040367425186),
      ("gamma", 0.2417717557259677, 135.5237501938302),
    ])
  func goodness(name: String, distance: Double, akaike: Double) throws {
    let law = try law(name)
    let likelihood = Self.values.reduce(0) { $0 + law.logDensity($1) }
    let observed = GoodnessOfFit.akaike(
      logLikelihood: likelihood, parameterCount: law.parameterCount)
    expect(isClose(GoodnessOfFit.distance(Self.values, survival: law.survival), distance, 1e-9))
    expect(isClose(observed, akaike, 1e-9))
  }

  @Test func parameters() throws {
    guard case .lognormal(let logMedian, let sigma) = try law("lognormal"),
      case .weibull(let scale, let shape) = try law("weibull"),
      case .gamma(let mean, let gammaShape) = try law("gamma")
    else { return expect(Bool(false)) }
    expect(isClose(exp(logMedian), 30.122518836040435, 1e-9))
    expect(isClose(sigma, 1.6695908409716207, 1e-9))
    expect(isClose(scale, 71.31736863034634, 1e-9) && isClose(shape, 0.6048665833978414, 1e-9))
    expect(isClose(mean / gammaShape, 230.2411294184172, 1e-9))
    expect(isClose(gammaShape, 0.4860845972627268, 1e-9))
  }

  /// Python gives the values: `n = [1] * 7 + [2] * 4 + [3] * 2 + [6, 11]`; `stats.geom(1 / mean)`;
  /// the distance over whole numbers; rounded lognormal: `optimize.minimize` (Nelder-Mead, xatol
  /// 1e-12) of the likelihood of `lognorm.cdf(n + 0.5) - lognorm.cdf(n - 0.5)`, `cdf(1.5)` for 1.
  @Test func sizes() throws {
    let laws = CountLaw.fits(CountDistribution(units: [0, 7, 4, 2, 0, 0, 1, 0, 0, 0, 0, 1]))
    let counts = CountDistribution(units: [0, 7, 4, 2, 0, 0, 1, 0, 0, 0, 0, 1])
    let geometric = try unwrap(laws.first)
    expect(geometric, equals: .geometric(mean: 38.0 / 15))
    let distance = GoodnessOfFit.distance(counts: counts, survival: geometric.survival)
    expect(isClose(distance, 0.09967682363804242, 1e-9))
    expect(isClose(2 - 2 * geometric.logLikelihood(counts), 52.982308173398124, 1e-9))
    let lognormal = try unwrap(laws.first { $0.name == "lognormal" })
    guard case .rounded(.lognormal(let logMedian, let sigma)) = lognormal else { return }
    expect(isClose(exp(logMedian), 1.56560427, 1e-5))
    expect(isClose(sigma, 0.92725885, 1e-5))
    expect(isClose(4 - 2 * lognormal.logLikelihood(counts), 53.58575068158978, 1e-8))
  }

  /// Python gives the values: `optimize.minimize` (Nelder-Mead) of `stats.nbinom.logpmf(counts, k,
  /// k / (k + m))`.
  @Test func ratesThatDiffer() throws {
    let shape = try unwrap(GammaRates.shape([0, 1, 1, 2, 3, 5, 8, 40]))
    expect(isClose(shape, 0.55728622, 1e-6))
    expect(GammaRates.shape([3, 3, 3, 3]) == nil)
    expect(GammaRates.shape([7]) == nil)
  }

  // MARK: Values without a fit

  @Test(arguments: [[], [5], [5, 5, 5], [0, 1]] as [[Double]])
  func tooLittleHasNoFit(values: [Double]) {
    expect(SpanLaw.fits(values).isEmpty)
  }

  @Test func unitsOfTimeDoNotMatter() throws {
    for factor in [1e-9, 1e-3, 1e6, 1e12] {
      let scaled = SpanLaw.fits(Self.values.map { $0 * factor })
      for (law, other) in zip(SpanLaw.fits(Self.values), scaled) {
        expect(isClose(other.mean / factor / law.mean, 1, 1e-6), "\(law.name), \(factor)")
        expect(isClose(other.survival(20 * factor), law.survival(20), 1e-6), "\(law.name)")
      }
    }
  }

  @Test func nearlyEqualValuesHaveLawsThatAreNearlyConstant() {
    let laws = SpanLaw.fits((0..<100).map { 60 + Double($0) * 0.001 })
    for law in laws where law.name != "exponential" {
      expect(law.survival(59) > 0.999 && law.survival(61) < 0.001, "\(law)")
    }
    expect(laws.count, equals: 4)
  }

  // MARK: Solvers

  @Test func aRootIsBracketedOrThereIsNone() {
    expect(isClose(Root.find(in: 0...2) { $0 * $0 - 2 }, 2.0.squareRoot(), 1e-12))
    expect(isClose(Root.find(in: 0...2) { 2 - $0 * $0 }, 2.0.squareRoot(), 1e-12))
    expect(Root.find(in: 0...2) { $0 - 2 }, equals: 2)
    expect(Root.find(in: 0...2) { $0 * $0 + 1 } == nil)
    expect(Root.find(in: 0...2) { log($0 - 1) } == nil)
  }

  @Test func aMinimumIsFound() throws {
    // Rosenbrock's valley, the standard example: minimum at (1, 1).
    let best = try unwrap(
      Minimum.find(from: [-1.2, 1]) { pow(1 - $0[0], 2) + 100 * pow($0[1] - $0[0] * $0[0], 2) })
    expect(isClose(best[0], 1, 1e-5) && isClose(best[1], 1, 1e-5))
    expect(Minimum.find(from: [0]) { $0[0] } == nil, "no minimum")
  }
}
