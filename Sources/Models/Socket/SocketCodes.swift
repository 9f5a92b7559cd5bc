/// The streams of the app's own connection.
enum SocketStream: UInt8, Streams {
  /// The index is the message.
  case latency = 152
  /// The index is the number of the connection.
  case detection = 153
}

/// The app's own connection ends.
enum SocketEventKind: UInt8, EventKinds {
  /// The app has been left for so long that it closes its connection. Payload: which one.
  case closes = 37
  /// The provider notices that the app's connection is dead. Payload: which one.
  case deathNoticed = 38

  var isOnDevice: Bool {
    switch self {
    case .deathNoticed: false
    case .closes: true
    }
  }
}

/// The app's own connection has these events (R11.2).
public enum SocketEvent: UInt8, Sendable, CaseIterable, FeatureEvent {
  /// It is there; it is closed.
  case opened = 193
  case closed = 194
  /// It was dead for some time, and the provider notices.
  case deathNoticed = 195
  /// A message comes over it.
  case cameOver = 196

  package var row: StoryRecord.Event.Row {
    switch self {
    case .opened: .init("socket-opened", .app, "the app's own connection is there", part: .none)
    case .closed: .init("socket-closed", .app, "the app closes its own connection", part: .none)
    case .deathNoticed:
      .init(
        "socket-death-noticed", .provider, "the provider notices the app's dead connection",
        part: .none)
    case .cameOver:
      .init("came-over-socket", .app, "comes over the app's own connection", part: .none)
    }
  }
}

extension StoryRecord.Event {
  /// Something happens to the app's own connection.
  public static func socket(_ event: SocketEvent) -> Self { Self(event) }
}

/// The app's own connection counts these.
public enum SocketCounter: UInt8, Counters {
  /// The app's own connection has brought it.
  case messages = 59

  var row: Counter.Row {
    switch self {
    case .messages: .init("socket_messages", Self.connected)
    }
  }

  private static let connected = Counter.When { _, strategies in
    strategies.contains { $0.stages.contains { $0.socket != nil } }
  }
}
