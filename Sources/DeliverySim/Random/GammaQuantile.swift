// GSL's own inverse function does not converge for shapes far from 1 (it starts from expansions
// that are far off there, and halves its way back at most 32 times).
//
// Source of the bounds: S. Boucheron, G. Lugosi and P. Massart, "Concentration Inequalities"
// (2013), theorem 2.3; of the start E. B. Wilson and M. M. Hilferty, "The distribution of
// chi-square", Proc. Natl. Acad. Sci. 17 (1931) 684-688.

internal import CGSL
import Foundation

/// The inverse distribution function of the gamma law of scale 1.
struct GammaQuantile {
  let shape: Double

  /// Newton's method for the quantile's logarithm, in a bracket that shrinks with every step.
  subscript(place: QuantileTable.Place) -> Double {
    var (low, high) = bracket(place)
    var y = min(max(start(place), low), high)
    for _ in 0..<200 {
      let miss = miss(place, exp(y))
      if miss > 0 { high = y } else { low = y }
      let newton = y - miss / exp(shape * y - exp(y) - lgamma(shape))
      let next = newton > low && newton < high ? newton : (low + high) / 2
      let isThere = abs(next - y) < 1e-13 * max(1, abs(y))
      y = next
      if isThere { break }
    }
    return exp(y)
  }

  /// The amount by which the probability of less than x is too large.
  private func miss(_ place: QuantileTable.Place, _ x: Double) -> Double {
    place.end == 0
      ? place.probability - gsl_cdf_gamma_Q(x, shape, 1)
      : gsl_cdf_gamma_P(x, shape, 1) - place.probability
  }

  /// Two bounds of the logarithm: P(X < x) is at most x^shape / Γ(shape + 1), and P(X > shape + √(2
  /// · shape · t) + t) at most e^-t.
  private func bracket(_ place: QuantileTable.Place) -> (low: Double, high: Double) {
    let p = place.probability
    let (below, above) = place.end == 0 ? (log1p(-p), log(p)) : (log(p), log1p(-p))
    let low = (below + lgamma(shape + 1)) / shape
    return (low, max(low, log(shape + (-2 * shape * above).squareRoot() - above)))
  }

  /// Wilson and Hilferty's approximation, where it has a logarithm.
  private func start(_ place: QuantileTable.Place) -> Double {
    let p = place.probability
    let normal = place.end == 0 ? gsl_cdf_ugaussian_Qinv(p) : gsl_cdf_ugaussian_Pinv(p)
    let root = 1 - 1 / (9 * shape) + normal / (3 * shape.squareRoot())
    return root > 0 ? log(shape) + 3 * log(root) : -.infinity
  }
}
