// Laws on 1, 2, 3, ... and their maximum-likelihood fits.
//
// Goals, in order: the simulator's own rounding (to nearest, at least 1); the maximum or nothing.

import Foundation

/// A law of the number of messages in a burst.
public enum CountLaw: Sendable, Equatable {
  /// The geometric law on 1, 2, 3, ...
  case geometric(mean: Double)
  /// A law of positive numbers, rounded to the nearest whole number of at least 1.
  case rounded(SpanLaw)
}

extension CountLaw {
  /// The name in a scenario.
  public var name: String {
    switch self {
    case .geometric: "geometric"
    case .rounded(let law): law.name
    }
  }

  /// The number of parameters that were fitted.
  public var parameterCount: Int {
    switch self {
    case .geometric: 1
    case .rounded(let law): law.parameterCount
    }
  }

  /// P(X > n); 1 for n below 1.
  public func survival(_ n: Int) -> Double {
    guard n >= 1 else { return 1 }
    switch self {
    case .geometric(let mean): return exp(Double(n) * log1p(-1 / mean))
    case .rounded(let law): return law.survival(Double(n) + 0.5)
    }
  }

  /// E[X], summed to the point where what is left out is below 1e-9 of a message, or 1e6.
  public var mean: Double {
    if case .geometric(let mean) = self { return mean }
    var (sum, n) = (0.0, 0)
    while n < 1_000_000 {
      let tail = survival(n)
      if tail * Double(n + 1) < 1e-9 { break }
      sum += tail
      n += 1
    }
    return sum
  }

  /// The logarithm of the likelihood of counts.
  public func logLikelihood(_ counts: CountDistribution) -> Double {
    counts.units.enumerated().reduce(0) { sum, entry in
      guard entry.element > 0 else { return sum }
      let probability = survival(entry.offset - 1) - survival(entry.offset)
      return sum + Double(entry.element) * log(probability)
    }
  }

  /// All laws that can be fitted, in a fixed order.
  ///
  /// - Parameter counts: at least two different values, all of at least 1.
  public static func fits(_ counts: CountDistribution) -> [CountLaw] {
    let mean = Double(counts.sum) / Double(counts.total)
    guard mean > 1 else { return [] }
    let start = log(mean / 2)
    let lognormal = rounded(counts, from: [start, 0]) {
      .lognormal(logMedian: $0[0], sigma: exp($0[1]))
    }
    let weibull = rounded(counts, from: [log(mean), 0]) {
      .weibull(scale: exp($0[0]), shape: exp($0[1]))
    }
    return [.geometric(mean: mean), lognormal, weibull].compactMap { $0 }
  }

  private static func rounded(
    _ counts: CountDistribution, from start: [Double], _ law: ([Double]) -> SpanLaw
  ) -> CountLaw? {
    let total = Double(counts.total)
    let best = Minimum.find(from: start) { point in
      // Beyond these a scenario has no such law.
      guard abs(point[0]) < 20, abs(point[1]) < 3 else { return .infinity }
      let value = -CountLaw.rounded(law(point)).logLikelihood(counts) / total
      return value.isNaN ? .infinity : value
    }
    return best.map { .rounded(law($0)) }
  }
}
