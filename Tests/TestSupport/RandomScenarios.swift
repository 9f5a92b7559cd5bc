package import Files

/// Random scenarios that mostly hold together: sections picked from lists, often with groups, an
/// era, a sweep, and maps that are there and say nothing.
package struct RandomScenarios {
  private var random: SplitMix64

  package init(seed: UInt64) { random = SplitMix64(state: seed) }

  /// The next one, small enough to run in no time; not all are accepted.
  package mutating func next() throws -> ConfigNode {
    var tree = try Self.parsed(Self.frame)
    tree = tree.laid(over: try Self.parsed("seed: \(random.below(1000))"), oneOf: .init())
    tree = tree.laid(over: try sections(chance: 35), oneOf: .init())
    if random.below(100) < 40 { tree = try era(in: tree) }
    if random.below(100) < 50 { tree = try groups(in: tree) }
    if random.below(100) < 30 { tree = try emptyMap(in: tree) }
    for (chance, key, choices) in Self.others where random.below(100) < chance {
      tree = try tree.with(key, Self.parsed("v: \(pick(choices))")["v"] ?? .null)
    }
    return tree
  }
}

extension RandomScenarios {
  // MARK: Parts

  private mutating func pick<Choice>(_ choices: [Choice]) -> Choice {
    choices[random.below(choices.count)]
  }

  /// - Parameter chance: The chance of each section, in percent.
  private mutating func sections(chance: Int) throws -> ConfigNode {
    var tree = ConfigNode.map([])
    for (section, choices) in Self.sections where random.below(100) < chance {
      // Two of a section go together where their keys differ.
      for _ in 0...random.below(2) {
        let part = try Self.parsed(choice(of: choices, in: section))
        tree = tree.laid(over: part, oneOf: .init())
      }
    }
    return tree
  }

  /// A choice may bring another section with it, after a `;`.
  private mutating func choice(of choices: [String], in section: String) -> String {
    let parts = pick(choices).split(separator: "; ").map(String.init)
    return (["\(section): {\(parts[0])}"] + parts.dropFirst()).joined(separator: "\n")
  }

  /// Before iOS 10 there was no extension, which most strategies need.
  private mutating func era(in tree: ConfigNode) throws -> ConfigNode {
    let (name, isOld) = pick(Self.eras)
    var tree = try Self.parsed("device: {era: \(name)}").laid(over: tree, oneOf: .init())
    if isOld, tree["strategies"] != nil {
      let kept = (tree.entries ?? []).filter { !["extension", "strategies"].contains($0.key) }
      let plain = try Self.parsed("strategies: [fire-and-forget, foreground-sync]")
      tree = ConfigNode(.mapping(kept), at: tree.location).laid(over: plain, oneOf: .init())
    }
    return tree
  }

  private mutating func groups(in tree: ConfigNode) throws -> ConfigNode {
    var groups: [ConfigNode] = []
    for number in 0...random.below(2) {
      var group = try sections(chance: 25)
      if random.below(100) < 30 { group = try era(in: group) }
      if random.below(100) < 40 { group = try emptyMap(in: group) }
      let head = try Self.parsed("{name: g\(number), share: \(pick(["10%", "23.2%", "0.4"]))}")
      groups.append(head.laid(over: group, oneOf: .init()))
    }
    return tree.with("groups", .list(groups))
  }

  private mutating func emptyMap(in tree: ConfigNode) throws -> ConfigNode {
    let part = try Self.parsed(pick(Self.emptyMaps))
    return tree.laid(over: part, oneOf: .init())
  }

  private static func parsed(_ text: String) throws -> ConfigNode {
    try ConfigNode.parse(yaml: text, file: "random.yml")
  }
}

extension ConfigNode {
  /// A map with another value of a key.
  fileprivate func with(_ key: String, _ value: ConfigNode) -> ConfigNode {
    let others = (entries ?? []).filter { $0.key != key }
    return ConfigNode(.mapping(others + [Entry(key, value)]), at: location)
  }
}

extension RandomScenarios {
  // MARK: Lists to pick from

  private static let frame = """
    format: 1
    name: random
    duration: 2d
    devices: 6
    replications: 2
    workload: {arrivals: {poisson: {rate: 30/d}}}
    strategies: [fire-and-forget, gap-recovery]
    """

