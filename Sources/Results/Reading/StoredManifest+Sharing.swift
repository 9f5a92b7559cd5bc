package import Files
import Scenarios

extension StoredManifest {
  /// True when no design point's devices share anything random, nor differ in what is spread evenly
  /// over them, as `Scenario/devicesAreIndependent`: then each device is a trial of its own.
  ///
  /// Read from the keys, as the data files of the scenario may be gone. A sweep over a section that
  /// holds such a key counts as one over the key.
  var devicesAreIndependent: Bool { Self.devicesAreIndependent(in: scenario) }

  /// The same of a scenario with its defaults filled in.
  package static func devicesAreIndependent(in scenario: ConfigNode) -> Bool {
    KeyFacts.placesOfSections.allSatisfy { place in
      scenario.has(at: place.path, nothingBut: place.key.leavesDevicesIndependent)
    }
  }
}

extension KeyFacts {
  /// Whether a value of the key leaves devices independent of each other.
  fileprivate var leavesDevicesIndependent: ((ConfigNode) -> Bool)? {
    if isShared { return \.isNull }
    guard !traits.isEmpty else { return nil }
    return type == .share ? \.isNobodyOrAll : \.isConstant
  }
}

extension ConfigNode {
  /// No design point has anything else at a key: neither the scenario nor its sweep.
  ///
  /// - Parameter holds: Nil: anything will do.
  fileprivate func has(at path: String, nothingBut holds: ((ConfigNode) -> Bool)?) -> Bool {
    guard let holds else { return true }
    return (find(path).map(holds) ?? true)
      && (self["sweep"]?.swept ?? []).flatMap(\.sweeps).allSatisfy { sweep in
        sweep.path == path
          ? sweep.values.allSatisfy(holds)
          : !sweep.path.hasPrefix(path + ".") && !path.hasPrefix(sweep.path + ".")
      }
  }

  private func find(_ path: String) -> ConfigNode? {
    path.split(separator: ".").reduce(Optional(self)) { $0?[String($1)] }
  }

  /// The entries of a sweep, or the factors of its sample.
  private var swept: [ConfigNode]? { elements ?? self["sample"]?["factors"]?.elements }

  /// The values in an entry of the sweep; a drawn one is a number, and hardly 0 or 1.
  private var sweeps: [(path: String, values: [ConfigNode])] {
    if let path = self["path"]?.scalarText {
      let drawn = self["law"].map { _ in [ConfigNode.number(0.5)] }
      return [(path, self["values"]?.elements ?? drawn ?? [])]
    }
    return (self["zip"]?.elements ?? []).flatMap(\.sweeps)
  }

  /// A share of the devices that tells none of them apart.
  fileprivate var isNobodyOrAll: Bool {
    isNull || scalarText.flatMap { Units.probability($0) }.map { $0 == 0 || $0 == 1 } ?? false
  }

  /// A number that is the same for each device.
  fileprivate var isConstant: Bool { isNull || scalarText != nil || self["constant"] != nil }
}
