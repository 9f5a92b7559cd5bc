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

  /// How much is simulated at each place.
  struct Size: Sendable {
    /// Of the first steps: enough for controls.
    let first: Int
    let last: Int
  }

  /// What came out.
  package struct Result: Sendable {
    package let unknowns: [CalibrationUnknown]
    package let targets: [CalibrationTarget]
    /// On the unknowns' scales.
    let place: [Double]
    /// By unknown; of those in an open direction it is of no use.
    let covariance: [[Double]]
    /// Combinations of unknowns about which the figures say nothing.
    let open: [[Double]]
    /// What the model produces there, by target, and how far off it is.
    let moments: [Double]
    let errors: [Double]
    /// Of over-identification; nil: there are no more figures than unknowns can follow.
    package let test: (statistic: Double, freedom: Int, pValue: Double)?
    /// A metric that would tell open directions apart; nil: none is open, or none would.
    let advice: String?
    /// The search has come to its end.
    package let hasConverged: Bool
    let confidence: Double
    let replications: Int
  }
}

extension Calibration {
  /// - Parameters:
  ///   - observed: The file of targets.
  ///   - unknown: Paths.
  ///   - strategy: The one in force; nil: the baseline.
  /// - Throws: ``InputError``: 64 for unknowns and strategies that the scenario does not have, 65
  ///   and 66 for the files.
  package init(
    _ scenario: String, _ options: Experiment.Options, observed: String, unknown: [String],
    strategy: String?, threads: Int
  ) throws(InputError) {
    let experiment = try Experiment.load(scenario, options)
    let base = experiment.base
    if let strategy, !base.strategies.contains(where: { $0.name == strategy }) {
      throw .unknownName("--strategy", strategy, among: base.strategies.map(\.name))
    }
    guard experiment.points.count == 1 else {
      throw InputError(
        ExitCode.usage,
        "\(scenario): has \(experiment.points.count) design points; allowed: one; set each factor "
          + "to one value and leave out sweep (--set sweep=null)")
    }
    let targets = try CalibrationTarget.read(
      observed, base, strategy: strategy ?? base.baseline)
    let unknowns = try CalibrationUnknown.read(
      unknown, experiment.resolved, factors: experiment.factors.map(\.path))
    var plain = Experiment.Options()
    plain.allowsOutside = options.allowsOutside
    model = CalibrationModel(
      tree: experiment.resolved.without(["expect"]), file: experiment.file,
      folder: experiment.folder, options: plain, unknowns: unknowns, targets: targets,
      threads: threads)
    let most = base.replications.max
    size = Size(first: min(most, max(20, most / 4)), last: most)
  }

  private static let iterationsMax = 12
  /// A step of this part of a standard error ends the search.
  private static let stepMin = 0.05
  /// On the scales; a factor e.
  private static let stepMax = 1.0
  /// Half of the distance between the places of a slope.
  private static let slopeStep = 0.1
  /// A direction whose standard error would be above a factor e² is open.
  private static let errorMax = 2.0
  /// Figures that the simulation knows worse than this part of their own error need more
  /// replications.
  private static let noiseMax = 0.3

  /// Searches, and tests what was found.
  ///
  /// - Parameter report: What is being done, for the user.
  /// - Throws: As ``CalibrationModel/moments(_:replications:)``; ``InputError`` (65) where the
  ///   scenario does not produce a figure at its own values.
  package func run(report: (String) -> Void) async throws -> Result {
    var place = model.unknowns.map(\.start)
    var hasConverged = false
    var replications = size.first
    while true {
      report("\(replications) replications at each place ...")
      (place, hasConverged) = try await search(place, replications)
      let errors = try await known(place, replications).errors
      let noise = zip(errors, model.targets).map { $0 / $1.standardError }.max() ?? 0
      let isEnough = replications >= size.last && noise <= Self.noiseMax
      guard !isEnough, replications < 16 * size.last else { break }
      replications = replications < size.last ? size.last : 2 * replications
    }
    return try await result(place, replications, hasConverged)
  }

  /// Gauss-Newton steps, each halved until it is one ahead.
  private func search(
    _ start: [Double], _ replications: Int
  ) async throws -> (place: [Double], hasConverged: Bool) {
    var place = start
    for _ in 0..<Self.iterationsMax {
      let here = try await known(place, replications)
      let local = try await fit(place, here, replications)
      let length = Self.length(local)
      if length < Self.stepMin { return (place, true) }
      let largest = local.step.map(abs).max() ?? 0
      var factor = min(1, Self.stepMax / max(largest, Self.stepMax))
      var next: [Double]?
      while next == nil, factor > 1e-3 {
        let trial = zip(place, local.step).map { $0 + factor * $1 }
        if let there = try await model.moments(trial, replications: replications),
          distance(there) < distance(here)
        {
          next = trial
        }
        factor /= 2
      }
      guard let next else { return (place, length < 1) }
      place = next
    }
    return (place, false)
  }

  /// A step's largest part, in standard errors.
  private static func length(_ local: LocalFit) -> Double {
    local.step.indices.map { place in
      abs(local.step[place]) / max(1e-9, local.covariance[place][place].squareRoot())
    }.max() ?? 0
  }

  private func known(_ place: [Double], _ replications: Int) async throws -> CalibrationModel.Moments {
    guard let moments = try await model.moments(place, replications: replications) else {
      let names = model.targets.map(\.name).joined(separator: "; ")
      throw InputError(
        ExitCode.dataError,
        "the scenario does not produce a finite value of each figure (\(names)); allowed: other "
          + "figures, or other values to start from")
    }
    return moments
  }

