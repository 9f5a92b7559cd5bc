import DeliverySim
import Files
import Models
package import Scenarios

/// The question about one device's story.
package struct Explanation: Sendable {
  package let point: Int
  package let strategy: String
  package let replication: Int
  /// Nil: every device, where stories are saved, compared with a file, or looked for.
  package let device: Int?
  /// Only what concerns this message; nil: everything.
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
  /// Simulates the device again from the seed, and tells its story as text of 80 columns.
  ///
  /// - Throws: `InputError` (64) for a design point, strategy, replication, device or message
  ///   that there is not; as `tellStory(_:replication:device:)` else.
  package func lines(_ experiment: Experiment) throws -> [String] {
    try told(experiment).lines
  }

  func told(_ experiment: Experiment) throws -> DeviceTrace {
    let (scenario, place) = try place(in: experiment)
    guard let device else { throw InputError(ExitCode.usage, "--device: missing") }
    let story = try story(scenario, place, device: device)
    if let message { try check("--message", message, below: story.outcomes.count) }
    return DeviceTrace(
      explanation: self, device: device, scenario: scenario, strategy: place, story: story)
  }

  /// The same place under another strategy.
  func under(_ strategy: String) -> Explanation {
    Explanation(
      point: point, strategy: strategy, replication: replication, device: device, message: message)
  }

  /// The scenario at the design point, and the strategy's place in it.
  ///
  /// - Throws: `InputError` (64) as ``lines(_:)``.
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
    try withLimits {
      try tellStory(scenario.world(for: place), replication: replication, device: device)
    }
  }

  /// A limit that is hit is told as the user's mistake.
  func withLimits<Result>(_ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch let limit as LimitExceeded {
      throw InputError(limit, "design point \(point), \(strategy), replication \(replication)")
    }
  }

  /// - Parameter strategies: Who is told of.
  func heading(_ scenario: Scenario, _ strategies: String? = nil) -> String {
    "\(scenario.name): design point \(point), \(strategies ?? strategy), "
      + "replication \(replication), \(device.map { "device \($0)" } ?? "all devices")"
  }

  private func check(_ option: String, _ number: Int, below count: Int) throws(InputError) {
    guard number < 0 || number >= count else { return }
    let allowed = count == 0 ? "there are none" : "0 to \(count - 1)"
    throw InputError(ExitCode.usage, "\(option): found \(number); allowed: \(allowed)")
  }
}
