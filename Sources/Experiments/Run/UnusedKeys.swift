import DeliverySim
package import Files
import Models

extension Scenario {
  /// Keys that the scenario sets although nothing in it uses them.
  package func unusedKeys(in tree: ConfigNode) -> [String] {
    var unused = unusedSectionKeys(in: tree, frame.setup)
    for (group, tree) in groups(in: tree) {
      unused += unusedSectionKeys(in: tree, group.setup).map { "groups.\(group.name).\($0)" }
    }
    if frame.allSetups({ !$0.workload.hasExtraTraffic }), tree["push_service"]?["slot"] != nil {
      unused.append("push_service.slot: all pushes are alerts")
    }
    for strategy in strategies {
      let never = strategy.strategy.adoptions.filter { $0.at >= frame.horizon }.count
      if never > 0 {
        unused.append(
          "strategies.\(strategy.name): \(never) of its changes would come after the run")
      }
    }
    let isAsked = strategies.contains { $0.strategy.recovers }
    if tree["provider"]?["resend"]?["capacity"] != nil, !isAsked {
      unused.append("provider.resend.capacity: no strategy here sends re-requests")
    }
    if tree["provider"]?["shards"] != nil, !hasResendCapacity {
      unused.append("provider.shards: provider.resend has no capacity that devices could share")
    }
    return unused + unusedPowerKeys(in: tree)
  }

  private func unusedPowerKeys(in tree: ConfigNode) -> [String] {
    let setup = frame.setup
    var unused: [String] = []
    if setup.power.isIdeal {
      let places = ["workload", "workload.badge_updates", "workload.read_receipts"]
      let sections = [
        tree["workload"], tree["workload"]?["badge_updates"], tree["workload"]?["read_receipts"],
      ]
      unused += zip(places, sections).filter { $0.1?["priority"] != nil }.map {
        "\($0.0).priority: no device saves power"
      }
    } else if !setup.workload.hasPushesThatWait {
      unused.append("device.power: all pushes have priority 10")
    }
    guard setup.serviceExtension.firstUnlock != nil else { return unused }
    let section = "extension.before_first_unlock"
    if setup.nights == nil { unused.append("\(section): no device is ever switched off") }
    if !strategies.contains(where: { $0.strategy.recovers }) {
      unused.append("\(section): no strategy here saves a position")
    }
    return unused
  }
}

extension Scenario {
  /// The groups with what they write.
  fileprivate func groups(in tree: ConfigNode) -> [(group: DeviceGroup, tree: ConfigNode)] {
    Array(zip(frame.groups, tree["groups"]?.elements ?? []))
  }

  /// The same of the sections of all devices, or of a group's.
  private func unusedSectionKeys(in tree: ConfigNode, _ setup: DeviceSetup) -> [String] {
    var sections: [(String, String)] = []
    if !strategies.contains(where: { $0.strategy.recovers || $0.strategy.retries }) {
      sections += [("provider", "retention"), ("provider", "resend")]
    }
    var unused = sections.filter { tree[$0.0]?[$0.1] != nil }.map {
      "\($0.0).\($0.1): no strategy here re-requests or resends messages"
    }
    let extensionKeys = unusedExtensionKeys(setup)
    unused += extensionKeys.asked.filter { tree["extension"]?[$0] != nil }.map {
      "extension.\($0): no strategy here sends re-requests"
    }
    unused += extensionKeys.needed.filter { tree["extension"]?[$0] != nil }.map {
      "extension.\($0): no strategy here needs the extension"
    }
    let hops = [("intake", setup.provider.intake), ("link", setup.provider.link)]
    let written = hops.filter { tree["provider"]?[$0.0]?["retry"] != nil }
    unused += written.filter { $0.1.retry != nil && $0.1.incidents == nil }.map {
      "provider.\($0.0).retry: the hop has no incidents"
    }
    if setup.service.collapseKeys == nil, tree["push_service"]?["throttle"] != nil {
      unused.append("push_service.throttle: no message is collapsible")
    }
    return unused + unusedKeysOfUsers(in: tree, setup)
  }

  /// Keys of `extension` that nothing uses: because no strategy re-requests messages, or
  /// because none needs the extension.
  private func unusedExtensionKeys(
    _ setup: DeviceSetup
  ) -> (asked: [String], needed: [String]) {
    let isNeeded = strategies.contains { $0.strategy.stages.contains(where: \.needsExtension) }
    let isAsked = strategies.contains { $0.strategy.recovers }
    let worksLong = isNeeded && !setup.serviceExtension.runTime.isZero
    return (
      isAsked || worksLong ? [] : ["time_limit"],
      isNeeded
        ? [] : ["absent", "run_time", "overlap", "memory", "crash", "double_invocation"]
    )
  }

