/// The streams of the push service.
enum PushServiceStream: UInt8, Streams {
  /// The index is the message, the copy the send, the attempt the hand-over; or the index is the
  /// disconnection or the return.
  case latency = 32
  case newestSurvives = 33
  case detection = 34
  case resumption = 35
  /// These are of pushes without a message.
  case otherLatency = 36
  case otherNewestSurvives = 37
  /// A push occupies its slot on its way (R3.12): the index is the message, the copy the send, the
  /// attempt the delivery.
  case inFlight = 172
  /// The same of pushes without a message.
  case otherInFlight = 173
  /// The index is the message, the copy the quota.
  case quotaExempt = 38
  /// The index is the message.
  case collapsible = 40
  case collapseKey = 41
  /// The index is 0: the home screen; or 1: the permission.
  case optIn = 112
}

/// Apple's console counts these of the pushes that APNs has accepted in the counted window (R7.4).
/// They have no columns: `calibrate` asks for them.
public enum ConsoleCounter: UInt8, Counters {
  case received = 68
  /// It was delivered at once, to a device that was connected.
  case delivered = 69
  case storedOffline = 70
  case storedForPower = 71
  case deliveredFromStorage = 72
  case unregistered = 73
  case unregisteredFromStorage = 74
  /// From storage, or because it could not be delivered at once and may not be stored.
  case expired = 75
  case disabled = 76
  case disabledFromStorage = 77

  var row: Counter.Row { .init("", .where { $0.service.kind.rules.hasConsole }) }
}

/// The push service learns of a connection.
enum PushServiceEventKind: UInt8, EventKinds {
  /// The push service notices that a connection is dead. Payload: which one.
  case disconnectionDetected = 12

  var isOnDevice: Bool { true }

  var countsItself: Bool { true }
}
