package import Files
package import Models

/// A key of a scenario, declared once: the readers, the JSON Schema, the page of all keys and the
/// check for unused keys know nothing else of it.
package struct Key<Value>: DeclaredKey {
  var facts: KeyFacts
  /// Reads, checks and prints the value in the map that holds the key, and fills in the default.
  let read: @Sendable (MapReader, Reading) -> Value
}

/// The facts about a key, whatever its values are.
package struct KeyFacts: Sendable {
  package let name: String
  package let type: KeyType
  /// The default in words; empty: what the key says is not modelled.
  package let standard: String
  package var isNeeded = false
  package let meaning: String
  /// The rule of model.md; empty for keys of the experiment.
  package let rule: String
  /// The keys of its map, or of each map of its list: collected when somebody asks, since that is
  /// slow, and most runs write few sections.
  package var below: [KeyFacts] { makeBelow() }
  private let makeBelow: @Sendable () -> [KeyFacts]
  /// The settings with which it is of no use although it is written.
  var idle: [IdleKey] = []
  /// Whether its value is the same for all devices, so that no group can have another one.
  var isOfAllDevices = false
  /// The variation that it and the keys below it allow between design points.
  package var variation = Variation.freely
  /// It bounds something: a value far beyond all others is as good as no limit.
  var isLimit = false
  /// This part of a run depends on it.
  package var reach = Reach.events
  /// Devices draw its values as these traits, spread evenly over a replication.
  package var traits: [DeviceTrait] = []
  /// It says something that happens to several devices at once.
  package var isShared = false
  /// Whether, on devices with this setup, it makes the world another one with time, so that days
  /// differ however long the warm-up is.
  package var changesWorld: (@Sendable (DeviceSetup) -> Bool)?
  /// Whether, on devices with this setup, a push can reach the device for it and its message never
  /// be shown.
  package var hides: (@Sendable (DeviceSetup) -> Bool)?

  init(
    _ name: String, _ type: KeyType, or standard: String = "", _ meaning: String,
    _ rule: String = "", below: @autoclosure @escaping @Sendable () -> [KeyFacts] = []
  ) {
    (self.name, self.type, self.standard) = (name, type, standard)
    (self.meaning, self.rule, makeBelow) = (meaning, rule, below)
  }
}

extension KeyFacts {
  /// Whether a push service looks at this key of `push_service`.
  ///
  /// - Parameter map: The map that holds the key, as written.
  package func isUsed(by service: PushService.Kind, in map: ConfigNode) -> Bool {
    guard let key = PushServiceRules.Key(rawValue: name) else { return true }
    let (rules, isWritten) = (service.rules, { (key: String) in map[key] != nil })
    return rules.keys.contains(key) || rules.keysBeside[key].map { isWritten($0.rawValue) } ?? false
  }
}

protocol DeclaredKey: Sendable {
  var facts: KeyFacts { get set }
}

/// The keys of a map, a property each, or an array of some, in the order of the documentation.
protocol KeyGroup: AnyObject, Sendable {
  /// `@` and a name, if the map is described apart, because several keys have such a one.
  static var shape: String? { get }
}

extension KeyGroup {
  static var shape: String? { nil }

  var facts: [KeyFacts] {
    Mirror(reflecting: self).children.flatMap { child in
      let keys = (child.value as? any DeclaredKey).map { [$0] } ?? child.value as? [any DeclaredKey]
      return keys?.map(\.facts) ?? []
    }
  }
}

// MARK: - Uses of a key

/// A setting with which a key is of no use although it is written.
struct IdleKey: Sendable {
  /// Why.
  let reason: String
  /// Whether that is asked of what groups write, too.
  let inGroups: Bool
  /// Asked of devices with this setup: all devices, or those of a group.
  let isIdle: @Sendable (Scenario, DeviceSetup) -> Bool
}

extension Key {
  private func with<Fact>(_ fact: WritableKeyPath<KeyFacts, Fact>, _ value: Fact) -> Key {
    var key = self
    key.facts[keyPath: fact] = value
    return key
  }

  /// The reader of its map says what is missing, in words of its own.
  var needed: Key { with(\.isNeeded, true) }

  /// It is read, and needed, only where other keys say so.
  var neededAtTimes: Key { with(\.isNeeded, false) }

  /// No group can say otherwise.
  var ofAllDevices: Key { with(\.isOfAllDevices, true) }

  func varies(_ variation: Variation) -> Key { with(\.variation, variation) }

  /// It bounds something.
  var limits: Key { with(\.isLimit, true) }

  func reaches(_ reach: Reach) -> Key { with(\.reach, reach) }

  /// Devices draw what it says.
  func drawn(as traits: DeviceTrait...) -> Key { with(\.traits, traits) }

  /// It happens to several devices at once, so that no group can say otherwise.
  var shared: Key { ofAllDevices.with(\.isShared, true) }

  func changesWorld(_ changes: @escaping @Sendable (DeviceSetup) -> Bool) -> Key {
    with(\.changesWorld, changes)
  }

  /// The key, with devices on which pushes that have arrived need not be shown.
  func hides(_ hides: @escaping @Sendable (DeviceSetup) -> Bool) -> Key { with(\.hides, hides) }

  func idle(_ idle: IdleKey) -> Key { with(\.idle, facts.idle + [idle]) }

  func idle(
    _ reason: String, inGroups: Bool = true,
    _ isIdle: @escaping @Sendable (Scenario, DeviceSetup) -> Bool
  ) -> Key {
    idle(IdleKey(reason: reason, inGroups: inGroups, isIdle: isIdle))
  }
}
