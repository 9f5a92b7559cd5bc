package import Files
import Foundation
import Models
import Statistics

/// The values of unknown inputs with which a scenario produces what was observed: simulated method
/// of moments.
///
/// Source: D. McFadden, "A method of simulated moments for estimation of discrete response models
/// without numerical integration", Econometrica 57 (1989) 995-1026.
package struct Calibration: Sendable {
  let model: CalibrationModel
  let size: Size
  /// What was observed and is not used, and why, in sentences.
  package internal(set) var unused: [String] = []
  /// The figures were not chosen by the user: one that follows from another is left out.
  var isAutomatic = false

  /// How much is simulated at each place.
  struct Size: Sendable {
    /// Of the first steps: enough for controls.
    let first: Int
    let last: Int
  }
}

extension Calibration {
  /// What was observed.
  package var figures: [CalibrationTarget] { model.targets }

  /// - Throws: ``InputError`` (64) for unknowns that the scenario does not have, and a sweep.
  package init(
    _ experiment: Experiment, _ targets: [CalibrationTarget], unknown: [String], threads: Int
  ) throws(InputError) {
    guard experiment.points.count == 1 else {
      throw InputError(
        ExitCode.usage,
        "\(experiment.file): has \(experiment.points.count) design points; allowed: one; set each "
          + "factor to one value and leave out sweep (--set sweep=null)")
    }
    let unknowns = try CalibrationUnknown.read(
      unknown, experiment.resolved, factors: experiment.factors.map(\.path))
    var plain = Experiment.Options()
    plain.allowsOutside = experiment.allowsOutside
    model = CalibrationModel(
      tree: experiment.resolved.without(["expect", "best"]), file: experiment.file,
      folder: experiment.folder, options: plain, unknowns: unknowns, targets: targets,
      threads: threads)
    let replications = experiment.base.replications
    let most = replications.isFixed ? replications.max : replications.min
    guard most >= Self.replicationsMin else {
      throw InputError(
        ExitCode.usage,
        "--replications: found \(most); allowed: at least \(Self.replicationsMin), because the "
          + "error of the simulation must be known, too")
    }
    size = Size(first: min(most, max(20, most / 4)), last: most)
  }

  private static let replicationsMin = 10
  static let iterationsMax = 12
  /// A step of this part of a standard error ends the search: a linear model leads that far.
  private static let stepMin = 0.5
  /// On the scales; a factor e.
  private static let stepMax = 1.0
  /// Half of the distance between the places of a slope: about a standard error, so that the noise
  /// of the simulation hardly matters.
  private static let slopeSteps = 0.1...0.3
  /// A direction whose standard error would be above a factor e² is open.
  static let errorMax = 2.0
  /// Figures that the simulation knows worse than this part of their own error need more
  /// replications, up to so many times the scenario's.
  private static let noiseMax = 0.4
  private static let growthMax = 16.0

  /// Searches, and tests what was found: first roughly, then with so many replications that the
  /// simulation adds little to the errors of the figures.
  ///
  /// - Parameter report: What is being done, for the user.
  /// - Throws: As `CalibrationModel/moments(_:replications:)`; `InputError` (65) where the
  ///   scenario does not produce a figure at its own values.
  package func run(report: (String) -> Void) async throws -> Result {
    report("\(size.first) replications at each place ...")
    var surface = try await surface(
      model.unknowns.map(\.start), size.first, step: Self.slopeSteps.lowerBound)
    let followers = try followers(surface.center)
    guard followers.isEmpty else {
      report("left out, because they follow from others: \(followers.joined(separator: "; "))")
      return try await Calibration(
        model: model.without(Set(followers)), size: size
      ).run(report: report)
    }
    surface = try await approached(surface)
    var hasConverged = false
    for replications in try await sizes(surface.place) {
      report("\(replications) replications at each place ...")
      (surface, hasConverged) = try await refined(
        surface, at: next(surface, surface.step), replications)
    }
    guard model.unknowns.contains(where: \.isWhole) else {
      return try result(surface, hasConverged)
    }
    report("whole numbers ...")
    let choice = try await WholeNumbers(of: self, near: surface)
    return try result(choice.surface, choice.hasConverged, choice.plausible)
  }

  typealias Surface = CalibrationSurface

  /// The scenario's own number of replications, and as many as the figures' errors ask for.
  private func sizes(_ place: [Double]) async throws -> [Int] {
    let errors = try await known(place, size.last).errors
    let noise = zip(errors, model.targets).map { $0 / $1.standardError }.max() ?? 0
    let factor = min(Self.growthMax, pow(noise / Self.noiseMax, 2))
    return factor > 1 ? [size.last, Int((factor * Double(size.last)).rounded(.up))] : [size.last]
  }

