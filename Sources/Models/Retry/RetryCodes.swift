/// The streams of acknowledgements.
enum RetryStream: UInt8, Streams {
  /// The index is the push, the copy the send.
  case acknowledgementLoss = 26
  case acknowledgementLatency = 27
}

/// The provider has waited in vain.
enum RetryEventKind: UInt8, EventKinds {
  /// The provider has waited for an acknowledgement. Payload: the message.
  case due = 14

  var isOnDevice: Bool { false }

  /// The handler counts a retry that is due.
  var countsItself: Bool { true }
}
