extension RatioSample {
  /// This metric minus another one of independent replications: Welch's interval, with the degrees
  /// of freedom of Welch and Satterthwaite.
  ///
  /// - Returns: nil when either ratio is.
  public func independentDifference(from other: RatioSample, confidence: Double) -> Difference? {
    guard let ratio, let otherRatio = other.ratio else { return nil }
    let difference = ratio - otherRatio
    guard let mine = standardError, let others = other.standardError else {
      return Difference(
        difference: difference, standardError: nil, low: nil, high: nil, lowAll: nil, highAll: nil,
        pValue: nil, varianceReduction: nil)
    }
    let (first, second) = (mine * mine, others * others)
    let error = (first + second).squareRoot()
    var (reach, pValue) = (0.0, difference == 0 ? 1.0 : 0.0)
    if error > 0 {
      let freedom =
        (first + second) * (first + second)
        / (first * first / Double(count - 1) + second * second / Double(other.count - 1))
      reach = -StudentT.quantile((1 - confidence) / 2, degreesOfFreedom: freedom) * error
      pValue = StudentT.twoSidedP(difference / error, degreesOfFreedom: freedom)
    }
    let (low, high) = (difference - reach, difference + reach)
    return Difference(
      difference: difference, standardError: error, low: low, high: high, lowAll: low,
      highAll: high, pValue: pValue, varianceReduction: nil)
  }
}
