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

    package enum Payload {
      case nothing, count, position, span, stage, folder, launch, quietHours, culprit, annoyance,
        silence
    }

    package init(
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
    case .socket(let event): event.row
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
    case .none, .linkLost, .overwritten, .expired, .notStored, .replaced, .droppedAll, .queueFull,
      .unreachable, .disabled, .alertsOff, .ignoredPayload, .silentThrottled, .silentReplaced,
      .forceQuit, .voipBlocked, .throttled, .crashed, .notSubscribed, .noToken, .rejectedTooLarge,
      .unregistered, .fetchFailed, .neverAsked, .refreshOff:
      name
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
    + AppEvent.allCases.map { .app($0) } + SocketEvent.allCases.map { .socket($0) }
    + Attention.allCases.map { .attention($0) }
    + PowerEvent.allCases.map { .power($0) }
    + ReactionEvent.allCases.map { .reaction($0) } + [.waitsForWindow]
    + AndroidEvent.allCases.map { .android($0) }
    + EscalationStep.allCases.map { .escalation($0) }
}
