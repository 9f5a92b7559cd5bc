import Foundation
import Statistics
import TestSupport
import Testing

@Suite("Distribution functions")
struct DistributionFunctionTests {
  // NIST/SEMATECH e-Handbook, section 1.3.6.7.2.
  @Test(
    "Student's t quantiles are those of the table",
    arguments: [
      (1.0, 0.95, 6.314), (1, 0.975, 12.706), (2, 0.975, 4.303), (3, 0.995, 5.841),
      (9, 0.975, 2.262), (10, 0.95, 1.812), (29, 0.975, 2.045), (100, 0.975, 1.984),
    ])
  func studentTable(degreesOfFreedom: Double, probability: Double, expected: Double) {
    let t = StudentT.quantile(probability, degreesOfFreedom: degreesOfFreedom)
    expect(abs(t - expected) < 0.0005)
  }

  @Test(
    "Student's t agrees with its closed forms for 1 and 2 degrees of freedom",
    arguments: [1e-9, 0.0001, 0.025, 0.3, 0.6, 0.999])
  func studentClosedForms(probability: Double) {
    let one = StudentT.quantile(probability, degreesOfFreedom: 1)
    let two = StudentT.quantile(probability, degreesOfFreedom: 2)
    let spread = (2 * probability * (1 - probability)).squareRoot()
    expect(isClose(one / tan(Double.pi * (probability - 0.5)), 1, 1e-6))
    expect(isClose(two, (2 * probability - 1) / spread, 1e-9))
    let p = StudentT.twoSidedP(two, degreesOfFreedom: 2)
    expect(isClose(p / (2 * min(probability, 1 - probability)), 1, 1e-9))
  }

  @Test("A two-sided p value is 1 at 0, even in t, and 0 at infinity")
  func studentEnds() {
    expect(StudentT.twoSidedP(0, degreesOfFreedom: 7), equals: 1)
    expect(StudentT.twoSidedP(.infinity, degreesOfFreedom: 7), equals: 0)
    let (left, right) = (-2.0, 2.0)
    let p = StudentT.twoSidedP(left, degreesOfFreedom: 7)
    expect(p == StudentT.twoSidedP(right, degreesOfFreedom: 7) && p < 1)
  }

  @Test("The normal distribution keeps its digits in the tail")
  func normal() {
    expect(isClose(Normal.quantile(0.975), 1.959963984540054))
    expect(isClose(Normal.cdf(1.959963984540054), 0.975))
    expect(isClose(Normal.cdf(-10) / 7.619853024160527e-24, 1, 1e-10))
  }

  @Test(
    "F agrees with t for 1 degree of freedom, and with its closed form for 2",
    arguments: [(0.3, 4.0), (1, 29), (3.3, 29), (12, 3), (2.5, 1000)])
  func fClosedForms(x: Double, freedom: Double) {
    let one = FDistribution.upperTail(x, degreesOfFreedom: (1, freedom))
    expect(isClose(one / StudentT.twoSidedP(x.squareRoot(), degreesOfFreedom: freedom), 1, 1e-9))
    let two = FDistribution.upperTail(x, degreesOfFreedom: (2, freedom))
    expect(isClose(two / pow(1 + 2 * x / freedom, -freedom / 2), 1, 1e-9))
    expect(FDistribution.upperTail(-x, degreesOfFreedom: (2, freedom)), equals: 1)
  }

  // NIST/SEMATECH e-Handbook, section 1.3.6.7.4.
  @Test(
    "Chi-square tails are those of the table",
    arguments: [
      (1.0, 3.841, 0.05), (1, 6.635, 0.01), (10, 18.307, 0.05), (10, 23.209, 0.01),
      (100, 124.342, 0.05), (100, 135.807, 0.01),
    ])
  func chiSquareTable(degreesOfFreedom: Double, x: Double, expected: Double) {
    let p = ChiSquare.upperTail(x, degreesOfFreedom: degreesOfFreedom)
    expect(abs(p / expected - 1) < 0.001)
  }

