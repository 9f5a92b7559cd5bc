import DeliverySim

/// The urgency of a push to APNs (`apns-priority`, model.md R3.4); FCM and Web Push have the like.
public enum PushPriority: Int, Sendable, CaseIterable {
  /// Delivered at once.
  case immediate = 10
  /// Waits while the device reserves power.
  case byPower = 5
  /// Never wakes the device: waits until something else has.
  case passive = 1
}

extension DeviceSetup {
  /// Some pushes wait when power is reserved.
  var savesPower: Bool {
    (!power.isIdeal || android?.doze != nil) && service.kind.rules.knowsPriorities
      && (workload.hasPushesThatWait || strategy.provider.isBesideSilentPushes
        || android?.demotion != nil)
  }
}

extension Workload {
  /// Some alerts, or pushes without a message, have a priority below the highest.
  public var hasPushesThatWait: Bool {
    priority != .immediate || extraTraffic.contains { $0.priority != .immediate }
  }
}

/// The urgency of pushes, compiled once.
struct PriorityPlan {
  /// The service holds back what can wait while the device reserves power.
  let savesPower: Bool
  let ofAlerts: PushPriority
  private let ofSilentPushes: PushPriority
  private let ofBadgeUpdates: PushPriority
  private let ofReadReceipts: PushPriority
  private let ofOtherService: PushPriority

  init(_ setup: DeviceSetup) {
    savesPower = setup.savesPower
    (ofAlerts, ofSilentPushes) = (setup.workload.priority, setup.strategy.provider.silentPriority)
    ofBadgeUpdates = setup.workload.badgeUpdates?.priority ?? .immediate
    ofReadReceipts = setup.workload.readReceipts?.priority ?? .immediate
    ofOtherService = setup.workload.otherService?.priority ?? .immediate
  }

  /// Whether a push is delivered to a connected device now. A silent push does not wait for the end
  /// of low-power mode, which never comes: it arrives, and wakes nothing (R4.6).
  @inline(__always)
  fileprivate func passes(_ push: Push, _ reach: Reach) -> Bool {
    priorityInForce(of: push).wakes(whileReserving: reach.isReserving)
      || reach.isInLowPowerMode && push.wakesApp
  }

  private func priorityInForce(of push: Push) -> PushPriority {
    push.isDemoted ? .byPower : priority(of: push)
  }

  /// It is sent with high priority, whatever it counts as.
  func isUrgent(_ push: Push) -> Bool { priority(of: push) == .immediate }

  private func priority(of push: Push) -> PushPriority {
    switch push.content {
    case .message:
      switch push.type {
      case .alert: ofAlerts
      case .background: ofSilentPushes
      case .voip: .immediate
      }
    case .heartbeat: push.type == .background ? .byPower : .immediate
    case .badgeUpdate: ofBadgeUpdates
    case .readReceipt: ofReadReceipts
    case .otherService: ofOtherService
    }
  }
}

extension PushPriority {
  /// Whether a push of this priority may wake a device now.
  @inline(__always)
  fileprivate func wakes(whileReserving isReserving: Bool) -> Bool {
    switch self {
    case .immediate: true
    case .byPower: !isReserving
    case .passive: false
    }
  }
}

extension PushServiceStation {
  // MARK: Held pushes

  @inline(__always)
  var savesPower: Bool { plan.priorities.savesPower }

  /// The service does not even try to deliver it, connected or not.
  @inline(__always)
  func isHeldBack(_ push: Push, _ reach: Reach) -> Bool {
    let priorities = plan.priorities
    return priorities.savesPower && !priorities.passes(push, reach)
  }

  /// Messages need not wait, and nothing waits for one of them to wake the device.
  @inline(__always)
  func passesMessages(_ reach: Reach) -> Bool {
    !savesPower
      || plan.priorities.ofAlerts.wakes(whileReserving: reach.isReserving) && !store.isInUse
  }

  /// A push that reaches the device now brings along what is held back, whatever its priority.
  @inline(__always)
  var holdsBack: Bool { savesPower && store.isInUse }

  /// A device that has connected while it reserves power gets what is stored only where one of it
  /// may wake the device.
  @inline(__always)
  mutating func sleepsOn(_ reach: Reach, _ turn: borrowing Turn) -> Bool {
    guard savesPower, reach.isReserving else { return false }
    let priorities = plan.priorities
    return !store.contains(where: { priorities.passes($0, reach) }, turn)
  }
}
