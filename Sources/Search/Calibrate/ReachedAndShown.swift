import Files
import Models
import Scenarios

extension Calibration {
  /// FCM counts what has reached a device, the model what was shown: both are the same only where
  /// no key tells them apart.
  ///
  /// - Throws: `InputError` (64) that names such keys, also those of groups, and how to go on.
  static func checkShowsWhatReaches(_ model: CalibrationModel) throws(InputError) {
    // Where the search begins: an unknown that is 0 in the file is not 0 there.
    let start = try model.experiment(model.unknowns.map(\.start), replications: replicationsMin)
    let paths = start.points.reduce(into: [String]()) { paths, point in
      paths += point.scenario.frame.pathsThatHide.filter { !paths.contains($0) }
    }
    guard !paths.isEmpty else { return }
    let settings = paths.map { path in
      "--set \(path)=\(KeyFacts.type(ofPath: path) == .share ? "0%" : "null")"
    }
    throw InputError(
      ExitCode.usage,
      "--fcm: FCM counts what has reached a device, and no metric counts that; for "
        + "\(paths.joined(separator: ", ")) it need not be shown; allowed: --observed with figures "
        + "of what was shown, or the search without (\(settings.joined(separator: " ")))")
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
