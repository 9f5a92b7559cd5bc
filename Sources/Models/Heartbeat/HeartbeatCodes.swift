/// The provider has been quiet.
enum HeartbeatEventKind: UInt8, EventKinds {
  /// The quiet time before a heartbeat may be over.
  case due = 13

  var isOnDevice: Bool { false }
}

/// Heartbeats are counted when they are sent.
public enum HeartbeatCounter: UInt8, Counters {
  /// Pushes that carried the last position after a quiet time.
  case heartbeats = 23

  var row: Counter.Row {
    switch self {
    case .heartbeats: .init("heartbeats", Self.beating)
    }
  }

  private static let beating = Counter.When { _, strategies in
    strategies.contains { $0.stages.contains { $0.provider.heartbeat != nil } }
  }
}
