import Files
import Statistics

extension Calibration {
  // MARK: Search

  /// Gauss-Newton steps, and again from farther away where the figures hardly change at their end
  /// and are not met best there: farther on they may change more, as with a share that starts near
  /// 0.
  func approached(_ start: Surface) async throws -> Surface {
    var surface = try await descended(start)
    for _ in 0..<Self.leapsMax {
      guard let far = try await leap(surface) else { break }
      let there = try await descended(far)
      guard distance(there.center) < distance(surface.center) - Self.leapGain else { break }
      surface = there
    }
    return surface
  }

  private static let leapsMax = 2
  /// The length of a leap along an open direction, on the scales.
  private static let leaps = [-4.0, -2, 2, 4]
  /// By how much the sum to minimise must fall, or the leap leads nowhere.
  private static let leapGain = 1.0

  /// The best place along open directions, from where a step should lead far ahead; nil: none is.
  private func leap(_ surface: Surface) async throws -> Surface? {
    let here = distance(surface.center)
    guard here > Self.leapGain else { return nil }
    var best: Surface?
    for direction in surface.fit.open {
      for length in Self.leaps {
        let place = next(surface, direction.map { length * $0 }, stepMax: abs(length))
        guard place != surface.place,
          let there = try? await self.surface(place, size.first, step: Self.slopeSteps.lowerBound)
        else { continue }
        if statistic(there) < best.map(statistic) ?? (here - Self.leapGain) { best = there }
      }
    }
    return best
  }

  /// Gauss-Newton steps, each halved until it leads ahead. Where they lead nowhere and the figures
  /// are missed, steps go where the figures hardly change, too.
  ///
  /// - Parameter held: Unknowns that stay.
  func descended(_ start: Surface, held: [Int] = []) async throws -> Surface {
    var surface = start
    for _ in 0..<(2 * size.steps) {
      var next: [Double]?
      if length(surface) > Self.stepMin {
        next = try await better(surface, surface.step, by: 0)
      }
      if next == nil, isAstray(surface) {
        next = try await better(surface, surface.wideStep, by: Self.gainMin)
      }
      guard let next else { break }
      surface = try await self.surface(next, size.first, step: Self.slopeSteps.lowerBound, held)
    }
    return surface
  }

  /// The sum to minimise falls by this part of itself at least, or it is noise.
  private static let gainMin = 0.01

  /// The first place along a step that is ahead, from its end on; nil: none is.
  private func better(
    _ surface: Surface, _ step: [Double], by gain: Double
  ) async throws -> [Double]? {
    let here = distance(surface.center)
    var factor = 1.0
    while factor > 1e-2 {
      let trial = next(surface, step.map { factor * $0 })
      if let there = try await model.moments(trial, replications: size.first),
        distance(there) < (1 - gain) * here
      {
        return trial
      }
      factor /= 2
    }
    return nil
  }

  /// Steps along linear models: what a single simulation would gain or lose here is mostly noise.
  ///
  /// - Parameter held: Unknowns that stay.
  func refined(
    _ start: Surface, at place: [Double], _ replications: Int, held: [Int] = []
  ) async throws -> (surface: Surface, hasConverged: Bool) {
    var surface = try await surface(
      place, replications, step: Self.slopeStep(start.fit.covariance), held)
    for _ in 1..<size.steps where length(surface) >= Self.stepMin {
      surface = try await self.surface(
        next(surface, surface.step), replications, step: Self.slopeStep(surface.fit.covariance),
        held)
    }
    return (surface, length(surface) < Self.stepMin)
  }

  /// Where a step leads, if it is not too long, and within what the unknowns may be.
  func next(
    _ surface: Surface, _ step: [Double], stepMax: Double = Calibration.stepMax
  ) -> [Double] {
    var factor = stepMax / max(step.map(abs).max() ?? 0, stepMax)
    while factor > 1e-3 {
      let next = model.unknowns.indices.map { place in
        model.unknowns[place].clamped(surface.place[place] + factor * step[place])
      }
      if model.isAllowed(next) { return next }
      factor /= 2
    }
    return surface.place
  }