  /// Gauss-Newton steps, each halved until it leads ahead.
  private func approached(_ start: Surface) async throws -> Surface {
    var surface = start
    for _ in 0..<Self.iterationsMax where length(surface) > Self.stepMin {
      var (factor, next) = (1.0, [Double]?.none)
      while next == nil, factor > 1e-2 {
        let trial = self.next(surface, surface.step.map { factor * $0 })
        if let there = try await model.moments(trial, replications: size.first),
          distance(there) < distance(surface.center)
        {
          next = trial
        }
        factor /= 2
      }
      guard let next else { break }
      surface = try await self.surface(next, size.first, step: Self.slopeSteps.lowerBound)
    }
    return surface
  }

  /// Steps along linear models: what a single simulation would gain or lose here is mostly noise.
  ///
  /// - Parameter held: Unknowns that stay.
  func refined(
    _ start: Surface, at place: [Double], _ replications: Int, held: [Int] = []
  ) async throws -> (surface: Surface, hasConverged: Bool) {
    var surface = try await surface(
      place, replications, step: Self.slopeStep(start.fit), held)
    for _ in 1..<Self.iterationsMax where length(surface) >= Self.stepMin {
      surface = try await self.surface(
        next(surface, surface.step), replications, step: Self.slopeStep(surface.fit), held)
    }
    return (surface, length(surface) < Self.stepMin)
  }

  /// Where a step leads, if it is not too long, and within what the unknowns may be.
  func next(_ surface: Surface, _ step: [Double]) -> [Double] {
    var factor = Self.stepMax / max(step.map(abs).max() ?? 0, Self.stepMax)
    while factor > 1e-3 {
      let next = model.unknowns.indices.map { place in
        model.unknowns[place].clamped(surface.place[place] + factor * step[place])
      }
      if model.isAllowed(next) { return next }
      factor /= 2
    }
    return surface.place
  }

  private static func slopeStep(_ fit: LocalFit) -> Double {
    let errors = fit.covariance.indices.map { fit.covariance[$0][$0].squareRoot() }
    let least = errors.filter { $0 > 0 }.min() ?? slopeSteps.lowerBound
    return min(slopeSteps.upperBound, max(slopeSteps.lowerBound, least))
  }

  /// The next step's largest part, in standard errors, or larger ones if the figures are far off.
  private func length(_ surface: Surface) -> Double {
    let fit = surface.fit
    let freedom = max(1, model.targets.count - surface.rank)
    let misfit = max(1, statistic(surface) / Double(freedom)).squareRoot()
    return surface.step.indices.map { place in
      abs(surface.step[place]) / max(1e-9, misfit * fit.covariance[place][place].squareRoot())
    }.max() ?? 0
  }

  /// How far off the figures are after the next step, squared, in their errors.
  func statistic(_ surface: Surface) -> Double {
    square(zip(model.targets, surface.moments).map { $0.value - $1 }, surface.errors)
  }

  private func square(_ residuals: [Double], _ errors: CholeskyFactor) -> Double {
    errors.solved(residuals).reduce(0) { $0 + $1 * $1 }
  }

  private func values(_ place: [Double]) -> String {
    zip(model.unknowns, place).map { unknown, value in
      "\(unknown.path) \(HumanText.significant(unknown.scale.number(value)))"
    }.joined(separator: ", ")
  }

  /// Figures that follow from earlier ones: they test nothing, and would weigh twice.
  ///
  /// - Throws: ``InputError`` (65) where the user has chosen the figures.
  private func followers(_ moments: CalibrationModel.Moments) throws(InputError) -> [String] {
    var followers: [String] = []
    for one in model.targets.indices {
      let other = (0..<one).first { abs(moments.correlations[one][$0]) > Self.same }
      guard let other else { continue }
      guard isAutomatic else {
        throw InputError(
          ExitCode.dataError,
          "\(model.targets[one].name): follows from \(model.targets[other].name); leave one out")
      }
      followers.append(model.targets[one].name)
    }
    return followers
  }

  private static let same = 0.9999

  private func known(
    _ place: [Double], _ replications: Int
  ) async throws -> CalibrationModel.Moments {
    guard let moments = try await model.moments(place, replications: replications) else {
      throw missing(at: place)
    }
    return moments
  }

  func missing(at place: [Double]) -> InputError {
    let names = model.targets.map(\.name).joined(separator: "; ")
    return InputError(
      ExitCode.dataError,
      "the search has come to values where the scenario is not allowed, or does not produce "
        + "each figure (\(names)): \(values(place)); start elsewhere, or leave one out")
  }

