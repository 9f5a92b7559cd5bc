import Foundation
import Oracles
import TestSupport
import Testing

/// The periodic chain against what is known of it without its formulas.
@Suite("The periodic chain of two states")
struct PeriodicChainTests {
  private static let week = Array(0..<168)
  private static let arrivalRate = 40.0 / 86_400
  private static let ones = [Double](repeating: 1, count: 168)
  private static let onlinePace = week.map { $0 % 24 < 7 ? 0.25 : $0 % 24 == 8 ? 6 : 1 }
  private static let offlinePace = week.map { $0 % 24 < 5 ? 0 : $0 >= 120 ? 0.3 : 2 }

  private func isClose(_ value: Double, _ expected: Double, _ tolerance: Double) -> Bool {
    abs(value - expected) <= tolerance
  }

  private func mean(_ values: [Double]) -> Double { values.reduce(0, +) / Double(values.count) }

  @Test("At pace 1 it is the stationary chain and the newest-only slot")
  func paceOfTheClock() throws {
    let chain = PeriodicChain(
      onlineMean: 7200, offlineMean: 600, onlinePace: Self.ones, offlinePace: Self.ones)
    let slot = NewestOnly(
      arrivalRate: Self.arrivalRate, onlineMean: 7200, offline: .exponential(mean: 600))
    let loss = 1 - (try slot.deliverability())
    expect(chain.offlineShares.allSatisfy { isClose($0, 600.0 / 7800, 1e-12) })
    expect(
      chain.newestOnlyLoss(arrivalRate: Self.arrivalRate).allSatisfy { isClose($0, loss, 1e-12) })
    expect(isClose(chain.disconnectionsPerWeek, 604_800.0 / 7800, 1e-9))
  }

  @Test("A pace that is the same in every hour divides the mean")
  func constantPace() {
    let paced = PeriodicChain(
      onlineMean: 7200, offlineMean: 600, onlinePace: Self.ones.map { 3 * $0 },
      offlinePace: Self.ones.map { 0.5 * $0 })
    let plain = PeriodicChain(
      onlineMean: 2400, offlineMean: 1200, onlinePace: Self.ones, offlinePace: Self.ones)
    for (one, other) in zip(paced.offlineShares, plain.offlineShares) {
      expect(isClose(one, other, 1e-12))
    }
  }

  /// Steps of a second, by the midpoint rule: errors of second order.
  @Test("Integrating the equations step by step comes to the same")
  func stepByStep() {
    let chain = PeriodicChain(
      onlineMean: 7200, offlineMean: 1800, onlinePace: Self.onlinePace,
      offlinePace: Self.offlinePace)
    let rates = Self.week.map { (Self.onlinePace[$0] / 7200, Self.offlinePace[$0] / 1800) }
    func step(_ slope: (Double) -> Double, _ value: Double) -> Double {
      value + slope(value + slope(value) / 2)
    }
    // Backwards for q: two weeks, of which the first only serves to forget the start.
    var q = [Double](repeating: 0, count: 604_801)
    for _ in 0..<2 {
      q[604_800] = q[0]
      for second in (0..<604_800).reversed() {
        let back = rates[second / 3600].1
        q[second] = step(
          { Self.arrivalRate * (1 - $0) - back * $0 }, q[second + 1])
      }
    }
    var (p, shares, losses) = (0.0, Self.ones.map { _ in 0.0 }, Self.ones.map { _ in 0.0 })
    for _ in 0..<2 {
      (shares, losses) = (Self.ones.map { _ in 0 }, Self.ones.map { _ in 0 })
      for second in 0..<604_800 {
        let (hour, before) = (second / 3600, p)
        let (leave, back) = rates[hour]
        p = step({ leave * (1 - $0) - back * $0 }, p)
        shares[hour] += (before + p) / 7200
        losses[hour] += (before * q[second] + p * q[second + 1]) / 7200
      }
    }
    expect(zip(shares, chain.offlineShares).allSatisfy { isClose($0, $1, 1e-6) })
    expect(
      zip(losses, chain.newestOnlyLoss(arrivalRate: Self.arrivalRate))
        .allSatisfy { isClose($0, $1, 1e-6) })
    expect(shares.max() ?? 0 > 3 * (shares.min() ?? 1), "the hours differ")
  }

  @Test("Without arrivals nothing is lost; with very many, all that is created offline")
  func limits() {
    let chain = PeriodicChain(
      onlineMean: 7200, offlineMean: 1800, onlinePace: Self.onlinePace,
      offlinePace: Self.offlinePace)
    expect(mean(chain.newestOnlyLoss(arrivalRate: 1e-12)) < 1e-7)
    for (loss, share) in zip(chain.newestOnlyLoss(arrivalRate: 1e6), chain.offlineShares) {
      expect(isClose(loss, share, 1e-6))
    }
  }
}
