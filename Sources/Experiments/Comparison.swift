import Answers
import Files
import Foundation
public import Models
import Results
import Runs
import Scenarios
import Statistics
import Stories
import Terminal
import Vocabulary

/// A scenario, run by a program that brings strategies of its own: what `deliverysim run` and
/// `deliverysim explain` do.
///
/// The scenario names such a strategy as `foreign: {name: ...}`. Only this program can run it:
/// the tool says so, whether it reads the scenario or the results.
public struct Comparison: Sendable {
  /// A row of `metrics.csv`.
  public struct Estimate: Sendable {
    /// The design point, from 0.
    public let designPoint: Int
    /// Its name in the scenario.
    public let strategy: String
    /// The name in docs/reference/results.md.
    public let metric: String
    /// The estimate, in the metric's unit; may be infinite.
    public let mean: Double
    /// The interval's lower end; nil where there is none, as after one replication.
    public let low: Double?
    /// The upper end.
    public let high: Double?
  }

  private let experiment: Experiment
  private let strategies: [ForeignStrategy]

  /// - Parameters:
  ///   - scenario: The path of a scenario file.
  ///   - strategies: Those that it names as foreign.
  /// - Throws: ``ComparisonError`` with all that is wrong in the scenario.
  public init(scenario: String, strategies: [ForeignStrategy]) throws(ComparisonError) {
    self = try told { () throws in
      Comparison(try Experiment.load(scenario, Self.options(strategies)), strategies)
    }
  }

  /// - Parameters:
  ///   - yaml: The text of a scenario.
  ///   - folder: The folder in which its relative files start.
  ///   - strategies: Those that it names as foreign.
  /// - Throws: ``ComparisonError`` with all that is wrong in the scenario.
  public init(
    yaml: String, folder: String = ".", strategies: [ForeignStrategy]
  ) throws(ComparisonError) {
    self = try told { () throws in
      let name = "the scenario"
      let tree = try ConfigNode.parse(yaml: yaml, file: name)
      let options = Self.options(strategies)
      return Comparison(
        try Experiment.make(tree, file: name, folder: folder, options), strategies)
    }
  }

  private init(_ experiment: Experiment, _ strategies: [ForeignStrategy]) {
    (self.experiment, self.strategies) = (experiment, strategies)
  }

  private static func options(
    _ strategies: [ForeignStrategy], replications: Int? = nil
  ) -> Experiment.Options {
    var options = Experiment.Options()
    (options.foreign, options.replications) = (strategies, replications)
    return options
  }
}

extension Comparison {
  /// Runs everything, and writes the files of `deliverysim run`.
  ///
  /// - Parameters:
  ///   - folder: Is made if it is absent.
  ///   - replications: Instead of what the scenario says.
  ///   - threads: The number of threads, at most 1024; nil: one per core. The number changes no
  ///     result.
  ///   - replacing: Results that are there already may go.
  /// - Returns: The estimates by design point, strategy and metric.
  /// - Throws: ``ComparisonError``.
  public func run(
    into folder: String, replications: Int? = nil, threads: Int? = nil, replacing: Bool = false
  ) async throws(ComparisonError) -> [Estimate] {
    do {
      let experiment = try experiment(replications)
      let threads = try threadCount(threads)
      try experiment.checkMemory(threads: threads)
      let session = try RunSession(
        Runner(experiment, threads: threads),
        RunSession.Place(path: folder, force: replacing, resumes: false))
      let start = ContinuousClock.now
      let outcome = try await session.run { _ in }
      let wallTime = start.duration(to: .now) / .seconds(1)
      let results = try session.prepare()
      try session.finish(
        results, words: { AnswerWords($0, experiment) }, wallTime: wallTime)
      return Self.estimates(outcome)
    } catch {
      throw ComparisonError(error)
    }
  }

  /// The events of one device, as `deliverysim explain` prints them.
  ///
  /// - Throws: ``ComparisonError`` where there is no such strategy, device, replication or design
  ///   point.
  public func explain(
    strategy: String, device: Int, replication: Int = 0, designPoint: Int = 0
  ) throws(ComparisonError) -> String {
    try told { () throws in
      let explanation = Explanation(
        point: designPoint, strategy: strategy, replication: replication, device: device,
        message: nil)
      return try explanation.lines(experiment).joined(separator: "\n")
    }
  }

  private func experiment(_ replications: Int?) throws(InputError) -> Experiment {
    guard let replications else { return experiment }
    return try Experiment.make(
      experiment.written, file: experiment.file, folder: experiment.folder,
      Self.options(strategies, replications: replications))
  }

  private static func estimates(_ outcome: RunOutcome) -> [Estimate] {
    outcome.series.flatMap { series in
      let scenario = outcome.scenario(series)
      let metrics = Metric.all.filter { $0.isModelled(scenario) }
      return metrics.compactMap { metric in
        metric.cut(metric.estimate(series.replications, scenario)).map {
          Estimate(
            designPoint: series.point, strategy: outcome.name(series), metric: metric.name,
            mean: $0.mean, low: $0.low, high: $0.high)
        }
      }
    }
  }
}

/// The reason why a scenario could not be read, run or explained, as the tool says it.
public struct ComparisonError: Error, CustomStringConvertible {
  /// The one that the tool would end with.
  public let exitCode: Int32
  /// The message.
  public let description: String

  fileprivate init(_ error: any Error) {
    let known = (error as? InputError) ?? (error as? BooksError).map { InputError($0) }
    exitCode = known?.exitCode ?? ExitCode.internalError
    description = known?.description ?? "\(error)"
  }
}

private func told<Result>(_ body: () throws -> Result) throws(ComparisonError) -> Result {
  do { return try body() } catch { throw ComparisonError(error) }
}
