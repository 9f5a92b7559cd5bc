import Files
import Models
import Scenarios

extension Calibration {
  /// The delays of single messages are those of what has reached a device, the model's of what was
  /// shown: both are the same only where no key tells them apart.
  ///
  /// - Throws: `InputError` (64) that names such keys, also those of groups, and how to go on.
  static func checkShowsWhatReaches(_ model: CalibrationModel) throws(InputError) {
    // Where the search begins: an unknown that is 0 in the file is not 0 there.
    let paths = try pathsThatHide(model)
    guard !paths.isEmpty else { return }
    let settings = paths.map { path in
      "--set \(path)=\(KeyFacts.type(ofPath: path) == .share ? "0%" : "null")"
    }
    throw InputError(
      ExitCode.usage,
      "--fcm: single messages tell when they reached a device, and no metric counts that; for "
        + "\(paths.joined(separator: ", ")) they need not be shown; allowed: FCM's days, "
        + "--observed with figures of what was shown, or the search without "
        + "(\(settings.joined(separator: " ")))")
  }

  private static func pathsThatHide(_ model: CalibrationModel) throws(InputError) -> [String] {
    let start = try model.experiment(model.unknowns.map(\.start), replications: replicationsMin)
    return start.points.reduce(into: [String]()) { paths, point in
      paths += point.scenario.frame.pathsThatHide.filter { !paths.contains($0) }
    }
  }

  /// No key of the scenario, and none that is searched, hides what has reached a device.
  static func showsAll(_ scenario: Scenario, unknown: [String]) -> Bool {
    scenario.frame.pathsThatHide.isEmpty
      && !unknown.contains { path in
        KeyFacts.thatHide.contains { path == $0.path || path.hasSuffix(".\($0.path)") }
      }
  }

  /// - Throws: `InputError` (64): the share that has reached its device is known only where no
  ///   message is in two pushes.
  static func checkPushesOnce(_ strategy: String, _ scenario: Scenario) throws(InputError) {
    let pushesOnce = scenario.strategies.first { $0.name == strategy }?.strategy.pushesOnce
    guard pushesOnce == false else { return }
    let others = scenario.strategies.filter(\.strategy.pushesOnce).map(\.name)
    throw InputError(
      ExitCode.usage,
      "--fcm: with \(strategy) a message may be in several pushes or come without one, and FCM "
        + "counts pushes; allowed: --strategy with one that pushes each message once"
        + (others.isEmpty ? "" : " (\(others.joined(separator: ", ")))"))
  }
}

extension World {
  /// The keys in force for which what has reached a device need not be shown; those of a group
  /// only where they are not in force for all devices.
  fileprivate var pathsThatHide: [String] {
    let ofAll = KeyFacts.thatHide.filter { $0.hides(setup) }.map(\.path)
    let ofGroups = groups.flatMap { group in
      KeyFacts.thatHide.filter { $0.hides(group.setup) && !ofAll.contains($0.path) }
        .map { "groups.\(group.name).\($0.path)" }
    }
    return ofAll + ofGroups
  }
}

extension KeyFacts {
  fileprivate static let thatHide = placesOfSections.compactMap { place in
    place.key.hides.map { (path: place.path, hides: $0) }
  }
}
