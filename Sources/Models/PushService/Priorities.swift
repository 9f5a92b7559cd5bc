import DeliverySim

/// How urgent a push is to APNs (`apns-priority`, model.md R3.4); FCM and Web Push have the like.
public enum PushPriority: Int, Sendable, CaseIterable {
  /// Delivered at once.
  case immediate = 10
  /// Waits while the device reserves power.
  case byPower = 5
  /// Never wakes the device: waits until something else has.
  case passive = 1
}

extension PushService.Kind {
  /// Whether services of this kind hold back pushes of low priority.
  public var knowsPriorities: Bool { self == .apns || self == .fcm || self == .webPush }
}

extension DeviceSetup {
  /// Some pushes wait when power is reserved.
  var savesPower: Bool {
    !power.isIdeal && service.kind.knowsPriorities && workload.hasPushesThatWait
  }
}

extension Workload {
  /// Some pushes have a priority below the highest.
  public var hasPushesThatWait: Bool {
    [priority, badgeUpdates?.priority, readReceipts?.priority].contains {
      $0 != nil && $0 != .immediate
    }
  }
}

extension Device {
  // MARK: What is held back

  @inline(__always)
  private func priority(of push: Push) -> PushPriority {
    switch push.content {
    case .message: setup.pointee.workload.priority
    case .heartbeat: .immediate
    case .badgeUpdate, .readReceipt:
      laws.pointee.extraTraffic[push.content]?.priority ?? .immediate
    }
  }

  /// Whether a push of this priority may wake the device now.
  @inline(__always)
  private func wakes(_ priority: PushPriority) -> Bool {
    switch priority {
    case .immediate: true
    case .byPower: !power.isReserving
    case .passive: false
    }
  }

  /// The service does not even try to deliver it, connected or not.
  @inline(__always)
  func isHeldBack(_ push: Push) -> Bool {
    laws.pointee.savesPower && !wakes(priority(of: push))
  }

  /// Messages need not wait, and nothing waits for one of them to wake the device.
  @inline(__always)
  var isAwakeForMessages: Bool {
    !laws.pointee.savesPower || wakes(setup.pointee.workload.priority) && !service.holdsPushes
  }

  /// A push that reaches the device now brings along what is held back.
  @inline(__always)
  var wakesOthers: Bool { laws.pointee.savesPower && service.holdsPushes }

  /// The device is awake: what is held back comes along, whatever its priority.
  mutating func handOverHeld(_ bus: inout Bus) {
    guard laws.pointee.savesPower, network.isConnected, service.holdsPushes else { return }
    handOverStored(&bus)
  }

  /// A device that has connected while it reserves power gets what is stored only where one of it
  /// may wake the device.
  mutating func sleepsOn(_ bus: inout Bus) -> Bool {
    guard laws.pointee.savesPower, power.isReserving else { return false }
    for place in service.stored where wakes(priority(of: pushes[place])) { return false }
    var (counted, isAwoken) = ([Event](), false)
    while let stored = service.counted.next() {
      counted.append(stored)
      if wakes(priority(of: pushes[stored.payload])) { isAwoken = true }
    }
    for stored in counted { service.counted.schedule(stored) }
    return !isAwoken
  }
}

extension PushServiceState {
  /// Something is stored, or there is something to tell of.
  @inline(__always)
  fileprivate var holdsPushes: Bool { !stored.isEmpty || counted.count > 0 || isDiscarding }
}
