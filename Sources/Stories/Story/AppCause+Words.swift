import Models
import Scenarios

extension AppCause: ToldCauses {
  func clause(_ words: CauseWords) -> String {
    switch self {
    case .silentThrottled: "the system had already passed on as many silent pushes as it allows"
    case .silentReplaced:
      "\(words.culprit) took its place, since the device holds one silent push for the app's "
        + "next launch"
    case .forceQuit: words.forceQuit
    case .voipBlocked: "VoIP pushes had woken the app too often without a reported call"
    case .fetchFailed:
      words.isFetch
        ? "the push had woken the app, but the app's fetch failed"
        : words.fate.emptiness(of: words.record)
    case .neverAsked: words.neverAsked
    case .refreshOff:
      "the device is in low-power mode or has Background App Refresh off, so nothing wakes the app"
    }
  }
}

extension CauseWords {
  fileprivate var isFetch: Bool { fate.told.index.fetchFailures.contains(record.time) }

  fileprivate var forceQuit: String {
    stopsApps
      ? "the app had been stopped, and nothing reaches it until it is opened"
      : "the user had ended the app, and no silent push reaches it then"
  }

  /// R11.3: on Android; else only silent pushes are refused so.
  private var stopsApps: Bool {
    let told = fate.told
    return told.scenario.frame.setups[told.story.group].android?.stopsApps ?? false
  }

  fileprivate var neverAsked: String {
    isUninstalled
      ? "the user had uninstalled the app before it asked for it"
        + reason(for: .app(.uninstalled))
      : "no push was sent for it, and the app would never have asked for it, since "
        + fate.appSilence
  }
}
