extension StoryRecord.Event {
  // MARK: The table

  /// What there is to know of an event.
  package struct Row {
    /// A small number of its own, from 1 to 255; part of the fingerprint.
    let code: UInt8
    /// In saved stories. Never renamed: older versions have written it.
    let name: StaticString
    /// Where it happens.
    package let station: StoryRecord.Station
    /// What happens; `#` stands for what differs from time to time.
    package let words: StaticString
    /// What its number says.
    let payload: Payload

    enum Payload {
      case nothing, count, position, span, stage, folder, launch, quietHours, culprit, annoyance,
        silence
    }

    init(
      _ code: UInt8, _ name: StaticString, _ station: StoryRecord.Station, _ words: StaticString,
      _ payload: Payload = .nothing
    ) {
      (self.code, self.name, self.station, self.words) = (code, name, station, words)
      self.payload = payload
    }
  }

  package var row: Row {
    switch self {
    // The device's connection, and a push on its way to the screen.
    case .online: Row(1, "online", .network, "online")
    case .offline: Row(2, "offline", .network, "offline#")
    case .connected: Row(3, "connected", .network, "connected to the push service")
    case .detected: Row(4, "detected", .network, "the push service notices the dead connection")
    case .created: Row(5, "created", .provider, "created#")
    case .resent: Row(6, "resent", .provider, "sent again by the provider")
    case .accepted: Row(7, "accepted", .service, "accepted by the push service")
    case .stored: Row(8, "stored", .service, "stored#")
    case .intoHalfOpen: Row(9, "into-limbo", .service, "sent into a dead connection")
    case .handedOver: Row(10, "handed-over", .service, "handed over from the store")
    case .arrived: Row(11, "arrived", .device, "arrived on the device")
    case .shown: Row(12, "shown", .centre, "shown")
    case .replacedInCentre: Row(13, "replaced-in-centre", .centre, "replaced its earlier showing")
    case .duplicate: Row(14, "duplicate", .centre, "shown a second time")
    case .queued: Row(27, "queued", .provider, "reaches the provider#", .position)
    case .providerUnreachable:
      Row(
        28, "provider-unreachable", .provider,
        "the provider is unreachable; tried again in #", .span)
    case .serviceUnreachable:
      Row(
        29, "service-unreachable", .provider,
        "the push service is unreachable; tried again in #", .span)
    case .tooManyPushes:
      Row(
        40, "too-many-pushes", .service,
        "the push service answers 429: too many pushes; tried again in #", .span)
    case .sent: Row(30, "sent", .provider, "sent#", .position)
    case .heartbeatShown: Row(31, "heartbeat-shown", .centre, "shown, without a message")
    // Something is done about messages that are missing, or by a station.
    case .gap: Row(15, "gap", .serviceExtension, "reveals a gap of #", .count)
    case .requested: Row(16, "requested", .serviceExtension, "the extension re-requests#", .count)
    case .timeLimit: Row(17, "time-limit", .serviceExtension, "the extension's time is over")
    case .summary:
      Row(18, "summary", .centre, "replaced by a summary, which also covers # missing", .count)
    case .adopted: Row(19, "adopted", .device, "switches to stage # of its strategy", .stage)
    case .acknowledged:
      Row(20, "acknowledged", .serviceExtension, "acknowledged by the extension#", .span)
    case .acknowledgementLost:
      Row(
        21, "acknowledgement-lost", .serviceExtension,
        "acknowledged by the extension; the acknowledgement is lost")
    case .droppedAll:
      Row(
        24, "dropped-all", .service,
        "the store is full (#): the push service discards all of it, and this push", .count)
    case .appSyncs:
      Row(
        25, "app-syncs", .app,
        "the push service reports the discarded pushes: the app fetches them", .count)
    case .synced: Row(26, "synced", .app, "fetched by the app")
    case .app(let event): event.row
    case .attention(let attention): attention.row
    case .run(let step): step.row
    case .answered(let answer): answer.row
    case .power(let event): event.row
    case .reaction(let event): event.row
    case .android(let event): event.row
    case .waitsForWindow:
      Row(
        52, "waits-for-window", .provider, "waits at the provider: the send window opens in #",
        .span)
    case .escalation(let step): step.row
    case .destroyed(let cause): cause.row
    }
  }
}

// MARK: - Its parts

private typealias Row = StoryRecord.Event.Row

