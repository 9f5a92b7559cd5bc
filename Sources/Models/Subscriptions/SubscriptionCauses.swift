/// The provider knows of no subscription.
public enum SubscriptionCause: UInt8, Causes {
  /// The provider does not know that the user wants it.
  case notSubscribed = 20

  package var row: Cause.Row {
    switch self {
    case .notSubscribed: .init(.provider, "not-subscribed", hangsOn: .registration)
    }
  }
}

extension Cause {
  /// The provider knows of no subscription.
  public static func subscriptions(_ cause: SubscriptionCause) -> Self { Self(cause) }
}
