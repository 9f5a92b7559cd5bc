/// The number of units with each value, for values that are small non-negative integers.
///
/// Everything kept is an integer, so the order of additions and merges never matters. Memory grows
/// with the largest value.
public struct CountDistribution: Sendable, Equatable {
  /// Number of units by value, without trailing zeros.
  public private(set) var units: [UInt64] = []

  /// No unit at all.
  public init() {}

  /// - Parameter units: number of units by value.
  public init(units: [UInt64]) {
    for (value, units) in units.enumerated() { add(value: value, units: units) }
  }
}

// MARK: - Building

extension CountDistribution {
  /// Counts `units` more units with this value.
  ///
  /// - Precondition: `value` is at least 0; the sum of all values stays below 2^64.
  public mutating func add(value: Int, units more: UInt64 = 1) {
    precondition(value >= 0, "values are at least 0")
    guard more > 0 else { return }
    while units.count <= value { units.append(0) }
    units[value] += more
  }

  /// Counts the units of another distribution as well.
  public mutating func merge(_ other: CountDistribution) {
    for (value, units) in other.units.enumerated() { add(value: value, units: units) }
  }
}

// MARK: - Reading

extension CountDistribution {
  /// The number N of units.
  public var total: UInt64 { units.reduce(0, +) }

  /// The sum of all units' values.
  public var sum: UInt64 {
    units.enumerated().reduce(0) { $0 + UInt64($1.offset) * $1.element }
  }

  /// The value of rank ⌈qN⌉, at least rank 1, in ascending order; nil without units.
  ///
  /// - Parameter q: in 0...1.
  public func quantile(_ q: Double) -> Int? {
    let rank = Self.rank(q, of: total)
    var below: UInt64 = 0
    return units.indices.first { value in
      below += units[value]
      return below >= rank
    }
  }

  /// The share of the sum that the (1-q)·N units with the largest values bear; nil when the sum
  /// is 0.
  ///
  /// (1-q)·N may be a fraction; of units that tie at the border the value counts in proportion.
  ///
  /// - Parameter q: in 0...1.
  public func shareAbove(_ q: Double) -> Double? {
    guard sum > 0 else { return nil }
    var remaining = Double(total) - Self.position(q, of: total)
    var borne = 0.0
    for value in units.indices.reversed() where remaining > 0 {
      let taken = min(remaining, Double(units[value]))
      borne += taken * Double(value)
      remaining -= taken
    }
    return borne / Double(sum)
  }
}

// MARK: - Ranks

extension CountDistribution {
  /// The rank ⌈qN⌉ of quantile q among N ordered values, at least 1: the one rule for quantiles.
  ///
  /// q·N counts as an integer when only the rounding of q keeps it from one: the rank of 0.07 among
  /// 100 is 7, although 0.07 · 100 is 7.000000000000001.
  ///
  /// - Parameters:
  ///   - q: in 0...1.
  ///   - count: N.
  public static func rank(_ q: Double, of count: UInt64) -> UInt64 {
    max(1, UInt64(position(q, of: count).rounded(.up)))
  }

  /// q·N, freed of the rounding of q.
  private static func position(_ q: Double, of count: UInt64) -> Double {
    precondition(q >= 0 && q <= 1, "a quantile is in 0 ... 1")
    let position = q * Double(count)
    let nearest = position.rounded()
    return abs(position - nearest) <= 4 * position.ulp ? nearest : position
  }
}
