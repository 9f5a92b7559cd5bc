public import DeliverySim

/// The device's token: its address at the push service (model.md R2.8).
public struct Tokens: Sendable {
  /// From one change of a device's token to the next one [s]: re-installation, restore, new device;
  /// nil: it never changes.
  public var changes: Distribution?
  /// The app gets a token even where the user has denied notifications: it has the capability
  /// remote-notifications.
  public var withoutPermission: Bool
  /// An attempt to register a new token at an opening fails; the next opening tries again.
  public var registrationFailure = Probability.zero
  /// In this share of the changes the app is installed anew, and the system forgets its blocks.
  public var reinstalls = Probability.one

  public init(changes: Distribution? = nil, withoutPermission: Bool = true) {
    (self.changes, self.withoutPermission) = (changes, withoutPermission)
  }
}

extension DeviceSetup {
  /// In a run that ends by then every message gets its push at once, if it gets any: its position
  /// in the queue is its number + 1. Zero: in no run.
  public var numbersUntil: SimTime {
    let sendsAll =
      provider.intake.isIdeal && workload.subscriptions == nil && !lacksTokens
      && provider.sendWindow == nil && strategy.stages.allSatisfy { $0.socket == nil }
    return sendsAll ? service.tokenExpiresAfterInForce ?? .never : .zero
  }

  /// Some devices may have no token, or none any more.
  private var lacksTokens: Bool {
    tokens?.withoutPermission == false && settings.denied.value > 0 || service.optInInForce != nil
      || service.webSilentMaxInForce != nil || tokens?.changes != nil || mayUninstall
  }
}