  private static let eras = [
    ("ios4", true), ("ios5", true), ("ios8", true), ("ios9", true), ("ios10", false),
    ("ios12", false), ("ios12", false), ("ios13", false), ("ios15", false), ("ios15", false),
  ]

  private static let emptyMaps = [
    "user: {sees: {}}", "user: {reactions: {}}", "user: {}", "app: {opens: {}}", "app: {}",
    "workload: {levels: {}}", "workload: {payload: {}}", "device: {power: {}}",
    "device: {android: {}}", "device: {android: {doze: {}}}", "device: {tokens: {}}",
    "device: {presentation: {}}", "device: {provisional: {}}", "extension: {run_time: {}}",
    "extension: {}", "provider: {link: {}}", "provider: {resend: {}}", "provider: {}",
    "push_service: {opt_in: {}}", "push_service: {newest_survives: {}}", "network: {}",
    "network: {regions: {}}", "app: {silent: {}}", "app: {kills: {}}", "telemetry: {}",
    "user: {reactions: {annoyance: {}}}", "user: {pickups: {}}", "workload: {badge_updates: {}}",
  ]

  private static let others: [(chance: Int, key: String, choices: [String])] = [
    (15, "warmup", ["6h", "1d"]), (15, "drain", ["6h", "1d"]),
    (10, "variance_control", ["none", "controls"]), (10, "confidence", ["0.9", "99%"]),
    (10, "expect", ["[fire-and-forget.deliverability >= 50%]"]),
    (8, "best", ["{maximise: deliverability, worth: 1%}"]),
    (
      10, "strategies",
      [
        "[fire-and-forget, retry-until-acked]", "[fire-and-forget, digest, heartbeat]",
        "[fire-and-forget, silent-fetch, voip-fetch, poll]",
        "[fire-and-forget, {escalate: {on: retry-until-acked}}, foreground-sync]",
        "[{name: fire-and-forget, gap-window: {wait: {constant: {value: 1s}}}}, extension-fetch]",
        "[{name: fire-and-forget, schedule: {changes: [{at: 1d, to: gap-recovery}]}}, digest]",
      ]
    ),
    (
      20, "sweep",
      [
        "[{factor: f, path: provider.link.loss, values: [0.010, 2 %]}]",
        "[{factor: e, path: device.era, values: [ios9, ios12, ios15]}]",
        "[{factor: d, path: device.denied, values: [0, 10%]}]",
        "[{factor: k, path: push_service.kind, values: [apns, fcm, mqtt]}]",
        "[{factor: g, path: device.grouping, values: [automatic, 'off']}]",
        "[{factor: u, path: user.dismisses, values: [0, 50%]}]",
        "[{factor: l, path: provider.link.loss, values: [0, 1%], labels: [1.50, 007]}]",
        "[{factor: l, path: provider.link.loss, values: [0, 1%], labels: ['true', 1e3], "
          + "label: 1.0, unit: 2.50}]",
        "[{zip: [{factor: a, path: device.denied, values: [0, 5%]}, "
          + "{factor: b, path: device.alerts_off, values: [5%, 0.0]}]}]",
        "[{factor: u, path: user, values: [null, {taps: 5%}], labels: [none, 1.0]}]",
        "{sample: {lhs: 3, factors: [{factor: r, path: workload.arrivals.poisson.rate, "
          + "law: {uniform: {min: 10/d, max: 40/d}}}]}}",
      ]
    ),
  ]

