/// A push ends at the provider, or on a hop from it or to it.
public enum ProviderCause: UInt8, Causes {
  case linkLost = 1
  /// A loss on hop 1, by chance or because the provider stayed unreachable.
  case serverLost = 8
  /// A loss on hop 2: the push service stayed unreachable.
  case unreachable = 9
  /// Nobody has asked for it as long as the provider kept it.
  case retentionOver = 17

  package var row: Cause.Row {
    switch self {
    case .linkLost: .init(.link, "lost")
    case .serverLost: .init(.server, "lost", inStories: "server-lost")
    case .unreachable: .init(.link, "unreachable")
    case .retentionOver: .init(.provider, "expired", inStories: "retention-over")
    }
  }
}

extension Cause {
  /// A push ends at the provider, or on a hop from it or to it.
  public static func provider(_ cause: ProviderCause) -> Self { Self(cause) }
}
