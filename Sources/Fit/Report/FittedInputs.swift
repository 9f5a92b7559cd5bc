package import Files
import Foundation
import Statistics

extension FitReport {
  /// The estimates of the scenario's inputs: the values as the scenario has them, with the
  /// covariance of what they were rounded from. nil: nothing was estimated, or the scenario plays
  /// the log.
  ///
  /// Constants, paces and weekly weights are not among them. They are at most 15: three of each
  /// kind of spans, and one more for gaps of 0 s, and two of sizes.
  package var inputs: InputEstimates? {
    guard !playsLog else { return nil }
    let spans =
      network.map { network in
        (network.online?.inputs(at: "network.online") ?? [])
          + (network.offline?.inputs(at: "network.offline") ?? [])
      } ?? []
    return InputEstimates(spans + (arrivals?.best.inputs ?? []))
  }
}

extension FittedArrivals {
  /// The same of the proposal alone.
  package var inputs: InputEstimates? { InputEstimates(best.inputs) }
}

extension FittedSpan {
  /// - Parameter path: of the law in the scenario.
  func inputs(at path: String) -> [InputBlock] {
    guard zeroShare > 0 else { return lawInputs(at: path) }
    let total = count + zeroCount
    let share = FitNumber.rounded(zeroShare, 4)
    // Weights are relative: the other one stays, so this one varies as the odds do.
    let weight = InputParameter(
      "\(path).mixture.weights.0", .log, .number, estimate: log(share), sample: total)
    let variance = 1 / (Double(total) * zeroShare * (1 - zeroShare))
    return [InputBlock([weight], [[variance]])].compactMap { $0 }
      + lawInputs(at: "\(path).mixture.of.1")
  }

  private func lawInputs(at path: String) -> [InputBlock] {
    guard let law else { return [] }
    let parameters = law.inputs(at: path, time: .seconds, sample: count)
    return [InputBlock(parameters, covariance)].compactMap { $0 }
  }
}

extension FittedSize {
  /// - Parameter path: of the law in the scenario.
  func inputs(at path: String) -> [InputBlock] {
    let sample = Int(counts.total)
    let parameters: [InputParameter]
    switch law {
    case .geometric(let mean):
      parameters = [
        InputParameter(
          "\(path).geometric.mean", .log, .number, estimate: log(mean), sample: sample)
      ]
    case .rounded(let law): parameters = law.inputs(at: path, time: .number, sample: sample)
    case nil: parameters = []
    }
    return [InputBlock(parameters, covariance)].compactMap { $0 }
  }
}

extension BurstFit {
  func inputs(at path: String) -> [InputBlock] {
    between.inputs(at: "\(path).between") + size.inputs(at: "\(path).size")
      + within.inputs(at: "\(path).within")
  }
}

extension PoissonFit {
  func inputs(at path: String, _ log: ArrivalLog) -> [InputBlock] {
    guard let shape else {
      let rate = InputParameter(
        "\(path).rate", .log, .perSecond, estimate: Foundation.log(rate), sample: log.messageCount)
      return [InputBlock([rate], [[1 / Double(log.messageCount)]])].compactMap { $0 }
    }
    let parameters = [("mean", NumberUnit.perSecond, rate), ("shape", .number, shape)]
      .map { name, unit, value in
        InputParameter(
          "\(path).rate.gamma.\(name)", .log, unit, estimate: Foundation.log(value),
          sample: log.streams.count)
      }
    let covariance = GammaRates.covariance(
      log.streams.map(\.count), exposure: exposure(log), mean: rate, shape: shape)
    return [InputBlock(parameters, covariance)].compactMap { $0 }
  }
}

extension SpanLaw {
  /// The inputs in the order of ``coordinates``. Of two weights, which are relative, the second
  /// stays, so that the logarithm of the first varies as the logit of its share.
  ///
  /// - Parameters:
  ///   - path: of the law in the scenario.
  ///   - time: the unit of what the law is of.
  ///   - sample: how many values it was fitted to.
  fileprivate func inputs(
    at path: String, time: NumberUnit, sample: Int
  ) -> [InputParameter] {
    if case .shifted(_, let law) = self {
      return law.inputs(at: "\(path).shifted.of", time: time, sample: sample)
    }
    return named(time).map { key, unit, value in
      InputParameter("\(path).\(name).\(key)", .log, unit, estimate: log(value), sample: sample)
    }
  }

  private typealias Named = (key: String, unit: NumberUnit, value: Double)

  /// The parameters under their names in a scenario.
  private func named(_ time: NumberUnit) -> [Named] {
    switch self {
    case .exponential(let mean): return [("mean", time, mean)]
    case .lognormal(let logMedian, let sigma):
      return [("median", time, exp(logMedian)), ("sigma", .number, sigma)]
    case .weibull(let scale, let shape): return [("scale", time, scale), ("shape", .number, shape)]
    case .gamma(let mean, let shape): return [("mean", time, mean), ("shape", .number, shape)]
    case .hyperexponential(let share, let means):
      let weight: Named = ("weights.0", .number, share)
      return [weight] + means.enumerated().map { ("means.\($0)", time, $1) }
    case .shifted: return []
    }
  }
}
