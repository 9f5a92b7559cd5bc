internal import CGSL
import Foundation

// Some laws have a table of quantiles, made of the exact quantiles below.
//
// Source of the inverse functions: GNU Scientific Library 2.7, "Random Number Distributions".

extension Distribution {
  /// Both laws read the same table.
  package func sharesTable(with other: Distribution) -> Bool {
    table != nil && table === other.table
  }
}

extension Distribution.Law {
  /// A table of the law divided by ``tableScale``; nil for a law that has none.
  func makeTable() -> QuantileTable? {
    switch self {
    case .exponential:
      TableCache.table(.exponential) {
        QuantileTable(
          long: { gsl_cdf_exponential_Qinv($0, 1) }, short: { gsl_cdf_exponential_Pinv($0, 1) })
      }
    case .lognormal(_, let sigma) where sigma > 0:
      TableCache.table(.lognormal(sigma: sigma)) {
        QuantileTable(
          long: { gsl_cdf_lognormal_Qinv($0, 0, sigma) },
          short: { gsl_cdf_lognormal_Pinv($0, 0, sigma) })
      }
    case .weibull(_, let shape):
      TableCache.table(.weibull(shape: shape)) {
        QuantileTable(
          long: { gsl_cdf_weibull_Qinv($0, 1, shape) },
          short: { gsl_cdf_weibull_Pinv($0, 1, shape) })
      }
    default: nil
    }
  }

  var tableScale: Double {
    switch self {
    case .exponential(let mean): mean
    case .lognormal(let logMedian, _): exp(logMedian)
    case .weibull(let scale, _): scale
    default: 1
    }
  }

  /// The exact quantile of a law with a table, for the tails.
  func quantile(_ place: QuantileTable.Place) -> Double {
    let probability = place.probability
    let isLong = place.end == 0
    switch self {
    case .exponential(let mean):
      return isLong
        ? gsl_cdf_exponential_Qinv(probability, mean) : gsl_cdf_exponential_Pinv(probability, mean)
    case .lognormal(let logMedian, let sigma):
      return isLong
        ? gsl_cdf_lognormal_Qinv(probability, logMedian, sigma)
        : gsl_cdf_lognormal_Pinv(probability, logMedian, sigma)
    case .weibull(let scale, let shape):
      return isLong
        ? gsl_cdf_weibull_Qinv(probability, scale, shape)
        : gsl_cdf_weibull_Pinv(probability, scale, shape)
    default: preconditionFailure("a law without a table")
    }
  }
}
