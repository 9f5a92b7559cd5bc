import Statistics

/// The figures of one quantity in a row, which must not contradict each other.
///
/// Estimate, ends and p value come from one construction each; a row that says two things is a
/// defect of the tool, found before anybody reads it.
package struct RowFigures {
  package let value: Double?
  package let low: Double?
  package let high: Double?
  let pValue: Double?
  /// The interval's confidence, in (0, 1); nil: the row has no p value.
  let confidence: Double?

  /// - Parameters: as the properties.
  package init(
    value: Double?, low: Double?, high: Double?, pValue: Double? = nil, confidence: Double? = nil
  ) {
    (self.value, self.low, self.high) = (value, low, high)
    (self.pValue, self.confidence) = (pValue, confidence)
  }

  /// So far rounding may go: of the values, and of p.
  private static let tolerance = 1e-12

  /// In words; nil: there is none.
  package var contradiction: String? {
    guard let value, let low, let high else { return nil }
    let slack = Self.tolerance * max(1, [value, low, high].filter(\.isFinite).map(abs).max() ?? 0)
    if !(low <= value + slack && value <= high + slack) {
      return "\(value) is outside its interval, \(low) to \(high)"
    }
    guard let pValue, let confidence else { return nil }
    let level = 1 - confidence
    guard abs(pValue - level) > Self.tolerance else { return nil }
    let (excludesZero, isSmall) = (low > 0 || high < 0, pValue < level)
    return excludesZero == isSmall
      ? nil : "p = \(pValue) contradicts the interval, \(low) to \(high)"
  }
}

extension RowFigures {
  init(_ estimate: Estimate?) {
    self.init(value: estimate?.mean, low: estimate?.low, high: estimate?.high)
  }

  /// The ends that hold for all strategies together.
  init(ofFamily difference: Difference?) {
    self.init(value: difference?.difference, low: difference?.lowAll, high: difference?.highAll)
  }

  /// - Parameter confidence: The confidence of the interval.
  init(_ difference: Difference?, confidence: Double) {
    self.init(
      value: difference?.difference, low: difference?.low, high: difference?.high,
      pValue: difference?.pValue, confidence: confidence)
  }
}