  @Test("Gamma survival is the Poisson sum for whole shapes", arguments: [0.01, 1, 5, 40])
  func gamma(x: Double) {
    let y = x / 2
    let erlang3 = exp(-y) * (1 + y + y * y / 2)
    expect(isClose(Gamma.survival(x, shape: 1, scale: 2) / exp(-y), 1))
    expect(isClose(Gamma.survival(x, shape: 3, scale: 2) / erlang3, 1))
  }

  @Test("Gamma survival has its ends")
  func gammaEnds() {
    expect(Gamma.survival(-1, shape: 0.5, scale: 2), equals: 1)
    expect(Gamma.survival(0, shape: 0.5, scale: 2), equals: 1)
    expect(Gamma.survival(1e6, shape: 0.5, scale: 2), equals: 0)
    expect(Gamma.survival(.infinity, shape: 0.5, scale: 2), equals: 0)
  }

  @Test("Binomial tails are the sums over four tosses of a coin")
  func binomial() {
    let lower = (0...4).map { Binomial.lowerTail($0, trials: 4, probability: 0.5) }
    let upper = (0...4).map { Binomial.upperTail($0, trials: 4, probability: 0.5) }
    let twoSided = (0...4).map { Binomial.twoSidedP($0, trials: 4, probability: 0.5) }
    expect(zip(lower, [1, 5, 11, 15, 16]).allSatisfy { isClose($0, $1 / 16) })
    expect(zip(upper, [16, 15, 11, 5, 1]).allSatisfy { isClose($0, $1 / 16) })
    expect(zip(twoSided, [2, 10, 16, 10, 2]).allSatisfy { isClose($0, $1 / 16) })
  }

  @Test("Binomial tails of certain and impossible events")
  func binomialEnds() {
    expect(Binomial.twoSidedP(0, trials: 5, probability: 0), equals: 1)
    expect(Binomial.twoSidedP(5, trials: 5, probability: 1), equals: 1)
    expect(Binomial.twoSidedP(1, trials: 5, probability: 0), equals: 0)
  }

  @Test("Arguments outside the domain stop the program")
  func domain() async {
    await #expect(processExitsWith: .failure) {
      _ = StudentT.quantile(1, degreesOfFreedom: 3)
    }
    await #expect(processExitsWith: .failure) {
      _ = Binomial.lowerTail(6, trials: 5, probability: 0.5)
    }
  }
}

@Suite("Kolmogorov distribution")
struct KolmogorovTests {
  // The textbook table has 1.22, 1.36, 1.63, 1.95; more digits here.
  @Test(
    "The limit law is that of the table",
    arguments: [(1.2238, 0.1), (1.3581, 0.05), (1.6276, 0.01), (1.9495, 0.001)])
  func limitTable(x: Double, expected: Double) {
    expect(abs(Kolmogorov.upperTail(x) / expected - 1) < 0.001)
  }

  @Test("Both series agree where one gives way to the other")
  func seam() {
    let (below, above) = (Kolmogorov.upperTail(1.18.nextDown), Kolmogorov.upperTail(1.18))
    expect(isClose(below, above, 1e-14))
    expect(Kolmogorov.upperTail(0), equals: 1)
    expect(isClose(Kolmogorov.upperTail(0.3), 0.9999906941986655, 1e-13))
  }

  // Exact critical distances: SciPy 1.17.1, `kstwo.isf` (Simard and L'Ecuyer's algorithm).
  // P(D100 ≤ 0.1) = 0.74731: www.math.ucla.edu/~tom/distributions/KolSmir1.html.
  @Test(
    "The correction reaches the exact law of small samples",
    arguments: [
      (10, 0.40925, 0.05, 0.01), (20, 0.29408, 0.05, 0.01), (20, 0.35241, 0.01, 0.01),
      (100, 0.13403, 0.05, 0.01), (100, 0.1, 0.25269, 0.02),
    ])
  func smallSamples(count: Int, distance: Double, expected: Double, tolerance: Double) {
    expect(abs(Kolmogorov.pValue(distance: distance, count: count) / expected - 1) < tolerance)
  }
}
