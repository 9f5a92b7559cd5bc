import DeliverySim
import Files
import Models

final class GroupKeys: KeyGroup {
  let name = Key(needed: "name", .name, "Its name in groups.csv.", "R1.8")
  let share = Key(
    needed: "share", .probability(.someOf),
    "The share of all devices; all together at most 1.", "R1.8")
  let sections = groupSections.map(overlay)
}

/// A section of the scenario, laid over that of all devices.
private func overlay(_ name: String) -> Key<Void> {
  Key(facts: KeyFacts(name, .section, "Changes to the scenario's section.", "R1.8")) { map, _ in
    map.expect([name])
  }
}

/// A group of a scenario as it was read: the base's sections with its own laid over them.
struct ReadGroup {
  /// Nil after an error.
  let name: String?
  /// Nil after an error.
  let share: Double?
  /// Nil after an error.
  let setup: DeviceSetup?
  let map: Section<GroupKeys>
  /// All values that are in force on its devices.
  let complete: ConfigNode
  let emptied: [EmptiedMap]
  /// The errors in its sections. A wrong value from the base has its error there already.
  let sink: DiagnosticSink
}

/// The sections that a group can overlay.
let groupSections = DeviceSection.all.names

/// The keys that all devices share, whatever their group.
private let sharedKeys = ScenarioKeys.shared.facts.filter { groupSections.contains($0.name) }
  .flatMap { $0.shared(below: []) }

extension KeyFacts {
  fileprivate func shared(below path: [String]) -> [[String]] {
    isOfAllDevices ? [path + [name]] : below.flatMap { $0.shared(below: path + [name]) }
  }
}

/// - Parameter tree: The tree of the scenario as it is written: a group that has another era gets
///   nothing of what the scenario's era sets.
func readGroups(_ root: Section<ScenarioKeys>, over tree: ConfigNode) -> [ReadGroup] {
  guard root.says(\.groups) else { return [] }
  let groups = root.groups.map { readGroup($0, over: tree) }
  checkNames(groups)
  checkShares(groups)
  return groups
}

private func checkNames(_ groups: [ReadGroup]) {
  var names = [DeviceGroup.others]
  for group in groups {
    guard let name = group.name else { continue }
    if names.contains(name) {
      group.map.report(\.name, allowed: "another name than \(names.joined(separator: ", "))")
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
        \.share, allowed: "at most \(rest): the shares of all groups sum to at most 1")
    }
    sum += share
  }
}

private func readGroup(_ section: Section<GroupKeys>, over tree: ConfigNode) -> ReadGroup {
  let name = section.sink.unlessWrong { section.name }
  let share = section.sink.unlessWrong { section.share }
  let map = section.map
  map.expect(groupSections)
  let (base, own) = (tree.only(groupSections), map.source.node.only(groupSections))
  refuseSharedKeys(own, base, section)
  let sink = DiagnosticSink()
  let laid = Era.applied(
    to: own.laid(over: base, oneOf: .ofScenarios), path: map.path, sink)
  let sections = Section(
    map: MapReader(ValueReader(laid, path: map.path, sink: sink)), keys: ScenarioKeys.shared,
    reading: section.reading)
  let setup = readSections(sections).setup
  let read = sections.map.finish()
  let emptied = (own.entries ?? []).flatMap {
    $0.emptied(in: read[$0.key], over: base[$0.key], below: [])
  }
  for entry in own.asRead(in: read, over: base).entries ?? [] {
    map.child(entry.key)?.resolve(as: entry.value)
  }
  return ReadGroup(
    name: name, share: share, setup: setup, map: section, complete: read, emptied: emptied,
    sink: sink)
}

extension DiagnosticSink {
  fileprivate func unlessWrong<Value>(_ read: () -> Value) -> Value? {
    let errorsBefore = reportCount
    let value = read()
    return reportCount == errorsBefore ? value : nil
  }
}

/// Reports what a group says of what all devices share; to remove that is to say something too.
private func refuseSharedKeys(
  _ own: ConfigNode, _ base: ConfigNode, _ section: Section<GroupKeys>
) {
  let path = section.map.path
  for keys in sharedKeys {
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
    section.sink.report(
      Diagnostic(
        at: node.location, path: place, .found(node.foundText),
        allowed: "no \(shared) of its own: the devices of all groups share it"))
  }
}

