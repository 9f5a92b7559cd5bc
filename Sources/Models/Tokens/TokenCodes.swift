/// The streams of tokens.
enum TokenStream: UInt8, Streams {
  /// The index is the change, from 1, or 0.
  case start = 99
  case span = 100
  case uninstall = 101
  /// The index is the change, from 1, the copy the attempt since then, from 0.
  case registrationFailure = 174
  /// The index is the change, from 1.
  case reinstall = 175
}

/// The app registers its token, or is installed anew.
public enum TokenEvent: UInt8, FeatureEvent {
  /// An attempt to register fails.
  case registrationFailed = 231
  /// A reinstallation ends a block (R4.7, R12.6).
  case unblocked = 232

  package var row: StoryRecord.Event.Row {
    switch self {
    case .registrationFailed:
      .init(
        "registration-failed", .app, "the app's registration fails: the next opening tries again",
        hangsOn: .registration, part: .none)
    case .unblocked:
      .init(
        "app-unblocked", .app, "the app is installed anew: the system blocks it no more",
        hangsOn: .registration, part: .none)
    }
  }
}

extension StoryRecord.Event {
  /// The app registers its token, or is installed anew.
  public static func tokens(_ event: TokenEvent) -> Self { Self(event) }
}

/// The token changes.
enum TokenEventKind: UInt8, EventKinds {
  /// The app is installed anew, or on another device.
  case changes = 28
  /// A device that was away for long enough has lost it (R3.16).
  case mayExpire = 40

  var isOnDevice: Bool { true }

  /// Most times nothing happens then.
  var countsItself: Bool { self == .mayExpire }
}
