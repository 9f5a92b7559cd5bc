import Answers
package import Files
import Models
import Runs
package import Scenarios
import Statistics
import Vocabulary

/// Searches ranges of a scenario's numbers for the best point, then lets `Selection` decide among
/// the finalists: only this last stage carries a guarantee.
package struct Optimisation: Sendable {
  /// The question of a search.
  package struct Question: Sendable {
    /// Each is written as `PATH=A..B`.
    let ranges: [String]
    /// It says which is best, and has the replications of the last stage.
    let choice: ChoiceQuestion
    /// Nil: the one that the ranges' paths name.
    let strategy: String?
    /// The number of points that are simulated before the last stage.
    package let points: Int
    let finalists: Int
    /// Each point before the last stage has so many.
    let replications: Int

    package static let pointsUnasked = 30
    package static let finalistsUnasked = 5
    package static let replicationsUnasked = 10

    package init(
      _ ranges: [String], _ choice: ChoiceQuestion, strategy: String?, points: Int?,
      finalists: Int?, replications: Int?
    ) {
      (self.ranges, self.choice, self.strategy) = (ranges, choice, strategy)
      self.points = points ?? Self.pointsUnasked
      self.finalists = finalists ?? Self.finalistsUnasked
      self.replications = replications ?? Self.replicationsUnasked
    }
  }

  package let name: String
  let ranges: [VariedRange]
  let rule: Selection
  let strategy: String
  package let question: Question
  let seed: UInt64
  private let file: String
  private let options: Experiment.Options
  private let threads: Int
  /// The setting makes a scenario one about the choice.
  private let choice: [ConfigOverride]

  static let rangesMax = 6
  static let pointsMax = 200

  /// - Throws: `InputError`: as `Experiment/load(_:_:)`; 64 for what is wrong in the question.
  package init(
    _ file: String, _ options: Experiment.Options, _ question: Question, threads: Int
  ) throws(InputError) {
    (self.file, self.question, self.threads) = (file, question, threads)
    var options = options
    options.replications = question.replications
    let plain = try Experiment.load(file, Self.plain(options))
    try Self.check(plain, question)
    name = plain.name
    seed = plain.base.frame.seed
    ranges = try Self.ranges(question, plain.resolved)
    let strategy = try Self.strategy(question, ranges, plain)
    self.strategy = strategy
    // The other strategies have no bearing on it.
    options.overrides += try Self.alone(strategy, plain)
    self.options = options
    choice = try Self.choice(file, options, question.choice)
    let (lows, highs) = (ranges.map(\.low), ranges.map(\.high))
    let probe = try Self.finale(file, options, choice, ranges, [lows, highs])
    guard let rule = probe.base.selection else { preconditionFailure("best was asked for") }
    self.rule = rule
  }
}

extension Optimisation {
  // MARK: Allowed questions

  private static func usage(_ message: String) -> InputError {
    InputError(ExitCode.usage, message)
  }

  private static func check(_ plain: Experiment, _ question: Question) throws(InputError) {
    guard plain.sweep.axes.isEmpty else {
      throw usage(
        "--range: the scenario has a sweep, which leaves open what is to be the best; allowed: "
          + "none, as with --set sweep=")
    }
    let count = question.ranges.count
    guard 1...rangesMax ~= count else {
      throw usage("--range: found \(count) ranges; allowed: 1 to \(rangesMax)")
    }
    let least = designMin(count) + 1
    guard least...pointsMax ~= question.points else {
      throw usage(
        "--points: found \(question.points); allowed: \(least) to \(pointsMax) with "
          + "\(count) range\(count == 1 ? "" : "s")")
    }
    guard 2...1_000_000 ~= question.replications else {
      throw usage("--replications: found \(question.replications); allowed: at least 2")
    }
    guard 1...question.points ~= question.finalists else {
      throw usage(
        "--finalists: found \(question.finalists); allowed: 1 to \(question.points), the points")
    }
  }

  private static func ranges(
    _ question: Question, _ resolved: ConfigNode
  ) throws(InputError) -> [VariedRange] {
    var ranges: [VariedRange] = []
    for text in question.ranges {
      let text = try VariedRange.Text(text, option: "--range")
      let varied = try Varied(
        text.path, of: "--range", in: resolved, besides: ranges.map(\.varied.path))
      ranges.append(try VariedRange(text, varied, option: "--range"))
    }
    return ranges.named()
  }

