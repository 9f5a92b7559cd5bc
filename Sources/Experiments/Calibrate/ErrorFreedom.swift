import Statistics

/// How well the errors of the figures are known: one that was found from few samples may itself be
/// too small. Figures share the fewest samples of any of them, which is never too sure.
struct ErrorFreedom {
  /// Nil: the errors are known.
  private let degrees: Double?

  init(_ targets: [CalibrationTarget]) {
    degrees = targets.compactMap(\.samples).min().map { Double($0 - 1) }
  }

  /// How many standard errors an interval reaches to each side: Student's t, or the normal law.
  func reach(_ confidence: Double) -> Double {
    let probability = (1 + confidence) / 2
    return degrees.map { StudentT.quantile(probability, degreesOfFreedom: $0) }
      ?? Normal.quantile(probability)
  }

  /// The p value of squares of `count` free residuals in their errors: F, or chi-square.
  func pValue(_ statistic: Double, count: Int) -> Double {
    let count = Double(count)
    return degrees.map {
      FDistribution.upperTail(statistic / count, degreesOfFreedom: (count, $0))
    } ?? ChiSquare.upperTail(statistic, degreesOfFreedom: count)
  }
}
