import Foundation
import TestSupport

/// Five ways to keep a stock for 30 months, whose mean costs a month are known: a standard test of
/// procedures that select the best.
///
/// Source: L. W. Koenig and A. M. Law, "A procedure for selecting a subset of size m containing the
/// l best of k independent normal populations", Communications in Statistics: Simulation and
/// Computation 14 (1985) 719-734: below s the stock is filled up to S; demand is Poisson(25).
struct InventorySystems {
  static let levels: [(s: Int, S: Int)] = [(20, 40), (20, 80), (40, 60), (40, 100), (60, 100)]
  /// The means as published.
  static let means = [114.176, 112.742, 130.550, 130.699, 147.382]
  private static let months = 30
  private static let demand = 25.0

  /// P(demand ≤ d).
  private static let cumulative = probabilities.reduce(into: [Double]()) {
    $0.append(($0.last ?? 0) + $1)
  }
  private static let probabilities = (0...120).map { count in
    exp(Double(count) * log(demand) - demand - lgamma(Double(count) + 1))
  }

  /// The cost of a month: the order, and the stock or the shortage at its end.
  private static func cost(ordered: Int, left: Int) -> Double {
    (ordered > 0 ? 32 + 3 * Double(ordered) : 0) + Double(left >= 0 ? left : -5 * left)
  }

  /// A replication of each system, with the same demands for all.
  static func replication(_ random: inout SplitMix64) -> [Double] {
    let demands = (0..<months).map { _ in
      let u = random.uniform()
      return cumulative.firstIndex { u < $0 } ?? cumulative.count
    }
    return levels.map { level in
      var (stock, total) = (level.S, 0.0)
      for demand in demands {
        let ordered = stock < level.s ? level.S - stock : 0
        stock += ordered - demand
        total += cost(ordered: ordered, left: stock)
      }
      return total / Double(months)
    }
  }

  /// The mean cost by the law of the stock, month by month.
  static func exactMean(_ level: (s: Int, S: Int)) -> Double {
    var (law, total) = ([level.S: 1.0], 0.0)
    for _ in 0..<months {
      var next: [Int: Double] = [:]
      for (stock, weight) in law where weight > 1e-14 {
        let ordered = stock < level.s ? level.S - stock : 0
        for (demand, probability) in probabilities.enumerated() {
          let left = stock + ordered - demand
          next[left, default: 0] += weight * probability
          total += weight * probability * cost(ordered: ordered, left: left)
        }
      }
      law = next
    }
    return total / Double(months)
  }
}
