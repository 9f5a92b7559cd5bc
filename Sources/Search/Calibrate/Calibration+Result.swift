import Scenarios
import Statistics

extension Calibration {
  // MARK: Result

  func result(_ surface: Surface, _ hasConverged: Bool) throws -> Result {
    let fit = surface.fit
    return try result(
      surface, covariance: fit.covariance, spread: fit.spread, open: fit.open,
      advice: advice(surface), hasConverged: hasConverged && !isAstray(surface))
  }

  /// The intervals are those of the search over whole numbers.
  func result(_ choice: WholeNumbers) throws -> Result {
    let (surface, fit) = (choice.best.surface, choice.best.fit)
    let (whole, others) = (choice.unknowns, choice.others)
    let covariance = covariance(choice)
    let openNumbers = whole.filter(choice.isOpen)
    var spread = covariance.indices.map { covariance[$0][$0].squareRoot() }
    for (column, unknown) in others.enumerated() { spread[unknown] = fit.spread[column] }
    for unknown in openNumbers { spread[unknown] = .infinity }
    let open = others.isEmpty ? [] : fit.open
    let directions = open.map { direction in
      model.unknowns.indices.map { unknown in
        others.firstIndex(of: unknown).map { direction[$0] } ?? 0
      }
    }
    var result = try result(
      surface, covariance: covariance, spread: spread,
      open: openNumbers.map(choice.direction) + directions,
      advice: openNumbers.first.flatMap { advice(choice.moves($0)) },
      hasConverged: choice.best.hasConverged)
    for unknown in model.unknowns.indices { result.ends[unknown] = choice.ends(unknown) }
    return result
  }

  /// The covariance of the others as the slopes say; a whole number is by itself, and as sure as
  /// its interval.
  private func covariance(_ choice: WholeNumbers) -> [[Double]] {
    let zeros = [Double](repeating: 0, count: model.unknowns.count)
    var covariance = model.unknowns.map { _ in zeros }
    for (row, one) in choice.others.enumerated() {
      for (column, other) in choice.others.enumerated() {
        covariance[one][other] = choice.best.fit.covariance[row][column]
      }
    }
    for unknown in choice.unknowns {
      let (ends, value) = (choice.ends(unknown), choice.best.surface.place[unknown])
      let reaches = [ends.low, ends.high].compactMap { $0.map { abs($0 - value) } }
      let error = max(Self.wholeErrorMin, (reaches.max() ?? 0) / choice.reach)
      covariance[unknown][unknown] = error * error
    }
    return covariance
  }

  /// A number that is sure is drawn as itself.
  private static let wholeErrorMin = 1e-3

  private func result(
    _ surface: Surface, covariance: [[Double]], spread: [Double], open: [[Double]],
    advice: String?, hasConverged: Bool
  ) throws -> Result {
    let (place, statistic) = (next(surface, surface.step), statistic(surface))
    // Where something is open, figures may hardly change, so that missing them says little.
    let freedom = model.targets.count - (open.isEmpty ? surface.rank : place.count)
    let test: (statistic: Double, freedom: Int, pValue: Double)? =
      freedom > 0
      ? (statistic, freedom, ErrorFreedom(model.targets).pValue(statistic, count: freedom))
      : nil
    return Result(
      unknowns: model.unknowns, targets: model.targets, place: place, covariance: covariance,
      spread: spread, open: open, moments: surface.moments, errors: errors(surface), test: test,
      advice: advice, hasConverged: hasConverged,
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
    return advice(
      surface.others.compactMap { name, other in
        guard other.value != 0 else { return nil }
        let move = zip(other.slopes, direction).reduce(0) { $0 + $1.0 * $1.1 }
        return (name, abs(move / other.value))
      })
  }

  /// - Parameter moves: The metrics, each with the share of its value by which it moves.
  private func advice(_ moves: [(name: String, size: Double)]) -> String? {
    let observed = Set(model.targets.map { "\($0.metric), \($0.strategy)" })
    let most = moves.filter { !observed.contains($0.name) }
      .max { ($0.size, $1.name) < ($1.size, $0.name) }
    return most.flatMap { $0.size > Self.adviceMin ? $0.name : nil }
  }

  /// A metric that moves by less of its value over a factor e is no help.
  private static let adviceMin = 0.05
}
