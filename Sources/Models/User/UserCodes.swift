/// The streams of the user.
enum UserStream: UInt8, Streams {
  /// The index is the message, the copy the showing.
  case look = 104
  case reaction = 105
  case action = 164
  case unlocking = 165
  /// The index is the message.
  case thread = 15
  /// The index is 0, or the pick-up.
  case pickupRate = 108
  case pickup = 109
}

/// The user looks.
enum UserEventKind: UInt8, EventKinds {
  /// The user looks at the notification centre. Payload: the look.
  case looks = 30
  /// The quiet hours in which something came silently have ended, and the user looks at it.
  /// Payload: the silent arrival.
  case quietIsOver = 31
  /// The user picks up the phone, if something waits for that.
  case phonePickedUp = 32

  var isOnDevice: Bool { true }
}

/// Notifications are presented so to the user, and the user reacts so.
public enum Attention: UInt8, Sendable, CaseIterable, FeatureEvent {
  /// An alert is not drawn, since the device is quiet; the scheduled summary comes.
  case silenced = 144
  case summaryDelivered = 145
  /// The user sees a message's content, taps a notification, takes it away.
  case seen = 146
  case tapped = 147
  case dismissed = 148
  /// The app has a message of which nothing is drawn, since the user does not allow it; the user
  /// picks up the phone.
  case notDrawn = 149
  case pickedUp = 150
  /// The user presses a button on a notification; a local one alerts again.
  case acted = 151
  case alertedAgain = 152
  /// The user keeps notifications that came silently as a trial; turns them off (R11.4).
  case kept = 158
  case turnedOff = 159
  /// The user, who has opened the app by a tap, learns from its badge how many messages there are
  /// that nothing has told of (R6.4).
  case badge = 233

  package var row: StoryRecord.Event.Row {
    switch self {
    case .silenced:
      .init("silenced", .centre, "without an alert: #", .silence, hangsOn: .consent, part: .none)
    case .summaryDelivered:
      .init("summary-delivered", .centre, "the scheduled summary comes#", .quietHours, part: .none)
    case .seen: .init("seen", .user, "seen by the user", part: .none)
    case .tapped: .init("tapped", .user, "tapped by the user", part: .none)
    case .dismissed: .init("dismissed", .user, "dismissed by the user", part: .none)
    case .notDrawn:
      .init(
        "not-drawn", .centre, "no alert: the user does not allow it", hangsOn: .consent, part: .none
      )
    case .pickedUp: .init("phone-picked-up", .user, "the user picks up the phone", part: .none)
    case .acted:
      .init("acted", .user, "the user presses a button on it: the app wakes", part: .none)
    case .alertedAgain:
      .init("alerted-again", .centre, "alerts again: nobody has looked", part: .none)
    case .kept:
      .init("notifications-kept", .user, "the user keeps the app's notifications", part: .none)
    case .turnedOff:
      .init(
        "notifications-turned-off", .user, "the user turns the app's notifications off", part: .none
      )
    case .badge:
      .init(
        "badge-tells", .user, "the app's badge tells the user of # that are missing", .count,
        part: .none)
    }
  }
}

extension StoryRecord.Event {
  /// Notifications are presented to the user, or the user reacts.
  public static func attention(_ event: Attention) -> Self { Self(event) }
}

/// The user does these, or is spared them.
public enum UserCounter: UInt8, Counters {
  /// An owed notification's content was seen while it was useful.
  case seenInTime = 38
  /// The user has tapped a notification, or taken it away.
  case taps = 39
  case dismissals = 40
  /// Alerts were for messages that the user had from the app or from an earlier alert.
  case redundantInterruptions = 41
  /// The user has pressed a button on a notification.
  case actions = 54
  /// The badge alone has told of an owed message.
  case toldByBadge = 61

  var row: Counter.Row {
    switch self {
    case .seenInTime: .init("seen_in_time_count", Self.sight)
    case .taps: .init("taps", .where { $0.user != nil })
    case .dismissals: .init("dismissals", .where { $0.user != nil })
    case .redundantInterruptions: .init("redundant_interruptions", Self.knowledge)
    case .actions: .init("actions", .where { $0.user?.actions != nil })
    case .toldByBadge: .init("told_by_badge", .where { $0.centre.hasBadge && $0.user != nil })
    }
  }

  private static let sight = Counter.When.where(isEmptyElsewhere: true) {
    $0.user != nil && $0.workload.usefulFor != nil
  }

  /// The user may have a message before its alert.
  private static let knowledge = Counter.When { world, strategies in
    world.hasSetup { $0.app != nil || $0.user != nil } || strategies.contains(where: \.sharesCursor)
  }
}
