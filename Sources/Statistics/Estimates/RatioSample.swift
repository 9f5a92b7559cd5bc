// Goals, in order: replications that agree have a standard error of exactly 0, however the ratio
// rounds; sums in index order, so that the same numbers give the same bits; short.
//
// Source: docs/explanation/statistics.md, "Estimators"; the standard error is that of the
// linearised ratio of means.

/// A metric that is a ratio of two totals, with one numerator and one denominator per replication.
///
/// The replication is the independent unit. A plain mean has the denominator 1 everywhere.
public struct RatioSample: Sendable, Equatable {
  /// One per replication, in the metric's unit.
  public let numerators: [Double]
  /// One per replication, at least 0.
  public let denominators: [Double]

  /// - Precondition: as many numerators as denominators; all finite; no denominator below 0.
  public init(numerators: [Double], denominators: [Double]) {
    precondition(numerators.count == denominators.count, "one denominator per numerator")
    precondition(numerators.allSatisfy(\.isFinite), "numerators are finite")
    precondition(denominators.allSatisfy { $0 >= 0 && $0.isFinite }, "denominators are at least 0")
    self.numerators = numerators
    self.denominators = denominators
  }

  /// A plain mean of one value per replication.
  ///
  /// - Precondition: all values are finite.
  public init(values: [Double]) {
    self.init(
      numerators: values, denominators: [Double](repeating: 1, count: values.count))
  }
}

// MARK: - Estimators

extension RatioSample {
  /// The number n of replications.
  public var count: Int { numerators.count }

  /// R = Σx / Σy; nil when Σy = 0.
  public var ratio: Double? {
    if let agreed = agreedRatio { return agreed }
    let total = denominators.reduce(0, +)
    return total > 0 ? numerators.reduce(0, +) / total : nil
  }

  /// eᵢ = (xᵢ - R·yᵢ) / ȳ: what each replication adds to the error of R, in R's unit; nil when
  /// Σy = 0, all exactly 0 when the replications agree.
  public var residuals: [Double]? {
    guard let ratio else { return nil }
    guard agreedRatio == nil else { return [Double](repeating: 0, count: count) }
    let meanDenominator = denominators.reduce(0, +) / Double(count)
    return zip(numerators, denominators).map { ($0 - ratio * $1) / meanDenominator }
  }

  /// SE with SE² = Σeᵢ² / (n(n-1)), in R's unit; nil when n < 2 or Σy = 0, exactly 0 when the
  /// replications agree.
  public var standardError: Double? {
    residuals.flatMap(Self.standardError(ofResiduals:))
  }

  /// √(Σeᵢ² / (n(n-1))), nil for n < 2.
  static func standardError(ofResiduals residuals: [Double]) -> Double? {
    guard residuals.count >= 2 else { return nil }
    let n = Double(residuals.count)
    return (residuals.reduce(0) { $0 + $1 * $1 } / (n * (n - 1))).squareRoot()
  }
}

// MARK: - Agreement

extension RatioSample {
  /// The ratio when every replication has the same one, else nil: x·y' = x'·y, which holds in
  /// floating point whenever it holds exactly. A replication of 0/0 agrees with all.
  private var agreedRatio: Double? {
    guard let first = denominators.firstIndex(where: { $0 > 0 }) else { return nil }
    let (x, y) = (numerators[first], denominators[first])
    return zip(numerators, denominators).allSatisfy { $0 * y == x * $1 } ? x / y : nil
  }
}
