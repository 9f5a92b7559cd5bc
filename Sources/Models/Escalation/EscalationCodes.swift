/// The streams of the second channel.
enum EscalationStream: UInt8, Streams {
  /// The index is the message.
  case delivery = 150
  case latency = 151
}

/// The second channel has these events (R11.1).
public enum EscalationStep: UInt8, Sendable, CaseIterable, FeatureEvent {
  /// A message goes out, comes, does not come.
  case sent = 208
  case arrived = 209
  case failed = 210

  package var row: StoryRecord.Event.Row {
    switch self {
    case .sent:
      .init("escalated", .provider, "not confirmed: sent by the second channel too", part: .none)
    case .arrived:
      .init("escalation-arrived", .user, "comes by the second channel", part: .tellsUser)
    case .failed: .init("escalation-failed", .provider, "the second channel loses it", part: .none)
    }
  }
}

extension StoryRecord.Event {
  /// Something happens by the second channel.
  public static func escalation(_ event: EscalationStep) -> Self { Self(event) }
}

/// The second channel counts these.
public enum EscalationCounter: UInt8, Counters {
  /// The second channel alone has brought it.
  case escalated = 55
  /// Messages have gone out by it; of these, the user had some.
  case escalations = 56
  case needlessEscalations = 57
  /// They cost this [1e-6].
  case escalationCost = 58

  var row: Counter.Row {
    switch self {
    case .escalated: .init("escalated", Self.escalating) { $0.count(.escalated) }
    case .escalations: .init("escalations", Self.escalating)
    case .needlessEscalations: .init("needless_escalations", Self.escalating)
    case .escalationCost: .init("escalation_cost_micro", Self.escalating)
    }
  }

  private static let escalating = Counter.When { _, strategies in
    strategies.contains { $0.stages.contains { $0.escalation != nil } }
  }
}
