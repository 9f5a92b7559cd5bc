// Goals, in order: an interval that the figures mean, however they bend; few simulations.
//
// Source: D. J. Venzon and S. H. Moolgavkar, "A method for computing profile-likelihood-based
// confidence intervals", Applied Statistics 37 (1988) 87-94; of the method of moments: W. K. Newey
// and K. D. West, "Hypothesis testing with efficient method of moments estimation", International
// Economic Review 28 (1987) 777-787. Slopes follow C. G. Broyden, "A class of methods for solving
// nonlinear simultaneous equations", Mathematics of Computation 19 (1965) 577-593.

import Statistics

/// The largest distance of an unknown from its estimate: to where the figures, with the others
/// searched anew, are missed by more than chance explains.
struct Profile {
  /// On the unknown's scale; nil: open.
  struct Ends: Sendable, Equatable {
    let low: Double?
    let high: Double?
  }

  private let calibration: Calibration
  private let errors: CholeskyFactor
  private let estimate: Point
  /// The least sum of squares, and how far above it, as a root, an end lies.
  private let least: Double
  private let reach: Double
  private let replications: Int
  /// More replications have added this to the figures.
  private let offset: [Double]

  /// A place, the figures there, and their slopes as far as they are known.
  private struct Point {
    var place: [Double]
    var values: [Double]
    var slopes: [[Double]]
  }
}

extension Profile {
  /// - Parameter surface: The last one of the search.
  /// - Throws: As ``CalibrationModel/moments(_:replications:)``; `InputError` (65) where the
  ///   scenario does not produce a figure at the estimate.
  init(
    of calibration: Calibration, _ result: Calibration.Result, _ surface: CalibrationSurface
  ) async throws {
    self.calibration = calibration
    errors = surface.errors
    // Differences between two places have the same random numbers: few replications tell them.
    replications = calibration.size.last
    guard
      let here = try await calibration.model.moments(result.place, replications: replications)
    else { throw calibration.missing(at: result.place) }
    offset = zip(result.moments, here.values).map { $0 - $1 }
    estimate = Point(place: result.place, values: result.moments, slopes: surface.slopes)
    least = calibration.statistic(surface)
    reach = ErrorFreedom(calibration.model.targets).reach(result.confidence)
  }

  /// An end that is farther away on its scale is open: a factor of about 50.
  private static let distanceMax = 2 * Calibration.errorMax
  /// The distance to an end that is near enough, in standard errors.
  private static let near = 0.05
  private static let trialsMax = 8
  private static let stepsMax = 4

  func ends(of unknown: Int) async throws -> Ends {
    Ends(
      low: try await end(of: unknown, side: -1), high: try await end(of: unknown, side: 1))
  }

  /// Goes outward until the figures are missed, then between.
  private func end(of unknown: Int, side: Double) async throws -> Double? {
    let key = calibration.model.unknowns[unknown]
    let start = estimate.place[unknown]
    let farthest = start + side * Self.distanceMax
    let bound = key.clamped(farthest)
    guard bound != start else { return start }
    var inside = (distance: 0.0, height: 0.0, point: estimate)
    var outside: (distance: Double, height: Double?)?
    var trial = min(abs(bound - start), max(0.1, reach * waldError(unknown)))
    for _ in 0..<Self.trialsMax {
      let there = try await best(with: unknown, at: start + side * trial, from: inside.point)
      let height = there.map { max(0, sum($0) - least).squareRoot() }
      if let there, let height, height < reach {
        let last = inside
        inside = (trial, height, there)
        if reach - height < Self.near { break }
        if outside == nil {
          guard trial < abs(bound - start) else {
            // The end of what the key allows, or of what is looked at.
            return bound == farthest ? nil : bound
          }
          let rise = (height - last.height) / (trial - last.distance)
          let wish = rise > 0 ? trial + 1.05 * (reach - height) / rise : .infinity
          trial = min(abs(bound - start), min(2 * trial, max(1.2 * trial, wish)))
          continue
        }
      } else {
        outside = (trial, height)
      }
      guard let outside else { continue }
      if outside.distance - inside.distance < 0.01 * outside.distance { break }
      trial = Self.between(inside.distance, inside.height, outside.distance, outside.height, reach)
    }
    return start + side * (outside == nil ? inside.distance : trial)
  }

