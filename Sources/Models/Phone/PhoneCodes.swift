/// The streams of what is shown.
enum PhoneStream: UInt8, Streams {
  /// The index is 0.
  case settings = 72
  case presentation = 73
  case provisional = 142
  /// The index is the message.
  case exception = 74
  /// The index is the span or 0.
  case spellStart = 160
  case betweenSpells = 161
  case spell = 162
  /// The index is the minute in which quiet hours end.
  case firstAlarm = 163
}

/// The phone shows what it has kept back.
enum PhoneEventKind: UInt8, EventKinds {
  /// A scheduled summary shows what has arrived since the one before.
  case summaryDue = 29

  var isOnDevice: Bool { true }
}

/// The phone draws alerts, or does not.
public enum PhoneCounter: UInt8, Counters {
  /// They count devices that draw alerts.
  case owedReachable = 27
  case shownReachable = 28
  /// Alerts were not drawn, because the device was quiet.
  case silenced = 37

  var row: Counter.Row {
    switch self {
    case .owedReachable: .init("owed_reachable", .where { !$0.settings.isIdeal })
    case .shownReachable: .init("shown_reachable", .where { !$0.settings.isIdeal })
    case .silenced: .init("silenced", .where { $0.mayComeSilently })
    }
  }
}
