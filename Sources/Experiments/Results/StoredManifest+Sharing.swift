package import Files

extension StoredManifest {
  /// True when no design point's devices share anything random, nor differ in what is spread evenly
  /// over them, as ``Scenario/devicesAreIndependent``: then each device is a trial of its own.
  ///
  /// Read from the keys, as the data files of the scenario may be gone. A sweep over a section that
  /// holds such a key counts as one over the key.
  var devicesAreIndependent: Bool { Self.devicesAreIndependent(in: scenario) }

  /// The same of a scenario with its defaults filled in.
  package static func devicesAreIndependent(in scenario: ConfigNode) -> Bool {
    sharedKeys.allSatisfy { scenario.has(at: $0, nothingBut: \.isNull) }
      && shareKeys.allSatisfy { scenario.has(at: $0, nothingBut: \.isNobodyOrAll) }
      && rateKeys.allSatisfy { scenario.has(at: $0, nothingBut: \.isConstant) }
  }

  private static let sharedKeys: [[String]] =
    [["network", "regions"], ["provider", "resend", "capacity"], ["groups"]]
    + ["intake", "link"].flatMap { hop in
      ["bursts", "incidents"].map { ["provider", hop, $0] }
    }

  /// Of devices.
  private static let shareKeys = [
    "device.denied", "device.alerts_off", "device.presentation.share", "device.power.always",
    "device.off_at_night.share", "extension.absent", "app.kills.users", "app.background_refresh",
    "push_service.opt_in.home_screen", "push_service.opt_in.allowed", "device.provisional.share",
    "device.android.force_stop", "device.android.vendor_kill.share",
  ].map { $0.split(separator: ".").map(String.init) }

  /// Of a device.
  private static let rateKeys =
    [["workload", "arrivals"], ["app", "opens"], ["user", "pickups"]].flatMap { times in
      ["poisson", "weekly"].map { times + [$0, "rate"] }
    } + ["badge_updates", "read_receipts", "foreign"].map { ["workload", $0, "rate"] }
}

extension ConfigNode {
  /// No design point has anything else at a key: neither the scenario nor its sweep.
  fileprivate func has(at key: [String], nothingBut holds: (ConfigNode) -> Bool) -> Bool {
    let path = key.joined(separator: ".")
    return (find(key).map(holds) ?? true)
      && (self["sweep"]?.swept ?? []).flatMap(\.sweeps).allSatisfy { sweep in
        sweep.path == path
          ? sweep.values.allSatisfy(holds)
          : !sweep.path.hasPrefix(path + ".") && !path.hasPrefix(sweep.path + ".")
      }
  }

  private func find(_ path: [String]) -> ConfigNode? {
    var node = self
    for key in path {
      guard let next = node[key] else { return nil }
      node = next
    }
    return node
  }

  /// The entries of a sweep, or the factors of its sample.
  private var swept: [ConfigNode]? { elements ?? self["sample"]?["factors"]?.elements }

  /// Of an entry of the sweep; what is drawn is a number, and hardly 0 or 1.
  private var sweeps: [(path: String, values: [ConfigNode])] {
    if let path = self["path"]?.scalarText {
      let drawn = self["law"].map { _ in [ConfigNode.number(0.5)] }
      return [(path, self["values"]?.elements ?? drawn ?? [])]
    }
    return (self["zip"]?.elements ?? []).flatMap(\.sweeps)
  }

  /// As a share of the devices.
  fileprivate var isNobodyOrAll: Bool {
    isNull || scalarText.flatMap { Double($0) }.map { $0 == 0 || $0 == 1 } ?? false
  }

  /// As the rate of a device.
  fileprivate var isConstant: Bool { isNull || scalarText != nil || self["constant"] != nil }
}
