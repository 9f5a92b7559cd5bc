import DeliverySim
import Foundation
package import Models
import Statistics

/// The workloads that were fitted to the arrivals of a log, and the one that is proposed.
package struct FittedArrivals: Sendable {
  /// One kind of arrivals of a scenario.
  package struct Candidate: Sendable {
    package let kind: String
    /// What is fitted, for people.
    package let words: String
    /// As the scenario writes it below `arrivals:`.
    package let yaml: String
    package let parameterCount: Int
    /// Messages of one device per day that the law brings as it was fitted.
    package let ratePerDay: Double
    /// nil where there is no likelihood.
    package let akaike: Double?
    /// Kolmogorov's distance of the gaps in the model's own time; nil without gaps.
    package let distance: Double?
    package let arrivals: Workload.Arrivals
    /// How well the parameters are known.
    let inputs: [InputBlock]
  }

  package let split: BurstSplit
  /// With the log's rate, as the scenario has it.
  package let bursts: BurstFit?
  package let weekly: WeeklyShape?
  /// Shape of the gamma law of rates over devices; nil where one rate does.
  package let rateShape: Double?
  /// By Akaike's criterion, the best first; those without one last.
  package let candidates: [Candidate]
}

extension FittedArrivals {
  /// The proposal.
  package var best: Candidate { candidates[0] }

  /// So much longer is the time between bursts in the proposal than in the log; nil: the proposal
  /// is as it was fitted.
  package var scaling: Double? {
    guard best.kind == "bursts", let factor = bursts?.between.factor, factor != 1 else {
      return nil
    }
    return factor
  }

  package init(_ log: ArrivalLog, gap: Double) {
    let split = BurstSplit(log.streams, threshold: gap)
    let fitted = BurstFit(split)
    let bursts = fitted?.scaled(toRatePerDay: log.ratePerDay)
    let weekly = WeeklyShape(log)
    let shape = GammaRates.shape(log.streams.map(\.count))
    self.split = split
    self.bursts = bursts
    self.weekly = weekly
    rateShape = shape
    var fits = [PoissonFit(log, shape: nil, weekly: nil)]
    if let shape { fits.append(PoissonFit(log, shape: shape, weekly: nil)) }
    if let weekly { fits.append(PoissonFit(log, shape: shape, weekly: weekly)) }
    let found = fits.compactMap { Self.candidate($0, log) } + [Self.candidate(fitted, bursts, log)]
    candidates = found.compactMap { $0 }
      .sorted { ($0.akaike ?? .infinity) < ($1.akaike ?? .infinity) }
  }

  private static func candidate(_ fit: PoissonFit, _ log: ArrivalLog) -> Candidate? {
    let law: Distribution.Law =
      fit.shape.map { .gamma(mean: fit.rate, shape: $0) } ?? .constant(value: fit.rate)
    guard let rate = try? Distribution(law) else { return nil }
    let profile = fit.weekly.flatMap { WeeklyProfile(hours: $0.hours) }
    let kind = fit.weekly == nil ? "poisson" : "weekly"
    let hours = fit.weekly.map { ", hours: [\(hoursText($0))]" } ?? ""
    let rates = fit.shape == nil ? "one rate" : "gamma rates"
    return Candidate(
      kind: kind, words: "\(kind), \(rates)", yaml: "{\(kind): {rate: \(fit.rateText)\(hours)}}",
      parameterCount: fit.parameterCount, ratePerDay: fit.rate * 86_400,
      akaike: GoodnessOfFit.akaike(
        logLikelihood: fit.logLikelihood(log), parameterCount: fit.parameterCount),
      distance: fit.residuals(log).distance,
      arrivals: profile.map { .weekly(rate: rate, profile: $0) } ?? .poisson(rate: rate),
      inputs: fit.inputs(at: "workload.arrivals.\(kind)", log))
  }

  /// - Parameters:
  ///   - fit: whose likelihood is looked at.
  ///   - written: the one with the log's rate.
  private static func candidate(
    _ fit: BurstFit?, _ written: BurstFit?, _ log: ArrivalLog
  ) -> Candidate? {
    guard let fit, let written, let between = try? written.between.distribution(),
      let size = try? fit.size.distribution(), let within = try? fit.within.distribution()
    else { return nil }
    let likelihood = fit.hasDensity ? fit.logLikelihood(log) : -.infinity
    let akaike = GoodnessOfFit.akaike(
      logLikelihood: likelihood, parameterCount: fit.parameterCount)
    return Candidate(
      kind: "bursts", words: "bursts", yaml: written.yaml, parameterCount: fit.parameterCount,
      ratePerDay: fit.ratePerDay, akaike: akaike.isFinite ? akaike : nil,
      distance: fit.hasDensity ? fit.residuals(log).distance : nil,
      arrivals: .bursts(.init(between: between, size: size, within: within)),
      inputs: written.inputs(at: "workload.arrivals.bursts"))
  }

  /// Half a day on each line.
  private static func hoursText(_ weekly: WeeklyShape) -> String {
    let lines = stride(from: 0, to: 168, by: 12).map { start in
      weekly.hours[start..<start + 12].map { FitNumber.text($0, 3) }.joined(separator: ", ")
    }
    return "\n" + lines.joined(separator: ",\n")
  }
}
