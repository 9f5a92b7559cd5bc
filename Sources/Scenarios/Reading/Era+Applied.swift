import Files
import Models

extension Era {
  // MARK: Versions of features

  /// Keys of what older versions do not have, with the version of iOS that they came with.
  private static let arrivals: [(version: String, path: String)] = [
    ("6", "device.presentation.quiet"), ("6", "device.presentation.spells"), ("7", "app.silent"),
    ("7", "app.background_refresh"), ("8", "user.actions"), ("9", "device.power"),
    ("10", "extension"), ("12", "device.grouping"), ("12", "device.provisional"),
    ("12", "workload.levels.critical"), ("13", "app.voip_misuses"),
    ("15", "device.presentation.summary_at"), ("15", "workload.levels.passive"),
    ("15", "workload.levels.time_sensitive"), ("16.4", "push_service.web"),
  ]

  /// The keys that a strategy needs and older versions do not have, and the version that they came
  /// with.
  private static let needs:
    [(version: String, name: String, isNeeded: @Sendable (Strategy) -> Bool)] = [
      ("7", "silent pushes", { $0.sendsSilently }),
      ("7", "background refreshes", { $0.stages.contains { $0.polling != nil } }),
      ("8", "VoIP pushes", { $0.stages.contains { $0.provider.pushType == .voip } }),
      ("10", "the extension", { $0.stages.contains(where: \.needsExtension) }),
    ]

  private func isBefore(_ version: String) -> Bool { Double(number) < Double(version) ?? 0 }

  /// The values that it sets, and the section without which they say nothing.
  private var settings: [(path: String, value: ConfigNode, needs: String?)] {
    var settings: [(path: String, value: ConfigNode, needs: String?)] = []
    let payload = self < .ios8 ? "ios7" : self < .ios9 ? "ios8" : "ios9"
    settings.append(("push_service.payload_limit", .text(payload), "workload.payload"))
    if self < .ios5 { settings.append(("device.centre", .text("dialog"), "user")) }
    if self < .ios10 { settings.append(("extension.absent", .integer(1), nil)) }
    if self >= .ios12 { settings.append(("device.grouping", .text("automatic"), "user")) }
    if self >= .ios13 { settings.append(("app.voip_misuses", .integer(Self.misuses), "app")) }
    return settings
  }

  /// Nobody publishes after how many calls that are not reported pushes end [choice].
  private static let misuses = 3

  // MARK: In a scenario

  /// The scenario, or the sections of a group, with what their era sets.
  ///
  /// - Parameters:
  ///   - path: The path of the map.
  ///   - sink: Gets what the era does not have.
  static func applied(
    to tree: ConfigNode, path: String = "", _ sink: DiagnosticSink
  ) -> ConfigNode {
    guard let node = tree.value(at: "device.era"),
      let era = node.scalarText.flatMap(Era.init(rawValue:))
    else { return tree }
    let errorsBefore = sink.reportCount
    era.check(tree, path.isEmpty ? "" : "\(path).", sink)
    guard sink.reportCount == errorsBefore else { return tree }
    return era.settings(in: tree).reduce(tree) { tree, setting in
      var value = setting.value
      value.location = node.location
      let laid = setting.path.split(separator: ".").reversed().reduce(value) { inner, key in
        ConfigNode(
          .mapping([ConfigNode.Entry(String(key), at: node.location, inner)]), at: node.location)
      }
      return tree.laid(over: laid, oneOf: .ofScenarios)
    }
  }

  /// The keys that it sets in a scenario, or in the sections of a group.
  private func settings(in tree: ConfigNode) -> [(path: String, value: ConfigNode)] {
    settings.filter { setting in
      let isNeeded = setting.needs.map { tree.value(at: $0)?.saysSomething ?? false } ?? true
      return isNeeded && tree.value(at: setting.path) == nil
    }.map { ($0.path, $0.value) }
  }

  /// A sentence about the keys that the era of a scenario or a group sets; nil: none.
  static func words(of tree: ConfigNode) -> String? {
    guard let era = tree.value(at: "device.era")?.scalarText.flatMap(Era.init(rawValue:)) else {
      return nil
    }
    let set = era.settings(in: tree).map { "\($0.path): \($0.value.scalarText ?? "")" }
    return set.isEmpty ? nil : "device.era \(era.rawValue) sets \(set.joined(separator: ", "))"
  }

