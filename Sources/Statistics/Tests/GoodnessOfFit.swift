// The fit of a law to a sample.
//
// Source: the two-sided distance of A. N. Kolmogorov (1933) with ties taken together; H. Akaike,
// "A new look at the statistical model identification", IEEE Trans. Autom. Control 19 (1974).

/// Measures of fit that laws are compared by.
public enum GoodnessOfFit {
  /// The largest distance between the empirical and a continuous distribution function.
  ///
  /// - Parameters:
  ///   - values: in ascending order, at least one.
  ///   - survival: P(X > x).
  /// - Returns: sup |Fₙ - F|, in 0...1.
  public static func distance(_ values: [Double], survival: (Double) -> Double) -> Double {
    precondition(!values.isEmpty, "a sample has at least one value")
    let count = Double(values.count)
    var largest = 0.0
    for (place, value) in values.enumerated() {
      let below = 1 - survival(value)
      largest = max(largest, below - Double(place) / count, Double(place + 1) / count - below)
    }
    return largest
  }

  /// The same for a law on whole numbers, where both functions jump together.
  public static func distance(counts: CountDistribution, survival: (Int) -> Double) -> Double {
    let total = Double(counts.total)
    precondition(total > 0, "a sample has at least one value")
    var above = total
    return counts.units.enumerated().reduce(0) { largest, entry in
      above -= Double(entry.element)
      return max(largest, abs(survival(entry.offset) - above / total))
    }
  }

  /// Akaike's criterion 2k - 2 ln L; smaller is better.
  public static func akaike(logLikelihood: Double, parameterCount: Int) -> Double {
    2 * Double(parameterCount) - 2 * logLikelihood
  }
}
