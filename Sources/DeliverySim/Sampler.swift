internal import CGSL
import Foundation
import Synchronization

/// A law made ready for the event loop: plain numbers, so that to copy it touches no reference
/// count.
///
/// Goals, in this order: the very variates of ``Distribution/sample(_:)``; speed.
@frozen
public struct Sampler {
  @usableFromInline let isConstant: Bool
  /// The constant, or what the table's quantiles are multiplied with.
  @usableFromInline let scale: Double
  /// Of the law's table; nil when it has none.
  @usableFromInline let pieces: UnsafePointer<QuantileTable.Piece>?
  @usableFromInline let law: UnsafePointer<Distribution>

  /// - Parameter law: Stays where it is as long as the sampler is used.
  fileprivate init(_ law: UnsafePointer<Distribution>) {
    self.law = law
    pieces = law.pointee.table.map { UnsafePointer($0.pieces) }
    if case .constant(let value) = law.pointee.law {
      (isConstant, scale) = (true, value)
    } else {
      (isConstant, scale) = (false, law.pointee.law.tableScale)
    }
  }

  /// Mean 1: what stationary Poisson processes are made of. Its law lives for ever.
  public nonisolated(unsafe) static let unitExponential: Sampler = {
    let law = UnsafeMutablePointer<Distribution>.allocate(capacity: 1)
    law.initialize(to: .unitExponential)
    return Sampler(law)
  }()

  /// True when the law is the constant 0, which needs no draw.
  @inlinable
  public var isZero: Bool { isConstant && scale == 0 }

  /// A variate.
  @inlinable
  public func sample(_ draws: Draws) -> Double {
    var draws = draws
    guard let pieces else { return isConstant ? scale : law.pointee.sample(&draws) }
    return sample(word: draws.word(), pieces)
  }

  @inlinable @inline(__always)
  func sample(word: UInt64, _ pieces: UnsafePointer<QuantileTable.Piece>) -> Double {
    let place = QuantileTable.Place(word)
    guard let value = QuantileTable.value(place, in: pieces) else { return tail(place) }
    return Distribution.finite(value * scale)
  }

  @usableFromInline @inline(never)
  func tail(_ place: QuantileTable.Place) -> Double {
    Distribution.finite(law.pointee.law.quantile(place))
  }
}

/// Laws at places where they stay, for samplers that live as long as the shelf.
public struct LawShelf: ~Copyable {
  private var laws: [UnsafeMutablePointer<Distribution>] = []

  public init() {}

  public mutating func sampler(_ law: Distribution) -> Sampler {
    let place = UnsafeMutablePointer<Distribution>.allocate(capacity: 1)
    place.initialize(to: law)
    laws.append(place)
    return Sampler(place)
  }

  deinit {
    for law in laws {
      law.deinitialize(count: 1)
      law.deallocate()
    }
  }
}

extension Distribution.Law {
  // MARK: Tables

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
