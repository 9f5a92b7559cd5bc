import DeliverySim

/// The use of a device's app, and the pushes that wake it, compiled once.
struct AppPlan {
  /// The app is modelled.
  let isModelled: Bool
  /// Per device [1/s]; nil: nobody ever opens it unprompted.
  let openingRate: Distribution?
  let unitExponential = Sampler.unitExponential
  /// Where the cumulative rate of openings has come to when; nil: it does not change.
  let openings: WeeklyProfile.Table?
  let visit: Sampler
  /// Nil: the system never ends the process.
  let suspended: Sampler?
  /// Who ever ends the app, and how often.
  let kills: App.Kills
  /// Opening the app fetches what the user does not have.
  let fetchesOnOpening: Bool
  /// Alerts are drawn while the app is in the foreground.
  let presentsInForeground: Bool
  /// The time from a request to the server to the answer, and the probability of an error.
  let fetchLatency: Sampler
  let fetchFailure: Probability
  /// The time that the server keeps a message, from its creation.
  let retention: SimTime
  let backgroundTime: SimTime
  let silent: App.Silent
  let backgroundRefresh: Probability
  /// Nil: there is no limit.
  let voipMisuses: Int?
  /// The app asks by itself, from time to time; nil: it does not.
  let polling: Polling?
  /// The app tells the provider something when it is opened.
  let registers: Bool
  let localRepeats: LocalRepeats?
  /// A push that wakes the app brings its message: there is nothing to fetch (R3.15).
  let postsWhatComes: Bool
  /// The moments when the app hears of silent pushes, and of mixed ones.
  let silentCalls: UnseenCalls
  let mixedCalls: UnseenCalls

  init(_ setup: DeviceSetup, _ arena: inout PlanArena) {
    let app = setup.app
    isModelled = app != nil
    openingRate = app?.openings?.rate
    openings = app?.openings?.profile.map { WeeklyProfile.Table($0, &arena) }
    visit = arena.sampler(app?.visit ?? .zero)
    suspended = app?.suspended.map { arena.sampler($0) }
    kills = app?.kills ?? App.Kills(visits: .zero)
    fetchesOnOpening = app?.syncsOnOpening ?? false || setup.strategy.fetchesOnOpening
    let handlers = app?.handlers ?? .usual
    presentsInForeground =
      app?.presentsInForeground ?? true && handlers.implemented.contains(.willPresent)
    fetchLatency = arena.sampler(setup.provider.resend.latency)
    (fetchFailure, retention) = (setup.provider.resend.failure, setup.provider.retention)
    backgroundTime = app?.backgroundTime ?? .never
    silent = app?.silent ?? App.Silent()
    (localRepeats, postsWhatComes) = (app?.localRepeats, setup.strategy.postsWhatComes)
    backgroundRefresh = app?.backgroundRefresh ?? .one
    (voipMisuses, polling) = (app?.voipMisuses, setup.strategy.polling)
    registers =
      setup.workload.subscriptions != nil || setup.tokens?.changes != nil
      || setup.service.tokenExpiresAfterInForce != nil
    silentCalls = UnseenCalls(handlers, .silent)
    mixedCalls = UnseenCalls(handlers, .mixed)
  }
}

/// The moments when the methods that are called without the user hear of pushes of a kind, by the
/// app's state.
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

extension HandlerMatrix {
  /// The methods that are called without the user.
  fileprivate func unseenCalls(_ state: AppState, _ payload: Payload) -> Moments {
    calls(.fetchCompletionHandler, state, payload)
      .union(calls(.didReceiveRemoteNotification, state, payload))
  }
}

extension AppPlan: StationPlan {
  /// The fast way asks the station each time (``Device/fastForward(before:_:)``).
  func vetoes(_ setup: DeviceSetup) -> Vetoes { [] }
}
