import Answers
package import Files
import Foundation
import Models
package import Runs
package import Scenarios
import Statistics
import Vocabulary

/// The analysis of a scenario's uncertain inputs: the factors of its sample are varied together,
/// and the effect of each of them on a metric is told apart.
///
/// The random numbers are the same at all points, so a factor that nothing uses changes no bit, and
/// has exactly 0.
package struct Sensitivity: Sendable {
  package enum Method: String, Sendable, CaseIterable {
    /// Cheap: which inputs can be left out.
    case morris
    /// The share of the variance that each input causes.
    case sobol
  }

  /// The question that is asked.
  package struct Question: Sendable {
    package let method: Method
    /// Base points or trajectories; nil: ``Method/sizeStandard``.
    package let size: Int?
    /// Names; empty: deliverability.
    package let metrics: [String]
    /// Names; empty: all.
    package let strategies: [String]

    package init(_ method: Method, size: Int?, metrics: [String], strategies: [String]) {
      (self.method, self.size, self.metrics, self.strategies) = (method, size, metrics, strategies)
    }
  }

  /// Each of its design points is a point of the design.
  package let experiment: Experiment
  let design: SampleDesign
  package let sample: SweepSample
  let metrics: [Metric]
  package let method: Method
  private let runner: Runner

  /// - Throws: `InputError`: as `Experiment/load(_:_:)`; 65 for a scenario without a sample, or
  ///   with a precision to reach; 64 for names that the scenario does not have, and sizes.
  package init(
    _ file: String, _ options: Experiment.Options, _ question: Question, threads: Int
  ) throws(InputError) {
    method = question.method
    let size = question.size ?? method.sizeStandard
    design = method == .sobol ? .saltelli(size) : .trajectories(size)
    var options = options
    options.design = design
    options.isOfFixedSize = true
    // Only plain values are looked at.
    options.overrides.append(try ConfigOverride.parse("variance_control=none"))
    // Nothing is to be chosen: all points have the same replications.
    options.overrides.append(try ConfigOverride.parse("best="))
    experiment = try Experiment.load(file, options)
    guard let sample = experiment.sweep.sample else {
      let diagnostic = Diagnostic(
        at: experiment.written["sweep"]?.location, path: "sweep",
        .message("does not say what the inputs may be"),
        allowed: "sweep: {sample: {sobol: N, factors: [{factor, path, law}, ...]}}")
      throw InputError(ExitCode.dataError, [diagnostic])
    }
    self.sample = sample
    metrics = try Self.metrics(question.metrics, experiment.base)
    runner = try Runner(experiment, strategies: question.strategies, threads: threads)
    try experiment.checkMemory(threads: threads)
  }

  private static func metrics(
    _ names: [String], _ scenario: Scenario
  ) throws(InputError) -> [Metric] {
    let known = Metric.all.filter { $0.isModelled(scenario) }
    var metrics: [Metric] = []
    for name in names.isEmpty ? ["deliverability"] : names
    where !metrics.contains(where: { $0.name == name }) {
      guard let metric = known.first(where: { $0.name == name }) else {
        throw .unknownName("--metric", name, among: known.map(\.name), kind: "metric")
      }
      metrics.append(metric)
    }
    return metrics
  }
}

extension Sensitivity.Method {
  /// Base points or trajectories.
  package var sizeStandard: Int {
    switch self {
    case .morris: 20
    case .sobol: 256
    }
  }
}

extension Sensitivity {
  /// Simulates all points.
  ///
  /// - Parameter report: Called after each block, on the caller's side.
  /// - Throws: The errors of `Runner/run(report:)`.
  package func run(report: (Runs.Progress) -> Void) async throws -> SensitivityResult {
    let outcome = try await runner.run(report: report)
    let points = design.points(factors: sample.factors.count, seed: experiment.base.frame.seed)
    let quantities = outcome.series(atPoint: 0).flatMap { series in
      metrics.flatMap { metric in
        let bases = [nil] + (outcome.baseline(of: series).map { [$0] } ?? [])
        return bases.compactMap { answer(outcome, series, metric, against: $0, points) }
      }
    }
    return SensitivityResult(sensitivity: self, points: points, quantities: quantities)
  }

  /// - Parameter base: Nil: of the strategy itself; else of its difference to that one.
  /// - Returns: nil for a strategy's difference to itself.
  private func answer(
    _ outcome: RunOutcome, _ series: RunOutcome.Series, _ metric: Metric,
    against base: RunOutcome.Series?, _ points: [[Double]]
  ) -> SensitivityResult.Quantity? {
    guard base?.strategy != series.strategy else { return nil }
    let values = points.indices.map { point in
      let own = Self.value(metric, outcome, point, series.strategy)
      guard let base else { return own }
      return own.flatMap { own in
        Self.value(metric, outcome, point, base.strategy).map { own - $0 }
      }
    }
    let finite = values.compactMap { $0 }
    return SensitivityResult.Quantity(
      strategy: outcome.name(series), baseline: base.map { outcome.name($0) }, metric: metric,
      values: values, measures: finite.count == values.count ? measures(finite, points) : nil)
  }

  private static func value(
    _ metric: Metric, _ outcome: RunOutcome, _ point: Int, _ strategy: Int
  ) -> Double? {
    outcome.series(atPoint: point).first { $0.strategy == strategy }
      .flatMap { metric.value($0.replications) }.flatMap { $0.isFinite ? $0 : nil }
  }

  private func measures(
    _ values: [Double], _ points: [[Double]]
  ) -> [SensitivityResult.Measure] {
    let rule = experiment.base.intervalRule
    switch method {
    case .sobol:
      let indices = SobolIndices(
        values, factors: sample.factors.count, confidence: rule.confidence,
        resampling: rule.resampling)
      return [.init("first", indices.first), .init("total", indices.total)]
    case .morris:
      let effects = ElementaryEffects(
        points, values: values, confidence: rule.confidence, resampling: rule.resampling)
      return [
        .init("mu", effects.mu), .init("mu_star", effects.muStar), .init("sigma", effects.sigma),
      ]
    }
  }
}

extension Sensitivity {
  /// Whether a directory has the results of an analysis, not of a run.
  package static func lies(in directory: String) -> Bool {
    let isThere = { (name: String) in
      FileManager.default.fileExists(atPath: "\(directory)/\(name)")
    }
    return isThere("sensitivity.csv") && !isThere("manifest.json")
  }
}
