extension Strategy {
  /// One silent push per message: it wakes the app, which fetches everything that the user does not
  /// have and posts local notifications.
  public static let silentFetch = Strategy(provider: .wakes(by: .background), client: .fetches)

  /// The same with VoIP pushes, which wake even an app that the user has ended.
  public static let voipFetch = Strategy(provider: .wakes(by: .voip), client: .fetches)
}

extension Strategy.ProviderPolicy {
  /// Sends each message once, as a push that wakes the app.
  public static func wakes(by type: PushType) -> Self {
    var policy = Self()
    policy.pushType = type
    return policy
  }
}
