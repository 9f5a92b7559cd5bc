/// The app does not get what a push is about.
public enum AppCause: UInt8, Causes {
  /// The system passes on only so many silent pushes.
  case silentThrottled = 13
  /// The device holds only the newest silent push for an app that is not running.
  case silentReplaced = 14
  /// The user has ended the app: no silent push reaches it.
  case forceQuit = 15
  /// The app has been woken by calls too often without reporting one.
  case voipBlocked = 16
  /// The server did not answer who asked for its content.
  case fetchFailed = 24
  /// No push was sent for it, and the app will never ask.
  case neverAsked = 25
  /// Nothing may wake the app unseen: low-power mode, or the switch is off.
  case refreshOff = 26

  package var row: Cause.Row {
    switch self {
    case .silentThrottled: .init(.device, "silent-throttled")
    case .silentReplaced: .init(.device, "silent-replaced")
    case .forceQuit: .init(.device, "force-quit")
    case .voipBlocked: .init(.device, "voip-blocked")
    case .fetchFailed: .init(.device, "fetch-failed")
    case .neverAsked: .init(.device, "never-asked", hangsOn: .registration)
    case .refreshOff: .init(.device, "refresh-off")
    }
  }
}

extension Cause {
  /// The app does not get what a push is about.
  public static func app(_ cause: AppCause) -> Self { Self(cause) }
}
