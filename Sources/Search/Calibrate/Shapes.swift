import Answers
import Files
import Models
import Runs
import Scenarios
import Statistics
import Vocabulary

/// The search where laws have other shapes: figures seldom tell shapes apart.
struct Shapes {
  private let calibration: Calibration
  private let result: Calibration.Result
  /// The last one of the search.
  private let surface: CalibrationSurface
  /// The scenario with the values found.
  private let found: ConfigNode
  private let laws: [TriedLaw]

  /// More would take long.
  private static let lawsMax = 3
  /// A shape that produces the figures is found soon: the search starts near.
  private static let stepsMax = 6
  /// The spread is twice as large from one shape to the next, and so far from the scenario's.
  private static let farthest = 3

  init(
    of calibration: Calibration, _ result: Calibration.Result, _ surface: CalibrationSurface
  ) {
    (self.calibration, self.result, self.surface) = (calibration, result, surface)
    let unknowns = calibration.model.unknowns
    let found = calibration.model.tree(at: result.place)
    self.found = found
    let shapes = unknowns.map { LawShape($0.path, $0.unit, in: found) }
    // Where another unknown is of the same law, the figures tell of its shape.
    let laws = shapes.enumerated().compactMap { place, shape -> TriedLaw? in
      guard let shape, shapes.count(where: { $0?.path == shape.path }) == 1,
        !unknowns.indices.contains(where: {
          $0 != place && unknowns[$0].path.hasPrefix("\(shape.path).")
        })
      else { return nil }
      return TriedLaw(shape: shape, unknown: place)
    }
    self.laws = Array(laws.prefix(Self.lawsMax))
  }
}

extension Shapes {
  /// - Throws: As ``CalibrationModel/moments(_:replications:)``; `InputError` (65) where the
  ///   scenario does not produce a figure at the values found.
  func tried(_ report: (String) -> Void) async throws -> ShapeAverage {
    let own = try await ownFit()
    var (fits, failed) = ([own], [(law: Int, words: String)]())
    if !laws.isEmpty { report("other laws ...") }
    for law in laws.indices {
      for side in [1, -1] {
        var last = own.statistic
        for step in 1...Self.farthest {
          let factor = side > 0 ? Double(1 << step) : 1 / Double(1 << step)
          let unit = calibration.model.unknowns[laws[law].unknown].unit
          guard let other = laws[law].shape.other(factor, unit) else { break }
          guard let fit = try await fit(other, law) else {
            failed.append((law, other.words))
            break
          }
          fits.append(fit)
          // Farther on it may be better still.
          guard fit.statistic < last - Self.gain else { break }
          last = fit.statistic
        }
      }
    }
    var average = ShapeAverage(laws, fits, failed: failed)
    average.metric = try calibration.model.experiment(
      result.place, replications: calibration.size.first
    ).leadingMetric.name
    return average
  }

  /// A criterion that falls by less is no reason to go on.
  private static let gain = 0.5

  private func ownFit() async throws -> ShapeFit {
    let shape = laws.first?.shape
    var fit = ShapeFit(
      law: nil, words: laws.map { "\($0.shape.path): \($0.shape.words)" }.joined(separator: "; "),
      place: result.place, covariance: result.covariance,
      statistic: calibration.statistic(surface), pValue: result.test?.pValue,
      mean: shape?.mean ?? 0, median: (shape?.middle ?? 0) * (shape?.mean ?? 0))
    fit.outcomes = try await outcomes(calibration.model, result.place, result.covariance)
    return fit
  }

  /// - Returns: nil where the search finds no answer.
  private func fit(
    _ other: LawShape.Other, _ law: Int
  ) async throws -> ShapeFit? {
    let (model, tried) = (calibration.model, laws[law])
    let node = ConfigNode.map([(other.kind, .map(other.parameters.map { ($0.key, $0.node) }))])
    let tree = found.placing(node, at: tried.shape.path)
    var paths = model.unknowns.map(\.path)
    paths[tried.unknown] = "\(tried.shape.path).\(other.kind).\(other.size)"
    guard let unknowns = try? CalibrationUnknown.read(paths, tree, swept: []) else { return nil }
    let search = Calibration(
      model: model.with(tree: tree, unknowns: unknowns),
      size: Calibration.Size(
        first: calibration.size.first, last: calibration.size.last, steps: Self.stepsMax))
    guard let there = try await search.roughly(then: surface.replications) else { return nil }
    let size = unknowns[tried.unknown].scale.number(there.place[tried.unknown])
    let mean = size / other.sizeByMean
    var fit = ShapeFit(
      law: law, words: other.words, place: there.place, covariance: there.covariance,
      statistic: there.statistic, pValue: there.test?.pValue,
      logShape: other.number.flatMap { InputParameter.Scale.log.value($0) }, mean: mean,
      median: other.middle * mean)
    if !fit.isRejected, !result.isRejected {
      fit.outcomes = try await outcomes(search.model, there.place, there.covariance)
    }
    return fit
  }
}

