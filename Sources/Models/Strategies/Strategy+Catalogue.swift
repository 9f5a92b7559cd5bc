public import DeliverySim

// All strategies that the package knows: a line here for each new one.

extension Strategy {
  // MARK: Provider and client

  /// One push per message; the client shows it. This is the usual practice.
  public static let fireAndForget = Strategy(provider: .sendsOnce, client: .showsIt)

  /// A provider that numbers, keeps and re-sends; a client that recovers gaps.
  public static func gapRecovery(_ parameters: GapRecovery = GapRecovery()) -> Strategy {
    Strategy(provider: .sendsOnce, client: .recoversGaps(parameters))
  }

  /// The push queue with a memory: the client remembers which positions it misses, and asks for all
  /// of them again on every push with a new position, until they have arrived or the provider says
  /// that it has them no more.
  ///
  /// - Parameters:
  ///   - repeatLimit: As ``GapRecovery/repeatLimit``; counts what is newly missed.
  ///   - window: The number of positions back from which on the client gives up.
  ///   - collapse: The value of ``GapRecovery/collapse``.
  ///   - wait: The law of ``GapRecovery/wait``.
  ///   - sharedCursor: The value of ``GapRecovery/sharedCursor``.
  public static func gapWindow(
    repeatLimit: Int = 20, window: Int = 1000, collapse: Bool = true, wait: Distribution = .zero,
    sharedCursor: Bool = false
  ) -> Strategy {
    var parameters = GapRecovery(
      repeatLimit: repeatLimit, collapse: collapse, wait: wait, sharedCursor: sharedCursor)
    parameters.window = window
    return Strategy(provider: .sendsOnce, client: .recoversGaps(parameters))
  }

  /// The extension asks the server for everything that is new and posts local notifications.
  public static func extensionFetch(_ rule: ExtensionFetch = ExtensionFetch()) -> Strategy {
    var provider = ProviderPolicy()
    provider.sendsContent = rule.content == .push
    return Strategy(provider: provider, client: .fetchesInExtension(rule))
  }

  /// ``fireAndForget``, repeated: ``sendingUntilAcked(_:collapse:)``.
  ///
  /// - Parameter schedule: The waits, each from a send to the next one.
  /// - Parameter collapse: The same as ``GapRecovery/collapse``.
  public static func retryUntilAcked(
    _ schedule: any RetrySchedule = ProviderPolicy.Retry.backOff, collapse: Bool = true
  ) -> Strategy {
    fireAndForget.sendingUntilAcked(schedule, collapse: collapse)
  }

  /// One silent push per message: it wakes the app, which fetches everything that the user does not
  /// have and posts local notifications.
  public static let silentFetch = silentFetch(priority: .byPower)

  /// The same with silent pushes of a priority.
  ///
  /// With the content `push` each of them brings its message, and the app fetches nothing.
  ///
  /// - Precondition: It is not the highest one, which the push service refuses.
  public static func silentFetch(
    priority: PushPriority, content: ExtensionFetch.Content = .none
  ) -> Strategy {
    precondition(priority != .immediate, "silent pushes have priority 5 or 1")
    var provider = ProviderPolicy.wakes(by: .background)
    provider.silentPriority = priority
    return Strategy(provider: provider, client: content == .push ? .posts : .fetches)
  }

  /// The same with VoIP pushes, which wake even an app that the user has ended.
  public static let voipFetch = Strategy(provider: .wakes(by: .voip), client: .fetches)

  /// The provider sends nothing; the app fetches what is missing from time to time and posts local
  /// notifications.
  public static func poll(_ polling: Polling = Polling()) -> Strategy {
    var provider = ProviderPolicy()
    provider.pushType = nil
    return Strategy(provider: provider, client: .fetches).with(polling)
  }

  /// A strategy whose client and provider are written outside of this package. They number pushes,
  /// and the provider keeps payloads and answers requests.
  public static func foreign(_ strategy: ForeignStrategy) -> Strategy {
    Strategy(provider: .sendsOnce, client: .foreign(strategy))
  }

  // MARK: Over another one

  /// This strategy, with pushes that carry earlier messages too.
  ///
  /// - Precondition: Its pushes bring their messages.
  public func with(_ digest: Digest) -> Strategy {
    precondition(provider.sendsContent, "a push without content carries no earlier messages")
    var strategy = self
    strategy.provider.digest = digest
    return strategy
  }

  /// This strategy, with heartbeats. Of alerts only a client makes anything that recovers gaps, or
  /// fetches in its extension; silent ones make the app fetch, whatever the client.
  public func with(_ heartbeat: Heartbeat) -> Strategy {
    var strategy = self
    strategy.provider.heartbeat = heartbeat
    return strategy
  }

  /// This strategy, with an app that also fetches by itself (background refresh).
  public func with(_ polling: Polling) -> Strategy {
    var strategy = self
    strategy.polling = polling
    return strategy
  }

  /// This strategy, whose provider sends each message again and again until the client has
  /// acknowledged it, its payload is no longer kept, or the schedule ends.
  ///
  /// - Parameter schedule: The waits, each from a send to the next one.
  /// - Parameter collapse: The same as ``GapRecovery/collapse``.
  /// - Precondition: The client shows what comes, or fetches in its extension.
  public func sendingUntilAcked(
    _ schedule: any RetrySchedule = ProviderPolicy.Retry.backOff, collapse: Bool = true
  ) -> Strategy {
    var strategy = self
    strategy.provider.retry = .init(schedule, collapse: collapse)
    guard let client = client.acknowledging else {
      preconditionFailure("nothing else acknowledges")
    }
    strategy.client = client
    return strategy
  }

  /// This strategy, with an app that fetches what the user does not have whenever it is opened.
  ///
  /// Only says something where opening the app does not do so anyway (``App/syncsOnOpening``).
  public func fetchingOnOpening() -> Strategy {
    var strategy = self
    strategy.fetchesOnOpening = true
    return strategy
  }

  /// This strategy, with a second channel for what is not confirmed in time.
  public func escalating(_ escalation: Escalation) -> Strategy {
    var strategy = self
    strategy.escalation = escalation
    return strategy
  }

  /// This strategy, with a connection of the app's own while it runs.
  public func with(_ socket: Socket) -> Strategy {
    var strategy = self
    strategy.socket = socket
    return strategy
  }

  /// This strategy until others are adopted. A device never goes back: when its delays would make
  /// it adopt a later one first, it skips the earlier one.
  ///
  /// - Parameter adoptions: The adoptions in order of time. Their strategies have no adoptions of
  ///   their own.
  public func then(_ adoptions: [Adoption]) -> Strategy {
    var strategy = self
    strategy.adoptions = adoptions
    return strategy
  }

  /// This one and those that are adopted, in order of time.
  public var stages: [Strategy] { [self] + adoptions.map(\.strategy) }
}

extension Strategy.ProviderPolicy {
  /// Sends each message once, as a push that wakes the app.
  static func wakes(by type: PushType) -> Self {
    var policy = Self()
    policy.pushType = type
    return policy
  }
}
