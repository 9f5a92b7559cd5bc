import Files
import Models
import Scenarios

extension Calibration {
  /// No key of the scenario, and none that is searched, hides what has reached a device.
  ///
  /// Where one does, what came at once need not be shown at once, and what came is shown later or
  /// never.
  static func showsAll(_ experiment: Experiment, unknown: [String]) -> Bool {
    experiment.points.allSatisfy { $0.scenario.frame.showsAll }
      && !unknown.contains { path in
        KeyFacts.thatHide.contains { path == $0.path || path.hasSuffix(".\($0.path)") }
      }
  }

  /// - Parameter what: It tells of pushes that have reached a device.
  /// - Throws: `InputError` (64): the share that has reached its device is known only where no
  ///   message is in two pushes.
  static func checkPushesOnce(
    _ strategy: String, _ scenario: Scenario, for what: String = "--fcm"
  ) throws(InputError) {
    guard scenario.frame.allSetups({ $0.provider.link.ackLoss == nil }) else {
      throw InputError(
        ExitCode.usage,
        "\(what): with provider.link.ack_loss a message may be in several pushes, which are what "
          + "is counted; allowed: the search without (--set provider.link.ack_loss=null)")
    }
    let pushesOnce = scenario.strategies.first { $0.name == strategy }?.strategy.pushesOnce
    guard pushesOnce == false else { return }
    let others = scenario.strategies.filter(\.strategy.pushesOnce).map(\.name)
    throw InputError(
      ExitCode.usage,
      "\(what): with \(strategy) a message may be in several pushes or come without one, and "
        + "pushes are what is counted; allowed: --strategy with one that pushes each message once"
        + (others.isEmpty ? "" : " (\(others.joined(separator: ", ")))"))
  }
}

extension World {
  fileprivate var showsAll: Bool {
    ([setup] + groups.map(\.setup)).allSatisfy { setup in
      !KeyFacts.thatHide.contains { $0.hides(setup) }
    }
  }
}

extension KeyFacts {
  fileprivate static let thatHide = placesOfSections.compactMap { place in
    place.key.hides.map { (path: place.path, hides: $0) }
  }
}
