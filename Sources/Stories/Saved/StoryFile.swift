import Files

/// The facts that a saved story tells of itself.
struct StoryFile: Sendable {
  let toolVersion: String
  let resultsEpoch: String
  let streamLayout: String
  /// The scenario's name.
  let name: String
  let point: String
  let strategy: String
  let replication: String
  /// A number, or `all`.
  let device: String
  /// Hash and name of each data file.
  let inputs: [String]
  /// The hash of the part of the scenario that the simulation sees.
  let scenarioHash: String
  /// The resolved scenario (YAML).
  let scenario: [String]
}

extension StoryFile {
  // The file: a line of its kind, `key: value` lines, the scenario indented by two columns, then
  // for each device `device N` and its events, and at the end `end` with their number.

  static let kind = "deliverysim story 1"
  static let end = "end"

  static func deviceLine(_ device: Int) -> String { "device \(device)" }

  var lines: [String] {
    let values = Self.keys.map { "\($0.key): \(self[keyPath: $0.path])" }
    return [Self.kind] + values + inputs.map { "input: \($0)" } + ["scenario:"]
      + scenario.map { "  \($0)" } + ["events: time_us event message copy value"]
  }

  private static var keys: [(key: String, path: KeyPath<StoryFile, String>)] {
    [
      ("tool_version", \.toolVersion), ("results_epoch", \.resultsEpoch),
      ("stream_layout", \.streamLayout), ("name", \.name), ("design_point", \.point),
      ("strategy", \.strategy), ("replication", \.replication), ("device", \.device),
      ("scenario_sha256", \.scenarioHash),
    ]
  }

  /// Reads up to the first event.
  ///
  /// - Throws: `InputError`: 65 for what is no saved story.
  init(_ source: LineSource, _ path: String) throws(InputError) {
    guard try source.next() == Self.kind else {
      throw InputError(
        ExitCode.dataError, "\(path): not a story that trace --save of this format has written")
    }
    var values: [(key: String, value: String)] = []
    var scenario: [String] = []
    while let line = try source.next(), !line.hasPrefix("events:") {
      if line.hasPrefix("  ") {
        scenario.append(String(line.dropFirst(2)))
      } else if let colon = line.firstIndex(of: ":") {
        values.append((String(line[..<colon]), String(line[colon...].dropFirst(2))))
      }
    }
    for (key, _) in Self.keys where !values.contains(where: { $0.key == key }) {
      throw InputError(ExitCode.dataError, "\(path): cut off or edited: no \(key)")
    }
    let value = { (key: String) in values.first { $0.key == key }?.value ?? "" }
    toolVersion = value("tool_version")
    resultsEpoch = value("results_epoch")
    streamLayout = value("stream_layout")
    name = value("name")
    point = value("design_point")
    strategy = value("strategy")
    replication = value("replication")
    device = value("device")
    inputs = values.filter { $0.key == "input" }.map(\.value)
    scenarioHash = value("scenario_sha256")
    self.scenario = scenario
  }
}
