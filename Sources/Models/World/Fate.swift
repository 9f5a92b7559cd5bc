/// Where an owed notification ended (model.md R0.3), by precedence.
public enum Fate: UInt8, Sendable, CaseIterable {
  case shown, summarised, synced, escalated, pending, lost
}

/// The part of the path where a copy was destroyed (R0.4), in the order of the way.
public enum Stage: String, Sendable, CaseIterable {
  case server, provider, link, service, device, `extension`
}

/// What destroyed a copy (R0.4). `none`: no copy was destroyed.
public enum Cause: UInt8, Sendable, CaseIterable {
  case none
  case linkLost
  case overwritten
  case expired
  case notStored
  /// The extension showed a summary in the place of the arriving notification.
  case replaced
  /// The service discarded everything it had stored; the app syncs.
  case droppedAll
  /// The service had stored as many as it keeps.
  case queueFull
  /// On hop 1, by chance or because the provider stayed unreachable.
  case serverLost
  /// On hop 2: the push service stayed unreachable.
  case unreachable
  /// The user has refused notifications, and so alerts.
  case disabled
  /// The user has switched alerts off.
  case alertsOff
  /// The app has no method that hears of such a push, or no extension that looks for more in it.
  case ignoredPayload
  /// The system passes on only so many silent pushes.
  case silentThrottled
  /// The device holds only the newest silent push for an app that is not running.
  case silentReplaced
  /// The user has ended the app: no silent push reaches it.
  case forceQuit
  /// The app has been woken by calls too often without reporting one.
  case voipBlocked
  /// Nobody has asked for it as long as the provider kept it.
  case retentionOver
  /// The service had taken as many collapsible pushes as it takes in a while.
  case throttled
  /// A run of the extension crashed; nothing was shown.
  case crashed
  /// The provider does not know that the user wants it.
  case notSubscribed
  /// The device never got a token.
  case noToken
  /// The push service refuses a push of that size.
  case rejectedTooLarge
  /// The token that the push was sent to is no longer that of the app.
  case unregistered
  /// The server did not answer who asked for its content.
  case fetchFailed
  /// No push was sent for it, and the app will never ask.
  case neverAsked
  /// Nothing may wake the app unseen: low-power mode, or the switch is off.
  case refreshOff
}

extension Cause {
  private var row: (stage: Stage?, name: String) {
    switch self {
    case .none: (nil, "")
    case .linkLost: (.link, "lost")
    case .overwritten: (.service, "overwritten")
    case .expired: (.service, "expired")
    case .notStored: (.service, "not-stored")
    case .replaced: (.extension, "replaced")
    case .droppedAll: (.service, "dropped-all")
    case .queueFull: (.service, "queue-full")
    case .serverLost: (.server, "lost")
    case .unreachable: (.link, "unreachable")
    case .disabled: (.device, "disabled")
    case .alertsOff: (.device, "alerts-off")
    case .ignoredPayload: (.device, "ignored-payload")
    case .silentThrottled: (.device, "silent-throttled")
    case .silentReplaced: (.device, "silent-replaced")
    case .forceQuit: (.device, "force-quit")
    case .voipBlocked: (.device, "voip-blocked")
    case .retentionOver: (.provider, "expired")
    case .throttled: (.service, "throttled")
    case .crashed: (.extension, "crashed")
    case .notSubscribed: (.provider, "not-subscribed")
    case .noToken: (.provider, "no-token")
    case .rejectedTooLarge: (.provider, "rejected-too-large")
    case .unregistered: (.service, "unregistered")
    case .fetchFailed: (.device, "fetch-failed")
    case .neverAsked: (.device, "never-asked")
    case .refreshOff: (.device, "refresh-off")
    }
  }

  /// Nil for ``none``.
  public var stage: Stage? { row.stage }

  /// The name in results; empty for ``none``.
  public var name: String { row.name }
}

/// What became of the attempt to repair (R0.4).
public enum Repair: UInt8, Sendable, CaseIterable {
  /// The strategy has no repair.
  case none
  /// Nobody asked for it.
  case unnoticed
  case overLimit
  case failed
  case refused
  case repeatLost
}

extension Repair {
  /// The name in results.
  public var name: String {
    switch self {
    case .none: "none"
    case .unnoticed: "unnoticed"
    case .overLimit: "over-limit"
    case .failed: "failed"
    case .refused: "refused"
    case .repeatLost: "repeat-lost"
    }
  }
}

extension Fate {
  /// The name in results.
  public var name: String {
    switch self {
    case .shown: "shown"
    case .summarised: "summarised"
    case .synced: "synced"
    case .escalated: "escalated"
    case .pending: "pending"
    case .lost: "lost"
    }
  }
}
