import ArgumentParser
import Files
import Scenarios
import Vocabulary

struct BestCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "best",
    abstract: "Find the best strategy, or values of its parameters, under limits.",
    discussion: """
      Compares the strategies, and what a sweep varies of them. Each candidate is
      simulated until it is clear whether it is within --worth of the best; then
      the cheapest of those is chosen (--tie). docs/decide.md explains. The same
      can stand in the scenario: best: {maximise: deliverability, worth: 0.1%}.

      Ends with 3 where the replications do not decide.

      Examples:
        deliverysim best my.yml
        deliverysim best my.yml --worth 0.05% --tie pushes_per_notification
        deliverysim best my.yml --subject-to "pushes_per_notification <= 1.1"
        deliverysim best my.yml --minimise delay_p90_s --worth 10s
      """)

  @Argument(help: "The scenario file (YAML).", completion: .scenario)
  var scenario: String

  @OptionGroup var goal: GoalOptions

  @Option(
    name: .customLong("pareto"), parsing: .singleValue,
    help: ArgumentHelp(
      "Also: who is beaten in all of these metrics? Give two to five.", valueName: "metric"))
  var pareto: [String] = []

  @Option(help: "Who competes: choices, strategies or all.")
  var among: String?

  @Option(help: "gaps (intervals for all) or kn (Kim and Nelson: down to one).")
  var method: String?

  @Option(help: "That the verdicts hold together, such as 99%.")
  var confidence: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The most replications of a candidate (default: 1000).", valueName: "replications"))
  var budget: Int?

  @Option(name: .customLong("shard"), help: .hidden)
  var shard: String?

  @Option(name: .customLong("strategy"), parsing: .singleValue, help: .hidden)
  var strategies: [String] = []

  @Option(name: .customLong("design-point"), help: .hidden)
  var designPoint: String?

  @OptionGroup var running: RunOptions

  @OptionGroup var options: ScenarioOptions

  func run() async throws {
    try await withExitCodes {
      guard scenario != "-" else {
        throw InputError(Files.ExitCode.usage, "best: needs a file, not standard input")
      }
      try checkOptions()
      let asked = try Experiment.written(scenario, options.options())
      let experiment = try options.load(scenario, more: choices(asked, standardGoal(asked)))
      try await running.run(experiment, folder: "runs/\(experiment.name)-best")
    }
  }

  /// - Throws: `InputError` (64) for what would take candidates or replications out of the choice.
  private func checkOptions() throws(InputError) {
    let usage = { (text: String) in InputError(Files.ExitCode.usage, text) }
    if shard != nil {
      throw usage(
        "--shard: best decides after each round who goes on, so all units must be in one place")
    }
    if !strategies.isEmpty {
      throw usage(
        "--strategy: best compares all strategies of the scenario; --set strategies=[...] leaves "
          + "some out")
    }
    if designPoint != nil {
      throw usage(
        "--design-point: best compares all design points; --set on the factor's values leaves "
          + "some out")
    }
    if budget != nil, options.replications != nil {
      throw usage("--budget: found with --replications, which fixes their number; give one of them")
    }
    if let budget, budget < 2 { throw usage("--budget: found \(budget); allowed: at least 2") }
  }

  /// The metric that leads; nil where one is named.
  private func standardGoal(_ asked: ConfigNode) throws -> String? {
    let hasChoice = asked["best"].map { !$0.isNull } ?? false
    guard !hasChoice, goal.maximise == nil, goal.minimise == nil else { return nil }
    // A range of replications needs the choice that is still missing.
    let fixed = try options.replications == nil ? [ConfigOverride.parse("replications=2")] : []
    return try options.load(scenario, more: fixed).leadingMetric.name
  }

  /// - Parameters:
  ///   - asked: The scenario by itself, not checked: what is missing in it comes from here.
  ///   - standard: The metric to have most of where neither scenario nor options name one.
  private func choices(_ asked: ConfigNode, _ standard: String?) throws -> [ConfigOverride] {
    let hasChoice = asked["best"].map { !$0.isNull } ?? false
    let texts = [
      ("maximise", goal.maximise ?? standard),
      ("minimise", goal.minimise), ("worth", goal.worth ?? standardWorth(hasChoice)),
      ("tie", goal.tie), ("among", among), ("method", method), ("confidence", confidence),
    ]
    var overrides: [ConfigOverride] = []
    // What is missing besides is told with the option that asks for it.
    if goal.maximise != nil, goal.minimise == nil {
      overrides.append(ConfigOverride("minimise", text: "", option: "maximise"))
    }
    if goal.minimise != nil, goal.maximise == nil {
      overrides.append(ConfigOverride("maximise", text: "", option: "minimise"))
    }
    for (key, text) in texts {
      if let text { overrides.append(ConfigOverride(key, text: text)) }
    }
    for (key, option, list) in [
      ("subject_to", "subject-to", goal.limits), ("pareto", "pareto", pareto),
    ] where !list.isEmpty {
      overrides.append(ConfigOverride(key, option: option, texts: list))
    }
    return try overrides + replications(asked, hasChoice)
  }

  /// The scenario's own, if it is about a choice; else so many that the choice can be made.
  private func replications(
    _ asked: ConfigNode, _ hasChoice: Bool
  ) throws -> [ConfigOverride] {
    guard options.replications == nil else { return [] }
    let range = asked["replications"]
    let isRange = range?["max"] != nil && range?["until"] == nil
    if budget == nil, hasChoice || isRange { return [] }
    let most = budget ?? 1000
    let least = isRange ? range?["min"]?.scalarText.flatMap(Int.init) : nil
    let first = min(least ?? 30, max(2, most))
    return [try ConfigOverride.parse("replications={min: \(first), max: \(most)}")]
  }

  /// Of a share alone: 0.1 points.
  private func standardWorth(_ hasChoice: Bool) -> String? {
    guard let metric = goal.maximise ?? goal.minimise else { return hasChoice ? nil : "0.1%" }
    return Metric.isShare(metric) ? "0.1%" : nil
  }
}

extension ConfigOverride {
  fileprivate init(_ key: String, text: String, option: String? = nil) {
    let place = SourceLocation(file: "--\(option ?? key)")
    self.init(
      path: "best.\(key)", value: ConfigNode(.scalar(text: text, isQuoted: false), at: place))
  }

  fileprivate init(_ key: String, option: String, texts: [String]) {
    let place = SourceLocation(file: "--\(option)")
    let nodes = texts.map { ConfigNode(.scalar(text: $0, isQuoted: true), at: place) }
    self.init(path: "best.\(key)", value: ConfigNode(.sequence(nodes), at: place))
  }
}
