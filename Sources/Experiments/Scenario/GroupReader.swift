import DeliverySim
import Files
import Models

/// A group of a scenario as it was read: the base's sections with its own laid over them.
struct ReadGroup {
  /// Nil after an error.
  let name: String?
  /// Nil after an error.
  let share: Double?
  /// Nil after an error.
  let setup: DeviceSetup?
  let map: MapReader
  /// What is wrong in its sections. What it has from the base is wrong there already.
  let sink: DiagnosticSink
}

extension ScenarioReader {
  // MARK: groups

  /// The sections that a group can overlay.
  static let groupSections = [
    "workload", "provider", "push_service", "network", "device", "extension", "app", "user",
    "telemetry",
  ]

  /// What all devices share, whatever their group.
  private static let sharedKeys = [
    ["provider", "intake", "bursts"], ["provider", "intake", "incidents"],
    ["provider", "link", "bursts"], ["provider", "link", "incidents"],
    ["provider", "resend", "capacity"], ["provider", "shards"], ["network", "regions"],
  ]

  func readGroups(_ root: MapReader) -> [ReadGroup] {
    guard root.hasValue("groups") else { return [] }
    let groups = root.list("groups", count: 0...DeviceGroup.countMax).map {
      readGroup($0.map(), over: root.source.node)
    }
    checkNames(groups)
    checkShares(groups)
    return groups
  }

  private func checkNames(_ groups: [ReadGroup]) {
    var names = [DeviceGroup.others]
    for group in groups {
      guard let name = group.name else { continue }
      if names.contains(name) {
        group.map.report("name", allowed: "another name than \(names.joined(separator: ", "))")
      } else {
        names.append(name)
      }
    }
  }

  private func checkShares(_ groups: [ReadGroup]) {
    var sum = 0.0
    for group in groups {
      guard let share = group.share else { continue }
      if sum + share > 1 + DeviceGroup.roundingMax {
        let rest = Units.text(of: max(0, ((1 - sum) * 1e9).rounded() / 1e9))
        group.map.report(
          "share", allowed: "at most \(rest): the shares of all groups sum to at most 1")
      }
      sum += share
    }
  }

  private func readGroup(_ map: MapReader, over tree: ConfigNode) -> ReadGroup {
    let name = unlessWrong { map.required("name", .name) }
    let share = unlessWrong { map.required("share", .probability(.someOf)) }
    map.expect(Self.groupSections)
    let (base, own) = (tree.only(Self.groupSections), map.source.node.only(Self.groupSections))
    refuseSharedKeys(own, base, map.path)
    let sink = DiagnosticSink()
    let laid = own.laid(over: base, oneOf: .ofScenarios)
    let sections = MapReader(ValueReader(laid, path: map.path, sink: sink))
    let reader = ScenarioReader(inputs: inputs, sink: sink, parts: parts)
    let setup = reader.readSections(sections).setup
    let read = sections.finish()
    for entry in own.asRead(in: read).entries ?? [] {
      map.child(entry.key)?.resolve(as: entry.value)
    }
    return ReadGroup(name: name, share: share, setup: setup, map: map, sink: sink)
  }

  private func unlessWrong<Value>(_ read: () -> Value) -> Value? {
    let errorsBefore = sink.reportCount
    let value = read()
    return sink.reportCount == errorsBefore ? value : nil
  }

  /// Reports what a group says of what all devices share; to remove that is to say something too.
  private func refuseSharedKeys(_ own: ConfigNode, _ base: ConfigNode, _ path: String) {
    for keys in Self.sharedKeys {
      let shared = keys.joined(separator: ".")
      var (node, inherited, place) = (own, Optional(base), path)
      for key in keys {
        guard !node.isNull, let next = node[key] else { break }
        (node, inherited, place) = (next, inherited?[key], "\(place).\(key)")
      }
      let isThere = place == "\(path).\(shared)" && !node.isNull && !node.isEmptyMap
      let rest = keys.dropFirst(
        place.split(separator: ".").count - path.split(separator: ".").count)
      let isRemoved = node.isNull && rest.reduce(inherited) { $0?[$1] }.map { !$0.isNull } == true
      guard isThere || isRemoved else { continue }
      sink.report(
        Diagnostic(
          at: node.location, path: place, .found(node.foundText),
          allowed: "no \(shared) of its own: the devices of all groups share it"))
    }
  }

  /// The groups that were read without an error, and what was wrong in them.
  func finish(_ groups: [ReadGroup]) -> [DeviceGroup] {
    for group in groups { sink.report(group.sink) }
    return groups.compactMap { group in
      guard let name = group.name, let setup = group.setup, let number = group.share,
        let share = Probability(number)
      else { return nil }
      return DeviceGroup(name: name, share: share, setup: setup)
    }
  }
}

extension NumberRange {
  /// A share of devices, of which there are some.
  fileprivate static var someOf: NumberRange {
    NumberRange(words: " above 0 and at most 1", fallback: 1) { $0 > 0 && $0 <= 1 }
  }
}

extension ConfigNode {
  fileprivate var isEmptyMap: Bool { entries?.isEmpty == true }

  /// Some keys of a map; anything else is a map without any.
  fileprivate func only(_ keys: [String]) -> ConfigNode {
    ConfigNode(.mapping((entries ?? []).filter { keys.contains($0.key) }), at: location)
  }

  /// What was read of the keys that are written here, without what came from elsewhere and without
  /// maps in which nothing is left. Nulls stay: they remove something.
  fileprivate func asRead(in read: ConfigNode?) -> ConfigNode {
    guard !isNull, let read else { return self }
    guard let entries, read.entries != nil else { return read }
    let kept = entries.map {
      Entry($0.key, at: $0.keyLocation, $0.value.asRead(in: read[$0.key]))
    }.filter { !$0.value.isEmptyMap }
    return ConfigNode(.mapping(kept), at: location)
  }
}
