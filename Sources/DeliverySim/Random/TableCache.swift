import Synchronization

/// Tables in use, so that equal laws (the design points of a sweep) share one. A table is a
/// function of its key, so who asks first never matters. A law whose table is refused is tried
/// again whenever such a law is made.
package struct TableCache: Sendable {
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

  /// The number of tables that are kept.
  package static var count: Int { cache.withLock { $0.tables.count } }

  private mutating func purge() {
    for key in Array(tables.keys) {
      guard var table = tables.removeValue(forKey: key) else { continue }
      if !isKnownUniquelyReferenced(&table) { tables[key] = table }
    }
    countMax = max(64, 2 * tables.count)
  }
}
