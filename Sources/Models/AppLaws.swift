/// What is asked of the app again and again (``DeviceLaws``).
struct AppLaws {
  /// Opening the app fetches, as a part of the strategy.
  let fetchesOnOpening: Bool
  /// Alerts are drawn while the app is in the foreground.
  let presentsInForeground: Bool
  /// The app asks by itself, from time to time.
  let polls: Bool
  /// When the app hears of silent pushes, by its state.
  private let silentCalls:
    (
      foreground: HandlerMatrix.Moments, background: HandlerMatrix.Moments,
      notRunning: HandlerMatrix.Moments, killed: HandlerMatrix.Moments
    )

  init(_ setup: DeviceSetup) {
    let handlers = setup.app?.handlers ?? .usual
    fetchesOnOpening = setup.strategy.fetchesOnOpening
    presentsInForeground =
      setup.app?.presentsInForeground ?? true && handlers.implemented.contains(.willPresent)
    polls = setup.strategy.polling != nil
    silentCalls = (
      handlers.silentCalls(.foreground), handlers.silentCalls(.background),
      handlers.silentCalls(.notRunning), handlers.silentCalls(.killed)
    )
  }
}

extension AppLaws {
  /// When the app hears of a silent push that arrives in this state of it; empty: never.
  func silentMoments(_ state: HandlerMatrix.AppState) -> HandlerMatrix.Moments {
    switch state {
    case .foreground: silentCalls.foreground
    case .background: silentCalls.background
    case .notRunning: silentCalls.notRunning
    case .killed: silentCalls.killed
    }
  }
}

extension HandlerMatrix {
  /// Of the methods that are called without the user.
  fileprivate func silentCalls(_ state: AppState) -> Moments {
    calls(.fetchCompletionHandler, state, .silent)
      .union(calls(.didReceiveRemoteNotification, state, .silent))
  }
}
