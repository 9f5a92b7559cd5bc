// Goals, in order: no number that a key does not allow; every number that the figures do not
// exclude is in the interval; few simulations.
//
// Figures may jump from one whole number to the next, and may not change at all beyond one, so no
// slope leads from one to another: each is tried with the other unknowns searched anew (a profile,
// as in `Profile`).

import Files
import Scenarios
import Statistics

/// The best values of unknowns that are whole numbers, and how far the figures let them be off.
struct WholeNumbers {
  /// A choice of whole numbers, with the other unknowns searched anew.
  struct Trial {
    let surface: CalibrationSurface
    let hasConverged: Bool
    /// The figures are so far off.
    let statistic: Double
    /// It fits the other unknowns.
    let fit: LocalFit
  }

  let calibration: Calibration
  private(set) var best: Trial
  /// An interval reaches so many standard errors to each side.
  let reach: Double
  /// The choices tried with all replications, by their numbers; nil: the scenario does not produce
  /// the figures there.
  private(set) var tried: [[Double]: Trial?] = [:]
}

extension WholeNumbers {
  /// - Parameter start: The surface that was found with few replications.
  /// - Throws: As ``CalibrationModel/moments(_:replications:)``; `InputError` (65) where the
  ///   scenario does not produce a figure at any of the numbers tried.
  init(of calibration: Calibration, near start: CalibrationSurface) async throws {
    self.calibration = calibration
    let base = try calibration.model.experiment(start.place, replications: start.replications).base
    reach = ErrorFreedom(calibration.model.targets).reach(base.confidence)
    var rough = try await Self.rough(calibration, start)
    var trial: Trial?
    for replications in try await calibration.sizes(rough.place) {
      trial = try await Self.trial(calibration, rough, at: rough.place, replications)
      rough = trial?.surface ?? rough
    }
    guard let trial else { throw calibration.missing(at: rough.place) }
    best = trial
    tried[numbers(trial.surface.place)] = trial
    try await climb()
    for unknown in unknowns {
      for side in [-1.0, 1] { try await explore(unknown, side) }
    }
  }

  /// The places of the unknowns that are whole numbers.
  var unknowns: [Int] { Self.unknowns(calibration) }

  /// Those of the others, in the order of ``Trial/fit``.
  var others: [Int] {
    calibration.model.unknowns.indices.filter { !calibration.model.unknowns[$0].isWhole }
  }

  private static func unknowns(_ calibration: Calibration) -> [Int] {
    calibration.model.unknowns.indices.filter { calibration.model.unknowns[$0].isWhole }
  }

  private func numbers(_ place: [Double]) -> [Double] { unknowns.map { number(place, $0) } }

  private func number(_ place: [Double], _ unknown: Int) -> Double {
    calibration.model.unknowns[unknown].scale.number(place[unknown]).rounded()
  }

  // MARK: The search

  /// The best of powers of two, of one unknown after the other, with few replications.
  private static func rough(
    _ calibration: Calibration, _ start: CalibrationSurface
  ) async throws -> CalibrationSurface {
    let (model, whole) = (calibration.model, unknowns(calibration))
    // The others begin anew at each: where a share has come near 0, nothing leads back.
    let place = zip(model.unknowns, start.place).map { key, value in
      key.isWhole ? key.wholePlace(nearest: value) : value
    }
    var best: CalibrationSurface?
    var numbers = place
    for unknown in whole {
      for power in -1...Self.powerMax {
        var trial = numbers
        if power >= 0 {
          guard let value = model.unknowns[unknown].wholePlace(Double(1 << power)) else { continue }
          trial[unknown] = value
        }
        guard let there = try await descended(calibration, from: trial, whole) else { continue }
        // The next step's promise is no measure where the search has stopped.
        let isBetter = best.map {
          calibration.distance(there.center) < calibration.distance($0.center)
        }
        if isBetter ?? true { (best, numbers[unknown]) = (there, trial[unknown]) }
      }
    }
    guard let best else { throw calibration.missing(at: place) }
    return best
  }

