import Scenarios
import Statistics

extension Calibration {
  // MARK: Result

  func result(
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
  func isAstray(_ surface: Surface) -> Bool {
    guard !surface.fit.open.isEmpty else { return false }
    let pValue = ErrorFreedom(model.targets)
      .pValue(statistic(surface), count: model.targets.count)
    return pValue < Self.astray
  }

  private static let astray = 1e-3

  /// The error of each figure by itself.
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

  /// The metric that was not observed and moves most along an open direction.
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
