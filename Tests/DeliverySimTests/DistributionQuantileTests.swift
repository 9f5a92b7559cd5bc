import DeliverySim
import Foundation
import TestSupport
import Testing

@Suite("Quantiles of laws")
struct DistributionQuantileTests {
  private func isClose(_ value: Double, _ expected: Double) -> Bool {
    abs(value - expected) <= 1e-12 * abs(expected)
  }

  @Test("The survival function is the one of the textbook", arguments: ContinuousLaw.all)
  func survival(reference: ContinuousLaw) {
    for x in [0, 0.01, 0.3, 1, 2.5, 7, 40] {
      let (found, expected) = (reference.law.survival(beyond: x), reference.survival(x))
      expect(abs(found - expected) <= 1e-11, "\(reference.name) at \(x): \(found), \(expected)")
    }
  }

  @Test("A quantile is exceeded with its probability", arguments: ContinuousLaw.all)
  func inverse(reference: ContinuousLaw) {
    for tail in [0.5, 0.01] {
      let quantile = reference.law.quantile(exceededBy: tail)
      let (below, above) = (quantile * (1 - 1e-9), quantile * (1 + 1e-9))
      expect(reference.survival(below) >= tail - 1e-10, "\(reference.name): \(quantile)")
      expect(reference.survival(above) <= tail + 1e-10, "\(reference.name): \(quantile)")
    }
  }

  @Test("Closed forms")
  func closedForms() {
    let ln2 = log(2.0)
    let ln100 = log(100.0)
    let cases: [(Distribution.Law, median: Double, p99: Double)] = [
      (.exponential(mean: 3), 3 * ln2, 3 * ln100),
      (.weibull(scale: 20, shape: 0.5), 20 * ln2 * ln2, 20 * ln100 * ln100),
      (.pareto(scale: 2, shape: 1), 4, 200),
      (.uniform(min: 1, max: 3), 2, 2.98),
      (.hyperexponential(weights: [1, 3], means: [5, 5]), 5 * ln2, 5 * ln100),
      (.shifted(by: 7, of: law(.exponential(mean: 1))), 7 + ln2, 7 + ln100),
    ]
    for (parameters, median, p99) in cases {
      let law = law(parameters)
      expect(isClose(law.quantile(exceededBy: 0.5), median), "\(parameters)")
      expect(isClose(law.quantile(exceededBy: 0.01), p99), "\(parameters)")
    }
  }

  @Test("Values with a probability of their own are met exactly")
  func atoms() {
    let ten = law(.constant(value: 10))
    let cases: [(Distribution.Law, median: Double, p99: Double)] = [
      (.constant(value: 4), 4, 4),
      (.constant(value: 0), 0, 0),
      (.empirical(values: [4, 1, 3, 2]), 2, 4),
      // P(X > n) is 2^-n, and 2^-7 the first power below 0.01.
      (.geometric(mean: 2), 1, 7),
      (.lognormal(logMedian: 0, sigma: 0), 1, 1),
      (.mixture(weights: [9, 1], of: [.zero, ten]), 0, 10),
    ]
    for (parameters, median, p99) in cases {
      expect(law(parameters).quantile(exceededBy: 0.5), equals: median, "\(parameters)")
      expect(law(parameters).quantile(exceededBy: 0.01), equals: p99, "\(parameters)")
    }
  }
}
