import DeliverySim
import Files
import Models

/// Keys that a scenario sets although nothing in it uses them, as their declarations tell.
package struct UnusedKeys {
  private let experiment: Experiment
  private let scenario: Scenario
  private let written: ConfigNode

  package init(_ experiment: Experiment) {
    (self.experiment, scenario, written) = (experiment, experiment.base, experiment.written)
  }

  /// Used by nothing in the scenario, whatever the push service.
  package var lines: [String] {
    let keys = KeyFacts.ofScenarios
    return idle(keys, in: written, isGroup: false) { $0.frame.setups }
      + groups.enumerated().flatMap { place, group in
        idle(keys, in: group.tree, below: "groups.\(group.group.name).", isGroup: true) {
          scenario in
          let groups = scenario.frame.groups
          return groups.indices.contains(place) ? [groups[place].setup] : []
        }
      } + changesAfterTheRun
  }

  /// - Parameter setups: The devices that a key of the tree is about, at a design point. A key of
  ///   all devices is used if those of one group use it.
  private func idle(
    _ keys: [KeyFacts], in tree: ConfigNode, below place: String = "", isGroup: Bool,
    _ setups: (Scenario) -> [DeviceSetup]
  ) -> [String] {
    keys.flatMap { key -> [String] in
      guard let node = tree[key.name] else { return [] }
      let path = place + key.name
      let idle = key.idle.filter { idle in
        (idle.inGroups || !isGroup)
          && experiment.points.allSatisfy { point in
            setups(point.scenario).allSatisfy { idle.isIdle(point.scenario, $0) }
          }
      }
      return idle.map { "\(path): \($0.reason)" }
        + self.idle(key.below, in: node, below: path + ".", isGroup: isGroup, setups)
    }
  }

  private var changesAfterTheRun: [String] {
    scenario.strategies.compactMap { strategy in
      let never = strategy.strategy.adoptions.filter { $0.at >= scenario.frame.horizon }.count
      guard never > 0 else { return nil }
      return "strategies.\(strategy.name): \(never) of its changes would come after the run"
    }
  }

  /// The groups with what they write.
  private var groups: [(group: DeviceGroup, tree: ConfigNode)] {
    Array(zip(scenario.frame.groups, written["groups"]?.elements ?? []))
  }
}

extension UnusedKeys {
  // MARK: Keys of push_service, which every kind accepts

  /// Keys of `push_service` that some of the experiment's kinds do not use, or not as written.
  package var ofServices: (unused: [String], partlyUsed: [String]) {
    var (unused, partlyUsed) = ([String](), [String]())
    for (place, tree, kinds) in writtenServices {
      guard let map = tree["push_service"] else { continue }
      for key in PushServiceKeys().facts where map[key.name] != nil {
        let others = kinds.filter { !key.isUsed(by: $0, in: map) }
        let names = others.map(\.rawValue).joined(separator: ", ")
        guard !others.isEmpty else { continue }
        let line = "\(place)push_service.\(key.name): not used by \(names)"
        if others.count == kinds.count { unused.append(line) } else { partlyUsed.append(line) }
      }
      for kind in kinds where map["capacity"] != nil && kinds.count > 1 && kind.keepsOne {
        partlyUsed.append(
          "\(place)push_service.capacity: also how many \(kind.rawValue) keeps, not only 1")
      }
    }
    partlyUsed += cuttingExpiration.compactMap { kind in
      kind.rules.expirationMax.map {
        "push_service.expiration: \(kind.rawValue) stores for "
          + "\(Units.durationText($0.microseconds)) at most"
      }
    }
    return (unused, partlyUsed)
  }

  /// The push services that store for less time than the scenario says. The default says nothing.
  private var cuttingExpiration: [PushService.Kind] {
    func says(_ tree: ConfigNode) -> Bool { tree["push_service"]?["expiration"] != nil }
    let isSaid =
      says(written)
      || experiment.factors.contains { $0.path.hasSuffix("push_service.expiration") }
    // The order is that of the setups: the groups, then all other devices.
    let areSaid = groups.map { says($0.tree) } + [false]
    let cutting = experiment.points.flatMap { point in
      zip(point.scenario.frame.setups, areSaid).compactMap { setup, isSaidHere in
        let service = setup.service
        let isDefault = service.expiration == PushService().expiration
        let isCut = service.expirationInForce < service.expiration
        return isCut && (isSaid || isSaidHere || !isDefault) ? service.kind : nil
      }
    }
    return PushService.Kind.allCases.filter(cutting.contains)
  }

  /// Where push services are written, for all devices and for groups, with the kinds that they are
  /// at the design points, each once.
  private var writtenServices: [(place: String, tree: ConfigNode, kinds: [PushService.Kind])] {
    func each(_ present: [PushService.Kind]) -> [PushService.Kind] {
      PushService.Kind.allCases.filter(present.contains)
    }
    let all = experiment.points.flatMap { $0.scenario.frame.setups.map(\.service.kind) }
    let ofGroups = groups.enumerated().map { place, group in
      let kinds = experiment.points.compactMap { point in
        let groups = point.scenario.frame.groups
        return groups.indices.contains(place) ? groups[place].setup.service.kind : nil
      }
      return ("groups.\(group.group.name).", group.tree, each(kinds))
    }
    return [("", written, each(all))] + ofGroups
  }
}

extension Experiment {
  /// Sentences about the keys that eras set, which the resolved scenario leaves to them.
  package var eraNotes: [String] {
    let base = written.only(groupSections)
    let groups = (written["groups"]?.elements ?? []).map {
      $0.laid(over: base, oneOf: .ofScenarios)
    }
    let names = zip(self.base.frame.groups.map(\.name), groups)
    return [Era.words(of: base)].compactMap { $0 }
      + names.compactMap { name, tree in Era.words(of: tree).map { "\(name): \($0)" } }
  }
}
