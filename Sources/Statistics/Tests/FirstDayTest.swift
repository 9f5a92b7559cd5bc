// Goals, in order: no false alarm where the first day has too few events to know its own standard
// error (it would be 0 where nothing was lost on that day); power.

/// Whether a ratio differs between the first counted day and later ones, paired by replication.
public struct FirstDayTest: Sendable, Equatable {
  /// The ratio of the first day, and of the later ones.
  public let first, later: Double
  /// Two-sided, of the hypothesis that they are equal.
  public let pValue: Double

  /// Both standard errors must call the difference unlikely: the paired one (Student's t, or a
  /// bootstrap-t where skewed, as for all differences), and the one that the first day has if it is
  /// like the later ones, SE_later · √(Σy_later / Σy_first). Days that depend on each other make
  /// the second one too large, never too small.
  ///
  /// - Parameters:
  ///   - first: The sample of the first day, by replication.
  ///   - later: The sample of the later days together.
  ///   - resampling: The resampling of the bootstrap; nil: always Student.
  /// - Returns: Nil with fewer than 2 replications, or where a ratio is unknown.
  /// - Precondition: Equally many replications.
  public init?(first: RatioSample, later: RatioSample, resampling: Resampling? = nil) {
    guard
      let difference = first.difference(
        from: later, confidence: 0.95, ifZero: .unknown, resampling: resampling),
      let paired = difference.pValue, let laterError = later.standardError,
      let firstRatio = first.ratio, let laterRatio = later.ratio
    else { return nil }
    let exposure = later.denominators.reduce(0, +) / first.denominators.reduce(0, +)
    let likeLater = studentP(
      difference.difference, laterError * exposure.squareRoot(),
      degreesOfFreedom: Double(first.count - 1))
    (self.first, self.later) = (firstRatio, laterRatio)
    pValue = max(paired, likeLater)
  }
}
