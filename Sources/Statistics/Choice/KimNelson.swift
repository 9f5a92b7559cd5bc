// Goals, in order: the procedure as published; sums in index order, so that the same numbers give
// the same decisions; short.
//
// Source: S.-H. Kim and B. L. Nelson, "A fully sequential procedure for indifference-zone selection
// in simulation", ACM Transactions on Modeling and Computer Simulation 11 (2001) 251-273, with
// c = 1.

import Foundation

/// The best of several candidates, one replication at a time: whoever is behind by more than chance
/// allows is left out, until one is left.
///
/// Promise: if the best one is better than each other by at least `worth`, it is chosen with the
/// given confidence. Values are taken for normal; those of one replication may depend on each
/// other.
public struct KimNelson: Sendable {
  private let worth: Double
  private let first: Int
  /// h² of the paper.
  private let factor: Double
  private var sums: [Double]
  /// The values of the first replications, by candidate.
  private var early: [[Double]]
  private var variances: [[Double]] = []
  /// The number of replications that were taken.
  public private(set) var size = 0
  /// Those that are left, ascending.
  public private(set) var survivors: [Int]
  /// The replication after which a candidate was left out, and who was ahead.
  public private(set) var eliminations: [(size: Int, by: Int)?]

  /// - Parameters:
  ///   - count: The number of candidates, at least 2.
  ///   - worth: The smallest difference that matters, above 0.
  ///   - confidence: Above 1/count and below 1.
  ///   - first: The replications of the first stage, at least 2.
  public init(count: Int, worth: Double, confidence: Double, first: Int) {
    precondition(count >= 2 && worth > 0 && first >= 2, "a choice by a difference that matters")
    precondition(confidence > 1 / Double(count) && confidence < 1, "more than chance alone gives")
    (self.worth, self.first) = (worth, first)
    let freedom = Double(first - 1)
    let alpha = (1 - confidence) / Double(count - 1)
    let eta = 0.5 * (pow(2 * alpha, -2 / freedom) - 1)
    factor = 2 * eta * freedom
    survivors = Array(0..<count)
    sums = [Double](repeating: 0, count: count)
    early = [[Double]](repeating: [], count: count)
    eliminations = Array(repeating: nil, count: count)
  }

  /// Takes the next replication of all survivors.
  ///
  /// - Parameter values: By candidate, more is better; those of survivors are read.
  public mutating func take(_ values: (Int) -> Double) {
    guard survivors.count > 1 else { return }
    size += 1
    for candidate in survivors {
      let value = values(candidate)
      sums[candidate] += value
      if size <= first { early[candidate].append(value) }
    }
    if size == first { variances = early.map { one in early.map { Self.variance(one, $0) } } }
    if size >= first { screen() }
  }

  private mutating func screen() {
    let before = survivors
    for candidate in before {
      if let rival = before.first(where: { isBehind(candidate, $0) }) {
        eliminations[candidate] = (size, rival)
      }
    }
    survivors = before.filter { eliminations[$0] == nil }
  }

  /// Where nothing is left to chance, the first one of two equals stays.
  private func isBehind(_ candidate: Int, _ rival: Int) -> Bool {
    guard candidate != rival else { return false }
    let variance = variances[candidate][rival]
    let slack = max(0, (factor * variance / worth - worth * Double(size)) / 2)
    let lead = sums[rival] - sums[candidate]
    return slack == 0 && lead == 0 ? rival < candidate : lead > slack
  }

  /// The variance of the differences.
  private static func variance(_ left: [Double], _ right: [Double]) -> Double {
    let differences = zip(left, right).map { $0 - $1 }
    let mean = differences.reduce(0, +) / Double(differences.count)
    return differences.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(differences.count - 1)
  }
}
