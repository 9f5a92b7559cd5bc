import Statistics

/// The figures near a place, as a linear model of the unknowns.
struct CalibrationSurface {
  let place: [Double]
  let replications: Int
  /// The moments at the place.
  let center: CalibrationModel.Moments
  /// The errors of observation and simulation together.
  let errors: CholeskyFactor
  /// The slopes, by target, then unknown.
  let slopes: [[Double]]
  /// The slopes of all metrics by name, and their values.
  let others: [String: (value: Double, slopes: [Double])]
  /// The fit of all unknowns.
  let fit: LocalFit
  /// Where to go from here: 0 for unknowns that are held, and for those that stand at an end of
  /// what they may be and would leave it.
  let step: [Double]
  /// The same, also in directions in which the figures hardly change.
  let wideStep: [Double]
  /// The number of directions that the unknowns that move have, without the open ones.
  let rank: Int

  /// - Parameters:
  ///   - residuals: Observed less modelled, by target.
  ///   - held: Unknowns that stay.
  ///   - errorMax: A direction with a larger standard error is open.
  init(
    _ unknowns: [CalibrationUnknown], place: [Double], replications: Int,
    center: CalibrationModel.Moments, residuals: [Double], errors: CholeskyFactor,
    slopes: [[Double]], others: [String: (value: Double, slopes: [Double])], held: [Int],
    errorMax: Double
  ) {
    (self.place, self.replications, self.center) = (place, replications, center)
    (self.errors, self.slopes, self.others) = (errors, slopes, others)
    let fit = { (columns: [Int], errorMax: Double) in
      LocalFit(
        slopes.map { row in columns.map { row[$0] } }, residuals: residuals, errors: errors,
        errorMax: errorMax)
    }
    self.fit = fit(Array(place.indices), errorMax)
    let free = place.indices.filter { !held.contains($0) }
    (step, rank) = Self.step(unknowns, place, free) { fit($0, errorMax) }
    wideStep = Self.step(unknowns, place, free) { fit($0, errorMax * Self.wide) }.step
  }

  /// Only what has no influence at all stays where it is.
  private static let wide = 1e3

  /// The step without unknowns that would leave their allowed range.
  private static func step(
    _ unknowns: [CalibrationUnknown], _ place: [Double], _ free: [Int],
    _ fit: (_ columns: [Int]) -> LocalFit
  ) -> (step: [Double], rank: Int) {
    var step = place.map { _ in 0.0 }
    guard !free.isEmpty else { return (step, 0) }
    let part = fit(free)
    for (unknown, length) in zip(free, part.step) { step[unknown] = length }
    let inside = free.filter { unknowns[$0].isInside(place[$0], step[$0]) }
    guard inside.count < free.count else { return (step, free.count - part.open.count) }
    return Self.step(unknowns, place, inside, fit)
  }

  /// The figures after the step.
  var moments: [Double] {
    zip(center.values, slopes).map { value, slopes in
      value + zip(slopes, step).reduce(0) { $0 + $1.0 * $1.1 }
    }
  }
}

/// The certainty of the figures' errors: one that was found from few samples may itself be too
/// small. Figures share the fewest samples of any of them, which is never too sure.
struct ErrorFreedom {
  /// Nil: the errors are known.
  private let degrees: Double?

  init(_ targets: [CalibrationTarget]) {
    degrees = targets.compactMap(\.samples).min().map { Double($0 - 1) }
  }

  /// The number of standard errors that an interval reaches to each side: Student's t, or the
  /// normal law.
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
