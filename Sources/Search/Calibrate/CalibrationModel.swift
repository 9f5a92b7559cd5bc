import Answers
import Files
import Models
import Runs
import Scenarios
import Statistics
import Vocabulary

/// The scenario as a function of its unknowns: what it produces of each observed figure.
struct CalibrationModel: Sendable {
  let tree: ConfigNode
  let file: String
  let folder: String
  let options: Experiment.Options
  let unknowns: [CalibrationUnknown]
  let targets: [CalibrationTarget]
  let threads: Int

  /// The figures in a simulation.
  struct Moments: Sendable {
    /// The values, by target; all finite.
    let values: [Double]
    /// The errors of the simulation.
    let errors: [Double]
    /// The parts that each replication adds to the error, by target, then replication.
    let residuals: [[Double]]
    /// The correlations of the figures, by target.
    let correlations: [[Double]]
    /// The value of every metric of each observed strategy, for advice on what else to observe.
    let all: [String: Double]
  }

  /// The same random numbers wherever it is asked: differences between two places are the unknowns'
  /// alone. Between whole numbers that a scenario needs, figures are interpolated.
  ///
  /// - Parameter place: The values by unknown, on its scale.
  /// - Returns: nil where a figure does not exist or is infinite, and for values that the scenario
  ///   cannot have.
  /// - Throws: The errors of `Runner/run(report:)`.
  func moments(_ place: [Double], replications: Int) async throws -> Moments? {
    var parts: [(weight: Double, moments: Moments)] = []
    for corner in corners(place) {
      let moments = try await simulated(corner.place, replications: replications)
      guard let moments else { return nil }
      parts.append((corner.weight, moments))
    }
    return parts.count == 1 ? parts[0].moments : Moments(mixed: parts)
  }

  private func simulated(_ place: [Double], replications: Int) async throws -> Moments? {
    guard let experiment = try? experiment(place, replications: replications) else { return nil }
    let names = experiment.base.strategies.map(\.name).filter { name in
      targets.contains { $0.strategy == name }
    }
    let outcome = try await Runner(experiment, strategies: names, threads: threads).run()
    var (values, errors, residuals): ([Double], [Double], [[Double]]) = ([], [], [])
    for target in targets {
      guard let part = part(target, outcome),
        let estimate = part.metric.estimate(part.replications, part.scenario),
        estimate.mean.isFinite
      else { return nil }
      values.append(estimate.mean)
      let error = estimate.standardError ?? 0
      errors.append(error)
      // A figure that never varies is correlated with nothing: a quantile whose rank varies may be
      // such a figure.
      let own = error > 0 ? part.metric.residuals(part.replications) : nil
      residuals.append(own ?? [Double](repeating: 0, count: part.replications.count))
    }
    return Moments(
      values: values, errors: errors, residuals: residuals,
      correlations: Correlations.matrix(residuals), all: everything(outcome))
  }

  func without(_ names: Set<String>) -> CalibrationModel {
    CalibrationModel(
      tree: tree, file: file, folder: folder, options: options, unknowns: unknowns,
      targets: targets.filter { !names.contains($0.name) }, threads: threads)
  }

  /// The same figures of another scenario.
  func with(tree: ConfigNode, unknowns: [CalibrationUnknown]) -> CalibrationModel {
    CalibrationModel(
      tree: tree, file: file, folder: folder, options: options, unknowns: unknowns,
      targets: targets, threads: threads)
  }

  /// The scenario at a place.
  func tree(at place: [Double]) -> ConfigNode {
    zip(unknowns, place).reduce(tree) { tree, pair in
      let (unknown, value) = pair
      let number = unknown.scale.number(value)
      let node = unknown.varied.node(
        unknown.isWhole ? number.rounded() : number, at: SourceLocation(file: "--unknown"))
      return tree.placing(node, at: unknown.path)
    }
  }

  /// The scenario at a place, ready to be run.
  func experiment(_ place: [Double], replications: Int) throws(InputError) -> Experiment {
    var options = options
    options.replications = replications
    return try Experiment.make(tree(at: place), file: file, folder: folder, options)
  }

  /// Whether the scenario can have these values.
  func isAllowed(_ place: [Double]) -> Bool {
    (try? experiment(place, replications: options.replications ?? 10)) != nil
  }

  /// The quantity that a figure is an estimate of.
  private struct Part {
    let metric: Metric
    let replications: ReplicationSample
    let scenario: Scenario
  }

  private func part(_ target: CalibrationTarget, _ outcome: RunOutcome) -> Part? {
    guard let series = outcome.series.first(where: { outcome.name($0) == target.strategy }) else {
      return nil
    }
    guard let found = Metric.observable.first(where: { $0.name == target.metric }) else {
      return nil
    }
    let metric = target.isOfAccepted ? found.ofAccepted : found
    let scenario = outcome.scenario(series)
    guard let group = target.group else {
      return Part(metric: metric, replications: series.replications, scenario: scenario)
    }
    return scenario.frame.groupNames.firstIndex(of: group).map { place in
      Part(
        metric: metric.ofSomeDevices, replications: series.groups[place],
        scenario: scenario.ofGroup(place))
    }
  }

  private func everything(_ outcome: RunOutcome) -> [String: Double] {
    var all: [String: Double] = [:]
    for series in outcome.series {
      for metric in Metric.all where metric.isModelled(outcome.scenario(series)) {
        if let value = metric.value(series.replications), value.isFinite {
          all["\(metric.name), \(outcome.name(series))"] = value
        }
      }
    }
    return all
  }
}

extension [Double] {
  func replacing(_ place: Int, with value: Double) -> [Double] {
    var copy = self
    copy[place] = value
    return copy
  }
}
