import Files
import Scenarios
import Statistics

/// The best values of unknowns that are whole numbers. Between them figures are interpolated, which
/// has led near them; figures may jump from one to the next, so the neighbours are tried too.
struct WholeNumbers {
  private(set) var surface: CalibrationSurface
  private(set) var hasConverged = false
  /// By unknown: the numbers next to the best that the figures do not exclude, others as they are.
  private(set) var plausible: [Int: ClosedRange<Double>] = [:]

  private let calibration: Calibration
  /// How far off the figures are, by the whole numbers; infinite where some do not exist.
  private var tried: [[Double]: Double] = [:]
  private var best = Double.infinity
}

extension WholeNumbers {
  /// - Throws: As ``CalibrationModel/moments(_:replications:)``; `InputError` (65) where the
  ///   scenario does not produce a figure at any of them.
  init(of calibration: Calibration, near start: CalibrationSurface) async throws {
    self.calibration = calibration
    surface = start
    try await search()
    if best == .infinity { throw calibration.missing(at: surface.place) }
    let confidence = try calibration.model.experiment(
      surface.place, replications: surface.replications
    ).base.confidence
    let reach = ErrorFreedom(calibration.model.targets).reach(confidence)
    let values = numbers(surface.place)
    for (place, unknown) in unknowns.enumerated() {
      let near = neighbours(surface.place, unknown).map(numbers)
        .filter { tried[$0].map { $0 <= best + reach * reach } ?? false }.map { $0[place] }
      plausible[unknown] =
        min(values[place], near.min() ?? .infinity)...max(values[place], near.max() ?? 0)
    }
  }

  private var unknowns: [Int] {
    calibration.model.unknowns.indices.filter { calibration.model.unknowns[$0].isWhole }
  }

  private func numbers(_ place: [Double]) -> [Double] {
    unknowns.map { calibration.model.unknowns[$0].scale.number(place[$0]).rounded() }
  }

  private mutating func search() async throws {
    var places = [calibration.next(surface, surface.step)]
    while !places.isEmpty {
      var hasImproved = false
      for place in places.map(rounded) where tried[numbers(place)] == nil {
        guard tried.count < Calibration.iterationsMax else {
          hasConverged = false
          return
        }
        if try await isBetter(place) { hasImproved = true }
      }
      guard hasImproved else { return }
      let step = surface.fit.step
      places =
        [calibration.next(surface, step)] + unknowns.flatMap { neighbours(surface.place, $0) }
    }
  }

  /// Tries whole numbers, where the other unknowns follow.
  private mutating func isBetter(_ place: [Double]) async throws -> Bool {
    tried[numbers(place)] = .infinity
    let there: (surface: CalibrationSurface, hasConverged: Bool)
    do {
      there = try await calibration.refined(
        surface, at: place, surface.replications, held: unknowns)
    } catch is InputError {
      return false
    }
    let statistic = calibration.statistic(there.surface)
    tried[numbers(place)] = statistic
    guard statistic < best else { return false }
    (surface, hasConverged, best) = (there.surface, there.hasConverged, statistic)
    return true
  }

  /// One less and one more, where the key allows it.
  private func neighbours(_ place: [Double], _ unknown: Int) -> [[Double]] {
    let key = calibration.model.unknowns[unknown]
    return [-1.0, 1].compactMap { step in
      let number = key.scale.number(place[unknown]).rounded() + step
      guard let value = key.scale.value(number), key.clamped(value) == value else { return nil }
      var place = place
      place[unknown] = value
      return place
    }
  }

  private func rounded(_ place: [Double]) -> [Double] {
    zip(calibration.model.unknowns, place).map { $0.isWhole ? $0.wholePlace(nearest: $1) : $1 }
  }
}
