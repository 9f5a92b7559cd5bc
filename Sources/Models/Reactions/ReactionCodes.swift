/// The streams of reactions.
enum ReactionStream: UInt8, Streams {
  /// The index is the message, the copy the alert.
  case annoyance = 113
  /// The index is the alert without a message.
  case otherAnnoyance = 114
  /// The index is the number of the act.
  case impatience = 115
  case distrust = 117
  /// The index is the message.
  case disappointment = 116
  /// The index is the opening.
  case keptOpening = 118
  /// The index is 0 or 1.
  case endurance = 119
}

/// The user has had enough.
enum ReactionEventKind: UInt8, EventKinds {
  /// The user uninstalls the app, or does less about what annoys (R10). Payload: which ``UserAct``.
  case acts = 33

  var isOnDevice: Bool { true }
}

/// The user makes this of alerts, and of what was missed (R10).
public enum ReactionEvent: UInt8, Sendable, CaseIterable, FeatureEvent {
  /// An alert annoyed the user; or a message that came to light too late.
  case annoyed = 200
  case disappointed = 201
  /// The user has had as much of it as he puts up with.
  case outOfPatience = 202
  case outOfTrust = 203
  /// The user does these about it, besides uninstalling the app.
  case quietly = 204
  case alertsOff = 205
  case opensLess = 206

  package var row: StoryRecord.Event.Row {
    switch self {
    case .annoyed: .init("annoyed", .user, "annoys the user#", .annoyance, part: .none)
    case .disappointed:
      .init("disappointed", .user, "disappoints the user: it comes to light too late", part: .none)
    case .outOfPatience:
      .init(
        "out-of-patience", .user, "the user has had enough (annoyances: #)", .count, part: .none)
    case .outOfTrust:
      .init(
        "out-of-trust", .user, "the user has lost trust (disappointments: #)", .count, part: .none)
    case .quietly:
      .init(
        "muted", .user, "the user has alerts of the app silenced", changes: .consent, part: .none)
    case .alertsOff:
      .init(
        "alerts-off", .user, "the user switches alerts of the app off", changes: .consent,
        part: .none)
    case .opensLess:
      .init("opens-less", .user, "the user opens the app less from now on", part: .none)
    }
  }
}

extension StoryRecord.Event {
  /// The user is annoyed or disappointed, or does something about it.
  public static func reaction(_ event: ReactionEvent) -> Self { Self(event) }
}

/// Users have had enough (R10).
public enum ReactionCounter: UInt8, Counters {
  /// Devices have had the app so long in the counted window [µs].
  case installedTime = 46
  /// Users have silenced alerts or switched them off, or have left, in the counted window.
  case optOuts = 51
  case uninstalls = 52
  /// The device's alerts are drawn at the end of the window.
  case reachableAtEnd = 53

  var row: Counter.Row {
    switch self {
    case .installedTime: .init("installed_time_us", Self.leaving)
    case .optOuts: .init("opt_outs", Self.reacting)
    case .uninstalls: .init("uninstalls", Self.reacting)
    case .reachableAtEnd: .init("reachable_at_end", Self.reacting)
    }
  }

  private static let leaving = Counter.When(isEmptyElsewhere: true) { world, _ in
    world.hasUninstalls
  }
  private static let reacting = Counter.When(isEmptyElsewhere: true) { world, _ in
    world.hasReactions
  }
}
