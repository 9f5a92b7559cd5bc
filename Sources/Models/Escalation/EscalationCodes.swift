/// The streams of the second channel.
enum EscalationStream: UInt8, Streams {
  /// The index is the message.
  case delivery = 150
  case latency = 151
}

/// The second channel has these events (R11.1).
public enum EscalationStep: UInt8, Sendable, CaseIterable, FeatureEvent {
  /// A message goes out, comes, does not come.
  case sent, arrived, failed

  package var row: StoryRecord.Event.Row {
    switch self {
    case .sent: .init(208, "escalated", .provider, "not confirmed: sent by the second channel too")
    case .arrived: .init(209, "escalation-arrived", .user, "comes by the second channel")
    case .failed: .init(210, "escalation-failed", .provider, "the second channel loses it")
    }
  }
}
