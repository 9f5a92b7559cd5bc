// A variate of a law from one word, by inversion: words that lie evenly give variates that do.
//
// Source of the inverse functions: GNU Scientific Library 2.7, "Random Number Distributions".

internal import CGSL

extension Distribution {
  /// The variate that a word stands for; where ``sample(_:)`` needs one word, it is the same.
  ///
  /// Laws of several components take the component from the word, and the variate from where the
  /// word lies in the component's part. The gamma law's inverse function replaces rejection.
  public func sample(word: UInt64) -> Double {
    switch law {
    case .gamma(let mean, let shape):
      return Self.finite(mean / shape * GammaQuantile(shape: shape)[QuantileTable.Place(word)])
    case .hyperexponential(let weights, let means):
      let (place, rest) = Self.choose(weights, word)
      return Self.finite(gsl_cdf_exponential_Qinv(Draws.uniform(word: rest), means[place]))
    case .mixture(let weights, let laws):
      let (place, rest) = Self.choose(weights, word)
      return laws[place].sample(word: rest)
    case .shifted(let by, let law):
      return Self.finite(by + law.sample(word: word))
    default:
      var draws = Draws(stuckAt: word)
      return sample(&draws)
    }
  }

  /// The index of a weight, chosen in proportion to the weights, and where the word lies in its
  /// part: a uniform word again.
  private static func choose(_ weights: [Double], _ word: UInt64) -> (place: Int, rest: UInt64) {
    var left = Draws.uniform(word: word) * weights.reduce(0, +)
    var last = 0
    for (place, weight) in weights.enumerated() where weight > 0 {
      // Below 1 even when rounded.
      if left < weight { return (place, UInt64(left / weight * 0x1p64)) }
      left -= weight
      last = place
    }
    // The sum of the weights has rounded up.
    return (last, .max)
  }
}