  /// - Parameter step: Half of the distance between the places of a slope.
  private func surface(
    _ place: [Double], _ replications: Int, step: Double, _ held: [Int] = []
  ) async throws -> Surface {
    let center = try await known(place, replications)
    var slopes = model.targets.map { _ in [Double]() }
    var others = center.all.mapValues { (value: $0, slopes: [Double]()) }
    for (unknown, key) in model.unknowns.enumerated() {
      let ends = [-step, step].map { step in
        let moved = place.replacing(unknown, with: key.clamped(place[unknown] + step))
        // What only the scenario's reader knows ends there, too.
        return model.isAllowed(moved) ? moved : place
      }
      guard ends[0] != ends[1] else { throw missing(at: place) }
      let moments = [
        try await known(ends[0], replications), try await known(ends[1], replications),
      ]
      let distance = ends[1][unknown] - ends[0][unknown]
      let slope = { (low: Double, high: Double) in (high - low) / distance }
      for target in slopes.indices {
        slopes[target].append(slope(moments[0].values[target], moments[1].values[target]))
      }
      for name in others.keys {
        guard let low = moments[0].all[name], let high = moments[1].all[name] else { continue }
        others[name]?.slopes.append(slope(low, high))
      }
    }
    return Surface(
      model.unknowns, place: place, replications: replications, center: center,
      residuals: residuals(center), errors: errors(center), slopes: slopes,
      others: others.filter { $0.value.slopes.count == place.count }, held: held,
      errorMax: Self.errorMax)
  }

  private func residuals(_ moments: CalibrationModel.Moments) -> [Double] {
    zip(model.targets, moments.values).map { $0.value - $1 }
  }

  /// Of observation and simulation together. Figures count as measured on the same messages, so
  /// that their errors vary together as those of the simulation do.
  private func errors(_ moments: CalibrationModel.Moments) -> CholeskyFactor {
    let targets = model.targets
    let covariance = targets.indices.map { one in
      targets.indices.map { other in
        let observed = targets[one].standardError * targets[other].standardError
        let simulated = moments.errors[one] * moments.errors[other]
        let correlation = one == other ? 1 : Self.together * moments.correlations[one][other]
        return correlation * (observed + simulated)
      }
    }
    guard let factor = CholeskyFactor(covariance) else {
      preconditionFailure("correlations that are made smaller leave a positive definite matrix")
    }
    return factor
  }

  /// Of a correlation of the simulation: two figures never say exactly the same.
  private static let together = 0.98

  private func distance(_ moments: CalibrationModel.Moments) -> Double {
    square(residuals(moments), errors(moments))
  }
}

extension Calibration {
  // MARK: Result

  private func result(
    _ surface: Surface, _ hasConverged: Bool, _ plausible: [Int: ClosedRange<Double>] = [:]
  ) throws -> Result {
    let (fit, place) = (surface.fit, next(surface, surface.step))
    let statistic = statistic(surface)
    // Where something is open, figures may hardly change, so that missing them says little.
    let freedom = model.targets.count - (fit.open.isEmpty ? surface.rank : place.count)
    let test: (statistic: Double, freedom: Int, pValue: Double)? =
      freedom > 0
      ? (statistic, freedom, ErrorFreedom(model.targets).pValue(statistic, count: freedom))
      : nil
    return Result(
      unknowns: model.unknowns, targets: model.targets, place: place, covariance: fit.covariance,
      spread: fit.spread, plausible: plausible, open: fit.open, moments: surface.moments,
      errors: errors(surface),
      test: test,
      advice: advice(surface), hasConverged: hasConverged && !isAstray(surface),
      confidence: try model.experiment(place, replications: surface.replications).base.confidence)
  }

  /// Nothing moves the figures here, and they are not met: somewhere else they may be.
  private func isAstray(_ surface: Surface) -> Bool {
    guard !surface.fit.open.isEmpty else { return false }
    let pValue = ErrorFreedom(model.targets)
      .pValue(statistic(surface), count: model.targets.count)
    return pValue < Self.astray
  }

  private static let astray = 1e-3

  /// Of each figure by itself.
  private func errors(_ surface: Surface) -> [Double] {
    let units = model.targets.indices.map { one in
      model.targets.indices.map { one == $0 ? 1.0 : 0 }
    }
    // The rows of the triangle: a unit picks a column of it.
    let columns = units.map(surface.errors.times)
    return model.targets.indices.map { row in
      columns.reduce(0) { $0 + $1[row] * $1[row] }.squareRoot()
    }
  }

  /// Of what was not observed, the metric that moves most along an open direction.
  private func advice(_ surface: Surface) -> String? {
    guard let direction = surface.fit.open.first else { return nil }
    let observed = Set(model.targets.map { "\($0.metric), \($0.strategy)" })
    let moves = surface.others.compactMap { name, other -> (name: String, size: Double)? in
      guard !observed.contains(name), other.value != 0 else { return nil }
      let move = zip(other.slopes, direction).reduce(0) { $0 + $1.0 * $1.1 }
      return (name, abs(move / other.value))
    }
    let most = moves.max { ($0.size, $1.name) < ($1.size, $0.name) }
    return most.flatMap { $0.size > Self.adviceMin ? $0.name : nil }
  }

  /// A metric that moves by less of its value over a factor e is no help.
  private static let adviceMin = 0.05
}
