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
  /// The index is the message.
  case collapsible = 40
  case collapseKey = 41
  /// The index is 0: the home screen; or 1: the permission.
  case optIn = 112
}

/// The push service learns of a connection.
enum PushServiceEventKind: UInt8, EventKinds {
  /// The push service notices that a connection is dead. Payload: which one.
  case disconnectionDetected = 12

  var isOnDevice: Bool { true }

  var countsItself: Bool { true }
}
