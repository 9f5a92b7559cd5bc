extension QuantileSample {
  /// This quantile minus that of another sample of the same replications, paired.
  ///
  /// Its interval is made of the two quantiles' own (`DifferenceEnds`), correlated as the shares of
  /// values up to them are over the replications, and holds the difference of the two. It ends no
  /// nearer than the next few values would move it that only one of the samples has
  /// (`UnsharedValues`). The p value is that of the same interval: the level from which on it
  /// leaves out 0. If one of the two quantiles is infinite, so is the difference; its ends are the
  /// worst that the ends of the two allow, and there is no p value.
  ///
  /// - Parameters:
  ///   - q: in (0, 1).
  ///   - other: the sample whose quantile is subtracted.
  ///   - intervals: how the interval is computed.
  ///   - ifZero: the interval of a difference of 0 in all replications.
  ///   - familySize: number of differences that `lowAll ... highAll` holds for, at least 1.
  /// - Returns: nil when either quantile is missing, or both are infinite under two policies.
  /// - Precondition: equally many replications.
  public func difference(
    _ q: Double, from other: QuantileSample, _ intervals: QuantileIntervals,
    ifZero: ZeroDifference, familySize: Int = 1
  ) -> Difference? {
    precondition(replications.count == other.replications.count, "paired samples")
    guard let here = estimate(q, intervals), let there = other.estimate(q, intervals) else {
      return nil
    }
    let isEqual = counts == other.counts && totals == other.totals
    if isEqual, ifZero == .exact || here.mean.isFinite {
      return .zero(
        ifZero, confidence: intervals.confidence, familySize: familySize, standardError: 0)
    }
    guard here.mean.isFinite || there.mean.isFinite else { return nil }
    guard here.mean.isFinite, there.mean.isFinite else {
      return infiniteDifference(q, from: other, intervals, familySize)
    }
    let unshared = UnsharedValues(q, of: self, and: other)
    func ends(_ intervals: QuantileIntervals) -> DifferenceEnds? {
      self.ends(q, from: other, intervals, unshared)
    }
    let alone = ends(intervals)
    let all =
      familySize == 1
      ? alone
      : ends(intervals.shared(by: familySize)).flatMap { all in alone.map(all.including) }
    let t = replications.count > 1 ? studentQuantile(intervals.confidence) : .nan
    let difference = here.mean - there.mean
    let error = alone.flatMap { $0.isFinite ? ($0.high - $0.low) / (2 * t) : nil }
    return Difference(
      difference: difference, standardError: error, low: alone?.low, high: alone?.high,
      lowAll: all?.low, highAll: all?.high,
      pValue: alone.map { $0.pValue(t: t, degreesOfFreedom: Double(replications.count - 1)) },
      varianceReduction: Self.varianceReduction(here, there, error),
      method: alone == nil ? nil : .resampled)
  }

  /// The ends for two finite quantiles; nil when one has no interval.
  private func ends(
    _ q: Double, from other: QuantileSample, _ intervals: QuantileIntervals,
    _ unshared: UnsharedValues
  ) -> DifferenceEnds? {
    guard let here = estimate(q, intervals), let there = other.estimate(q, intervals)
    else { return nil }
    let difference = here.mean - there.mean
    return DifferenceEnds(here, there, correlation(q, other), intervals.confidence)?.reaching(
      unshared.reach(tail: (1 - intervals.confidence) / 2), around: difference,
      pValue: unshared.pValue(of: difference))
  }

  private func infiniteDifference(
    _ q: Double, from other: QuantileSample, _ intervals: QuantileIntervals, _ familySize: Int
  ) -> Difference? {
    func ends(_ intervals: QuantileIntervals) -> DifferenceEnds? {
      guard let here = estimate(q, intervals), let there = other.estimate(q, intervals) else {
        return nil
      }
      return DifferenceEnds.atWorst(here, there)
    }
    guard let here = estimate(q, intervals), let there = other.estimate(q, intervals) else {
      return nil
    }
    let (alone, all) = (ends(intervals), ends(intervals.shared(by: familySize)))
    return Difference(
      difference: here.mean - there.mean, standardError: nil, low: alone?.low, high: alone?.high,
      lowAll: all?.low, highAll: all?.high, pValue: nil, varianceReduction: nil,
      method: alone == nil ? nil : .resampled)
  }

  /// The correlation of the two quantiles' residuals; 0 where one has none.
  private func correlation(_ q: Double, _ other: QuantileSample) -> Double {
    guard let mine = residuals(q), let others = other.residuals(q) else { return 0 }
    let products = zip(mine, others).reduce(0) { $0 + $1.0 * $1.1 }
    let squares = [mine, others].map { $0.reduce(0) { $0 + $1 * $1 } }
    let scale = (squares[0] * squares[1]).squareRoot()
    return scale > 0 ? min(1, max(-1, products / scale)) : 0
  }

  private static func varianceReduction(
    _ here: Estimate, _ there: Estimate, _ error: Double?
  ) -> Double? {
    guard let mine = here.standardError, let others = there.standardError, let error, error > 0
    else { return nil }
    return (mine * mine + others * others) / (error * error)
  }
}
