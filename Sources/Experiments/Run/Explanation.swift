import DeliverySim
import Foundation
import Models

/// Which device's story is asked for.
package struct Explanation: Sendable {
  package let point: Int
  package let strategy: String
  package let replication: Int
  package let device: Int
  package let message: Int?

  package init(point: Int, strategy: String, replication: Int, device: Int, message: Int?) {
    self.point = point
    self.strategy = strategy
    self.replication = replication
    self.device = device
    self.message = message
  }
}

extension Explanation {
  /// Simulates the device again from the seed, and tells its story.
  ///
  /// - Throws: ``InputError`` (64) for a design point, strategy, replication, device or message
  ///   that there is not; as ``tellStory(_:replication:device:)`` else.
  package func lines(_ experiment: Experiment) throws -> [String] {
    try check("--design-point", point, below: experiment.points.count)
    let scenario = experiment.points[point].scenario
    let names = scenario.strategies.map(\.name)
    guard let place = names.firstIndex(of: strategy) else {
      throw InputError.unknownName("--strategy", strategy, among: names)
    }
    try check("--replication", replication, below: scenario.replications)
    try check("--device", device, below: scenario.frame.devices)
    let story = try tellStory(
      scenario.world(for: place), replication: replication, device: device)
    if let message { try check("--message", message, below: story.outcomes.count) }
    return [heading(scenario), ""]
      + StoryText(
        story, scenario, strategy: place, message: message.map { UInt32($0) }
      ).lines
  }

  private func heading(_ scenario: Scenario) -> String {
    "\(scenario.name): design point \(point), \(strategy), "
      + "replication \(replication), device \(device)"
  }

  private func check(_ option: String, _ number: Int, below count: Int) throws(InputError) {
    guard number < 0 || number >= count else { return }
    let allowed = count == 0 ? "there are none" : "0 to \(count - 1)"
    throw InputError(ExitCode.usage, "\(option): found \(number); allowed: \(allowed)")
  }
}

extension Experiment {
  /// The experiment of a results directory, as its manifest says.
  ///
  /// - Throws: ``InputError``: 66 when there is no manifest or a data file is gone, 65 when the
  ///   manifest is damaged or of another format.
  package static func load(results directory: String) throws(InputError) -> Experiment {
    let file = "\(directory)/manifest.json"
    let tree = try ConfigNode.parse(
      yaml: InputFile.contents(path: file, displayName: file), file: file)
    guard let scenario = tree["scenario"], let source = tree["scenario_file"]?.scalarText,
      tree["format"]?.scalarText == String(Version.format)
    else {
      throw InputError(ExitCode.dataError, "\(file): not a manifest of format \(Version.format)")
    }
    var options = Options()
    options.allowsOutside = tree["allow_outside"]?.scalarText == "true"
    let folder = URL(fileURLWithPath: source).deletingLastPathComponent().path
    return try make(scenario, file: source, folder: folder, options)
  }
}
