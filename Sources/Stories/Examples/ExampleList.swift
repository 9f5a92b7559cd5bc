import DeliverySim
package import Files
package import Models
package import Scenarios
import Vocabulary

/// Examples of notifications to explain, from one replication.
package struct ExampleList {
  private let explanation: Explanation
  private let scenario: Scenario
  private let kind: Example.Kind
  private let filter: EndingFilter
  private let limit: Int
  private let examples: [Example]
  /// The number of devices that have been looked at.
  private let deviceCount: Int
  /// Where there is no example: the kinds of which there are some.
  private let otherKinds: [Example.Kind]

  /// Looks at the device of the explanation, or at all devices until there are enough.
  ///
  /// - Parameters:
  ///   - explanation: The device, and the strategy.
  ///   - kind: The kind of example to look for.
  ///   - filter: The endings that it must have.
  ///   - limit: The number of examples that are enough.
  ///   - experiment: The experiment of the devices.
  /// - Throws: `InputError` (64) as ``Explanation/lines(_:)``, and for a limit below 1.
  package init(
    _ explanation: Explanation, of kind: Example.Kind, with filter: EndingFilter, limit: Int,
    _ experiment: Experiment
  ) throws {
    guard limit >= 1 else {
      throw InputError(ExitCode.usage, "--limit: found \(limit); allowed: at least 1")
    }
    let (scenario, place) = try explanation.place(in: experiment)
    let world = scenario.world(for: place)
    let find = { (kind: Example.Kind, limit: Int) in
      try explanation.withLimits {
        try findExamples(
          of: kind, world, replication: explanation.replication, device: explanation.device,
          limit: limit, where: filter.allows)
      }
    }
    (examples, deviceCount) = try find(kind, limit)
    otherKinds =
      examples.isEmpty
      ? try Example.Kind.allCases.filter { try $0 != kind && !find($0, 1).examples.isEmpty } : []
    self.explanation = explanation
    self.scenario = scenario
    self.kind = kind
    self.filter = filter
    self.limit = limit
  }

  /// The kind of example with this name.
  ///
  /// - Throws: `InputError` (64) for another word.
  package static func kind(_ name: String) throws(InputError) -> Example.Kind {
    if let kind = Example.Kind.allCases.first(where: { $0.name == name }) { return kind }
    throw .unknownName(
      "find", Diagnostic.excerpt(name), among: Example.Kind.allCases.map(\.name),
      kind: "kind of example")
  }
}

extension ExampleList {
  /// The list as text of 80 columns.
  ///
  /// - Parameter command: The function that says how the story of a device and message is asked
  ///   for.
  package func lines(_ command: (_ device: Int, _ message: Int) -> [String]) -> [String] {
    let heading = TextWrap.lines(explanation.heading(scenario), indent: 2)
    guard let first = examples.first else { return heading + [""] + TextWrap.lines(nothing) }
    return heading + [""] + table.lines + [""] + TextWrap.lines(summary)
      + ["", "To see why, for the first one:"]
      + ShellWord.command(command(first.device, first.message))
  }

  private var table: TextTable {
    let groups = scenario.frame.groupNames
    let header =
      ["device", "message", "created"]
      + (kind == .duplicate ? ["first shown"] : ["cause", "repair"])
      + (groups.isEmpty ? [] : ["group"])
    var table = TextTable(
      header, header.indices.map { $0 < 2 ? .right : .left })
    for example in examples {
      table.add(
        ["\(example.device)", "\(example.message)", HumanText.clock(example.outcome.created)]
          + details(example.outcome) + (groups.isEmpty ? [] : [groups[example.group]]))
    }
    return table
  }

  private func details(_ outcome: DeviceStory.Outcome) -> [String] {
    if kind == .duplicate { return [outcome.shown.map { HumanText.clock($0) } ?? ""] }
    return [outcome.cause.shortName, outcome.repair.name]
  }

  private var summary: String {
    let devices = "\(deviceCount) device\(deviceCount == 1 ? "" : "s")"
    let more = examples.count == limit ? " (stopped at --limit)" : ""
    return "\(examples.count) \(words(examples.count)) found; \(devices) searched\(more)."
  }

  private var nothing: String {
    let place = explanation.device.map { "device \($0)" } ?? "none of the \(deviceCount) devices"
    let no = explanation.device == nil ? "a" : "no"
    let others = otherKinds.map { "find \($0.name)" }.joined(separator: ", ")
    return "Nothing found: \(place) has \(no) counted \(words(1))."
      + (others.isEmpty ? "" : " These find some: \(others).")
  }

  private func words(_ count: Int) -> String {
    "\(kind.name) notification\(count == 1 ? "" : "s")\(filter.words)"
  }
}
