/// The streams of strategies.
enum StrategyStream: UInt8, Streams {
  /// The index is the push, the copy the send.
  case acknowledgementLoss = 26
  case acknowledgementLatency = 27
  /// The index is the trigger, the copy the send.
  case wait = 64
  /// The index is the stage - 1.
  case adoption = 65
  /// The index is the stage.
  case pollStart = 89
}

/// Strategies send these.
public enum StrategyCounter: UInt8, Counters {
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