  /// Where the height is `reach` on a straight line, but not too near to an end of it.
  private static func between(
    _ near: Double, _ low: Double, _ far: Double, _ high: Double?, _ reach: Double
  ) -> Double {
    guard let high else { return (near + far) / 2 }
    let part = (reach - low) / (high - low)
    return near + (far - near) * min(0.95, max(0.05, part))
  }

  /// The standard error that the slopes give, with the others free.
  private func waldError(_ unknown: Int) -> Double {
    let fit = LocalFit(
      estimate.slopes, residuals: estimate.values, errors: errors, errorMax: .infinity)
    return min(Self.distanceMax, fit.spread[unknown])
  }

  /// Where the others go when one unknown is held; nil where the scenario does not produce a
  /// figure.
  private func best(
    with unknown: Int, at value: Double, from start: Point
  ) async throws -> Point? {
    var (point, found) = (start, Point?.none)
    for _ in 0..<Self.stepsMax {
      var held = point
      let move = value - point.place[unknown]
      held.values = zip(point.values, point.slopes).map { $0 + move * $1[unknown] }
      let step = othersStep(held, unknown)
      held.place[unknown] = value
      if found != nil, gain(held, step) < Self.near * reach { break }
      let place = zip(calibration.model.unknowns, zip(held.place, step)).map { key, pair in
        key.clamped(pair.0 + max(-Calibration.stepMax, min(Calibration.stepMax, pair.1)))
      }
      let there = try await calibration.model.moments(place, replications: replications)
      guard let there else { return found }
      point = Self.moved(point, to: place, zip(there.values, offset).map { $0 + $1 })
      if found.map({ sum(point) < sum($0) }) ?? true { found = point }
    }
    return found
  }

  private func othersStep(_ point: Point, _ held: Int) -> [Double] {
    let others = point.place.indices.filter { $0 != held }
    var step = point.place.map { _ in 0.0 }
    guard !others.isEmpty else { return step }
    let fit = LocalFit(
      point.slopes.map { row in others.map { row[$0] } }, residuals: residuals(point),
      errors: errors, errorMax: 5 * Calibration.errorMax)
    for (other, length) in zip(others, fit.step) { step[other] = length }
    return step
  }

  /// The amount by which a step would lessen the sum of squares.
  private func gain(_ point: Point, _ step: [Double]) -> Double {
    var there = point
    there.values = zip(point.values, point.slopes).map { value, slopes in
      value + zip(slopes, step).reduce(0) { $0 + $1.0 * $1.1 }
    }
    return sum(point) - sum(there)
  }

  /// The slopes that explain the move, and otherwise change least.
  private static func moved(_ point: Point, to place: [Double], _ values: [Double]) -> Point {
    let move = zip(place, point.place).map { $0 - $1 }
    let length = move.reduce(0) { $0 + $1 * $1 }
    // The noise of the simulation would count over a shorter step.
    guard length > 1e-3 else { return Point(place: place, values: values, slopes: point.slopes) }
    let slopes = point.slopes.indices.map { target in
      let expected = zip(point.slopes[target], move).reduce(0) { $0 + $1.0 * $1.1 }
      let rest = (values[target] - point.values[target] - expected) / length
      return zip(point.slopes[target], move).map { $0 + rest * $1 }
    }
    return Point(place: place, values: values, slopes: slopes)
  }

  private func residuals(_ point: Point) -> [Double] {
    zip(calibration.model.targets, point.values).map { $0.value - $1 }
  }

  private func sum(_ point: Point) -> Double {
    errors.solved(residuals(point)).reduce(0) { $0 + $1 * $1 }
  }
}
