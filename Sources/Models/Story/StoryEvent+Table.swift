extension StoryRecord.Event {
  // MARK: The table

  /// The facts about an event.
  package struct Row {
    /// The name in saved stories. Never renamed: older versions have written it.
    let name: StaticString
    /// The station where it happens.
    package let station: StoryRecord.Station
    /// The sentence about the event; `#` stands for the part that differs from time to time.
    package let words: StaticString
    /// The meaning of its number.
    let payload: Payload
    /// From then on these are otherwise.
    package let changes: DeviceStates
    /// It is told of together with these.
    package let hangsOn: DeviceStates
    /// Its part in the way of a message.
    package let part: Part

    package enum Payload {
      case nothing, count, position, span, stage, folder, launch, quietHours, culprit, annoyance,
        silence
    }

    package init(
      _ name: StaticString, _ station: StoryRecord.Station, _ words: StaticString,
      _ payload: Payload = .nothing, changes: DeviceStates = [], hangsOn: DeviceStates = [],
      part: Part
    ) {
      (self.name, self.station, self.words) = (name, station, words)
      (self.payload, self.changes, self.part) = (payload, changes, part)
      // The app acts only while it runs.
      self.hangsOn = station == .app ? hangsOn.union(.app) : hangsOn
    }
  }

  /// These things about a device can change, besides its network.
  package struct DeviceStates: OptionSet, Sendable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) { self.rawValue = rawValue }

    package static let power = Self(rawValue: 1)
    /// Whether the app runs, and is in the foreground.
    package static let app = Self(rawValue: 2)
    /// The token, and what the user wants.
    package static let registration = Self(rawValue: 4)
    /// The user has done something about alerts.
    package static let consent = Self(rawValue: 8)

    package static let each = [power, app, registration, consent]
  }

  /// An event means this for a message.
  package struct Part: OptionSet, Sendable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) { self.rawValue = rawValue }

    /// It is a step like others.
    package static let none: Self = []
    /// The user is told.
    package static let tellsUser = Self(rawValue: 1)
    /// A push ends.
    package static let endsPush = Self(rawValue: 2)
    /// A push leaves the store.
    package static let leavesStore = Self(rawValue: 4)
    /// The extension does something that may take time.
    package static let isOfRun = Self(rawValue: 8)
    /// The extension is done with a push.
    package static let endsRun = Self(rawValue: 16)
    /// It is about what is missing, and no step of a push's own way.
    package static let asks = Self(rawValue: 32)
  }

  /// The code is a small number of its own, from 1 to 255; part of the fingerprint.
  private var entry: (code: UInt8, row: Row) {
    switch self {
    // The device's connection, and a push on its way to the screen.
    case .online: (1, Row("online", .network, "online", part: .none))
    case .offline: (2, Row("offline", .network, "offline#", part: .none))
    case .connected: (3, Row("connected", .network, "connected to the push service", part: .none))
    case .detected:
      (4, Row("detected", .network, "the push service notices the dead connection", part: .none))
    case .created: (5, Row("created", .provider, "created#", part: .none))
    case .resent: (6, Row("resent", .provider, "sent again by the provider", part: .none))
    case .accepted: (7, Row("accepted", .service, "accepted by the push service", part: .none))
    case .stored: (8, Row("stored", .service, "stored#", hangsOn: .power, part: .none))
    case .intoHalfOpen: (9, Row("into-limbo", .service, "sent into a dead connection", part: .none))
    case .handedOver:
      (10, Row("handed-over", .service, "handed over from the store", part: .leavesStore))
    case .arrived: (11, Row("arrived", .device, "arrived on the device", part: .none))
    case .shown: (12, Row("shown", .centre, "shown", part: [.endsRun, .tellsUser]))
    case .replacedInCentre:
      (13, Row("replaced-in-centre", .centre, "replaced its earlier showing", part: .endsRun))
    case .duplicate: (14, Row("duplicate", .centre, "shown a second time", part: .endsRun))
    case .queued: (27, Row("queued", .provider, "reaches the provider#", .position, part: .none))
    case .providerUnreachable:
      (
        28,
        Row(
          "provider-unreachable", .provider,
          "the provider is unreachable; tried again in #", .span, part: .none)
      )
    case .serviceUnreachable:
      (
        29,
        Row(
          "service-unreachable", .provider,
          "the push service is unreachable; tried again in #", .span, part: .none)
      )
    case .tooManyPushes:
      (
        40,
        Row(
          "too-many-pushes", .service,
          "the push service answers 429: too many pushes; tried again in #", .span, part: .none)
      )
    case .sent: (30, Row("sent", .provider, "sent#", .position, part: .none))
    case .heartbeatShown:
      (31, Row("heartbeat-shown", .centre, "shown, without a message", part: .endsRun))
    // Something is done about messages that are missing, or by a station.
    case .gap:
      (15, Row("gap", .serviceExtension, "reveals a gap of #", .count, part: [.isOfRun, .asks]))
    case .requested:
      (
        16,
        Row(
          "requested", .serviceExtension, "the extension re-requests#", .count,
          part: [.isOfRun, .asks])
      )
    case .timeLimit:
      (17, Row("time-limit", .serviceExtension, "the extension's time is over", part: .asks))
    case .summary:
      (
        18,
        Row(
          "summary", .centre, "replaced by a summary, which also covers # missing", .count,
          part: [.asks, .endsRun, .tellsUser])
      )
    case .adopted:
      (19, Row("adopted", .device, "switches to stage # of its strategy", .stage, part: .none))
    case .acknowledged:
      (
        20,
        Row("acknowledged", .serviceExtension, "acknowledged by the extension#", .span, part: .none)
      )
    case .acknowledgementLost:
      (
        21,
        Row(
          "acknowledgement-lost", .serviceExtension,
          "acknowledged by the extension; the acknowledgement is lost", part: .none)
      )
    case .droppedAll:
      (
        24,
        Row(
          "dropped-all", .service,
          "the store is full (#): the push service discards all of it, and this push", .count,
          part: .none)
      )
    case .appSyncs:
      (
        25,
        Row(
          "app-syncs", .app,
          "the push service reports the discarded pushes: the app fetches them", .count, part: .none
        )
      )
    case .synced: (26, Row("synced", .app, "fetched by the app", part: [.endsRun, .tellsUser]))
    case .waitsForWindow:
      (
        52,
        Row(
          "waits-for-window", .provider, "waits at the provider: the send window opens in #",
          .span, part: .none)
      )
    case .destroyed(let cause): (64 + cause.code, cause.storyRow)
    case .of(let event): (event.code, event.row)
    }
  }
}

