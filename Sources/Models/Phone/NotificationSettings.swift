public import DeliverySim

/// The users' permissions in the system's settings (model.md R4.1): disjoint shares of the devices,
/// drawn for each replication, evenly over its devices.
public struct NotificationSettings: Sendable {
  /// Who has refused notifications: the device discards alerts.
  public var denied: Probability
  /// Who allows them but has switched alerts off: they arrive, nothing is drawn, and the service
  /// extension does not run.
  public var alertsOff: Probability
  /// Who has not been asked yet: notifications come silently until the user decides (R11.4).
  public var provisional: Probability
  /// The share of those who then keep them, with alerts; the others turn them off.
  public var provisionalKept: Probability

  /// Everybody allows everything, unless a share is given.
  ///
  /// - Precondition: `denied`, `alertsOff` and `provisional` together are at most 1.
  public init(
    denied: Probability = .zero, alertsOff: Probability = .zero, provisional: Probability = .zero,
    provisionalKept: Probability = .one
  ) {
    precondition(
      denied.value + alertsOff.value + provisional.value <= 1 + 1e-9,
      "shares of devices are disjoint")
    (self.denied, self.alertsOff) = (denied, alertsOff)
    (self.provisional, self.provisionalKept) = (provisional, provisionalKept)
  }

  /// Every device draws alerts.
  public var isIdeal: Bool { denied.value == 0 && alertsOff.value == 0 }
}

/// The permission of the user of one device.
enum Authorisation: Sendable {
  case allowed, alertsOff, denied
}

extension NotificationSettings {
  /// One draw decides, so that a larger share keeps those that were in it.
  func authorisation(device: Int, _ random: RandomSource) -> Authorisation {
    guard !isIdeal else { return .allowed }
    let place = random.uniform(.settings, device: device)
    if place < denied.value { return .denied }
    return place < denied.value + alertsOff.value ? .alertsOff : .allowed
  }
}

extension NotificationSettings {
  /// Whether a device delivers quietly at first (R11.4): one of those whose alerts are allowed.
  func isProvisional(device: Int, _ random: RandomSource) -> Bool {
    guard provisional.value > 0 else { return false }
    let place = random.uniform(.settings, device: device) - denied.value - alertsOff.value
    return place >= 0 && place < provisional.value
  }
}

extension Authorisation {
  /// R4.1: why the system discards alerts before the app hears of them: nothing is drawn, the
  /// extension does not run; nil: it does not. A push that wakes the app and draws nothing needs no
  /// permission.
  var refusalOfAlerts: Cause? {
    switch self {
    case .allowed: nil
    case .alertsOff: .phone(.alertsOff)
    case .denied: .phone(.disabled)
    }
  }
}
