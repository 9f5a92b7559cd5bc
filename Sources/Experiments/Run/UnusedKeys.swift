import DeliverySim
import Models

extension Scenario {
  /// Keys that the scenario sets although nothing in it uses them.
  package func unusedKeys(in tree: ConfigNode) -> [String] {
    var unused: [String] = []
    var sections: [(String, String)] = []
    if !strategies.contains(where: { $0.strategy.recovers || $0.strategy.retries }) {
      sections += [("provider", "retention"), ("provider", "resend")]
    }
    if !strategies.contains(where: { $0.strategy.recovers }) {
      sections.append(("extension", "time_limit"))
    }
    unused += sections.filter { tree[$0.0]?[$0.1] != nil }.map {
      "\($0.0).\($0.1): no strategy here asks for anything again"
    }
    let hops = [("intake", frame.setup.provider.intake), ("link", frame.setup.provider.link)]
    unused += hops.filter { $0.1.retry != nil && $0.1.incidents == nil }.map {
      "provider.\($0.0).retry: the hop has no incidents"
    }
    if !frame.setup.workload.hasExtraTraffic, tree["push_service"]?["slot"] != nil {
      unused.append("push_service.slot: there are no pushes but alerts")
    }
    if frame.setup.service.collapseKeys == nil, tree["push_service"]?["throttle"] != nil {
      unused.append("push_service.throttle: no message is collapsible")
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
      unused.append("provider.resend.capacity: no strategy here asks for anything")
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
        "\($0.0).priority: no device reserves power"
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

extension Strategy {
  fileprivate var retries: Bool { stages.contains { $0.provider.retry != nil } }
}

extension Experiment {
  // MARK: Keys of push_service, which every kind accepts

  /// Keys of `push_service` that some of the experiment's kinds do not use, or not as written.
  package var keysNotOfAllKinds: (unused: [String], partlyUsed: [String]) {
    var (unused, partlyUsed) = ([String](), [String]())
    let kinds = kinds
    for key in [
      "expiration", "newest_survives", "capacity", "slot", "collapse_keys", "throttle",
    ]
    where written["push_service"]?[key] != nil {
      let others = kinds.filter { !$0.uses(key) }
      let names = others.map(\.rawValue).joined(separator: ", ")
      guard !others.isEmpty else { continue }
      let line = "push_service.\(key): not used by \(names)"
      if others.count == kinds.count { unused.append(line) } else { partlyUsed.append(line) }
    }
    if points.contains(where: { $0.scenario.frame.setup.service.isCut }) {
      partlyUsed.append("push_service.expiration: fcm stores for 28d at most")
    }
    return (unused, partlyUsed)
  }

  /// The kinds at the design points, each once.
  private var kinds: [PushService.Kind] {
    let present = points.map(\.scenario.frame.setup.service.kind)
    return PushService.Kind.allCases.filter(present.contains)
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
    default: self == .fcm || self == .mqtt
    }
  }
}