  /// 64: who keeps more mostly keeps all.
  private static let powerMax = 6

  private static func descended(
    _ calibration: Calibration, from place: [Double], _ held: [Int]
  ) async throws -> CalibrationSurface? {
    do {
      let surface = try await calibration.surface(
        place, calibration.size.first, step: Calibration.slopeSteps.lowerBound, held)
      return try await calibration.descended(surface, held: held)
    } catch is InputError {
      return nil
    }
  }

  private static func trial(
    _ calibration: Calibration, _ start: CalibrationSurface, at place: [Double],
    _ replications: Int
  ) async throws -> Trial? {
    let held = unknowns(calibration)
    do {
      let (surface, hasConverged) = try await calibration.refined(
        start, at: place, replications, held: held)
      let ahead = calibration.statistic(surface)
      return Trial(
        surface: surface, hasConverged: hasConverged,
        statistic: hasConverged ? ahead : max(ahead, calibration.distance(surface.center)),
        fit: calibration.fit(surface, without: held))
    } catch is InputError {
      return nil
    }
  }

  /// Moves to the next number, one less or one more, as long as that is better.
  private mutating func climb() async throws {
    var hasImproved = true
    while hasImproved, tried.count < Self.trialsMax {
      hasImproved = false
      for unknown in unknowns {
        for step in [-1.0, 1] {
          let number = number(best.surface.place, unknown) + step
          guard let trial = try await trial(unknown, number), trial.statistic < best.statistic
          else { continue }
          (best, hasImproved) = (trial, true)
        }
      }
    }
  }

  private static let trialsMax = 40

  /// The best choice but for one number.
  ///
  /// - Returns: Nil where the key does not allow it, or the scenario produces no figures.
  private mutating func trial(_ unknown: Int, _ number: Double) async throws -> Trial? {
    let key = calibration.model.unknowns[unknown]
    guard let value = key.wholePlace(number) else { return nil }
    var place = best.surface.place
    place[unknown] = value
    let numbers = numbers(place)
    if let known = tried[numbers] { return known }
    // The others have followed the numbers up to there.
    let start = nearest(unknown, value)
    for other in others { place[other] = start.place[other] }
    let trial = try await Self.trial(calibration, start, at: place, best.surface.replications)
    tried[numbers] = .some(trial)
    return trial
  }

  /// The plausible choice whose number is nearest on its scale.
  private func nearest(_ unknown: Int, _ value: Double) -> CalibrationSurface {
    let distance = { (trial: Trial) in abs(trial.surface.place[unknown] - value) }
    let same = numbers(best.surface.place).enumerated().filter { unknowns[$0.offset] != unknown }
    let others = plausible.filter { trial in
      let numbers = numbers(trial.surface.place)
      return same.allSatisfy { numbers[$0.offset] == $0.element }
    }
    return others.min { distance($0) < distance($1) }?.surface ?? best.surface
  }

  // MARK: Intervals

  private func isPlausible(_ trial: Trial?) -> Bool {
    trial.map { $0.statistic - best.statistic <= reach * reach } ?? false
  }

  /// Explores from the best number outward, in steps that double, until one is excluded; then
  /// between.
  private mutating func explore(_ unknown: Int, _ side: Double) async throws {
    let start = number(best.surface.place, unknown)
    var (inside, step) = (start, 1.0)
    while true {
      let next = Self.allowed(calibration.model.unknowns[unknown], inside, side * step)
      guard let next, next / start < Self.factorMax else { return }
      guard isPlausible(try await trial(unknown, next)) else {
        return try await bisect(unknown, inside, next)
      }
      (inside, step) = (next, 2 * step)
    }
  }

  /// The number so far away, or the last one before that which the key allows.
  private static func allowed(
    _ key: CalibrationUnknown, _ number: Double, _ step: Double
  ) -> Double? {
    for part in [step, (step / 2).rounded(), step < 0 ? -1 : 1] {
      if key.wholePlace(number + part) != nil { return number + part }
    }
    return nil
  }