  /// The keys that an era sets or does not have.
  private static let governed =
    arrivals.map(\.path)
    + Set(allCases.flatMap { era in era.settings.map(\.path) }).sorted()

  /// A scenario with its defaults filled in, where it names an era anywhere: without the keys that
  /// eras are about, unless they are written. So the era still sets them when the scenario is read
  /// again, also where a group or a sweep adds what they need, or names another era.
  ///
  /// - Parameter tree: The scenario as it is written.
  static func leavingOpen(_ resolved: ConfigNode, writtenAs tree: ConfigNode) -> ConfigNode {
    guard tree.namesEra else { return resolved }
    return governed.reduce(resolved) { resolved, path in
      let keys = path.split(separator: ".").map(String.init)
      let isSaid = tree.value(at: path)?.saysSomething ?? false
      return isSaid ? resolved : resolved.removing(keys[...])
    }
  }

  private func check(_ tree: ConfigNode, _ prefix: String, _ sink: DiagnosticSink) {
    for (version, path) in Self.arrivals where isBefore(version) {
      guard let node = tree.value(at: path), node.saysSomething else { continue }
      sink.report(
        Diagnostic(
          at: node.location, path: prefix + path, .found(node.foundText),
          allowed: "nothing with device.era \(rawValue): \(path) came with ios\(version)"))
    }
    checkCentre(tree, prefix, sink)
    let services = PushService.Kind.of(.iPhones)
    guard let kind = tree.value(at: "push_service.kind"),
      !services.contains(kind.scalarText ?? "")
    else { return }
    sink.report(
      Diagnostic(
        at: kind.location, path: prefix + "push_service.kind", .found(kind.foundText),
        allowed: services.joined(separator: ", ") + ", since device.era is a version of iOS"))
  }

  /// The list is that of the newest version, so only a scenario that writes it says so.
  private func checkCentre(_ tree: ConfigNode, _ prefix: String, _ sink: DiagnosticSink) {
    let path = "device.centre"
    guard self < .ios5, let node = tree.value(at: path), node.scalarText == "list" else { return }
    sink.report(
      Diagnostic(
        at: node.location, path: prefix + path, .found(node.foundText),
        allowed: "dialog with device.era \(rawValue): the list came with ios5"))
  }
}

extension Era {
  // MARK: Strategies

  /// Reports strategies that need what no device has, since all live before it came.
  ///
  /// - Parameter tree: The scenario as it is written.
  /// - Returns: The strategies.
  static func checked(_ strategies: ReadStrategies, _ tree: ConfigNode) -> ReadStrategies {
    guard strategies.names != nil, let newest = newest(tree) else { return strategies }
    for (strategy, element) in zip(strategies.named, strategies.readers) {
      for need in needs where newest.isBefore(need.version) && need.isNeeded(strategy.strategy) {
        element.report(
          found: "a strategy that needs \(need.name)",
          allowed: "no such strategy with device.era \(newest.rawValue): \(need.name) came with "
            + "ios\(need.version)")
      }
    }
    return strategies
  }

  /// The newest one of all devices; nil: some have the newest versions.
  private static func newest(_ tree: ConfigNode) -> Era? {
    func era(_ tree: ConfigNode, or other: Era?) -> Era? {
      guard let node = tree.value(at: "device.era") else { return other }
      return node.scalarText.flatMap(Era.init(rawValue:))
    }
    let base = era(tree, or: nil)
    let eras = [base] + (tree["groups"]?.elements ?? []).map { era($0, or: base) }
    return eras.contains(nil) ? nil : eras.compactMap { $0 }.max()
  }
}

extension ConfigNode {
  /// A key `era`, or the path of one.
  fileprivate var namesEra: Bool {
    switch content {
    case .scalar(let text, _): text.hasSuffix("device.era")
    case .sequence(let elements): elements.contains(where: \.namesEra)
    case .mapping(let entries): entries.contains { $0.key == "era" || $0.value.namesEra }
    }
  }

  /// Without the key at the end of a path, and without maps that only led there.
  fileprivate func removing(_ keys: ArraySlice<String>) -> ConfigNode {
    guard let key = keys.first, let entries else { return self }
    let kept = entries.compactMap { entry -> Entry? in
      guard entry.key == key else { return entry }
      guard keys.count > 1 else { return nil }
      let rest = entry.value.removing(keys.dropFirst())
      return rest.saysSomething ? Entry(key, at: entry.keyLocation, rest) : nil
    }
    return ConfigNode(.mapping(kept), at: location)
  }
}
