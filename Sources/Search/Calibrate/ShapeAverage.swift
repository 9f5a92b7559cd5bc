// Goals: one interval for each estimate, wherever it is shown; nobody is told more than the figures
// say of a law that was assumed.
//
// Source: S. T. Buckland, K. P. Burnham and N. H. Augustin, "Model selection: an integral part of
// inference", Biometrics 53 (1997) 603-618: weights exp(-AIC/2), and the spread between models is
// part of the error. All shapes have as many unknowns, so the criterion takes the place of AIC.

import Foundation
import Statistics

/// The figures say this over all shapes that produce them.
package struct ShapeAverage: Sendable {
  let laws: [TriedLaw]
  /// The scenario's own shapes come first.
  package let fits: [ShapeFit]
  /// By fit; 0: it is rejected and does not count.
  package let weights: [Double]
  /// No answer was found with these shapes.
  let failed: [(law: Int, words: String)]
  /// Outcomes are of this metric.
  var metric: String?

  /// - Precondition: The scenario's own shapes come first.
  package init(_ laws: [TriedLaw], _ fits: [ShapeFit], failed: [(law: Int, words: String)] = []) {
    precondition(fits.first.map { $0.law == nil } ?? false, "the scenario's own shapes come first")
    (self.laws, self.fits, self.failed) = (laws, fits, failed)
    let least = fits.filter { !$0.isRejected }.map(\.statistic).min() ?? 0
    let likely = fits.map { $0.isRejected ? 0 : exp((least - $0.statistic) / 2) }
    let sum = likely.reduce(0, +)
    weights = likely.map { sum > 0 ? $0 / sum : 0 }
  }

  /// An estimate over the shapes.
  package struct Spread: Sendable {
    package let mean: Double
    /// The variance within the shapes, and between them.
    package let within: Double
    package let between: Double

    package var error: Double { (within + between).squareRoot() }
    /// The part of the variance that is between shapes.
    package var share: Double { within + between > 0 ? between / (within + between) : 0 }
  }

  /// More than one shape counts.
  var isMixed: Bool { weights.count { $0 > 0 } > 1 }

  package func spread(_ value: (ShapeFit) -> (value: Double, variance: Double)) -> Spread {
    let parts = zip(weights, fits.map(value)).filter { $0.0 > 0 }
    let mean = parts.reduce(0) { $0 + $1.0 * $1.1.value }
    return Spread(
      mean: mean, within: parts.reduce(0) { $0 + $1.0 * $1.1.variance },
      between: parts.reduce(0) { $0 + $1.0 * pow($1.1.value - mean, 2) })
  }

  /// The value below which the mixture of the shapes' normal laws has a probability.
  package func quantile(
    _ probability: Double, _ value: (ShapeFit) -> (value: Double, variance: Double)
  ) -> Double {
    let parts = zip(weights, fits.map(value)).filter { $0.0 > 0 }
    let ends = parts.flatMap { _, part in
      [-1.0, 1].map { part.value + $0 * 12 * part.variance.squareRoot() }
    }
    var (low, high) = (ends.min() ?? 0, ends.max() ?? 0)
    for _ in 0..<100 {
      let middle = (low + high) / 2
      let below = parts.reduce(0) { sum, part in
        let error = max(part.1.variance.squareRoot(), 1e-300)
        return sum + part.0 * Normal.cdf((middle - part.1.value) / error)
      }
      if below < probability { low = middle } else { high = middle }
    }
    return (low + high) / 2
  }

  /// - Parameter scale: The factor by which the error within shapes is larger than the slopes say.
  func spread(ofUnknown place: Int, scale: Double = 1) -> Spread {
    spread { ($0.place[place], $0.covariance[place][place] * scale * scale) }
  }

  // MARK: As inputs

  /// The laws whose shape is an input as well: its number varies over the shapes that count.
  var shapeInputs: [Int] {
    laws.indices.filter { law in
      zip(weights, fits).contains { $0 > 0 && $1.law == law && $1.logShape != nil }
    }
  }

  /// The shapes' logarithms at a fit, by law of ``shapeInputs``: a fit changes that of one law.
  private func logShapes(_ fit: ShapeFit) -> [Double] {
    shapeInputs.map { law in
      fit.law == law ? fit.logShape ?? 0 : Foundation.log(laws[law].shape.number)
    }
  }

  /// Means of the unknowns and of `shapeInputs`, and their covariance.
  package var moments: (means: [Double], covariance: [[Double]]) {
    let vectors = fits.map { $0.place + logShapes($0) }
    let means = vectors[0].indices.map { place in
      zip(weights, vectors).reduce(0) { $0 + $1.0 * $1.1[place] }
    }
    let covariance = means.indices.map { one in
      means.indices.map { other in
        fits.indices.reduce(0) { sum, fit in
          let own = fits[fit].covariance
          let within = one < own.count && other < own.count ? own[one][other] : 0
          let between = (vectors[fit][one] - means[one]) * (vectors[fit][other] - means[other])
          return sum + weights[fit] * (within + between)
        }
      }
    }
    return (means, covariance)
  }
}
