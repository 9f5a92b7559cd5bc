public import DeliverySim

/// It tells one kind of push service from another (model.md R3.10): a row, in the file of the
/// service. A row that leaves a column out does not compile.
public struct PushServiceRules: Sendable {
  /// The number of pushes that a service keeps for a device that is away.
  public enum Capacity: Sendable {
    case nothing, everything
    /// ``PushService/capacity``, at most `max`; `standard` where a scenario says nothing.
    case some(standard: Int, max: Int)
  }

  /// After so long without a connection a service gives a device up; where a scenario says nothing.
  public struct Inactivity: Sendable {
    /// It drops what it accepts.
    public let inactiveAfter: SimTime
    /// The device's token is no longer valid.
    public let tokenExpiresAfter: SimTime
  }

  /// Phones by their system.
  public enum Phones: Sendable { case iPhones, androids, others }

  /// A service does this with a push for a device that is away.
  enum Storing: Sendable {
    case keepsNothing, keepsEverything, keepsNewestOfSlot, keepsNewestOfTopic
    case dropsAllWhenFull, dropsNewWhenFull
  }

  /// A key of `push_service` that not every service reads.
  public enum Key: String, Sendable, CaseIterable {
    case expiration, capacity, slot, throttle, web
    case inFlight = "in_flight"
    case collapseInStore = "collapse_in_store"
    case newestSurvives = "newest_survives"
    case collapseKeys = "collapse_keys"
    case optIn = "opt_in"
    case webSilentMax = "web_silent_max"
    case deletedCallback = "deleted_callback"
    case inactiveAfter = "inactive_after"
    case tokenExpiresAfter = "token_expires_after"
  }

  /// The number of pushes that it keeps for a device that is away.
  public let capacity: Capacity
  /// The longest that it keeps a push, whatever its expiration says; never: as it says. Nil: it
  /// keeps all of them for ever.
  public let expirationMax: SimTime?
  /// It gives up devices that are away for long (R3.16); nil: it never does.
  public let inactivity: Inactivity?
  /// It holds back pushes of low priority while a device reserves power (R3.4).
  public let knowsPriorities: Bool
  /// These phones get their pushes from it.
  public let phones: Phones
  /// Its console tells how many pushes came to which end (R7.4).
  let hasConsole: Bool
  /// A push that finds the store full takes all others with it.
  public let losesAllAtOnce: Bool
  /// It reads these keys.
  public let keys: Set<Key>
  /// It reads these where another key is written, too.
  public let keysBeside: [Key: Key]
  let storing: Storing
}

extension PushServiceRules {
  /// ``keys`` of the scenario count where they are read.
  func reads(_ key: Key, _ service: PushService) -> Bool {
    keys.contains(key) || keysBeside[key].map { service.isOn($0) } ?? false
  }
}

extension PushService {
  /// Whether a service of this kind looks at a key of its scenario.
  public func reads(_ key: PushServiceRules.Key) -> Bool { kind.rules.reads(key, self) }

  /// A switch of the scenario that lets a service read another key.
  fileprivate func isOn(_ key: PushServiceRules.Key) -> Bool {
    switch key {
    case .web: isWeb
    case .collapseInStore: collapsesInStore
    case .expiration, .capacity, .slot, .throttle, .inFlight, .newestSurvives, .collapseKeys,
      .optIn, .webSilentMax, .deletedCallback, .inactiveAfter, .tokenExpiresAfter:
      preconditionFailure("\(key) is no switch")
    }
  }

  /// ``expiration``, cut to what the kind allows: the same scenario serves all kinds.
  public var expirationInForce: SimTime {
    kind.rules.expirationMax.map { min(expiration, $0) } ?? .never
  }

  /// The largest number of pushes that are stored for one device; nil: there is none.
  public var capacityInForce: Int? {
    switch kind.rules.capacity {
    case .nothing: 0
    case .everything: nil
    case .some(let standard, let most): min(capacity ?? standard, most)
    }
  }

  /// It keeps only the newest of the pushes with one collapse key.
  public var looksAtCollapseKeys: Bool { reads(.collapseKeys) }
}

extension PushService.Kind {
  /// The row of this kind.
  public var rules: PushServiceRules {
    switch self {
    case .apns: APNs.rules
    case .fcm: FCM.rules
    case .webPush: WebPush.rules
    case .wnsToast: WNSToast.rules
    case .mqtt: MQTT.rules
    case .keepAll: KeepAll.rules
    }
  }
}