/// The groups that were read without an error, and what was wrong in them.
func deviceGroups(of groups: [ReadGroup]) -> [DeviceGroup] {
  for group in groups { group.map.sink.report(group.sink) }
  return groups.compactMap { group in
    guard let name = group.name, let setup = group.setup, let number = group.share,
      let share = Probability(number)
    else { return nil }
    return DeviceGroup(name: name, share: share, setup: setup)
  }
}

extension NumberRange {
  /// A share of devices, of which there are some.
  static var someOf: NumberRange {
    NumberRange(words: " above 0 and at most 1", fallback: 1, ends: (0, 1)) { $0 > 0 && $0 <= 1 }
  }
}

extension ConfigNode {
  fileprivate var isEmptyMap: Bool { entries?.isEmpty == true }

  /// Some keys of a map; anything else is a map without any.
  func only(_ keys: [String]) -> ConfigNode {
    ConfigNode(.mapping((entries ?? []).filter { keys.contains($0.key) }), at: location)
  }

  /// The keys that are written here, with the values that were read. Nulls stay, since they remove
  /// something, and so do empty maps: whether a section is there may depend on them.
  fileprivate func asRead(in read: ConfigNode?, over base: ConfigNode?) -> ConfigNode {
    guard !isNull, let read else { return self }
    guard let entries else { return read }
    guard !entries.isEmpty, read.entries != nil else { return entries.isEmpty ? self : read }
    let kept = entries.compactMap { $0.asRead(in: read[$0.key], over: base?[$0.key]) }
    return ConfigNode(.mapping(kept), at: location)
  }
}

extension ConfigNode.Entry {
  /// - Returns: Nil for a null in place of an empty map, which removes nothing.
  fileprivate func asRead(in mine: ConfigNode?, over others: ConfigNode?) -> Self? {
    if value.isNull, let others, !others.saysSomething { return nil }
    guard isEmptied(in: mine, over: others) else {
      return Self(key, at: keyLocation, value.asRead(in: mine, over: others))
    }
    // Its nulls have left nothing, where defaults would say something.
    return Self(key, at: keyLocation, ConfigNode(ConfigNode.null.content, at: value.location))
  }

  /// A map whose nulls leave nothing of what the base has.
  private func isEmptied(in mine: ConfigNode?, over others: ConfigNode?) -> Bool {
    mine == nil && others?.saysSomething == true && value.saysSomething && value.entries != nil
      && !Self.plainSections.contains(key)
  }

  /// These sections mean the same with all their defaults as without any.
  static let plainSections = DeviceSection.all.filter(\.isPlain).names

  /// The paths of maps whose nulls leave nothing.
  fileprivate func emptied(
    in mine: ConfigNode?, over others: ConfigNode?, below path: [String]
  ) -> [EmptiedMap] {
    let path = path + [key]
    if isEmptied(in: mine, over: others) {
      return [EmptiedMap(path: path.joined(separator: "."), location: value.location)]
    }
    return (value.entries ?? []).flatMap {
      $0.emptied(in: mine?[$0.key], over: others?[$0.key], below: path)
    }
  }
}

/// A group's map whose nulls leave nothing of what the base has.
struct EmptiedMap: Sendable {
  /// The path in a scenario, such as `user`.
  let path: String
  let location: SourceLocation
}

extension EmptiedMap {
  /// Nothing may vary below it for all devices: whether the group follows depends on whether the
  /// map or its keys are taken for removed, and the resolved form cannot say that.
  ///
  /// - Parameter paths: The paths of factors and uncertain inputs.
  func check(varied paths: [String], _ sink: DiagnosticSink) {
    guard let varied = paths.first(where: { $0.hasPrefix(path + ".") }) else { return }
    sink.report(
      Diagnostic(
        at: location, path: path, .found("a map whose nulls leave nothing, while \(varied) varies"),
        allowed: "null, which removes all of it, or a key that stays"))
  }
}
