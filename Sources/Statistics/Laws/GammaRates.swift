// Poisson counts whose rates differ from device to device.
//
// Source: the negative binomial law as a gamma mixture of Poisson laws: N. L. Johnson, A. W. Kemp,
// S. Kotz, "Univariate Discrete Distributions", 3rd edition (2005), section 5.3 and, for the
// maximum likelihood, 5.8.3.

internal import CGSL
import Foundation

/// Rates that follow a gamma law over devices, seen through each device's count.
public enum GammaRates {
  /// The shape of the gamma law at the maximum of the likelihood; the mean is that of the counts.
  ///
  /// - Parameter counts: one per device, over one and the same window.
  /// - Returns: nil when the counts vary no more than those of one rate for all would, and below
  ///   0.01, the smallest shape of a scenario.
  public static func shape(_ counts: [Int]) -> Double? {
    let mean = Double(counts.reduce(0, +)) / Double(max(1, counts.count))
    let square = counts.reduce(0) { $0 + pow(Double($1) - mean, 2) } / Double(max(1, counts.count))
    guard counts.count >= 2, square > mean else { return nil }
    func slope(_ logShape: Double) -> Double {
      let shape = exp(logShape)
      let psi = GSL.value(gsl_sf_psi(shape))
      let sum = counts.reduce(0) { $0 + GSL.value(gsl_sf_psi(shape + Double($1))) - psi }
      return sum / Double(counts.count) - log1p(mean / shape)
    }
    return Root.find(in: log(0.01)...log(1e6), slope).map(exp)
  }

  /// The logarithm of the likelihood of one device's message times: the Poisson density with its
  /// rate integrated over the gamma law.
  ///
  /// - Parameters:
  ///   - count: of messages.
  ///   - exposure: the length of the window **[s]**.
  ///   - mean: of the rates **[1/s]**.
  ///   - shape: of the gamma law, above 0.
  public static func logLikelihood(
    count: Int, exposure: Double, mean: Double, shape: Double
  ) -> Double {
    let (count, rate) = (Double(count), shape / mean)
    return GSL.value(gsl_sf_lngamma(shape + count)) - GSL.value(gsl_sf_lngamma(shape))
      + shape * log(rate) - (shape + count) * log(rate + exposure)
  }

  /// The gamma law at the maximum of the likelihood of counts over times that differ.
  ///
  /// - Parameters:
  ///   - counts: One per device, at least 0; they need not be whole.
  ///   - exposures: The times for which each was watched, above 0.
  /// - Returns: The mean is per unit of time. nil where the counts vary no more than those of one
  ///   rate for all would, and where the shape is below 0.01, the smallest of a scenario.
  public static func fit(
    _ counts: [Double], exposures: [Double]
  ) -> (mean: Double, shape: Double)? {
    let (total, time) = (counts.reduce(0, +), exposures.reduce(0, +))
    guard counts.count >= 2, total > 0, time > 0 else { return nil }
    let mean = total / time
    func minusLogLikelihood(_ point: [Double]) -> Double {
      let (shape, rate) = (exp(point[1]), exp(point[1] - point[0]) / mean)
      guard shape > 1e-6, shape < 1e9 else { return .infinity }
      let gammaOfShape = GSL.value(gsl_sf_lngamma(shape))
      return zip(counts, exposures).reduce(0) { sum, device in
        // This form keeps its digits where the shape is large.
        sum - GSL.value(gsl_sf_lngamma(shape + device.0)) + gammaOfShape
          + shape * log1p(device.1 / rate) + device.0 * log(rate + device.1)
      }
    }
    guard let point = Minimum.find(from: [0, 0], size: 1e-5, minusLogLikelihood) else { return nil }
    let shape = exp(point[1])
    return (0.01...1e5).contains(shape) ? (mean * exp(point[0]), shape) : nil
  }
}
