/// The streams of the app's own connection.
enum SocketStream: UInt8, Streams {
  /// The index is the message.
  case latency = 152
  /// The index is the number of the connection.
  case detection = 153
}

/// The app's own connection has these events (R11.2).
public enum SocketEvent: UInt8, Sendable, CaseIterable, FeatureEvent {
  /// It is there; it is closed.
  case opened, closed
  /// It was dead for some time, and the provider notices.
  case deathNoticed
  /// A message comes over it.
  case cameOver

  package var row: StoryRecord.Event.Row {
    switch self {
    case .opened: .init(193, "socket-opened", .app, "the app's own connection is there")
    case .closed: .init(194, "socket-closed", .app, "the app closes its own connection")
    case .deathNoticed:
      .init(
        195, "socket-death-noticed", .provider, "the provider notices the app's dead connection")
    case .cameOver:
      .init(196, "came-over-socket", .app, "comes over the app's own connection")
    }
  }
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
