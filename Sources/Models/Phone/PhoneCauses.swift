/// The phone draws nothing for a push.
public enum PhoneCause: UInt8, Causes {
  /// The user has refused notifications, and so alerts.
  case disabled = 10
  /// The user has switched alerts off.
  case alertsOff = 11
  /// The app has no method that hears of such a push, or no extension that looks for more in it.
  case ignoredPayload = 12

  package var row: Cause.Row {
    switch self {
    case .disabled: .init(.device, "disabled")
    case .alertsOff: .init(.device, "alerts-off", hangsOn: .consent)
    case .ignoredPayload: .init(.device, "ignored-payload")
    }
  }
}

extension Cause {
  /// The phone draws nothing for a push.
  public static func phone(_ cause: PhoneCause) -> Self { Self(cause) }
}
