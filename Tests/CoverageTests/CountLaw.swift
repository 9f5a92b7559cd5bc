import DeliverySim
import Foundation
import Statistics

/// A law of counts 0, 1, 2, ..., sampled through its distribution function.
struct CountLaw: Sendable {
  /// P(X ≤ k)
  private let cumulative: [Double]

  /// - Parameter probabilities: of 0, 1, 2, ...
  private init(probabilities: [Double]) {
    var sum = 0.0
    cumulative = probabilities.map { probability in
      sum += probability
      return sum
    }
  }

  /// - Parameters:
  ///   - trials: at least 1.
  ///   - probability: of success, in (0, 1).
  static func binomial(trials: Int, probability: Double) -> CountLaw {
    let odds = log(probability) - log1p(-probability)
    var logarithm = Double(trials) * log1p(-probability)
    return CountLaw(
      probabilities: (0...trials).map { k in
        defer { logarithm += log(Double(trials - k)) - log(Double(k + 1)) + odds }
        return exp(logarithm)
      })
  }

  /// - Parameter mean: small: up to 30.
  static func poisson(mean: Double) -> CountLaw {
    var probability = exp(-mean)
    return CountLaw(
      probabilities: (0..<200).map { k in
        defer { probability *= mean / Double(k + 1) }
        return probability
      })
  }

  /// Counts in clusters: a Poisson law whose mean is gamma distributed.
  ///
  /// - Parameters:
  ///   - mean: of the counts.
  ///   - designEffect: variance / mean, above 1.
  static func negativeBinomial(mean: Double, designEffect: Double) -> CountLaw {
    let size = mean / (designEffect - 1)
    var probability = pow(designEffect, -size)
    return CountLaw(
      probabilities: (0..<2000).map { k in
        defer { probability *= (size + Double(k)) / Double(k + 1) * (1 - 1 / designEffect) }
        return probability
      })
  }

  func sample(_ draws: inout Draws) -> Double {
    let u = draws.uniform()
    var (low, high) = (0, cumulative.count - 1)
    while low < high {
      let middle = (low + high) / 2
      if cumulative[middle] < u { low = middle + 1 } else { high = middle }
    }
    return Double(low)
  }
}

extension Draws {
  mutating func normal() -> Double { Normal.quantile(uniform()) }
}