// MARK: - Gains of strategies

extension Shapes {
  /// The metric that leads, by strategy and against the baseline; the errors follow the unknowns
  /// along slopes (delta method).
  private func outcomes(
    _ model: CalibrationModel, _ place: [Double], _ covariance: [[Double]]
  ) async throws -> [ShapeFit.Outcome] {
    guard !result.isRejected else { return [] }
    let here = try await values(model, place, calibration.size.last)
    let step = Calibration.slopeStep(covariance)
    var slopes = here.map { _ in [Double]() }
    for (unknown, key) in model.unknowns.enumerated() {
      let ends = [-step, step].map {
        place.replacing(unknown, with: key.clamped(place[unknown] + $0))
      }
      let low = try await values(model, ends[0], calibration.size.first)
      let high = try await values(model, ends[1], calibration.size.first)
      let distance = ends[1][unknown] - ends[0][unknown]
      guard low.count == here.count, high.count == here.count, distance > 0 else { return [] }
      for one in here.indices { slopes[one].append((high[one].value - low[one].value) / distance) }
    }
    return zip(here, slopes).map { outcome, slopes in
      let inputs = slopes.indices.reduce(0) { sum, one in
        sum + slopes.indices.reduce(0) { $0 + slopes[one] * slopes[$1] * covariance[one][$1] }
      }
      return ShapeFit.Outcome(
        strategy: outcome.strategy, baseline: outcome.baseline, value: outcome.value,
        variance: outcome.variance + inputs)
    }
  }

  /// The values at a place, with the variance of simulating.
  private func values(
    _ model: CalibrationModel, _ place: [Double], _ replications: Int
  ) async throws -> [ShapeFit.Outcome] {
    guard let experiment = try? model.experiment(place, replications: replications) else {
      return []
    }
    let outcome = try await Runner(experiment, threads: model.threads).run()
    let metric = experiment.leadingMetric
    var found: [ShapeFit.Outcome] = []
    for series in outcome.series {
      let estimate = metric.estimate(series.replications, outcome.scenario(series))
      guard let estimate, estimate.mean.isFinite else { continue }
      let error = estimate.standardError ?? 0
      found.append(
        ShapeFit.Outcome(
          strategy: outcome.name(series), baseline: nil, value: estimate.mean,
          variance: error * error))
    }
    let base = experiment.base.baseline
    let others = outcome.series.filter { outcome.name($0) != base }
    for (series, comparison) in zip(others, outcome.differences(of: others, metric)) {
      guard let difference = comparison.difference, difference.difference.isFinite else { continue }
      let error = difference.standardError ?? 0
      found.append(
        ShapeFit.Outcome(
          strategy: outcome.name(series), baseline: base, value: difference.difference,
          variance: error * error))
    }
    return found
  }
}

extension Calibration {
  /// A search with few steps finds this.
  struct Rough {
    let place: [Double]
    let covariance: [[Double]]
    let statistic: Double
    let test: (statistic: Double, freedom: Int, pValue: Double)?
  }

  /// - Parameter replications: The criterion is that of so many, so that it can be compared; the
  ///   slopes are those of fewer.
  /// - Returns: nil where it has not come to its end, or leaves something open.
  func roughly(then replications: Int) async throws -> Rough? {
    do {
      let start = try await approached(
        surface(model.unknowns.map(\.start), size.first, step: Self.slopeSteps.lowerBound))
      let end = try await refined(start, at: next(start, start.step), size.last)
      let place = next(end.surface, end.surface.step)
      let center = try await known(place, replications)
      let last = Surface(
        model.unknowns, place: place, replications: replications, center: center,
        residuals: residuals(center), errors: errors(center), slopes: end.surface.slopes,
        others: end.surface.others, held: [], errorMax: Self.errorMax)
      let result = try result(last, end.hasConverged)
      guard result.hasConverged, result.open.isEmpty else { return nil }
      return Rough(
        place: result.place, covariance: result.covariance, statistic: statistic(last),
        test: result.test)
    } catch is InputError {
      return nil
    }
  }
}
