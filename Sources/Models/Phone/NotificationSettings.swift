public import DeliverySim

/// What users allow in the system's settings (model.md R4.1): disjoint shares of the devices, drawn
/// for each replication, evenly over its devices.
public struct NotificationSettings: Sendable {
  /// Who has refused notifications: the device discards alerts.
  public var denied: Probability
  /// Who allows them but has switched alerts off: they arrive, nothing is drawn, and the service
  /// extension does not run.
  public var alertsOff: Probability

  /// Everybody allows everything, unless a share is given.
  ///
  /// - Precondition: Both together are at most 1.
  public init(denied: Probability = .zero, alertsOff: Probability = .zero) {
    precondition(denied.value + alertsOff.value <= 1, "shares of devices are disjoint")
    self.denied = denied
    self.alertsOff = alertsOff
  }

  /// Every device draws alerts.
  public var isIdeal: Bool { denied.value == 0 && alertsOff.value == 0 }
}

/// What the user of one device allows.
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

extension Authorisation {
  /// R4.1: why the system discards alerts before the app hears of them: nothing is drawn, the
  /// extension does not run; nil: it does not. What wakes the app and draws nothing needs no
  /// permission.
  var refusalOfAlerts: Cause? {
    switch self {
    case .allowed: nil
    case .alertsOff: .alertsOff
    case .denied: .disabled
    }
  }
}
