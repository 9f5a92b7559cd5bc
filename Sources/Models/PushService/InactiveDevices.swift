public import DeliverySim

// Devices that are away for long (model.md R3.16): `fcm` drops what it accepts for them, and in the
// end their tokens are no longer valid.

extension PushService {
  /// Nil: a device may be away for however long.
  public var inactiveAfterInForce: SimTime? {
    kind.rules.inactivity.map { inactiveAfter ?? $0.inactiveAfter }
  }

  /// Nil: a token stays valid while its device is away.
  public var tokenExpiresAfterInForce: SimTime? {
    kind.rules.inactivity.map { tokenExpiresAfter ?? $0.tokenExpiresAfter }
  }
}
