internal import CGSL
import Foundation
import Synchronization

// Which laws have a table of quantiles, and the exact quantiles it is made of.
//
// Source of the inverse functions: GNU Scientific Library 2.7, "Random Number Distributions".

extension Distribution {
  /// The table's pieces, unless their quantiles could leave the range of doubles.
  var pieces: UnsafePointer<QuantileTable.Piece>? {
    guard let table, (table.valueMax * law.tableScale).isFinite else { return nil }
    return UnsafePointer(table.pieces)
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

/// Tables in use, so that equal laws (the design points of a sweep) share one. A table is a
/// function of its key, so who asks first never matters.
private struct TableCache: Sendable {
  enum Key: Hashable, Sendable {
    case exponential
    case lognormal(sigma: Double)
    case weibull(shape: Double)
  }

  private static let cache = Mutex(TableCache())

  private var tables: [Key: QuantileTable] = [:]
  /// When there are as many, those that no law uses any more are given back.
  private var countMax = 64

  static func table(_ key: Key, _ make: () -> QuantileTable?) -> QuantileTable? {
    cache.withLock { cache in
      if let table = cache.tables[key] { return table }
      guard let table = make() else { return nil }
      if cache.tables.count >= cache.countMax { cache.purge() }
      cache.tables[key] = table
      return table
    }
  }

  private mutating func purge() {
    for key in Array(tables.keys) {
      guard var table = tables.removeValue(forKey: key) else { continue }
      if !isKnownUniquelyReferenced(&table) { tables[key] = table }
    }
    countMax = max(64, 2 * tables.count)
  }
}
