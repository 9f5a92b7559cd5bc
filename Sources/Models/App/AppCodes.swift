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

/// These happen to the app.
public enum AppEvent: UInt8, Sendable, CaseIterable, FeatureEvent {
  /// It comes to the foreground, is left, is ended by the system, by the user.
  case opened, left, ended, killed
  /// It asks for what the user does not have; it gets no answer.
  case fetches, fetchFailed
  /// A push wakes it; the device holds a push for its next launch; it is launched unseen.
  case woken, held, launched
  /// The system lets it refresh itself.
  case refreshed
  /// The device keeps a receipt for a message; the app sends all that it has.
  case receiptWritten, receiptsUploaded
  /// The user subscribes to a folder of an account, or unsubscribes.
  case subscribed, unsubscribed
  /// The app has another token; the provider knows it; it knows what the user wants.
  case tokenChanged, tokenRegistered, registered
  /// The provider learns that the token is gone; the user uninstalls the app.
  case tokenRefused, uninstalled
  /// The browser revokes the permission of a web app (R12.6).
  case permissionRevoked

  package var row: StoryRecord.Event.Row {
    switch self {
    case .opened: .init(160, "app-opened", .app, "the user opens the app#", .launch)
    case .left: .init(161, "app-left", .app, "the user leaves the app")
    case .ended: .init(162, "app-ended", .app, "the system ends the app")
    case .killed: .init(163, "app-killed", .app, "the user ends the app")
    case .fetches: .init(164, "app-fetches", .app, "the app fetches what is missing")
    case .fetchFailed: .init(165, "app-fetch-failed", .app, "the app's fetch fails")
    case .woken: .init(166, "app-woken", .app, "wakes the app")
    case .held: .init(167, "app-held", .app, "held by the device for the app's next launch")
    case .launched:
      .init(168, "app-launched", .app, "the system launches the app in the background")
    case .refreshed: .init(169, "app-refreshed", .app, "the system lets the app refresh itself")
    case .receiptWritten: .init(170, "app-receipt-written", .app, "a receipt is written")
    case .receiptsUploaded:
      .init(171, "app-receipts-uploaded", .app, "the app uploads its receipts")
    case .subscribed:
      .init(172, "app-subscribed", .user, "the user wants notifications of#", .folder)
    case .unsubscribed:
      .init(173, "app-unsubscribed", .user, "the user no longer wants notifications of#", .folder)
    case .tokenChanged:
      .init(174, "app-token-changed", .app, "the token changes: the app has a new one")
    case .tokenRegistered: .init(175, "app-token-registered", .app, "the provider knows the token")
    case .registered: .init(176, "app-registered", .app, "the provider knows what the user wants")
    case .tokenRefused:
      .init(
        190, "app-token-refused", .provider,
        "the push service answers 410: the provider stops sending to the token")
    case .uninstalled: .init(191, "app-uninstalled", .app, "the user uninstalls the app")
    case .permissionRevoked:
      .init(
        192, "permission-revoked", .app,
        "the browser revokes the permission: too many pushes drew nothing")
    }
  }
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
