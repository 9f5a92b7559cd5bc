// Goals, in order: chance of the simulation is not taken for uncertainty of the inputs; one rule
// for ratios and quantiles; short.
//
// Source: the two-way random effects model, with draws of the inputs and replications crossed:
// S. R. Searle, G. Casella and C. E. McCulloch, "Variance Components" (1992), chapter 4;
// F. E. Satterthwaite, "An approximate distribution of estimates of variance components",
// Biometrics Bulletin 2 (1946) 110-114.

/// The part of an estimate's uncertainty that comes from not knowing the inputs: it needs an
/// estimate for each of many draws of them, all with the same random numbers.
public struct InputVariance: Sendable, Equatable {
  /// The standard deviation of the estimate over the inputs' law.
  public let sdInputs: Double
  /// The standard error of the simulation, at the best inputs.
  public let sdSimulation: Double
  /// The degrees of freedom of both together.
  public let degreesOfFreedom: Double
  /// The variance that comes from the inputs, as a share of that of the draws' estimates.
  public let inputsShare: Double

  /// One draw of the inputs: the estimate from all its replications, and from each half of them.
  public struct Draw: Sendable, Equatable {
    /// All three have the same unit.
    public let whole, first, second: Double

    public init(whole: Double, first: Double, second: Double) {
      (self.whole, self.first, self.second) = (whole, first, second)
    }
  }

  /// The draws have the luck of the random numbers in common, which moves none of them against the
  /// others. Beyond that, the halves of a draw differ by noise: the variance of this difference,
  /// divided by 4, is what noise adds to the variance of the whole estimates.
  ///
  /// - Parameters:
  ///   - draws: All finite.
  ///   - halved: The share of the replications that are in one of the halves: both are of one size.
  ///   - standardError: The standard error of the estimate at the best inputs.
  ///   - freedom: The degrees of freedom of that error.
  /// - Returns: nil with fewer than two draws.
  public init?(
    _ draws: [Draw], standardError: Double, freedom: Double, halved: Double = 1
  ) {
    guard draws.count >= 2 else { return nil }
    let total = Self.variance(draws.map(\.whole))
    let noise = halved * Self.variance(draws.map { $0.first - $0.second }) / 4
    let inputs = max(0, total - noise)
    inputsShare = total > 0 ? inputs / total : 0
    let error = standardError * standardError
    // The spread of the noise, which is taken off, is left out: else hardly a degree were left.
    let spread = error * error / max(1, freedom) + inputs * inputs / Double(draws.count - 1)
    sdInputs = inputs.squareRoot()
    sdSimulation = standardError
    let sum = inputs + error
    degreesOfFreedom = spread > 0 ? max(1, sum * sum / spread) : Double(draws.count - 1)
  }

  private static func variance(_ values: [Double]) -> Double {
    let mean = values.reduce(0, +) / Double(values.count)
    return values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(values.count - 1)
  }
}

extension InputVariance {
  /// Half of the interval for both, in the estimate's unit.
  ///
  /// - Parameter confidence: The confidence, in (0, 1).
  public func halfWidth(_ confidence: Double) -> Double {
    let t = StudentT.quantile((1 + confidence) / 2, degreesOfFreedom: degreesOfFreedom)
    return t * (sdInputs * sdInputs + sdSimulation * sdSimulation).squareRoot()
  }
}