  private static let sections: [(section: String, choices: [String])] = [
    (
      "workload",
      [
        "useful_for: 2h", "levels: {critical: 10%}", "levels: {passive: 5%, time_sensitive: 20%}",
        "payload: {geometric: {mean: 900}}", "priority: 5",
        "badge_updates: {rate: 5/d}", "foreign: {rate: 10/d}", "read_receipts: {rate: 3/d}",
        "subscriptions: {changes: {exponential: {mean: 1d}}}",
        "kind: mixed; app: {opens: {poisson: {rate: 4/d}}}",
      ]
    ),
    (
      "provider",
      [
        "retention: 1d", "link: {loss: 5%}", "intake: {latency: {exponential: {mean: 1s}}}",
        "link: {incidents: {every: {exponential: {mean: 9h}}, last: {constant: {value: 10m}}}, "
          + "retry: {attempts: 3, first: 1s}}",
        "resend: {failure: 5%}", "send_window: [{from: 8:00, to: 22h}], urgent: 10%",
        "cut_off: {from: 6h, to: 12h}",
        "resend: {capacity: {servers: 1, service: {exponential: {mean: 1s}}}}",
      ]
    ),
    (
      "push_service",
      [
        "expiration: 6h", "capacity: 3", "kind: fcm", "kind: web-push, opt_in: {allowed: 50%}",
        "kind: mqtt", "latency: {exponential: {mean: 2s}}",
        "payload_limit: ios8; workload: {payload: {geometric: {mean: 900}}}",
        "half_open: {detect: {uniform: {min: 0s, max: 9m}}}", "newest_survives: {p: 0.9}",
        "collapse_keys: {share: 10%, keys: 3}", "web: true, web_silent_max: 3",
        "kind: fcm, capacity: 3, deleted_callback: false",
        "quota: {count: 5, per: hour}", "quota: [{count: 1, per: minute}, {count: 9, per: day}]",
        "kind: fcm, inactive_after: 1h, token_expires_after: 3h",
      ]
    ),
    (
      "network",
      [
        "online: {exponential: {mean: 3h}}, offline: {exponential: {mean: 40m}}",
        "online: {exponential: {mean: 2h}}, offline: {exponential: {mean: 9m}}, "
          + "reconnect: {exponential: {mean: 5s}}",
        "regions: {count: 2, outages: {every: {exponential: {mean: 9h}}, "
          + "last: {constant: {value: 30m}}}}",
      ]
    ),
    (
      "device",
      [
        "denied: 5%", "alerts_off: 10%", "tokens: {without_permission: false}",
        "presentation: {quiet: [{from: 22:00, to: 7h}]}", "presentation: {summary_at: [8:00]}",
        "presentation: {quiet: [{from: 23h, to: 6:30}], until_first_alarm: "
          + "{constant: {value: 1h}}}",
        "power: {normal: {constant: {value: 10h}}, reserving: {constant: {value: 2h}}}",
        "power: {always: 20%}", "off_at_night: {share: 50%, from: 23:00, to: 6h}",
        "grouping: automatic", "previews: untitled", "centre: dialog",
        "provisional: {share: 30%}", "uninstalls: 0.1/d",
        "android: {force_stop: 10%}; push_service: {kind: fcm}; "
          + "app: {opens: {poisson: {rate: 4/d}}}",
        "android: {doze: {used: {exponential: {mean: 1h}}, unused: {exponential: {mean: 4h}}}}; "
          + "push_service: {kind: fcm}",
      ]
    ),
    (
      "extension",
      [
        "absent: 10%", "time_limit: 10s, run_time: {exponential: {mean: 4s}}",
        "crash: {p: 5%}", "double_invocation: 5%",
      ]
    ),
    (
      "app",
      [
        "opens: {poisson: {rate: 4/d}}", "opens: {poisson: {rate: {gamma: {mean: 4/d, shape: 2}}}}",
        "kills: {users: 30%}", "silent: {per_day: 10}", "background_refresh: 60%",
        "opens: {poisson: {rate: 2/d}}, voip_misuses: 2", "local: {repeat: 5m, times: 2}",
      ]
    ),
    (
      "user",
      [
        "sees: {exponential: {mean: 10m}}, dismisses: 40%", "taps: 20%",
        "pickups: {poisson: {rate: 20/d}}", "asleep: [{from: 23:00, to: 7:00}]",
        "reactions: {annoyance: {late: 20%}, patience: {geometric: {mean: 3}}, "
          + "then: {quietly: 50%}}",
        "reactions: {annoyance: {useful: 5%}, patience: 4, then: {uninstall: 10%}}",
        "actions: {share: 20%, locked: 50%}; app: {opens: {poisson: {rate: 4/d}}}",
      ]
    ),
    ("telemetry", ["receipts: app; app: {opens: {poisson: {rate: 4/d}}}"]),
  ]
}