extension StoryRecord.AppEvent {
  fileprivate var row: Row {
    switch self {
    case .opened: Row(160, "app-opened", .app, "the user opens the app#", .launch)
    case .left: Row(161, "app-left", .app, "the user leaves the app")
    case .ended: Row(162, "app-ended", .app, "the system ends the app")
    case .killed: Row(163, "app-killed", .app, "the user ends the app")
    case .fetches: Row(164, "app-fetches", .app, "the app fetches what is missing")
    case .fetchFailed: Row(165, "app-fetch-failed", .app, "the app's fetch fails")
    case .woken: Row(166, "app-woken", .app, "wakes the app")
    case .held: Row(167, "app-held", .app, "held by the device for the app's next launch")
    case .launched: Row(168, "app-launched", .app, "the system launches the app in the background")
    case .refreshed: Row(169, "app-refreshed", .app, "the system lets the app refresh itself")
    case .receiptWritten: Row(170, "app-receipt-written", .app, "a receipt is written")
    case .receiptsUploaded: Row(171, "app-receipts-uploaded", .app, "the app uploads its receipts")
    case .subscribed: Row(172, "app-subscribed", .user, "the user wants notifications of#", .folder)
    case .unsubscribed:
      Row(173, "app-unsubscribed", .user, "the user no longer wants notifications of#", .folder)
    case .tokenChanged:
      Row(174, "app-token-changed", .app, "the token changes: the app has a new one")
    case .tokenRegistered: Row(175, "app-token-registered", .app, "the provider knows the token")
    case .registered: Row(176, "app-registered", .app, "the provider knows what the user wants")
    case .tokenRefused:
      Row(
        190, "app-token-refused", .provider,
        "the push service answers 410: the provider stops sending to the token")
    case .uninstalled: Row(191, "app-uninstalled", .app, "the user uninstalls the app")
    case .permissionRevoked:
      Row(
        192, "permission-revoked", .app,
        "the browser revokes the permission: too many pushes drew nothing")
    case .socketOpened: Row(193, "socket-opened", .app, "the app's own connection is there")
    case .socketClosed: Row(194, "socket-closed", .app, "the app closes its own connection")
    case .socketDeathNoticed:
      Row(195, "socket-death-noticed", .provider, "the provider notices the app's dead connection")
    case .cameOverSocket:
      Row(196, "came-over-socket", .app, "comes over the app's own connection")
    }
  }
}

extension StoryRecord.Attention {
  fileprivate var row: Row {
    switch self {
    case .silenced: Row(144, "silenced", .centre, "without an alert: #", .silence)
    case .summaryDelivered:
      Row(145, "summary-delivered", .centre, "the scheduled summary comes#", .quietHours)
    case .seen: Row(146, "seen", .user, "seen by the user")
    case .tapped: Row(147, "tapped", .user, "tapped by the user")
    case .dismissed: Row(148, "dismissed", .user, "dismissed by the user")
    case .notDrawn: Row(149, "not-drawn", .centre, "no alert: the user does not allow it")
    case .pickedUp: Row(150, "phone-picked-up", .user, "the user picks up the phone")
    case .acted: Row(151, "acted", .user, "the user presses a button on it: the app wakes")
    case .alertedAgain: Row(152, "alerted-again", .centre, "alerts again: nobody has looked")
    case .kept: Row(158, "notifications-kept", .user, "the user keeps the app's notifications")
    case .turnedOff:
      Row(159, "notifications-turned-off", .user, "the user turns the app's notifications off")
    }
  }
}

extension StoryRecord.AndroidEvent {
  fileprivate var row: Row {
    switch self {
    case .dozes: Row(215, "dozes", .device, "starts to doze")
    case .maintenance: Row(216, "maintenance", .device, "a maintenance window interrupts Doze")
    case .awake: Row(217, "awake", .device, "dozes no more: somebody uses the phone")
    case .forceStopped: Row(218, "force-stopped", .app, "the user stops the app by force")
    case .vendorStopped: Row(219, "vendor-stopped", .app, "the vendor's system stops the app")
    }
  }
}

extension ExtensionStep {
  fileprivate var row: Row {
    switch self {
    case .absent: Row(120, "run-absent", .serviceExtension, "has no extension")
    case .waits: Row(121, "run-waits", .serviceExtension, "waits for the extension, which is busy")
    case .worked: Row(122, "run-worked", .serviceExtension, "the extension has done its work")
    case .cutShort:
      Row(123, "run-cut-short", .serviceExtension, "the extension takes too long: shown as it came")
    case .crashed: Row(124, "run-crashed", .serviceExtension, "the extension crashes")
    case .calledAgain:
      Row(125, "run-called-again", .serviceExtension, "the extension is called a second time")
    case .fetches:
      Row(126, "run-fetches", .serviceExtension, "the extension asks the server for what is new")
    case .fetched: Row(127, "run-fetched", .serviceExtension, "the server answers the extension")
    case .fetchFailed:
      Row(128, "run-fetch-failed", .serviceExtension, "the extension's fetch fails")
    case .placeholder:
      Row(129, "run-placeholder", .centre, "shown as a placeholder, without its content")
    case .degraded:
      Row(130, "run-degraded", .centre, "shown without what the extension would have added")
    }
  }
}

