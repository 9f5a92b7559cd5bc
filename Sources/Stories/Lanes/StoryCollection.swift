import DeliverySim
import Files
import Models
package import Scenarios
import Vocabulary

/// The first messages of each ending under each strategy, with their stories as swim lanes: one
/// JSON document (docs/how-to/explain.md) for who draws them.
package struct StoryCollection {
  private let experiment: Experiment
  private let point: Int
  private let limit: Int
  private let parts: [Part]

  /// The findings under a strategy.
  private struct Part {
    let name: String
    /// The strategy's place in the scenario.
    let strategy: Int
    let survey: EndingSurvey
  }

  /// About a second of work for each strategy.
  private static let bound = EndingSurvey.Bound(devices: 20_000, messages: 1_000_000)

  /// Looks for messages.
  ///
  /// - Parameters:
  ///   - limit: The number of messages of each ending.
  ///   - point: The design point.
  ///   - strategies: The names of the strategies; empty: all of the scenario.
  ///   - experiment: The experiment of the devices.
  /// - Throws: `InputError` (64) for a limit below 1, a design point or strategies that there are
  ///   not; as ``Explanation/lines(_:)`` else.
  package init(
    limit: Int, point: Int, strategies: [String], _ experiment: Experiment
  ) throws {
    guard limit >= 1 else {
      throw InputError(ExitCode.usage, "--stories: found \(limit); allowed: at least 1")
    }
    (self.experiment, self.point, self.limit) = (experiment, point, limit)
    let names = strategies.isEmpty ? experiment.base.strategies.map(\.name) : strategies
    parts = try names.map { name in
      let all = Explanation(point: point, strategy: name, replication: 0, device: nil, message: nil)
      let (scenario, place) = try all.place(in: experiment)
      let survey = try all.withLimits {
        try EndingSurvey(
          scenario.world(for: place), replications: scenario.replications.max, limit: limit,
          bound: Self.bound)
      }
      return Part(name: name, strategy: place, survey: survey)
    }
  }
}

extension StoryCollection {
  /// The message that a command explains.
  package struct Place {
    package let strategy: String
    package let replication: Int
    package let device: Int
    package let message: Int
  }

  /// The document: a strategy and a story take a line each.
  ///
  /// - Parameter command: The command that explains a message.
  /// - Throws: The errors of `Explanation.lines`.
  package func lines(_ command: (Place) -> [String]) throws -> [String] {
    let head = header.map { "  \(ConfigNode.quoted($0.0)): \($0.1.jsonLine())," }
    let stories = try parts.flatMap { try nodes($0, command) }
    return ["{"] + head + StoryDocument.list("strategies", parts.map(node), isLast: false)
      + StoryDocument.list("stories", stories, isLast: true) + ["}"]
  }

  private var header: [(String, ConfigNode)] {
    [
      ("format", .integer(1)), ("tool_version", .text(Version.tool)),
      ("results_epoch", .integer(Version.resultsEpoch)),
      ("scenario", .text(experiment.base.name)),
      ("scenario_sha256", .text(experiment.resolved.sha256)),
      ("seed", .integer(experiment.base.frame.seed)), ("design_point", .integer(point)),
      ("limit", .integer(limit)),
    ] + StoryLanes.legend
  }

  private func node(_ part: Part) -> ConfigNode {
    .map([
      ("strategy", .text(part.name)), ("replications", .integer(part.survey.replications)),
      ("devices", .integer(part.survey.devices)), ("messages", .integer(part.survey.messages)),
    ])
  }
}

extension StoryCollection {
  // MARK: Stories

  private func nodes(_ part: Part, _ command: (Place) -> [String]) throws -> [ConfigNode] {
    let scenario = experiment.points[point].scenario
    let stories = try stories(part, scenario)
    return try part.survey.found.sorted { $0.key < $1.key }.flatMap(\.value).map { found in
      let (device, message) = (found.example.device, found.example.message)
      let place = Explanation(
        point: point, strategy: part.name, replication: found.replication, device: device,
        message: message)
      let story =
        try stories[found.replication]?[device]
        ?? place.story(scenario, part.strategy, device: device)
      let told = DeviceTrace(
        explanation: place, device: device, scenario: scenario, strategy: part.strategy,
        story: story)
      let words = command(
        Place(
          strategy: part.name, replication: found.replication, device: device, message: message))
      return StoryLanes(told).node(
        told, command: words.map(ShellWord.quoted).joined(separator: " "))
    }
  }

  /// By replication and device: several examples may be of one device, or of devices that are
  /// simulated together.
  private func stories(_ part: Part, _ scenario: Scenario) throws -> [Int: [Int: DeviceStory]] {
    let all = part.survey.found.values.flatMap(\.self)
    return try Dictionary(grouping: all, by: \.replication).mapValues { found in
      try tellStories(
        scenario.world(for: part.strategy), replication: found[0].replication,
        devices: Set(found.map(\.example.device)))
    }
  }
}