  private func fit(
    _ place: [Double], _ here: CalibrationModel.Moments, _ replications: Int
  ) async throws -> LocalFit {
    LocalFit(
      try await slopes(place, replications).targets, residuals: residuals(here),
      errors: errors(here), errorMax: Self.errorMax)
  }

  /// By target, then unknown; and of everything else by name.
  private func slopes(
    _ place: [Double], _ replications: Int
  ) async throws -> (targets: [[Double]], all: [String: [Double]]) {
    var (targets, all) = (model.targets.map { _ in [Double]() }, [String: [Double]]())
    for unknown in place.indices {
      var ends: [CalibrationModel.Moments] = []
      for sign in [-1.0, 1] {
        var moved = place
        moved[unknown] += sign * Self.slopeStep
        ends.append(try await known(moved, replications))
      }
      for target in targets.indices {
        targets[target].append(
          (ends[1].values[target] - ends[0].values[target]) / (2 * Self.slopeStep))
      }
      for (name, value) in ends[1].all {
        guard let other = ends[0].all[name] else { continue }
        all[name, default: []].append((value - other) / (2 * Self.slopeStep))
      }
    }
    return (targets, all.filter { $0.value.count == place.count })
  }

  private func residuals(_ moments: CalibrationModel.Moments) -> [Double] {
    zip(model.targets, moments.values).map { $0.value - $1 }
  }

  /// Of observation and simulation together.
  private func errors(_ moments: CalibrationModel.Moments) -> [Double] {
    zip(model.targets, moments.errors).map { target, error in
      (target.standardError * target.standardError + error * error).squareRoot()
    }
  }

  private func distance(_ moments: CalibrationModel.Moments) -> Double {
    zip(residuals(moments), errors(moments)).reduce(0) { $0 + $1.0 * $1.0 / ($1.1 * $1.1) }
  }
}

extension Calibration {
  // MARK: Result

  private func result(
    _ place: [Double], _ replications: Int, _ hasConverged: Bool
  ) async throws -> Result {
    let here = try await known(place, replications)
    let slopes = try await slopes(place, replications)
    let local = LocalFit(
      slopes.targets, residuals: residuals(here), errors: errors(here), errorMax: Self.errorMax)
    let freedom = model.targets.count - (place.count - local.open.count)
    let statistic = distance(here)
    let test: (statistic: Double, freedom: Int, pValue: Double)? =
      freedom > 0
      ? (statistic, freedom, ChiSquare.upperTail(statistic, degreesOfFreedom: Double(freedom)))
      : nil
    return Result(
      unknowns: model.unknowns, targets: model.targets, place: place,
      covariance: local.covariance, open: local.open, moments: here.values, errors: errors(here),
      test: test, advice: advice(local.open, slopes.all, here), hasConverged: hasConverged,
      confidence: try model.experiment(place, replications: replications).base.confidence,
      replications: replications)
  }

  /// Of what was not observed, the metric that moves most along an open direction.
  private func advice(
    _ open: [[Double]], _ slopes: [String: [Double]], _ here: CalibrationModel.Moments
  ) -> String? {
    guard let direction = open.first else { return nil }
    let observed = Set(model.targets.map { "\($0.metric), \($0.strategy)" })
    let moves = slopes.compactMap { name, slope -> (name: String, size: Double)? in
      guard !observed.contains(name), let value = here.all[name], value != 0 else { return nil }
      let move = zip(slope, direction).reduce(0) { $0 + $1.0 * $1.1 }
      return (name, abs(move / value))
    }
    let most = moves.max { ($0.size, $1.name) < ($1.size, $0.name) }
    return most.flatMap { $0.size > Self.adviceMin ? $0.name : nil }
  }

  /// A metric that moves by less of its value over a factor e is no help.
  private static let adviceMin = 0.05
}

extension Calibration.Result {
  /// Whether an unknown has a part in an open direction.
  func isOpen(_ unknown: Int) -> Bool { open.contains { abs($0[unknown]) > 0.1 } }

  /// The model cannot produce the figures.
  package var isRejected: Bool { test.map { $0.pValue < 0.05 } ?? false }

  /// 1 where the model is rejected, 3 where something is left open or the search went on.
  package var exitCode: Int32 {
    if isRejected, hasConverged { return ExitCode.failed }
    return open.isEmpty && hasConverged ? ExitCode.ok : ExitCode.inconclusive
  }

  /// In the scenario's unit: the value and its interval.
  func estimate(_ unknown: Int) -> (value: Double, low: Double, high: Double)? {
    guard !isOpen(unknown) else { return nil }
    let error = covariance[unknown][unknown].squareRoot()
    let reach = Normal.quantile((1 + confidence) / 2) * error
    let number = { unknowns[unknown].scale.number($0) }
    return (number(place[unknown]), number(place[unknown] - reach), number(place[unknown] + reach))
  }

  /// What `run --inputs` reads; nil where something is open.
  package var inputs: InputEstimates? {
    guard open.isEmpty else { return nil }
    let parameters = zip(unknowns, place).map { unknown, value in
      InputParameter(unknown.path, unknown.scale, unknown.unit, estimate: value)
    }
    return InputEstimates(parameters, covariance: covariance)
  }
}
