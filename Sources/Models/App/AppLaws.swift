import DeliverySim

/// What is asked of the app again and again (``DeviceLaws``).
struct AppLaws {
  /// The app is modelled.
  let isModelled: Bool
  /// Where the cumulative rate of openings has come to when; nil: it does not change.
  let openings: WeeklyProfile.Table?
  let visit: Sampler
  /// Nil: the system never ends the process.
  let suspended: Sampler?
  /// From a request to the server to the answer.
  let fetchLatency: Sampler
  /// Of the visits of a user who ends apps.
  let kills: Probability
  /// Opening the app fetches, whatever the strategy.
  private let syncsOnOpening: Bool
  /// Opening the app fetches, as a part of the strategy.
  private let isStrategyToFetch: Bool
  /// Alerts are drawn while the app is in the foreground.
  let presentsInForeground: Bool
  /// The system launches it for a silent push.
  let silentLaunch: Probability
  /// How many silent pushes the system passes on; nil: all of them.
  let silentThrottle: Throttle?
  /// And how many in a local day.
  let silentsPerDay: Int
  /// The app asks by itself, from time to time.
  let polls: Bool
  /// When the app hears of silent pushes, and of mixed ones.
  private let silent: UnseenCalls
  private let mixed: UnseenCalls

  init(_ setup: DeviceSetup, _ shelf: inout LawShelf) {
    isModelled = setup.app != nil
    openings = setup.app?.openings?.profile.map { WeeklyProfile.Table($0, &shelf) }
    visit = shelf.sampler(setup.app?.visit ?? .zero)
    suspended = setup.app?.suspended.map { shelf.sampler($0) }
    fetchLatency = shelf.sampler(setup.provider.resend.latency)
    kills = setup.app?.kills.visits ?? .zero
    syncsOnOpening = setup.app?.syncsOnOpening ?? false
    let silentPushes = setup.app?.silent
    silentLaunch = silentPushes?.launch ?? .one
    silentThrottle = silentPushes?.throttle
    silentsPerDay = silentPushes?.perDay ?? .max
    let handlers = setup.app?.handlers ?? .usual
    isStrategyToFetch = setup.strategy.fetchesOnOpening
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
  /// Opening the app brings what the user does not have.
  var fetchesOnOpening: Bool { syncsOnOpening || isStrategyToFetch }

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
