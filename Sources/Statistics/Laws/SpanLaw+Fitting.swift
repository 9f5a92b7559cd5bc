// Maximum-likelihood fits of the laws of spans.
//
// Goals, in order: the maximum, or nothing; no overflow for any unit of time; linear time.
//
// Source: N. L. Johnson, S. Kotz, N. Balakrishnan, "Continuous Univariate Distributions", volume 1
// (1994): lognormal (chapter 14), gamma (17), exponential (19), Weibull (21).

internal import CGSL
import Foundation

extension SpanLaw {
  /// All laws that can be fitted to the values, in a fixed order; those without a maximum are
  /// left out.
  ///
  /// - Parameter values: finite, above 0, in ascending order; at least two different ones.
  public static func fits(_ values: [Double]) -> [SpanLaw] {
    guard let sample = LogSample(values) else { return [] }
    return names.compactMap { sample.law($0) }
  }

  private static let names = ["exponential", "lognormal", "weibull", "gamma", "hyperexponential"]

  /// One law alone, by its ``name``, with what ``fits(_:)`` asks of the values.
  public static func fits(_ values: [Double], only name: String) -> SpanLaw? {
    LogSample(values)?.law(name)
  }

  /// The lognormal law alone.
  public static func lognormalFit(_ values: [Double]) -> SpanLaw? {
    fits(values, only: "lognormal")
  }
}

/// The numbers that the fits share: means of the values and of their logarithms.
private struct LogSample {
  /// Spread below this (standard deviation of the logarithm) counts as none.
  private static let sigmaMin = 1e-5

  let values: [Double]
  let mean: Double
  let meanLog: Double
  let sigma: Double
  private let largestLog: Double

  init?(_ values: [Double]) {
    guard values.count >= 2, let first = values.first, let last = values.last, first > 0 else {
      return nil
    }
    let count = Double(values.count)
    let meanLog = values.reduce(0) { $0 + log($1) } / count
    let sigma = (values.reduce(0) { $0 + pow(log($1) - meanLog, 2) } / count).squareRoot()
    guard sigma >= Self.sigmaMin else { return nil }
    self.values = values
    self.meanLog = meanLog
    self.sigma = sigma
    mean = values.reduce(0, +) / count
    largestLog = log(last)
  }
}

extension LogSample {
  func law(_ name: String) -> SpanLaw? {
    switch name {
    case "exponential": .exponential(mean: mean)
    case "lognormal": lognormal
    case "weibull": weibull
    case "gamma": gamma
    case "hyperexponential": hyperexponential
    default: nil
    }
  }

  var lognormal: SpanLaw? { .lognormal(logMedian: meanLog, sigma: sigma) }

  /// The shape solves Σ xᵏ ln x / Σ xᵏ - 1/k = mean of ln x, whose left side rises in k.
  var weibull: SpanLaw? {
    let logs = values.map { log($0) - largestLog }
    let target = meanLog - largestLog
    func slope(_ shape: Double) -> Double {
      var (powers, weighted) = (0.0, 0.0)
      for value in logs {
        let power = exp(shape * value)
        powers += power
        weighted += power * value
      }
      return weighted / powers - 1 / shape - target
    }
    guard let shape = Self.shape(slope) else { return nil }
    let powers = logs.reduce(0) { $0 + exp(shape * $1) } / Double(logs.count)
    return .weibull(scale: exp(largestLog + log(powers) / shape), shape: shape)
  }

  /// The shape solves ln k - ψ(k) = ln(mean) - mean of ln x, whose left side falls in k.
  var gamma: SpanLaw? {
    let target = log(mean) - meanLog
    let shape = Self.shape { target - log($0) + GSL.value(gsl_sf_psi($0)) }
    return shape.map { .gamma(mean: mean, shape: $0) }
  }

  /// The zero of a rising function between 0.01, the smallest shape of a scenario, and 1e12.
  private static func shape(_ slope: (Double) -> Double) -> Double? {
    var high = 1.0
    while slope(high) < 0 {
      high *= 4
      if high > 1e12 { return nil }
    }
    return Root.find(in: max(0.01, high <= 1 ? 0.01 : high / 4)...high, slope)
  }
}

extension LogSample {
  /// More values are thinned evenly in their order: the simplex looks at each a hundred times.
  private static let simplexCountMax = 50_000

  /// Two exponential laws, where the values vary more than one of them can.
  var hyperexponential: SpanLaw? {
    let square = values.reduce(0) { $0 + pow($1 / mean - 1, 2) } / Double(values.count)
    guard square > 1.001 else { return nil }
    let step = (values.count + Self.simplexCountMax - 1) / Self.simplexCountMax
    let thinned = stride(from: step / 2, to: values.count, by: step).map { values[$0] / mean }
    func law(_ point: [Double], unit: Double) -> SpanLaw {
      // A share by its logit, means by their logarithms: every point is a law.
      let share = 1 / (1 + exp(-point[0]))
      return .hyperexponential(share: share, means: [exp(point[1]) * unit, exp(point[2]) * unit])
    }
    let best = Minimum.find(from: [0, log(0.3), log(3)]) { point in
      guard point.allSatisfy({ abs($0) < 30 }) else { return .infinity }
      let law = law(point, unit: 1)
      return -thinned.reduce(0) { $0 + law.logDensity($1) } / Double(thinned.count)
    }
    return best.map { law($0[1] <= $0[2] ? $0 : [-$0[0], $0[2], $0[1]], unit: mean) }
  }
}
