/// The streams of subscriptions.
enum SubscriptionStream: UInt8, Streams {
  /// The index is the message.
  case account = 12
  case folder = 13
  /// The index is the decision, from 1, or 0; the attempt is the account's folder.
  case start = 96
  case span = 97
  case decision = 98
}

/// The user decides what to hear of.
enum SubscriptionEventKind: UInt8, EventKinds {
  /// The user decides whether to hear of an account's folder. Payload: which one.
  case decided = 27

  var isOnDevice: Bool { true }
}
