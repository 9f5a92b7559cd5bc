/// The difference of two metrics that were measured in the same replications.
///
/// All numbers but `pValue` and `varianceReduction` are in the metric's unit. Those that need a
/// standard error are nil for a single replication.
public struct Difference: Sendable, Equatable {
  public let difference: Double
  /// Exactly 0 when all replications differ equally.
  public let standardError: Double?
  /// Interval of this difference alone.
  public let low: Double?
  public let high: Double?
  /// Interval that holds for the whole family of differences at once (Bonferroni).
  public let lowAll: Double?
  public let highAll: Double?
  /// Two-sided, of the hypothesis that the true difference is 0, in 0...1.
  public let pValue: Double?
  /// (SE_A² + SE_B²) / SE², how many times more replications two independent samples would have
  /// needed; nil when SE = 0.
  public let varianceReduction: Double?
}

// MARK: - From two samples

extension RatioSample {
  /// This metric minus the other one, paired by replication.
  ///
  /// SE² = Σeᵢ² / (n(n-1)) with eᵢ the difference of the two residuals; two-sided t with n - 1
  /// degrees of freedom. Where SE = 0, the interval is a point and p is 1 for a difference of 0,
  /// else 0.
  ///
  /// - Parameters:
  ///   - other: the metric to subtract, with the same replications in the same order.
  ///   - confidence: of each interval, in (0, 1).
  ///   - familySize: number of differences that `lowAll ... highAll` holds for, at least 1.
  /// - Returns: nil when either ratio is.
  /// - Precondition: equally many replications.
  ///
  /// Source: contract, "Estimators".
  public func difference(
    from other: RatioSample, confidence: Double, familySize: Int = 1
  ) -> Difference? {
    precondition(count == other.count, "paired samples have the same replications")
    precondition(confidence > 0 && confidence < 1, "a confidence is in (0, 1)")
    precondition(familySize >= 1, "a family has at least one member")
    guard let ratio, let otherRatio = other.ratio else { return nil }
    let standardError = pairedStandardError(with: other)
    let interval = { (familySize: Int) in
      studentInterval(
        around: ratio - otherRatio, standardError, count: self.count, confidence: confidence,
        familySize: familySize)
    }
    let (alone, all) = (interval(1), interval(familySize))
    return Difference(
      difference: ratio - otherRatio, standardError: standardError,
      low: alone?.low, high: alone?.high, lowAll: all?.low, highAll: all?.high,
      pValue: standardError.map { pValue(ratio - otherRatio, standardError: $0) },
      varianceReduction: standardError.flatMap { varianceReduction(with: other, paired: $0) })
  }

  private func pairedStandardError(with other: RatioSample) -> Double? {
    guard let mine = residuals, let others = other.residuals else { return nil }
    return Self.standardError(ofResiduals: zip(mine, others).map { $0 - $1 })
  }

  private func pValue(_ difference: Double, standardError: Double) -> Double {
    guard standardError > 0 else { return difference == 0 ? 1 : 0 }
    return StudentT.twoSidedP(difference / standardError, degreesOfFreedom: Double(count - 1))
  }

  private func varianceReduction(with other: RatioSample, paired: Double) -> Double? {
    guard let mine = standardError, let others = other.standardError, paired > 0 else { return nil }
    return (mine * mine + others * others) / (paired * paired)
  }
}
