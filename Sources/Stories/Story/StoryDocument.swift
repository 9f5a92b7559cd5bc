import DeliverySim
import Files
import Models
package import Scenarios
import Vocabulary

/// A story as one JSON document (docs/how-to/explain.md); the order of the keys is fixed.
package struct StoryDocument {
  private let told: DeviceTrace
  private let experiment: Experiment

  /// Simulates the device again from the seed.
  ///
  /// - Throws: The errors of ``Explanation/lines(_:)``.
  package init(_ explanation: Explanation, _ experiment: Experiment) throws {
    told = try explanation.told(experiment)
    self.experiment = experiment
  }
}

extension StoryDocument {
  /// The document: an event, an outcome and an outage take a line each.
  package var lines: [String] {
    let head = header.map { "  \(ConfigNode.quoted($0.0)): \($0.1.jsonLine())," }
    let lists = [
      ("events", told.records.map(node)), ("outcomes", told.messages.map(node)),
      ("outages", outages),
    ]
    let bodies = lists.enumerated().flatMap { place, list in
      Self.list(list.0, list.1, isLast: place == lists.count - 1)
    }
    return ["{"] + head + bodies + ["}"]
  }

  static func list(_ key: String, _ nodes: [ConfigNode], isLast: Bool) -> [String] {
    let end = isLast ? "" : ","
    if nodes.isEmpty { return ["  \"\(key)\": []\(end)"] }
    let items = nodes.enumerated().map { place, node in
      "    \(node.jsonLine())\(place == nodes.count - 1 ? "" : ",")"
    }
    return ["  \"\(key)\": ["] + items + ["  ]\(end)"]
  }

  private var header: [(String, ConfigNode)] {
    let explanation = told.explanation
    return [
      ("format", .integer(1)),
      ("tool_version", .text(Version.tool)),
      ("results_epoch", .integer(Version.resultsEpoch)),
      ("scenario", .text(told.scenario.name)),
      ("scenario_sha256", .text(experiment.resolved.sha256)),
      ("seed", .integer(told.scenario.frame.seed)),
      ("design_point", .integer(explanation.point)),
      ("strategy", .text(explanation.strategy)),
      ("replication", .integer(explanation.replication)),
      ("device", .integer(told.device)),
      ("group", told.group.map { .text($0) } ?? .null),
      ("message", explanation.message.map { .integer($0) } ?? .null),
    ]
  }
}

extension StoryDocument {
  // MARK: Events

  private func node(_ record: StoryRecord) -> ConfigNode {
    .map(
      Self.time("time", record.time) + [
        ("kind", .text(record.event.name)),
        ("subject", .text(record.message == nil ? "device" : record.content.name)),
        ("number", record.message.map { .integer($0) } ?? .null),
        ("send", record.send.map { .integer($0) } ?? .null),
        ("value", .integer(record.namesCulprit ? 0 : record.value)),
        ("by", culprit(record)),
        ("messages", .list(record.others.map { .integer($0) })),
        ("words", .text(told.text.words(record))),
      ])
  }

  private func culprit(_ record: StoryRecord) -> ConfigNode {
    guard let culprit = record.culprit else { return .null }
    return .map([("subject", .text(culprit.content.name)), ("number", .integer(culprit.number))])
  }

  // MARK: Outcomes

  private func node(_ message: Int) -> ConfigNode {
    let outcome = told.story.outcomes[message]
    return .map(
      [("message", .integer(message))] + Self.time("created", outcome.created) + [
        ("owed", .bool(outcome.isOwed)), ("counted", .bool(told.isCounted(outcome))),
        ("fate", .text(outcome.fate.name)),
        ("stage", outcome.cause.stage.map { .text($0.rawValue) } ?? .null),
        ("cause", outcome.cause == .none ? .null : .text(outcome.cause.name)),
        ("repair", outcome.isExplained ? .text(outcome.repair.name) : .null),
      ] + Fate.allCases.flatMap { Self.time(of: $0, outcome) } + Self.time("delay", outcome.delay)
        + [
          ("words", .text(OutcomeExplanation(told, message: message).text))
        ])
  }

  /// The first three are always there; the others only where they happened.
  private static func time(
    of fate: Fate, _ outcome: DeviceStory.Outcome
  ) -> [(String, ConfigNode)] {
    let isAlways = fate.rawValue <= Fate.synced.rawValue
    guard isAlways || outcome.time(of: fate) != nil else { return [] }
    return time(fate.name, outcome.time(of: fate))
  }

  // MARK: Outages

  private var outages: [ConfigNode] {
    Surroundings.Part.allCases.flatMap { part in
      told.story.surroundings[part].map { span in
        .map(
          [("part", .text(told.story.surroundings.name(of: part)))]
            + Self.time("start", span.lowerBound) + Self.time("end", span.upperBound))
      }
    }
  }

  // MARK: Times

  /// The time in whole microseconds and in seconds.
  private static func time(_ name: String, _ time: SimTime?) -> [(String, ConfigNode)] {
    [
      ("\(name)_us", time.map { .integer($0.microseconds) } ?? .null),
      ("\(name)_s", time.map { .number($0.seconds) } ?? .null),
    ]
  }
}

extension StoryRecord {
  /// The number of the message's send, from 1; nil where no message is sent.
  var send: Int? { content == .message && message != nil ? Int(copy) + 1 : nil }

  /// Its value is a push, no number.
  var namesCulprit: Bool {
    if case .destroyed = event { true } else { false }
  }
}

extension DeviceStory.Outcome {
  /// It has a cause and a repair.
  var isExplained: Bool { fate != .shown && fate != .pending }
}

extension Surroundings {
  /// The name of the part that is out of order.
  func name(of part: Part) -> String {
    switch part {
    case .region: "region \(region ?? 0)"
    case .intake: "hop 1 unreachable"
    case .link: "hop 2 unreachable"
    case .intakeBurst: "hop 1 loses more"
    case .linkBurst: "hop 2 loses more"
    }
  }
}