  /// Keys about what users want, allow and look at.
  private func unusedKeysOfUsers(in tree: ConfigNode, _ setup: DeviceSetup) -> [String] {
    let wanted =
      setup.workload.subscriptions == nil ? ["accounts", "folders", "subscriptions"] : []
    var unused = wanted.filter { tree["workload"]?[$0] != nil }.map {
      "workload.\($0): every user wants every message"
    }
    if setup.tokens?.withoutPermission == false, setup.settings.denied.value == 0 {
      unused.append("device.tokens.without_permission: nobody has denied notifications")
    }
    if setup.workload.threads != nil, setup.centre.grouping != .automatic {
      unused.append("workload.threads: device.grouping is not automatic")
    }
    guard setup.user == nil else { return unused }
    return unused
      + ["grouping", "previews"].filter { tree["device"]?[$0] != nil }.map {
        "device.\($0): there is no section user, so nobody looks"
      }
  }
}

extension Strategy {
  fileprivate var retries: Bool { stages.contains { $0.provider.retry != nil } }
}

extension Experiment {
  // MARK: Keys of push_service, which every kind accepts

  private static let serviceKeys = [
    "expiration", "newest_survives", "capacity", "slot", "collapse_keys", "throttle", "opt_in",
  ]

  /// Keys of `push_service` that some of the experiment's kinds do not use, or not as written.
  package var keysNotOfAllKinds: (unused: [String], partlyUsed: [String]) {
    var (unused, partlyUsed) = ([String](), [String]())
    for (place, tree, kinds) in writtenServices {
      for key in Self.serviceKeys where tree["push_service"]?[key] != nil {
        let others = kinds.filter { !$0.uses(key) }
        let names = others.map(\.rawValue).joined(separator: ", ")
        guard !others.isEmpty else { continue }
        let line = "\(place)push_service.\(key): not used by \(names)"
        if others.count == kinds.count { unused.append(line) } else { partlyUsed.append(line) }
      }
    }
    if cutsExpiration {
      partlyUsed.append("push_service.expiration: fcm stores for 28d at most")
    }
    return (unused, partlyUsed)
  }

  /// Whether a push service stores for less time than the scenario says. The default says nothing.
  private var cutsExpiration: Bool {
    func says(_ tree: ConfigNode) -> Bool { tree["push_service"]?["expiration"] != nil }
    let isSaid =
      says(written) || factors.contains { $0.path.hasSuffix("push_service.expiration") }
    // As the setups: the groups, then all other devices.
    let areSaid = base.groups(in: written).map { says($0.tree) } + [false]
    return points.contains { point in
      zip(point.scenario.frame.setups, areSaid).contains { setup, isSaidHere in
        let service = setup.service
        let isDefault = service.expiration == PushService().expiration
        return service.isCut && (isSaid || isSaidHere || !isDefault)
      }
    }
  }

  /// Where push services are written, for all devices and for groups, with the kinds that they are
  /// at the design points, each once.
  private var writtenServices: [(place: String, tree: ConfigNode, kinds: [PushService.Kind])] {
    let all = points.flatMap { $0.scenario.frame.setups.map(\.service.kind) }
    let groups = base.groups(in: written).enumerated().map { place, group in
      let kinds = points.compactMap { point in
        let groups = point.scenario.frame.groups
        return groups.indices.contains(place) ? groups[place].setup.service.kind : nil
      }
      return ("groups.\(group.group.name).", group.tree, Self.each(kinds))
    }
    return [("", written, Self.each(all))] + groups
  }

  private static func each(_ present: [PushService.Kind]) -> [PushService.Kind] {
    PushService.Kind.allCases.filter(present.contains)
  }
}

extension PushService {
  fileprivate var isCut: Bool { expirationInForce < expiration }
}

extension PushService.Kind {
  fileprivate func uses(_ key: String) -> Bool {
    switch key {
    case "expiration": self != .keepAll && self != .wnsToast
    case "newest_survives", "slot": self == .apns
    case "collapse_keys", "throttle": self == .fcm
    case "opt_in": self == .webPush
    default: self == .fcm || self == .mqtt
    }
  }
}
