package import DeliverySim
import Foundation
package import Statistics

/// The laws that were fitted to the sizes of bursts, and the one that is proposed.
package struct FittedSize: Sendable {
  /// One law at its maximum of the likelihood.
  package struct Candidate: Sendable {
    package let law: CountLaw
    /// Kolmogorov's distance over whole numbers.
    package let distance: Double
    package let akaike: Double
  }

  package let counts: CountDistribution
  /// The size when all bursts have the same.
  package let constant: Int?
  /// The candidates, by Akaike's criterion, the best first.
  package let candidates: [Candidate]
  /// The covariance of the `CountLaw/coordinates` of the best; nil where the counts do not
  /// determine them.
  let covariance: [[Double]]?
}

extension FittedSize {
  /// - Parameter counts: at least one burst.
  init(_ counts: CountDistribution) {
    self.counts = counts
    let sizes = counts.units.indices.filter { counts.units[$0] > 0 }
    constant = sizes.count == 1 ? sizes[0] : nil
    let laws = sizes.count > 1 ? CountLaw.fits(counts) : []
    candidates = laws.map { law in
      Candidate(
        law: law, distance: GoodnessOfFit.distance(counts: counts, survival: law.survival),
        akaike: GoodnessOfFit.akaike(
          logLikelihood: law.logLikelihood(counts), parameterCount: law.parameterCount))
    }
    .filter { $0.akaike.isFinite }
    .sorted { $0.akaike < $1.akaike }
    covariance = candidates.first?.law.covariance(counts)
  }

  /// The law of the smallest criterion, with the digits that a scenario gets.
  package var law: CountLaw? { candidates.first?.law.written }

  var parameterCount: Int { law?.parameterCount ?? 1 }

  /// P(X > n).
  func survival(_ n: Int) -> Double {
    law?.survival(n) ?? (n < (constant ?? 1) ? 1 : 0)
  }

  package var yaml: String {
    law.map { "{\($0.name): {\($0.parameters)}}" } ?? "{constant: {value: \(constant ?? 1)}}"
  }

  package func distribution() throws(InvalidDistribution) -> Distribution {
    switch law {
    case .geometric(let mean): try Distribution(.geometric(mean: mean))
    case .rounded(let law): try law.distribution()
    case nil: try Distribution(.constant(value: Double(constant ?? 1)))
    }
  }
}

extension CountLaw {
  /// The law with the digits of a scenario.
  var written: CountLaw {
    func kept(_ value: Double) -> Double { FitNumber.rounded(value, 4) }
    switch self {
    case .geometric(let mean): return .geometric(mean: kept(mean))
    case .rounded(.lognormal(let logMedian, let sigma)):
      return .rounded(.lognormal(logMedian: log(kept(exp(logMedian))), sigma: kept(sigma)))
    case .rounded(.weibull(let scale, let shape)):
      return .rounded(.weibull(scale: kept(scale), shape: kept(shape)))
    case .rounded: return self
    }
  }

  /// The parameters as a scenario writes them: plain numbers.
  var parameters: String {
    switch self {
    case .geometric(let mean): "mean: \(FitNumber.text(mean))"
    case .rounded(let law): law.parameters { FitNumber.text($0) }
    }
  }
}