// MARK: - Its parts

extension Cause {
  /// Its words name other pushes.
  fileprivate var storyRow: StoryRecord.Event.Row {
    let hangsOn: StoryRecord.Event.DeviceStates = stage == .device ? [.app] : []
    return StoryRecord.Event.Row(
      "destroyed", station, "#", .culprit, hangsOn: hangsOn.union(row?.hangsOn ?? []),
      part: [.endsPush, .leavesStore, .endsRun])
  }

  private var station: StoryRecord.Station {
    switch stage {
    case .server, .provider, .link, nil: .provider
    case .service: .service
    case .device: .device
    case .extension: .serviceExtension
    }
  }
}

extension StoryRecord.Event {
  package var row: Row { entry.row }

  package var code: UInt64 {
    // Nothing is looked up for these.
    if case .of(let event) = self { return UInt64(event.code) }
    if case .destroyed(let cause) = self { return UInt64(64 + cause.code) }
    return UInt64(entry.code)
  }

  package var name: String {
    guard case .destroyed(let cause) = self else { return "\(row.name)" }
    return "\(row.name)-\(cause.storyName)"
  }
}

extension StoryRecord.Event: CaseIterable {
  /// Those of every message's way, then causes, then events of features by their codes.
  public static let allCases: [Self] =
    [
      .online, .offline, .connected, .detected, .created, .resent, .accepted, .stored,
      .intoHalfOpen, .handedOver, .arrived, .shown, .replacedInCentre, .duplicate, .gap,
      .requested, .timeLimit, .summary, .droppedAll, .appSyncs, .synced, .queued,
      .providerUnreachable, .serviceUnreachable, .tooManyPushes, .sent, .heartbeatShown, .adopted,
      .acknowledged, .acknowledgementLost, .waitsForWindow,
    ] + Cause.allCases.map { .destroyed(by: $0) } + FeatureCode.all.map { .of($0) }
}
