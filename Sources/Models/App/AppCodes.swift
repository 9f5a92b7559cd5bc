/// The streams of the app.
enum AppStream: UInt8, Streams {
  /// The index is the opening, or 0.
  case openingRate = 80
  case opening = 81
  case visit = 82
  case suspension = 83
  case killer = 84
  case kill = 85
  /// The index is the message, the copy the showing.
  case tapVisit = 106
  case tapKill = 107
  /// The index is the message, the copy the send; of a poll its running number, attempt 1.
  case silentLaunch = 86
  case fetchLatency = 87
  case fetchFailure = 88
  /// The index is 0.
  case backgroundRefresh = 90
}

/// The app is opened and left, and asks the server.
enum AppEventKind: UInt8, EventKinds {
  /// The user opens the app.
  case opens = 20
  /// The user may leave it.
  case visitEnds = 21
  /// The system ends the suspended app, unless it was opened since.
  case processEnds = 22
  /// The answer to the app's request in the background is there, or its time is over. Payload: the
  /// fetch.
  case fetchEnds = 23
  /// The system may let the app refresh itself.
  case pollDue = 24
  /// A local notification alerts again, if nobody has looked at it. Payload: the message.
  case localRepeats = 25
  /// The user has pressed a button on a notification, and unlocked the phone. Payload: the message.
  case actionReachesApp = 26

  var isOnDevice: Bool { true }
}

/// These happen to the app.
public enum AppEvent: UInt8, Sendable, CaseIterable, FeatureEvent {
  /// It comes to the foreground, is left, is ended by the system, by the user.
  case opened = 160
  case left = 161
  case ended = 162
  case killed = 163
  /// It asks for what the user does not have; it gets no answer.
  case fetches = 164
  case fetchFailed = 165
  /// A push wakes it; the device holds a push for its next launch; it is launched unseen.
  case woken = 166
  case held = 167
  case launched = 168
  /// The system lets it refresh itself.
  case refreshed = 169
  /// The device keeps a receipt for a message; the app sends all that it has.
  case receiptWritten = 170
  case receiptsUploaded = 171
  /// The user subscribes to a folder of an account, or unsubscribes.
  case subscribed = 172
  case unsubscribed = 173
  /// The app has another token; the provider knows it; it knows what the user wants.
  case tokenChanged = 174
  case tokenRegistered = 175
  case registered = 176
  /// The push service forgets the token of a device that was away for too long (R3.16).
  case tokenExpired = 177
  /// The provider learns that the token is gone; the user uninstalls the app.
  case tokenRefused = 190
  case uninstalled = 191
  /// The browser revokes the permission of a web app (R12.6).
  case permissionRevoked = 192

  package var row: StoryRecord.Event.Row {
    switch self {
    case .opened:
      .init("app-opened", .app, "the user opens the app#", .launch, changes: .app, part: .none)
    case .left: .init("app-left", .app, "the user leaves the app", changes: .app, part: .none)
    case .ended: .init("app-ended", .app, "the system ends the app", changes: .app, part: .none)
    case .killed: .init("app-killed", .app, "the user ends the app", changes: .app, part: .none)
    case .fetches: .init("app-fetches", .app, "the app fetches what is missing", part: .none)
    case .fetchFailed: .init("app-fetch-failed", .app, "the app's fetch fails", part: .none)
    case .woken: .init("app-woken", .app, "wakes the app", part: .none)
    case .held: .init("app-held", .app, "held by the device for the app's next launch", part: .none)
    case .launched:
      .init(
        "app-launched", .app, "the system launches the app in the background", changes: .app,
        part: .none)
    case .refreshed:
      .init("app-refreshed", .app, "the system lets the app refresh itself", part: .none)
    case .receiptWritten: .init("app-receipt-written", .app, "a receipt is written", part: .none)
    case .receiptsUploaded:
      .init("app-receipts-uploaded", .app, "the app uploads its receipts", part: .none)
    case .subscribed:
      .init(
        "app-subscribed", .user, "the user wants notifications of#", .folder,
        changes: .registration, part: .none)
    case .unsubscribed:
      .init(
        "app-unsubscribed", .user, "the user no longer wants notifications of#", .folder,
        changes: .registration, part: .none)
    case .tokenChanged:
      .init(
        "app-token-changed", .app, "the token changes: the app has a new one",
        changes: .registration, part: .none)
    case .tokenRegistered:
      .init(
        "app-token-registered", .app, "the provider knows the token", changes: .registration,
        part: .none)
    case .registered:
      .init(
        "app-registered", .app, "the provider knows what the user wants", changes: .registration,
        part: .none)
    case .tokenExpired:
      .init(
        "app-token-expired", .service,
        "the push service forgets the token of a device that was away for too long",
        changes: .registration, part: .none)
    case .tokenRefused:
      .init(
        "app-token-refused", .provider,
        "the push service answers 410: the provider stops sending to the token",
        changes: .registration, part: .none)
    case .uninstalled:
      .init(
        "app-uninstalled", .app, "the user uninstalls the app", changes: .registration, part: .none)
    case .permissionRevoked:
      .init(
        "permission-revoked", .app,
        "the browser revokes the permission: too many pushes drew nothing", part: .none)
    }
  }
}

extension StoryRecord.Event {
  /// Something happens to the app.
  public static func app(_ event: AppEvent) -> Self { Self(event) }
}

/// The app is opened, and asks for messages.
public enum AppCounter: UInt8, Counters {
  /// The app was opened.
  case openings = 29
  /// The app has asked for what the user does not have.
  case fetches = 30

  var row: Counter.Row {
    switch self {
    case .openings: .init("app_openings", .where { $0.app != nil })
    case .fetches: .init("app_fetches", Self.fetching)
    }
  }

  private static let fetching = Counter.When { world, strategies in
    world.hasSetup { $0.app != nil } || strategies.contains { $0.stages.contains(where: \.fetches) }
  }
}