  private static func strategy(
    _ question: Question, _ ranges: [VariedRange], _ plain: Experiment
  ) throws(InputError) -> String {
    let names = plain.base.strategies.map(\.name)
    if let name = question.strategy, !names.contains(name) {
      throw .unknownName("--strategy", name, among: names)
    }
    let named = names.filter { name in
      ranges.contains { $0.varied.path.hasPrefix("strategies.\(name).") }
    }
    if let name = question.strategy ?? named.first, named.allSatisfy({ $0 == name }) {
      return name
    }
    guard !named.isEmpty else {
      throw usage(
        "--strategy: the ranges name no strategy: say whose metric counts; allowed: "
          + names.joined(separator: ", "))
    }
    throw usage(
      "--range: parameters of \(named.joined(separator: " and "))"
        + (question.strategy.map { ", with --strategy \($0)" } ?? "")
        + "; allowed: those of one strategy")
  }

  /// The scenario with one strategy alone.
  private static func alone(
    _ strategy: String, _ plain: Experiment
  ) throws(InputError) -> [ConfigOverride] {
    guard let place = plain.base.strategies.firstIndex(where: { $0.name == strategy }),
      let element = plain.written["strategies"]?.elements?[place]
    else { preconditionFailure("a strategy stands in the scenario's list") }
    return [
      ConfigOverride(path: "strategies", value: .list([element])),
      ConfigOverride(path: "baseline", value: .text(strategy)),
      try ConfigOverride.parse("expect="),
    ]
  }

  /// The points of the space-filling design.
  private static func designMin(_ ranges: Int) -> Int { 2 * ranges + 1 }

  var designCount: Int {
    max(Self.designMin(ranges.count), min(10 * ranges.count, question.points / 3))
  }
}

extension Optimisation {
  // MARK: Experiments

  /// The points as one axis of a sweep.
  private static func sweep(
    _ ranges: [VariedRange], over points: [[Double]]
  ) -> ConfigOverride {
    let factors = ranges.enumerated().map { place, range in
      ConfigNode.map([
        ("factor", .text(range.name)), ("path", .text(range.varied.path)),
        ("values", .list(points.map { range.node($0[place]) })),
      ])
    }
    return ConfigOverride(path: "sweep", value: .list([.map([("zip", .list(factors))])]))
  }

  /// `best` of some points.
  private static func finale(
    _ file: String, _ options: Experiment.Options, _ choice: [ConfigOverride],
    _ ranges: [VariedRange], _ points: [[Double]]
  ) throws(InputError) -> Experiment {
    var options = options
    options.replications = nil
    options.overrides += [sweep(ranges, over: points)] + choice
    return try Experiment.load(file, options)
  }

  private static func choice(
    _ file: String, _ options: Experiment.Options, _ question: ChoiceQuestion
  ) throws(InputError) -> [ConfigOverride] {
    var question = question
    question.among = "all"
    return try question.overrides(file, options) + [question.range()]
  }

  /// The same without a choice.
  private static func plain(
    _ options: Experiment.Options
  ) throws(InputError) -> Experiment.Options {
    var options = options
    options.overrides.append(try ConfigOverride.parse("best="))
    return options
  }

  /// The last stage.
  ///
  /// - Throws: The errors of `Experiment/load(_:_:)`.
  package func finale(_ result: OptimiseResult) throws(InputError) -> Experiment {
    try Self.finale(
      file, options, choice, ranges, result.finalists.map { result.steps[$0].numbers })
  }

  /// Simulates points, all with the same random numbers.
  ///
  /// - Returns: The findings by point.
  func look(at points: [[Double]]) async throws -> [PointSearch.Finding] {
    var options = try Self.plain(options)
    options.overrides.append(Self.sweep(ranges, over: points))
    let runner = try Runner(try Experiment.load(file, options), threads: threads)
    let outcome = try await runner.run()
    return points.enumerated().map { place, numbers in
      let series = outcome.series(atPoint: place)[outcome.series(atPoint: place).startIndex]
      let value = { (name: String, sign: Double, origin: Double) -> PointSearch.Value? in
        let estimate = Metric.named(name).estimate(series.replications, outcome.scenario(series))
        guard let estimate, estimate.mean.isFinite else { return nil }
        let error = estimate.standardError.flatMap { $0.isFinite ? $0 : nil } ?? 0
        return PointSearch.Value(sign * (estimate.mean - origin), noise: error * error)
      }
      return PointSearch.Finding(
        zip(ranges, numbers).map { $0.coordinate(of: $1) }, goal: value(rule.metric, rule.sign, 0),
        margins: rule.constraints.map { value($0.metric, $0.isUpper ? -1 : 1, $0.bound) })
    }
  }
}
