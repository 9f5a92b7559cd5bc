/// What is asked of the app again and again (``DeviceLaws``).
struct AppLaws {
  /// Opening the app fetches, as a part of the strategy.
  let fetchesOnOpening: Bool
  /// Alerts are drawn while the app is in the foreground.
  let presentsInForeground: Bool
  /// The app asks by itself, from time to time.
  let polls: Bool
  /// When the app hears of silent pushes, and of mixed ones.
  private let silent: UnseenCalls
  private let mixed: UnseenCalls

  init(_ setup: DeviceSetup) {
    let handlers = setup.app?.handlers ?? .usual
    fetchesOnOpening = setup.strategy.fetchesOnOpening
    presentsInForeground =
      setup.app?.presentsInForeground ?? true && handlers.implemented.contains(.willPresent)
    polls = setup.strategy.polling != nil
    silent = UnseenCalls(handlers, .silent)
    mixed = UnseenCalls(handlers, .mixed)
  }
}

/// When the methods that are called without the user hear of pushes of a kind, by the app's state.
struct UnseenCalls: Sendable {
  private let foreground: HandlerMatrix.Moments
  private let background: HandlerMatrix.Moments
  private let notRunning: HandlerMatrix.Moments
  private let killed: HandlerMatrix.Moments

  init(_ handlers: HandlerMatrix, _ payload: HandlerMatrix.Payload) {
    foreground = handlers.unseenCalls(.foreground, payload)
    background = handlers.unseenCalls(.background, payload)
    notRunning = handlers.unseenCalls(.notRunning, payload)
    killed = handlers.unseenCalls(.killed, payload)
  }

  subscript(state: HandlerMatrix.AppState) -> HandlerMatrix.Moments {
    switch state {
    case .foreground: foreground
    case .background: background
    case .notRunning: notRunning
    case .killed: killed
    }
  }
}

extension AppLaws {
  /// When the app hears of a silent push that arrives in this state of it; empty: never.
  func silentMoments(_ state: HandlerMatrix.AppState) -> HandlerMatrix.Moments { silent[state] }

  /// The same of a push that draws an alert and wakes the app; taps count too.
  func mixedMoments(_ state: HandlerMatrix.AppState) -> HandlerMatrix.Moments { mixed[state] }
}

extension HandlerMatrix {
  /// Of the methods that are called without the user.
  fileprivate func unseenCalls(_ state: AppState, _ payload: Payload) -> Moments {
    calls(.fetchCompletionHandler, state, payload)
      .union(calls(.didReceiveRemoteNotification, state, payload))
  }
}
