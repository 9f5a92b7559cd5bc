import Statistics

/// The figures near a place, as a linear model of the unknowns.
struct CalibrationSurface {
  let place: [Double]
  let replications: Int
  /// At the place.
  let center: CalibrationModel.Moments
  /// Of observation and simulation together.
  let errors: CholeskyFactor
  /// By target, then unknown.
  let slopes: [[Double]]
  /// Of all metrics by name, and their values.
  let others: [String: (value: Double, slopes: [Double])]
  /// Of all unknowns.
  let fit: LocalFit
  /// Where to go from here: 0 for unknowns that are held, and for those that stand at an end of
  /// what they may be and would leave it.
  let step: [Double]
  /// How many directions the unknowns that move have, without the open ones.
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
    let fit = { (columns: [Int]) in
      LocalFit(
        slopes.map { row in columns.map { row[$0] } }, residuals: residuals, errors: errors,
        errorMax: errorMax)
    }
    self.fit = fit(Array(place.indices))
    var (free, step, rank) = (place.indices.filter { !held.contains($0) }, [Double](), 0)
    while true {
      step = place.map { _ in 0 }
      rank = 0
      if !free.isEmpty {
        let part = fit(free)
        for (unknown, length) in zip(free, part.step) { step[unknown] = length }
        rank = free.count - part.open.count
      }
      let inside = free.filter { unknowns[$0].isInside(place[$0], step[$0]) }
      if inside.count == free.count { break }
      free = inside
    }
    (self.step, self.rank) = (step, rank)
  }

  /// The figures after the step.
  var moments: [Double] {
    zip(center.values, slopes).map { value, slopes in
      value + zip(slopes, step).reduce(0) { $0 + $1.0 * $1.1 }
    }
  }
}
