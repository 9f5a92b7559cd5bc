package import DeliverySim
import Foundation
package import Statistics

/// A quantity of the log, the laws that were fitted to it, and the one that is proposed.
package struct FittedSpan: Sendable {
  /// One law at its maximum of the likelihood.
  package struct Candidate: Sendable {
    package let law: SpanLaw
    /// Kolmogorov's distance.
    package let distance: Double
    package let akaike: Double
  }

  /// Values above 0, and of them the smallest when all are equal.
  package let count: Int
  package let mean: Double
  package let constant: Double?
  /// The share of values that are 0, when the proposal has them as an atom.
  package let zeroShare: Double
  /// Values of 0 that the laws were fitted without.
  package let zeroCount: Int
  /// The proposal first, the others by Akaike's criterion.
  package private(set) var candidates: [Candidate]
  /// The covariance of the `SpanLaw/coordinates` of the best; nil where the values do not
  /// determine them.
  private(set) var covariance: [[Double]]?
  /// The proposal, with the digits that a scenario gets; nil for a constant.
  package private(set) var law: SpanLaw?
  /// All times of `law` are so much longer than those of the log.
  package private(set) var factor = 1.0
}

extension FittedSpan {
  /// Fewer zeros than this are left out, not modelled.
  private static let zeroShareMin = 0.01

  /// - Parameters:
  ///   - values: **[s]** at least 0, ascending.
  ///   - mayBeShifted: whether laws with a smallest value above 0 are tried, too.
  /// - Returns: nil with fewer than two values above 0 or none that a scenario could have.
  package init?(_ values: [Double], mayBeShifted: Bool = false) {
    let zeros = values.prefix { $0 == 0 }.count
    let positive = Array(values[zeros...])
    guard let first = positive.first, let last = positive.last, positive.count >= 2 else {
      return nil
    }
    let share = Double(zeros) / Double(values.count)
    count = positive.count
    mean = positive.reduce(0, +) / Double(positive.count)
    zeroShare = share >= Self.zeroShareMin ? share : 0
    zeroCount = zeros
    let laws = SpanLaw.fits(positive).filter(\.isPossible)
    constant = laws.isEmpty ? positive[positive.count / 2] : nil
    let found = Self.candidates(laws, positive)
    let shifted =
      mayBeShifted && zeros == 0
      ? found.first.map { ShiftedLaws.fits(positive, $0.law).filter(\.isPossible) } : nil
    candidates = (found + Self.candidates(shifted ?? [], positive).prefix(1))
      .sorted { $0.akaike < $1.akaike }
    covariance = candidates.first?.law.covariance(positive)
    law = candidates.first?.law.written
    guard !candidates.isEmpty || last <= first * 1.001 else { return nil }
  }

  /// The candidates by Akaike's criterion, the best first.
  private static func candidates(_ laws: [SpanLaw], _ values: [Double]) -> [Candidate] {
    laws.map { law in
      Candidate(
        law: law, distance: GoodnessOfFit.distance(values, survival: law.survival),
        akaike: GoodnessOfFit.akaike(
          logLikelihood: values.reduce(0) { $0 + law.logDensity($1) },
          parameterCount: law.parameterCount))
    }
    .filter { $0.akaike.isFinite }
    .sorted { $0.akaike < $1.akaike }
  }

  /// The same with another law.
  ///
  /// - Parameters:
  ///   - name: of the law; where there is none of this name, nothing changes.
  ///   - values: what the laws were fitted to, ascending.
  func proposing(_ name: String, _ values: [Double]) -> FittedSpan {
    guard let place = candidates.firstIndex(where: { $0.law.name == name }), place > 0 else {
      return self
    }
    var copy = self
    copy.candidates.insert(copy.candidates.remove(at: place), at: 0)
    copy.covariance = copy.candidates[0].law.covariance(values.filter { $0 > 0 })
    copy.law = copy.candidates[0].law.written
    return copy
  }

  /// - Parameters:
  ///   - factor: that gives the law the mean that a count tells.
  ///   - values: what the laws were fitted to, all above 0, ascending.
  /// - Returns: nil where a scenario cannot have so long times.
  func longer(by factor: Double, _ values: [Double]) -> FittedSpan? {
    var copy = self
    copy.factor = factor
    guard let best = candidates.first?.law.longer(by: factor) else { return copy }
    guard best.isPossible else { return nil }
    copy.law = best.written
    copy.covariance = candidates.first?.law.scaledCovariance(values)
    return copy
  }

  /// The only value that the scenario has **[s]**.
  private var value: Double { (constant ?? 0) * factor }

  /// The number of parameters of the proposal.
  var parameterCount: Int { (law?.parameterCount ?? 1) + (zeroShare > 0 ? 1 : 0) }

  /// The YAML of the law in a scenario.
  package var yaml: String {
    let yaml = law?.yaml ?? "{constant: {value: \(FitNumber.duration(value))}}"
    guard zeroShare > 0 else { return yaml }
    let (zero, rest) = (FitNumber.text(zeroShare, 4), FitNumber.text(1 - zeroShare, 4))
    return "{mixture: {weights: [\(zero), \(rest)], of: [{constant: {value: 0s}}, \(yaml)]}}"
  }

  /// The law from which the simulator draws.
  package func distribution() throws(InvalidDistribution) -> Distribution {
    guard zeroShare > 0 else { return try positive() }
    return try Distribution(
      .mixture(weights: [zeroShare, 1 - zeroShare], of: [.zero, positive()]))
  }

  private func positive() throws(InvalidDistribution) -> Distribution {
    if let law { return try law.distribution() }
    return try Distribution(.constant(value: value))
  }
}

extension FittedSpan {
  // MARK: As a law of gaps

  /// P(X > x).
  func survival(_ x: Double) -> Double {
    guard let law else { return x < value ? 1 - zeroShare : 0 }
    return (1 - zeroShare) * law.survival(x)
  }

  /// The density at `x`; a value of 0 stands for all below `resolution`.
  func density(_ x: Double, resolution: Double) -> Double {
    guard let law else { return 0 }
    if x > 0 { return (1 - zeroShare) * exp(law.logDensity(x)) }
    return (1 - survival(resolution)) / resolution
  }
}
