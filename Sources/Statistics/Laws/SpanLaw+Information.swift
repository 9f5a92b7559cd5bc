// Goals, in order: the likelihood that was maximized; linear time.

import Foundation

extension SpanLaw {
  /// Of more values, every n-th in their order stands for n: the curvature changes by less than its
  /// own error.
  private static let countMax = 50_000

  /// The parameters on scales where their errors are nearly normal: logarithms of what is above 0,
  /// and the logit of a share. The order is that of the law's parameters; a shift is none of them:
  /// its error is much smaller than theirs.
  public var coordinates: [Double] {
    switch self {
    case .exponential(let mean): [log(mean)]
    case .lognormal(let logMedian, let sigma): [logMedian, log(sigma)]
    case .weibull(let scale, let shape): [log(scale), log(shape)]
    case .gamma(let mean, let shape): [log(mean), log(shape)]
    case .hyperexponential(let share, let means): [log(share / (1 - share))] + means.map { log($0) }
    case .shifted(_, let law): law.coordinates
    }
  }

  /// The same kind of law at other coordinates.
  func moved(to point: [Double]) -> SpanLaw {
    switch self {
    case .exponential: .exponential(mean: exp(point[0]))
    case .lognormal: .lognormal(logMedian: point[0], sigma: exp(point[1]))
    case .weibull: .weibull(scale: exp(point[0]), shape: exp(point[1]))
    case .gamma: .gamma(mean: exp(point[0]), shape: exp(point[1]))
    case .hyperexponential:
      .hyperexponential(share: 1 / (1 + exp(-point[0])), means: [exp(point[1]), exp(point[2])])
    case .shifted(let by, let law): .shifted(by: by, of: law.moved(to: point))
    }
  }

  /// The covariance of the ``coordinates`` of a law at its maximum of the likelihood.
  ///
  /// - Parameter values: what it was fitted to, in ascending order.
  /// - Returns: nil where the values do not determine every parameter.
  public func covariance(_ values: [Double]) -> [[Double]]? {
    let some = Self.thinned(values)
    let weight = Double(values.count) / Double(max(1, some.count))
    return ObservedInformation.covariance(at: coordinates) { point in
      let law = moved(to: point)
      return weight * some.reduce(0) { $0 + law.logDensity($1) }
    }
  }

  static func thinned(_ values: [Double]) -> [Double] {
    let step = max(1, (values.count + countMax - 1) / countMax)
    return stride(from: step / 2, to: values.count, by: step).map { values[$0] }
  }
}

extension CountLaw {
  /// As of a law of spans; the mean of a geometric law by its logarithm.
  public var coordinates: [Double] {
    switch self {
    case .geometric(let mean): [log(mean)]
    case .rounded(let law): law.coordinates
    }
  }

  /// The covariance of the ``coordinates`` of a law at its maximum of the likelihood.
  ///
  /// - Returns: nil where the counts do not determine every parameter.
  public func covariance(_ counts: CountDistribution) -> [[Double]]? {
    ObservedInformation.covariance(at: coordinates) { point in
      switch self {
      case .geometric: CountLaw.geometric(mean: exp(point[0])).logLikelihood(counts)
      case .rounded(let law): CountLaw.rounded(law.moved(to: point)).logLikelihood(counts)
      }
    }
  }
}

extension GammaRates {
  /// The covariance of the logarithms of mean and shape at the maximum of the likelihood.
  ///
  /// - Parameters:
  ///   - counts: one per device.
  ///   - exposure: the length of the window **[s]**.
  ///   - mean: of the rates **[1/s]**.
  ///   - shape: of the gamma law.
  /// - Returns: nil where the counts do not determine both.
  public static func covariance(
    _ counts: [Int], exposure: Double, mean: Double, shape: Double
  ) -> [[Double]]? {
    ObservedInformation.covariance(at: [log(mean), log(shape)]) { point in
      counts.reduce(0) {
        $0
          + logLikelihood(
            count: $1, exposure: exposure, mean: exp(point[0]), shape: exp(point[1]))
      }
    }
  }
}
