/// The streams of the workload.
enum WorkloadStream: UInt8, Streams {
  /// The index is the message, the burst or 0.
  case rate = 0
  case arrival = 1
  case burstStart = 2
  case burstBetween = 3
  case burstSize = 4
  case burstWithin = 5
  case traceStream = 6
  case traceShift = 7
  case traceShuffle = 8
  case payload = 9
  /// The index is 0 or a running number, the copy the content.
  case otherRate = 10
  case otherArrival = 11
  /// The index is the message.
  case blank = 14
  case level = 140
}

/// The server makes pushes.
enum WorkloadEventKind: UInt8, EventKinds {
  /// The server makes the device's next message.
  case messageCreated = 0
  /// The server makes a push of the extra traffic. Payload: its content.
  case extraPushMade = 1

  var isOnDevice: Bool { false }
}

/// The server sends these.
public enum WorkloadCounter: UInt8, Counters {
  /// [byte]
  case payloadBytes = 16
  /// Badge updates and read receipts.
  case extraPushes = 24

  var row: Counter.Row {
    switch self {
    case .payloadBytes: .init("payload_bytes", Self.payload)
    case .extraPushes: .init("extra_pushes", .where { $0.workload.hasExtraTraffic })
    }
  }

  /// A sum over some of the groups would be taken for that of all.
  private static let payload = Counter.When(isEmptyElsewhere: true) { world, _ in
    world.allSetups { $0.workload.payload != nil }
  }
}
