import DeliverySim
import Foundation
import Models
import Statistics

/// The workloads that were fitted to the arrivals of a log, and the one that is proposed.
package struct FittedArrivals: Sendable {
  /// One kind of arrivals of a scenario.
  package struct Candidate: Sendable {
    package let kind: String
    /// The name of the fitted law, for people.
    package let words: String
    /// The YAML below `arrivals:` in a scenario.
    package let yaml: String
    package let parameterCount: Int
    /// Messages of one device per day that the law brings as it was fitted.
    package let ratePerDay: Double
    /// nil where there is no likelihood.
    package let akaike: Double?
    /// Kolmogorov's distance of the gaps in the model's own time; nil without gaps.
    package let distance: Double?
    /// The simulator has it so, from the start of ``hours`` on.
    let arrivals: Workload.Arrivals
    /// 168 weights that ``arrivals`` has, as ``WeeklyShape/hours``; nil: all hours are alike.
    let hours: [Double]?
    /// nil: there are none.
    package let bursts: BurstFit?
    /// The certainty of the parameters.
    let inputs: [InputBlock]
  }

  package let split: BurstSplit
  /// The bursts with the log's rate, as a scenario has it, and all hours alike.
  package let bursts: BurstFit?
  package let weekly: WeeklyShape?
  /// Shape of the gamma law of rates over devices; nil where one rate does.
  package let rateShape: Double?
  /// The proposal first, the others by Akaike's criterion; those without one last.
  package private(set) var candidates: [Candidate]
}

extension FittedArrivals {
  /// The proposal.
  package var best: Candidate { candidates[0] }

  /// So much longer is the time between bursts in the proposal than in the log; nil: the proposal
  /// is as it was fitted.
  package var scaling: Double? {
    guard let factor = best.bursts?.between.factor, factor != 1 else { return nil }
    return factor
  }

  /// The smallest value of Akaike's criterion.
  package var leastAkaike: Double? { candidates.compactMap(\.akaike).min() }

  /// - Parameter words: The words of the candidate that is proposed.
  func proposing(_ words: String) -> FittedArrivals {
    var copy = self
    copy.candidates =
      candidates.filter { $0.words == words } + candidates.filter { $0.words != words }
    return copy
  }

  package init(_ log: ArrivalLog, gap: Double) {
    let split = BurstSplit(log.streams, threshold: gap)
    let fitted = BurstFit(split, log)
    let bursts = fitted?.scaled(toRatePerDay: log.ratePerDay, log)
    let pace = WeeklyShape(ofBursts: split.firsts(log.streams), log.window)
    let byHour = pace.flatMap { BurstFit(split, log, pace: $0) }
    let weekly = WeeklyShape(log)
    let shape = GammaRates.shape(log.streams.map(\.count))
    self.split = split
    self.bursts = bursts
    self.weekly = weekly
    rateShape = shape
    var fits = [PoissonFit(log, shape: nil, weekly: nil)]
    if let shape { fits.append(PoissonFit(log, shape: shape, weekly: nil)) }
    if let weekly { fits.append(PoissonFit(log, shape: shape, weekly: weekly)) }
    let found = fits.map { Self.candidate($0, log) }
    let inBursts = [
      Self.candidate(fitted, bursts, log),
      Self.candidate(byHour, byHour?.scaled(toRatePerDay: log.ratePerDay, log), log),
    ]
    candidates = (found + inBursts).compactMap { $0 }
      .sorted { ($0.akaike ?? .infinity) < ($1.akaike ?? .infinity) }
  }

  private static func candidate(_ fit: PoissonFit, _ log: ArrivalLog) -> Candidate? {
    let law: Distribution.Law =
      fit.shape.map { .gamma(mean: fit.rate, shape: $0) } ?? .constant(value: fit.rate)
    guard let rate = try? Distribution(law) else { return nil }
    let profile = fit.weekly.flatMap { WeeklyProfile(hours: $0.hours) }
    let kind = fit.weekly == nil ? "poisson" : "weekly"
    let hours = fit.weekly.map { ", hours: [\(FitNumber.hours($0.hours))]" } ?? ""
    let rates = fit.shape == nil ? "one rate" : "gamma rates"
    return Candidate(
      kind: kind, words: "\(kind), \(rates)", yaml: "{\(kind): {rate: \(fit.rateText)\(hours)}}",
      parameterCount: fit.parameterCount, ratePerDay: fit.rate * 86_400,
      akaike: GoodnessOfFit.akaike(
        logLikelihood: fit.logLikelihood(log), parameterCount: fit.parameterCount),
      distance: fit.residuals(log).distance,
      arrivals: profile.map { .weekly(rate: rate, profile: $0) } ?? .poisson(rate: rate),
      hours: fit.weekly?.hours, bursts: nil,
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
    let pace = written.pace.flatMap { WeeklyPace(hours: $0.hours) }
    return Candidate(
      kind: "bursts", words: pace == nil ? "bursts" : "bursts with hours", yaml: written.yaml,
      parameterCount: fit.parameterCount, ratePerDay: fit.ratePerDay,
      akaike: akaike.isFinite ? akaike : nil,
      distance: fit.hasDensity ? fit.residuals(log).distance : nil,
      arrivals: .bursts(.init(between: between, size: size, within: within, pace: pace)),
      hours: written.pace?.hours, bursts: written,
      inputs: written.inputs(at: "workload.arrivals.bursts"))
  }
}

extension FittedArrivals.Candidate {
  /// The simulator has it so.
  ///
  /// - Parameter first: The hour in ``hours`` with which time 0 begins.
  func traffic(from first: Int) -> Workload.Arrivals {
    guard let hours else { return arrivals }
    let turned = (0..<168).map { hours[($0 + first) % 168] }
    switch arrivals {
    case .weekly(let rate, let profile):
      return .weekly(rate: rate, profile: WeeklyProfile(hours: turned) ?? profile)
    case .bursts(let bursts):
      return .bursts(
        .init(
          between: bursts.between, size: bursts.size, within: bursts.within,
          pace: WeeklyPace(hours: turned)))
    case .poisson, .trace: return arrivals
    }
  }
}
