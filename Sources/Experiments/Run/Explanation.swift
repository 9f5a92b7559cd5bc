import DeliverySim
import Files
import Models

/// Which device's story is asked for.
package struct Explanation: Sendable {
  package let point: Int
  package let strategy: String
  package let replication: Int
  /// Nil: every device, where stories are saved or compared.
  package let device: Int?
  package let message: Int?

  package init(point: Int, strategy: String, replication: Int, device: Int?, message: Int?) {
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
    let (scenario, place) = try place(in: experiment)
    guard let device else { throw InputError(ExitCode.usage, "--device: missing") }
    let story = try story(scenario, place, device: device)
    if let message { try check("--message", message, below: story.outcomes.count) }
    let names = scenario.frame.groupNames
    let group = names.isEmpty ? "" : ", group \(names[story.group])"
    return [heading(scenario) + group, ""]
      + StoryText(
        story, scenario, strategy: place, message: message.map { UInt32($0) }
      ).lines
  }

  /// The scenario at the design point, and the strategy's place in it.
  ///
  /// - Throws: ``InputError`` (64) as ``lines(_:)``.
  func place(in experiment: Experiment) throws(InputError) -> (scenario: Scenario, strategy: Int) {
    try check("--design-point", point, below: experiment.points.count)
    let scenario = experiment.points[point].scenario
    let names = scenario.strategies.map(\.name)
    guard let place = names.firstIndex(of: strategy) else {
      throw InputError.unknownName("--strategy", strategy, among: names)
    }
    try check("--replication", replication, below: scenario.replications.max)
    if let device { try check("--device", device, below: scenario.frame.devices) }
    return (scenario, place)
  }

  func story(_ scenario: Scenario, _ place: Int, device: Int) throws -> DeviceStory {
    do {
      return try tellStory(
        scenario.world(for: place), replication: replication, device: device)
    } catch let limit as LimitExceeded {
      throw InputError(limit, "design point \(point), \(strategy), replication \(replication)")
    }
  }

  func heading(_ scenario: Scenario) -> String {
    "\(scenario.name): design point \(point), \(strategy), "
      + "replication \(replication), \(device.map { "device \($0)" } ?? "all devices")"
  }

  private func check(_ option: String, _ number: Int, below count: Int) throws(InputError) {
    guard number < 0 || number >= count else { return }
    let allowed = count == 0 ? "there are none" : "0 to \(count - 1)"
    throw InputError(ExitCode.usage, "\(option): found \(number); allowed: \(allowed)")
  }
}
