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
  /// The index is 0 or 1, span, span.
  case powerStart = 42
  case powerNormal = 43
  case powerReserving = 44
}

/// These happen to the device's power.
public enum PowerEvent: UInt8, Sendable, CaseIterable, FeatureEvent {
  /// It reserves power, or does so no more; the push service holds a push back.
  case reserving, normal, heldBack
  case off, on
  /// It was switched on; until the first unlock the extension cannot read its position.
  case positionUnreadable

  package var row: StoryRecord.Event.Row {
    switch self {
    case .reserving: .init(112, "reserves-power", .device, "starts to save power")
    case .normal: .init(113, "has-power", .device, "has normal power again")
    case .heldBack:
      .init(
        114, "held-back", .service,
        "held back because of its priority: nothing has woken the device")
    case .off: .init(115, "switched-off", .device, "switched off")
    case .on: .init(116, "switched-on", .device, "switched on")
    case .positionUnreadable:
      .init(
        117, "position-unreadable", .device,
        "the saved position is unreadable until the first unlock, in #", .span)
    }
  }
}
