import Files

extension StoredManifest {
  /// True when no design point's devices share anything random, as
  /// ``Scenario/devicesAreIndependent``: then each device is a trial of its own.
  ///
  /// Read from the keys, as the data files of the scenario may be gone.
  var devicesAreIndependent: Bool {
    let sweeps = (scenario["sweep"]?.elements ?? []).flatMap(Self.paths)
    return Self.sharedKeys.allSatisfy { key in
      let path = key.joined(separator: ".")
      return !Self.has(key, scenario)
        && !sweeps.contains { $0.hasPrefix(path) || path.hasPrefix($0) }
    }
  }

  private static let sharedKeys: [[String]] =
    [["network", "regions"], ["provider", "resend", "capacity"]]
    + ["intake", "link"].flatMap { hop in
      ["bursts", "incidents"].map { ["provider", hop, $0] }
    }

  private static func has(_ path: [String], _ tree: ConfigNode) -> Bool {
    var node = tree
    for key in path {
      guard let next = node[key] else { return false }
      node = next
    }
    return !node.isNull
  }

  private static func paths(_ entry: ConfigNode) -> [String] {
    if let path = entry["path"]?.scalarText { return [path] }
    return (entry["zip"]?.elements ?? []).flatMap(paths)
  }
}
