/// The push service drops a push.
public enum PushServiceCause: UInt8, Causes {
  case overwritten = 2
  case expired = 3
  case notStored = 4
  /// The service discarded everything it had stored; the app syncs.
  case droppedAll = 6
  /// The service had stored as many as it keeps.
  case queueFull = 7
  /// The service had taken as many collapsible pushes as it takes in a while.
  case throttled = 18
  /// The push service refuses a push of that size.
  case rejectedTooLarge = 22

  /// The device was not connected for so long that the service dropped the push; the app syncs.
  case inactive = 27

  /// The device had been sent as many as its quota allows.
  case overQuota = 28

  package var row: Cause.Row {
    switch self {
    case .overwritten: .init(.service, "overwritten")
    case .expired: .init(.service, "expired")
    case .notStored: .init(.service, "not-stored")
    case .droppedAll: .init(.service, "dropped-all")
    case .queueFull: .init(.service, "queue-full")
    case .throttled: .init(.service, "throttled")
    case .inactive: .init(.service, "inactive")
    case .overQuota: .init(.service, "over-quota")
    case .rejectedTooLarge: .init(.provider, "rejected-too-large")
    }
  }
}

extension Cause {
  /// The push service drops a push.
  public static func pushService(_ cause: PushServiceCause) -> Self { Self(cause) }
}
