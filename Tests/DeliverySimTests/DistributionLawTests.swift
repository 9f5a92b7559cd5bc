import DeliverySim
import Foundation
import Statistics
import TestSupport
import Testing

/// The probability that a table of right laws fails, shared out among its rows.
private let tableAlpha = 1e-6

@Suite("Samplers against their laws")
struct DistributionLawTests {
  private static let size = 150_000

  private static func place(_ name: String) -> Int {
    ContinuousLaw.all.firstIndex { $0.name == name }
      ?? 100 + (DiscreteLaw.all.firstIndex { $0.name == name } ?? 100)
  }

  private static func sample(
    _ name: String, purpose: UInt8, _ take: (inout Draws) -> Double
  ) -> [Double] {
    manyDraws(size, purpose: purpose, device: place(name)).map { draws in
      var draws = draws
      return take(&draws)
    }
  }

  @Test("Continuous laws: Kolmogorov and Smirnov", arguments: ContinuousLaw.all)
  func continuous(reference: ContinuousLaw) {
    let values = Self.sample(reference.name, purpose: 1) { reference.law.sample(&$0) }
    let p = GoodnessOfFit.kolmogorov(values) { 1 - reference.survival($0) }
    expect(p > tableAlpha / Double(ContinuousLaw.all.count), "\(reference.name): p = \(p)")
  }

  @Test("Equilibrium residual lives: Kolmogorov and Smirnov", arguments: ContinuousLaw.all)
  func residual(reference: ContinuousLaw) throws {
    let values = Self.sample(reference.name, purpose: 2) { reference.law.sampleResidual(&$0) }
    let cdf = reference.makeResidualCDF()
    let p = try GoodnessOfFit.kolmogorov(values, stride: 375, cdf: cdf)
    expect(p > tableAlpha / Double(ContinuousLaw.all.count), "\(reference.name): p = \(p)")
  }

  @Test("Discrete laws: chi-square", arguments: DiscreteLaw.all)
  func discrete(reference: DiscreteLaw) {
    let values = Self.sample(reference.name, purpose: 3) { reference.law.sample(&$0) }
    // Places, not values: some laws return exp(ln 1) or (1-u)·4 + u·4.
    var observed = [Double](repeating: 0, count: reference.atoms.count)
    var strange = 0
    for value in values {
      if let place = reference.place(of: value) { observed[place] += 1 } else { strange += 1 }
    }
    expect(strange, equals: 0)
    guard reference.atoms.count > 1 else { return }
    let expected = reference.atoms.map { $0.probability * Double(Self.size) }
    let p = GoodnessOfFit.chiSquare(observed: observed, expected: expected)
    expect(p > tableAlpha / Double(DiscreteLaw.all.count), "\(reference.name): p = \(p)")
  }

  /// The residual life of a discrete law is continuous: a share of a span.
  @Test("Residual lives of discrete laws: Kolmogorov and Smirnov", arguments: DiscreteLaw.all)
  func discreteResidual(reference: DiscreteLaw) {
    let values = Self.sample(reference.name, purpose: 4) { reference.law.sampleResidual(&$0) }
    let p = GoodnessOfFit.kolmogorov(values, stride: 375, cdf: reference.residualCDF)
    expect(p > tableAlpha / Double(DiscreteLaw.all.count), "\(reference.name): p = \(p)")
  }

  @Test("A span of length 0 has no inside: the residual life comes from the other law")
  func residualBesideZero() {
    let exponential = law(.exponential(mean: 2))
    let mixture = law(.mixture(weights: [9, 1], of: [.zero, exponential]))
    let values = Self.sample("beside zero", purpose: 5) { mixture.sampleResidual(&$0) }
    let p = GoodnessOfFit.kolmogorov(values) { 1 - exp(-$0 / 2) }
    expect(p > tableAlpha, "p = \(p)")
  }

  @Test("These tests would notice a law that is 3 % off, or a span taken for its residual life")
  func power() throws {
    let exponential = Self.sample("off", purpose: 6) { law(.exponential(mean: 2.06)).sample(&$0) }
    let offP = GoodnessOfFit.kolmogorov(exponential) { 1 - exp(-$0 / 2) }
    expect(offP < 1e-9)
    let geometric = Self.sample("off", purpose: 7) { law(.geometric(mean: 1.29)).sample(&$0) }
    let reference = DiscreteLaw.all[2]
    let observed = reference.atoms.map { atom in
      Double(geometric.count { $0 == atom.value })
    }
    let expected = reference.atoms.map { $0.probability * Double(Self.size) }
    expect(GoodnessOfFit.chiSquare(observed: observed, expected: expected) < 1e-9)
    for reference in ContinuousLaw.all where !reference.isMemoryless {
      let spans = Self.sample(reference.name, purpose: 1) { reference.law.sample(&$0) }
      let cdf = reference.makeResidualCDF()
      expect(try GoodnessOfFit.kolmogorov(spans, stride: 375, cdf: cdf) < 1e-9)
    }
  }
}

extension DiscreteLaw {
  fileprivate func place(of value: Double) -> Int? {
    // Integers from 1 on are found directly.
    let guess = Int(value) - 1
    if atoms.indices.contains(guess), atoms[guess].value == value { return guess }
    return atoms.firstIndex { abs($0.value - value) <= 1e-12 * $0.value }
  }
}

extension ContinuousLaw {
  fileprivate var isMemoryless: Bool { name == "exponential" || name == "gamma, shape 1" }
}
