/// There is no token, or no longer that one.
public enum TokenCause: UInt8, Causes {
  /// The device never got a token.
  case noToken = 21
  /// The token that the push was sent to is no longer that of the app.
  case unregistered = 23

  package var row: Cause.Row {
    switch self {
    case .noToken: .init(.provider, "no-token", hangsOn: .registration)
    case .unregistered: .init(.service, "unregistered", hangsOn: .registration)
    }
  }
}

extension Cause {
  /// There is no token, or no longer that one.
  public static func tokens(_ cause: TokenCause) -> Self { Self(cause) }
}
