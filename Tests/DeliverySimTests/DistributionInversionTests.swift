import DeliverySim
import Foundation
import Statistics
import TestSupport
import Testing

/// The probability that a table of right laws fails, shared out among its rows.
private let tableAlpha = 1e-6

/// Variates from one word.
@Suite struct DistributionInversionTests {
  private static let words = manyDraws(50_000, purpose: 40, device: 0).map { draws in
    var draws = draws
    return draws.word()
  }

  @Test("Continuous laws: Kolmogorov and Smirnov", arguments: ContinuousLaw.all)
  func continuous(reference: ContinuousLaw) {
    let values = Self.words.map { reference.law.sample(word: $0) }
    let p = GoodnessOfFit.kolmogorov(values) { 1 - reference.survival($0) }
    expect(p > tableAlpha / Double(ContinuousLaw.all.count), "\(reference.name): p = \(p)")
  }

  @Test("Discrete laws: every atom as often as it should be", arguments: DiscreteLaw.all)
  func discrete(reference: DiscreteLaw) {
    let values = Self.words.map { reference.law.sample(word: $0) }
    let size = Double(values.count)
    let rows = reference.atoms.filter { $0.probability * size > 20 }
    for atom in rows {
      let count = values.count { abs($0 - atom.value) <= 1e-12 * atom.value }
      let row = Agreement(
        "\(reference.law.law) \(atom.value)", expected: atom.probability,
        observed: Double(count) / size,
        standardError: (atom.probability * (1 - atom.probability) / size).squareRoot(),
        tableSize: DiscreteLaw.all.count * rows.count)
      expect(row.holds, "\(row)")
    }
  }

  @Test("Where one word is drawn, it is the same variate")
  func sameVariate() {
    for reference in ContinuousLaw.simple where !reference.name.hasPrefix("gamma") {
      for draws in manyDraws(200, purpose: 41, device: 1) {
        var (first, second) = (draws, draws)
        expect(reference.law.sample(word: first.word()), equals: reference.law.sample(&second))
      }
    }
  }

  @Test("Words that lie evenly give variates that do: the quantiles of a law of three components")
  func evenly() {
    let mixture = law(
      .mixture(
        weights: [1, 0, 2, 1],
        of: [
          .zero, law(.constant(value: 9)), law(.uniform(min: 1, max: 2)),
          law(.gamma(mean: 30, shape: 4)),
        ]))
    let values = (0..<400).map { mixture.sample(word: UInt64($0) << 55 | UInt64($0) << 46) }
    // Equal steps of less than 1/512 from 0 to 400/512.
    expect(abs(values.count { $0 == 0 } - 128) <= 1)
    let uniform = values.filter { $0 >= 1 && $0 <= 2 }.sorted()
    expect(abs(uniform.count - 256) <= 1)
    expect(zip(uniform, uniform.dropFirst()).allSatisfy { abs($1 - $0 - 1.0 / 256) < 1e-4 })
    expect(!values.contains(9))
  }

  @Test("The gamma law's inverse function is its inverse function, at any shape")
  func gamma() throws {
    for shape in [0.01, 0.1, 0.3, 0.5, 0.9, 1, 1.5, 4, 30, 1000, 1e6] {
      let law = law(.gamma(mean: shape, shape: shape))
      for exponent in 0..<52 {
        // From both ends of the unit interval inwards.
        let near = UInt64(0x1234_5678_9ABC_DEF0) >> UInt64(exponent)
        for word in [near, ~near] {
          let value = law.sample(word: word)
          expect(value.isFinite && value >= 0)
          // Uniform: how probable it is to be exceeded.
          let exceeded = (Double(word >> 12) + 0.5) * 0x1p-52
          guard value > 1e-290, exceeded > 1e-14, exceeded < 1 - 1e-9 else { continue }
          let survival = Gamma.survival(value, shape: shape, scale: 1)
          expect(
            abs(survival - exceeded) <= 1e-8 * min(exceeded, 1) + 1e-13,
            "shape \(shape), word \(word): \(survival) instead of \(exceeded)")
        }
      }
    }
  }

  @Test("Any word gives a finite number of at least 0")
  func ends() {
    for reference in ContinuousLaw.all {
      for word in [0, 1, UInt64.max, UInt64(1) << 63, (UInt64(1) << 63) - 1] {
        let value = reference.law.sample(word: word)
        expect(value.isFinite && value >= 0, "\(reference.name)")
      }
    }
  }
}
