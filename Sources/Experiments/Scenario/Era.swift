import Files

/// A version of iOS (model.md R12.5). It sets the keys of a scenario that it knows; what the
/// scenario says itself wins, unless that came with a later version.
enum Era: String, CaseIterable, Comparable {
  case ios4, ios5, ios8, ios9, ios10, ios12, ios13, ios15

  static func < (left: Era, right: Era) -> Bool { left.number < right.number }

  private var number: Int { Int(rawValue.dropFirst(3)) ?? 0 }
}

extension Era {
  // MARK: What came when

  /// Keys of what older versions do not have.
  private static let arrivals: [(era: Era, path: String)] = [
    (.ios8, "user.actions"), (.ios10, "extension"), (.ios12, "device.grouping"),
    (.ios12, "device.provisional"), (.ios13, "app.voip_misuses"),
    (.ios15, "device.presentation.summary_at"), (.ios15, "workload.levels"),
  ]

  /// What it sets, and the section without which that says nothing.
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
  ///   - path: Of the map.
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
    return era.settings.reduce(tree) { tree, setting in
      let isNeeded = setting.needs.map { tree.value(at: $0)?.saysSomething ?? false } ?? true
      guard isNeeded, tree.value(at: setting.path) == nil else { return tree }
      var value = setting.value
      value.location = node.location
      let laid = setting.path.split(separator: ".").reversed().reduce(value) { inner, key in
        ConfigNode(
          .mapping([ConfigNode.Entry(String(key), at: node.location, inner)]), at: node.location)
      }
      return tree.laid(over: laid, oneOf: .ofScenarios)
    }
  }

  private func check(_ tree: ConfigNode, _ prefix: String, _ sink: DiagnosticSink) {
    for (era, path) in Self.arrivals where self < era {
      guard let node = tree.value(at: path), node.saysSomething else { continue }
      sink.report(
        Diagnostic(
          at: node.location, path: prefix + path, .found(node.foundText),
          allowed: "no such key with device.era \(rawValue): it came with \(era.rawValue)"))
    }
    guard let kind = tree.value(at: "push_service.kind"), kind.scalarText != "apns" else { return }
    sink.report(
      Diagnostic(
        at: kind.location, path: prefix + "push_service.kind", .found(kind.foundText),
        allowed: "apns, since device.era is a version of iOS"))
  }
}
