package import Files
package import Scenarios
import Vocabulary

/// `best`, with ranges and without, asks this of a choice: options, on top of the scenario's own
/// `best:`.
package struct ChoiceQuestion: Sendable {
  /// The metric to have most of, or the one to have least of; neither: the scenario's own, or the
  /// one that leads.
  package var maximise: String?
  package var minimise: String?
  package var worth: String?
  package var tie: String?
  package var among: String?
  package var method: String?
  package var confidence: String?
  /// Empty: those of the scenario.
  package var limits: [String] = []
  package var pareto: [String] = []
  /// The most replications of a candidate.
  package var budget: Int?

  private static let fewest = 30
  private static let budgetUnasked = 1000

  package init() {}
}

extension ChoiceQuestion {
  /// A scenario that asks this.
  ///
  /// - Throws: `InputError`: as `Experiment/load(_:_:)`.
  package func experiment(
    _ file: String, _ options: Experiment.Options
  ) throws(InputError) -> Experiment {
    let written = try Experiment.written(file, options)
    var asking = options
    asking.overrides += try overrides(file, options)
    if options.replications == nil, let range = try range(written) {
      asking.overrides.append(range)
    }
    return try Experiment.load(file, asking)
  }

  /// The keys of `best` that the question sets. The option that asks for a missing key tells of it.
  ///
  /// - Throws: The errors of ``experiment(_:_:)``.
  func overrides(
    _ file: String, _ options: Experiment.Options
  ) throws(InputError) -> [ConfigOverride] {
    let own = try Self.own(Experiment.written(file, options))
    let goal = maximise ?? minimise
    let leading = goal == nil && own == nil ? try Self.leading(file, options) : nil
    var overrides: [ConfigOverride] = []
    if maximise != nil, minimise == nil {
      overrides.append(ConfigOverride("minimise", text: "", option: "maximise"))
    }
    if minimise != nil, maximise == nil {
      overrides.append(ConfigOverride("maximise", text: "", option: "minimise"))
    }
    for (key, text) in [
      ("maximise", maximise ?? leading), ("minimise", minimise),
      ("worth", worth ?? Self.standardWorth(of: goal ?? leading, own)), ("tie", tie),
      ("among", among), ("method", method), ("confidence", confidence),
    ] {
      if let text { overrides.append(ConfigOverride(key, text: text)) }
    }
    for (key, option, list) in [
      ("subject_to", "subject-to", limits), ("pareto", "pareto", pareto),
    ] where !list.isEmpty {
      overrides.append(ConfigOverride(key, option: option, texts: list))
    }
    return overrides
  }

  /// The scenario says this of the choice; nil where it says nothing.
  private static func own(_ written: ConfigNode) -> ConfigNode? {
    written["best"].flatMap { $0.isNull ? nil : $0 }
  }

  private static func leading(
    _ file: String, _ options: Experiment.Options
  ) throws(InputError) -> String {
    var options = options
    // A range of replications needs the choice that is still missing.
    if options.replications == nil {
      options.overrides.append(try ConfigOverride.parse("replications=2"))
    }
    return try Experiment.load(file, options).leadingMetric.name
  }

  /// 0.1 points of a share, if the scenario has no worth of its own.
  private static func standardWorth(of goal: String?, _ own: ConfigNode?) -> String? {
    guard let goal, Metric.isShare(goal), own?["worth"]?.isNull ?? true else { return nil }
    return "0.1%"
  }
}

extension ChoiceQuestion {
  // MARK: Replications

  /// A choice among candidates may need so many.
  func range(from least: Int = fewest) throws(InputError) -> ConfigOverride {
    let most = budget ?? Self.budgetUnasked
    return try .parse("replications={min: \(min(least, max(2, most))), max: \(most)}")
  }

  /// Nil: the scenario's own, where it is about a choice.
  private func range(_ written: ConfigNode) throws(InputError) -> ConfigOverride? {
    let range = written["replications"]
    let isRange = range?["max"] != nil && range?["until"] == nil
    if budget == nil, Self.own(written) != nil || isRange { return nil }
    let least = isRange ? range?["min"]?.scalarText.flatMap(Int.init) : nil
    return try self.range(from: least ?? Self.fewest)
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
