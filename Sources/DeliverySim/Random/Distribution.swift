import Foundation

/// A law of non-negative numbers: a latency, an offline time, a rate, a number of messages.
///
/// Durations are in seconds and rates per second; whoever samples knows which. Parameters are
/// validated when the law is made, so sampling never fails: each law returns a finite number of at
/// least 0 for every generator.
///
/// Immutable, and shared rather than copied: a scenario holds dozens of laws, which each copy of it
/// would have to take apart.
public final class Distribution: Sendable {
  /// The laws and their parameters.
  public enum Law: Sendable, Equatable {
    /// Each variate is `value`.
    case constant(value: Double)
    /// The rate is 1/`mean`.
    case exponential(mean: Double)
    /// Values from `min` to `max` have the same density.
    case uniform(min: Double, max: Double)
    /// The scale is `mean`/`shape`.
    case gamma(mean: Double, shape: Double)
    /// The logarithm is Normal(`logMedian`, `sigma`).
    case lognormal(logMedian: Double, sigma: Double)
    /// P(X > x) = exp(-(x/scale)^shape) for x ≥ 0.
    case weibull(scale: Double, shape: Double)
    /// P(X > x) = (scale/x)^shape for x ≥ scale.
    case pareto(scale: Double, shape: Double)
    /// An exponential law chosen by weight.
    case hyperexponential(weights: [Double], means: [Double])
    /// The geometric law on 1, 2, 3, ...
    case geometric(mean: Double)
    /// One of the values, each equally likely.
    case empirical(values: [Double])
    /// One of the laws, chosen by weight.
    case mixture(weights: [Double], of: [Distribution])
    /// A variate of the law, and `by` more: the smallest value.
    case shifted(by: Double, of: Distribution)
  }

  /// Variates are drawn from this law.
  public let law: Law

  /// E[X], infinite where it does not exist.
  public let mean: Double

  /// True when the law is the constant 0, which needs no draw and no event.
  public let isZero: Bool

  /// The table of the law divided by its scale; nil for a law that is sampled otherwise.
  let table: QuantileTable?

  /// The table's pieces, which live as long as the table; nil too where their quantiles could leave
  /// the range of doubles.
  nonisolated(unsafe) let pieces: UnsafePointer<QuantileTable.Piece>?

  /// The factor of the table's quantiles.
  let tableScale: Double

  /// - Throws: ``InvalidDistribution`` that names the parameter and what is allowed.
  public convenience init(_ law: Law) throws(InvalidDistribution) {
    _ = GSLGenerator.errorHandlerIsOff
    try law.validate()
    self.init(valid: law)
  }

  private init(valid law: Law) {
    self.law = law
    mean = law.mean
    isZero = mean == 0
    table = law.makeTable()
    let scale = law.tableScale
    tableScale = scale
    pieces = table.flatMap { ($0.valueMax * scale).isFinite ? $0.pieces : nil }
  }

  /// The constant 0: what is ideal takes no time.
  public static let zero = Distribution(valid: .constant(value: 0))

  /// The constant 1.
  public static let one = Distribution(valid: .constant(value: 1))

  static let unitExponential = Distribution(valid: .exponential(mean: 1))
}

extension Distribution: Equatable {
  /// Equal laws with equal parameters.
  public static func == (left: Distribution, right: Distribution) -> Bool { left.law == right.law }
}

/// The flaw in the parameters of a law.
public struct InvalidDistribution: Error, Equatable {
  /// The parameter's name, as in a scenario.
  public let parameter: String
  /// The values that are allowed, in words.
  public let allowed: String
}

extension Distribution.Law {
  // MARK: Mean