extension ResendAnswer {
  fileprivate var row: Row {
    switch self {
    case .success:
      Row(32, "answered-success", .provider, "answered: the provider repeats what it keeps of#")
    case .failed: Row(33, "answered-failed", .provider, "the re-request fails")
    case .refused:
      Row(
        34, "answered-refused", .provider,
        "the re-request is refused because the provider keeps none of the payloads")
    case .timedOut:
      Row(
        35, "answered-timed-out", .provider,
        "the re-request has waited in the provider's queue too long")
    }
  }
}

extension StoryRecord.PowerEvent {
  fileprivate var row: Row {
    switch self {
    case .reserving: Row(112, "reserves-power", .device, "starts to save power")
    case .normal: Row(113, "has-power", .device, "has normal power again")
    case .heldBack:
      Row(
        114, "held-back", .service,
        "held back because of its priority: nothing has woken the device")
    case .off: Row(115, "switched-off", .device, "switched off")
    case .on: Row(116, "switched-on", .device, "switched on")
    case .positionUnreadable:
      Row(
        117, "position-unreadable", .device,
        "the saved position is unreadable until the first unlock, in #", .span)
    }
  }
}

extension StoryRecord.ReactionEvent {
  fileprivate var row: Row {
    switch self {
    case .annoyed: Row(200, "annoyed", .user, "annoys the user#", .annoyance)
    case .disappointed:
      Row(201, "disappointed", .user, "disappoints the user: it comes to light too late")
    case .outOfPatience:
      Row(202, "out-of-patience", .user, "the user has had enough (annoyances: #)", .count)
    case .outOfTrust:
      Row(203, "out-of-trust", .user, "the user has lost trust (disappointments: #)", .count)
    case .quietly: Row(204, "muted", .user, "the user has alerts of the app silenced")
    case .alertsOff: Row(205, "alerts-off", .user, "the user switches alerts of the app off")
    case .opensLess: Row(206, "opens-less", .user, "the user opens the app less from now on")
    }
  }
}

extension StoryRecord.EscalationStep {
  fileprivate var row: StoryRecord.Event.Row {
    switch self {
    case .sent: .init(208, "escalated", .provider, "not confirmed: sent by the second channel too")
    case .arrived: .init(209, "escalation-arrived", .user, "comes by the second channel")
    case .failed: .init(210, "escalation-failed", .provider, "the second channel loses it")
    }
  }
}

extension Cause {
  fileprivate var row: Row {
    // What is said of it names other pushes.
    Row(64 + rawValue, "destroyed", station, "#", .culprit)
  }

  private var station: StoryRecord.Station {
    switch stage {
    case .server, .provider, .link, nil: .provider
    case .service: .service
    case .device: .device
    case .extension: .serviceExtension
    }
  }

  /// Tells apart what has one name at two stages.
  fileprivate var storyName: String {
    switch self {
    case .serverLost: "server-lost"
    case .retentionOver: "retention-over"
    default: name
    }
  }
}

extension StoryRecord.Event {
  package var code: UInt64 { UInt64(row.code) }

  package var name: String {
    guard case .destroyed(let cause) = self else { return "\(row.name)" }
    return "\(row.name)-\(cause.storyName)"
  }
}

extension StoryRecord.Event: CaseIterable {
  public static let allCases: [Self] =
    [
      .online, .offline, .connected, .detected, .created, .resent, .accepted, .stored,
      .intoHalfOpen,
      .handedOver, .arrived, .shown, .replacedInCentre, .duplicate, .gap, .requested, .timeLimit,
      .summary, .droppedAll, .appSyncs, .synced, .queued, .providerUnreachable,
      .serviceUnreachable, .tooManyPushes, .sent, .heartbeatShown, .adopted, .acknowledged,
      .acknowledgementLost,
    ] + ResendAnswer.allCases.map { .answered($0) }
    + Cause.allCases.map { .destroyed(by: $0) } + ExtensionStep.allCases.map { .run($0) }
    + StoryRecord.AppEvent.allCases.map { .app($0) }
    + StoryRecord.Attention.allCases.map { .attention($0) }
    + StoryRecord.PowerEvent.allCases.map { .power($0) }
    + StoryRecord.ReactionEvent.allCases.map { .reaction($0) } + [.waitsForWindow]
    + StoryRecord.AndroidEvent.allCases.map { .android($0) }
    + StoryRecord.EscalationStep.allCases.map { .escalation($0) }
}
