/// The streams of the network and the power.
enum ConnectivityStream: UInt8, Streams {
  /// The index is the span or the return.
  case networkStart = 48
  case online = 49
  case offline = 50
  case reconnect = 51
  /// The device is the region.
  case regionStart = 52
  case regionUp = 53
  case regionDown = 54
  /// The index is 0.
  case absenceStream = 55
  case absenceShift = 62
  case lowPower = 45
  case switchedOffAtNight = 46
  case devicePace = 47
  /// The index is 0 or 1, span, span.
  case powerStart = 42
  case powerNormal = 43
  case powerReserving = 44
}

/// The network or the power changes.
enum ConnectivityEventKind: UInt8, EventKinds {
  /// The device's own online or offline span ends, by a law or as recorded.
  case connectivityFlips = 7
  /// A region's outage begins or ends; shared by the region's devices. Payload: the region's place
  /// in the batch.
  case regionFlips = 8
  /// The reconnect delay has passed.
  case connectionReady = 9
  /// The device begins to reserve power, or ends it.
  case powerFlips = 10
  /// The device is switched off or on.
  case switched = 11

  var isOnDevice: Bool {
    switch self {
    case .regionFlips: false
    case .connectivityFlips, .connectionReady, .powerFlips, .switched: true
    }
  }
}

/// These happen to the device's power.
public enum PowerEvent: UInt8, Sendable, CaseIterable, FeatureEvent {
  /// It reserves power, or does so no more; the push service holds a push back.
  case reserving = 112
  case normal = 113
  case heldBack = 114
  case off = 115
  case on = 116
  /// It was switched on; until the first unlock the extension cannot read its position.
  case positionUnreadable = 117

  package var row: StoryRecord.Event.Row {
    switch self {
    case .reserving:
      .init("reserves-power", .device, "starts to save power", changes: .power, part: .none)
    case .normal:
      .init("has-power", .device, "has normal power again", changes: .power, part: .none)
    case .heldBack:
      .init(
        "held-back", .service,
        "held back because of its priority: nothing has woken the device", hangsOn: .power,
        part: .none)
    case .off: .init("switched-off", .device, "switched off", part: .none)
    case .on: .init("switched-on", .device, "switched on", part: .none)
    case .positionUnreadable:
      .init(
        "position-unreadable", .device,
        "the saved position is unreadable until the first unlock, in #", .span, part: .none)
    }
  }
}

extension StoryRecord.Event {
  /// Something happens to the device's power.
  public static func power(_ event: PowerEvent) -> Self { Self(event) }
}