  fileprivate var mean: Double {
    switch self {
    case .constant(let value): value
    case .exponential(let mean), .gamma(let mean, _), .geometric(let mean): mean
    case .uniform(let min, let max): min / 2 + max / 2
    case .lognormal(let logMedian, let sigma): exp(logMedian + sigma * sigma / 2)
    case .weibull(let scale, let shape): scale * tgamma(1 + 1 / shape)
    case .pareto(let scale, let shape): shape > 1 ? scale * shape / (shape - 1) : .infinity
    case .hyperexponential(let weights, let means): Self.weightedMean(weights, means)
    case .empirical(let values): values.reduce(0) { $0 + $1 / Double(values.count) }
    case .mixture(let weights, let laws): Self.weightedMean(weights, laws.map(\.mean))
    case .shifted(let by, let law): by + law.mean
    }
  }

  private static func weightedMean(_ weights: [Double], _ means: [Double]) -> Double {
    let total = weights.reduce(0, +)
    return zip(weights, means).reduce(0) { $0 + ($1.0 > 0 ? $1.0 / total * $1.1 : 0) }
  }
}

extension Distribution.Law {
  // MARK: Validation

  fileprivate func validate() throws(InvalidDistribution) {
    switch self {
    case .constant(let value):
      try Self.require(value >= 0 && value.isFinite, "value", "a finite number of at least 0")
    case .exponential(let mean):
      try Self.requirePositive(mean, "mean")
    case .uniform(let min, let max):
      try Self.require(min >= 0 && min.isFinite, "min", "a finite number of at least 0")
      try Self.require(max >= min && max.isFinite, "max", "a finite number of at least min")
    case .gamma(let mean, let shape):
      try Self.requirePositive(mean, "mean")
      try Self.require(
        shape >= 0.01 && shape.isFinite && (mean / shape).isFinite, "shape",
        "a finite number of at least 0.01")
    case .lognormal(let logMedian, let sigma):
      try Self.require(logMedian.isFinite, "median", "a finite number above 0")
      try Self.require(sigma >= 0 && sigma <= 20, "sigma", "a number from 0 to 20")
    case .weibull(let scale, let shape), .pareto(let scale, let shape):
      try Self.requirePositive(scale, "scale")
      try Self.require(shape >= 0.01 && shape.isFinite, "shape", "a finite number of at least 0.01")
    case .geometric(let mean):
      try Self.require(mean >= 1 && mean <= 1e9, "mean", "a number from 1 to 1e9")
    case .hyperexponential(let weights, let means):
      try Self.require(means.allSatisfy { $0 > 0 && $0.isFinite }, "means", "finite, above 0")
      try Self.validate(weights: weights, count: means.count, other: "means")
    case .empirical(let values):
      try Self.require(!values.isEmpty, "column", "at least one value")
      let allowed = "finite values of at least 0"
      try Self.require(values.allSatisfy { $0 >= 0 && $0.isFinite }, "column", allowed)
    case .mixture(let weights, let laws):
      try Self.validate(weights: weights, count: laws.count, other: "of")
    case .shifted(let by, _):
      try Self.require(by >= 0 && by.isFinite, "by", "a finite number of at least 0")
    }
  }

  private static func require(
    _ condition: Bool, _ parameter: String, _ allowed: String
  ) throws(InvalidDistribution) {
    guard condition else { throw InvalidDistribution(parameter: parameter, allowed: allowed) }
  }

  private static func requirePositive(
    _ value: Double, _ parameter: String
  ) throws(InvalidDistribution) {
    try require(value > 0 && value.isFinite, parameter, "a finite number above 0")
  }

  private static func validate(
    weights: [Double], count: Int, other: String
  ) throws(InvalidDistribution) {
    try require(!weights.isEmpty, "weights", "at least one weight")
    try require(weights.count == count, "weights", "as many weights as \(other)")
    try require(
      weights.allSatisfy { $0 >= 0 && $0.isFinite } && weights.contains { $0 > 0 },
      "weights", "finite numbers of at least 0, one of them above 0")
    try require(weights.reduce(0, +).isFinite, "weights", "numbers with a finite sum")
  }
}