  static func slopeStep(_ covariance: [[Double]]) -> Double {
    let errors = covariance.indices.map { covariance[$0][$0].squareRoot() }
    let least = errors.filter { $0 > 0 }.min() ?? slopeSteps.lowerBound
    return min(slopeSteps.upperBound, max(slopeSteps.lowerBound, least))
  }

  /// The next step's largest part, in standard errors, or larger ones if the figures are far off.
  func length(_ surface: Surface) -> Double {
    let fit = surface.fit
    let freedom = max(1, model.targets.count - surface.rank)
    let misfit = max(1, statistic(surface) / Double(freedom)).squareRoot()
    return surface.step.indices.map { place in
      abs(surface.step[place]) / max(1e-9, misfit * fit.covariance[place][place].squareRoot())
    }.max() ?? 0
  }

  /// The distance of the figures after the next step, squared, in their errors.
  func statistic(_ surface: Surface) -> Double {
    square(zip(model.targets, surface.moments).map { $0.value - $1 }, surface.errors)
  }

  /// The certainty of the other unknowns where some are held.
  func fit(_ surface: Surface, without held: [Int]) -> LocalFit {
    let free = model.unknowns.indices.filter { !held.contains($0) }
    let slopes = surface.slopes.map { row in free.isEmpty ? [0] : free.map { row[$0] } }
    return LocalFit(
      slopes, residuals: residuals(surface.center), errors: surface.errors,
      errorMax: Self.errorMax)
  }

  func square(_ residuals: [Double], _ errors: CholeskyFactor) -> Double {
    errors.solved(residuals).reduce(0) { $0 + $1 * $1 }
  }

  func values(_ place: [Double]) -> String {
    zip(model.unknowns, place).map { unknown, value in
      "\(unknown.path) \(HumanText.significant(unknown.scale.number(value)))"
    }.joined(separator: ", ")
  }

  /// Figures that follow from earlier ones: they test nothing, and would weigh twice.
  ///
  /// - Throws: `InputError` (65) where the user has chosen the figures.
  func followers(_ moments: CalibrationModel.Moments) throws(InputError) -> [String] {
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

  static let same = 0.9999

  /// Figures that the user has not chosen, and of which the scenario has none, here and around:
  /// it lacks what they tell of.
  func absent(_ surface: Surface) -> [String] {
    guard isAutomatic else { return [] }
    return model.targets.indices.filter { target in
      surface.center.values[target] == 0 && surface.slopes[target].allSatisfy { $0 == 0 }
    }.map { model.targets[$0].name }
  }

  func known(
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

  /// - Parameters:
  ///   - step: Half of the distance between the places of a slope.
  ///   - held: Unknowns that stay: their slopes are 0.
  func surface(
    _ place: [Double], _ replications: Int, step: Double, _ held: [Int] = []
  ) async throws -> Surface {
    let center = try await known(place, replications)
    var slopes = model.targets.map { _ in [Double]() }
    var others = center.all.mapValues { (value: $0, slopes: [Double]()) }
    for (unknown, key) in model.unknowns.enumerated() {
      guard !held.contains(unknown) else {
        for target in slopes.indices { slopes[target].append(0) }
        for name in others.keys { others[name]?.slopes.append(0) }
        continue
      }
      let ends = [-step, step].map { step in
        let moved = place.replacing(unknown, with: key.clamped(place[unknown] + step))
        // A step to values that only the scenario's reader refuses ends there, too.
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
      // Where something is held, the others follow it also where the figures say little of them.
      errorMax: held.isEmpty ? Self.errorMax : Self.heldErrorMax)
  }

  private static let heldErrorMax = 5 * errorMax

  func residuals(_ moments: CalibrationModel.Moments) -> [Double] {
    zip(model.targets, moments.values).map { $0.value - $1 }
  }

  /// Errors of observation and simulation together. Figures count as measured on the same messages,
  /// so that their errors vary together as those of the simulation do.
  func errors(_ moments: CalibrationModel.Moments) -> CholeskyFactor {
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

  /// The limit of a correlation of the simulation: two figures never say exactly the same.
  static let together = 0.98

  func distance(_ moments: CalibrationModel.Moments) -> Double {
    square(residuals(moments), errors(moments))
  }
}