  private mutating func bisect(
    _ unknown: Int, _ inside: Double, _ outside: Double
  ) async throws {
    var (inside, outside) = (inside, outside)
    while abs(outside - inside) > 1 {
      let middle = ((inside + outside) / 2).rounded(.down)
      if isPlausible(try await trial(unknown, middle)) {
        inside = middle
      } else {
        outside = middle
      }
    }
  }

  /// An end that is farther away is open.
  private static let factorMax = 50.0

  private var plausible: [Trial] { tried.values.compactMap { $0 }.filter(isPlausible) }

  /// The interval of each unknown, on its scale: what is not excluded. The interval of an unknown
  /// that is no whole number goes as far as any plausible choice lets it go.
  func ends(_ unknown: Int) -> Profile.Ends {
    let key = calibration.model.unknowns[unknown]
    guard key.isWhole else { return endsOfOther(unknown) }
    let found = plausible.map { number($0.surface.place, unknown) }
    let (low, high) = (found.min() ?? 1, found.max() ?? 1)
    let isOpen = 2 * high >= Self.factorMax * number(best.surface.place, unknown)
    let isLast = key.wholePlace(high + 1) == nil
    return Profile.Ends(
      low: key.wholePlace(low), high: isOpen && !isLast ? nil : key.wholePlace(high))
  }

  /// Whether the figures leave a number open: it is one of several, and the others follow it so
  /// that nothing tells them apart, or every number is plausible that the key allows, as far as was
  /// looked.
  func isOpen(_ unknown: Int) -> Bool {
    let (key, ends) = (calibration.model.unknowns[unknown], ends(unknown))
    if others.count >= calibration.model.targets.count, ends.low != ends.high { return true }
    guard let low = ends.low, key.wholePlace(key.scale.number(low).rounded() - 1) == nil else {
      return false
    }
    return ends.high.map { key.wholePlace(key.scale.number($0).rounded() + 1) == nil } ?? true
  }

  private func endsOfOther(_ unknown: Int) -> Profile.Ends {
    let column = others.firstIndex(of: unknown)
    var ends: [(low: Double, high: Double)] = []
    for trial in plausible {
      guard let column, trial.fit.spread[column] <= Calibration.errorMax else {
        return Profile.Ends(low: nil, high: nil)
      }
      let room = max(0, reach * reach - (trial.statistic - best.statistic)).squareRoot()
      let middle = trial.surface.place[unknown] + trial.surface.step[unknown]
      ends.append(
        (middle - room * trial.fit.spread[column], middle + room * trial.fit.spread[column]))
    }
    return Profile.Ends(low: ends.map(\.low).min(), high: ends.map(\.high).max())
  }

  // MARK: Open numbers

  /// The direction from the smallest plausible choice of a number to the largest: a unit vector.
  func direction(_ unknown: Int) -> [Double] {
    let places = ordered(unknown).map(\.surface.place)
    guard let first = places.first, let last = places.last else { return [] }
    let move = zip(last, first).map { $0 - $1 }
    let length = move.reduce(0) { $0 + $1 * $1 }.squareRoot()
    guard length > 0 else { return move.indices.map { $0 == unknown ? 1 : 0 } }
    return move.map { $0 / length }
  }

  private func ordered(_ unknown: Int) -> [Trial] {
    plausible.sorted { number($0.surface.place, unknown) < number($1.surface.place, unknown) }
  }

  /// The part of itself by which each metric differs between the ends of the plausible choices, by
  /// name.
  func moves(_ unknown: Int) -> [(name: String, size: Double)] {
    let all = ordered(unknown).map(\.surface.center.all)
    guard let first = all.first, let last = all.last else { return [] }
    return first.compactMap { name, value in
      guard let other = last[name], value != 0 else { return nil }
      return (name, abs((other - value) / value))
    }
  }
}
