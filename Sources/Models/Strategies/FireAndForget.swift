extension Strategy {
  /// One push per message; the client shows it. What teams do unless they do something.
  public static let fireAndForget = Strategy(provider: .sendsOnce, client: .showsIt)
}
