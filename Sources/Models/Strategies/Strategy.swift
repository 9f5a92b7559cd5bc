import DeliverySim

/// What a team does against loss: a provider policy and a client policy (model.md R8).
public struct Strategy: Sendable, Equatable {
  /// What the provider does beyond sending each message once.
  public struct ProviderPolicy: Sendable, Equatable {
    /// How messages are sent: alerts, or pushes that wake the app; nil: no pushes are sent.
    public var pushType: PushType? = .alert
    /// Numbers pushes, keeps payloads, re-sends on request.
    public var answersRequests = false
    /// Pushes carry earlier messages as well; nil: only their own.
    public var digest: Digest?
    /// Pushes that carry the queue's last position after a quiet time; nil: none.
    public var heartbeat: Heartbeat?
    /// Sends again what nobody has acknowledged; nil: never.
    public var retry: Retry?

    public static let sendsOnce = ProviderPolicy()
    public static let answersRequests = ProviderPolicy(answersRequests: true)
  }

  /// What the app does with a push.
  public enum ClientPolicy: Sendable, Equatable {
    case showsIt
    /// Shows it, and tells the provider so from the extension.
    case acknowledges
    case recoversGaps(GapRecovery)
    /// Fetches what is missing when a push wakes the app, and posts local notifications.
    case fetches
    /// Does so from time to time, by itself.
    case polls(Polling)
  }

  public var provider: ProviderPolicy
  public var client: ClientPolicy
  /// The app fetches what is missing when it is opened (``fetchingOnOpening()``).
  public internal(set) var fetchesOnOpening = false
  /// What devices go over to later (``then(_:)``).
  public internal(set) var adoptions: [Adoption] = []

  public init(provider: ProviderPolicy, client: ClientPolicy) {
    self.provider = provider
    self.client = client
  }
}

extension Strategy {
  /// How the app asks by itself; nil: it does not.
  public var polling: Polling? {
    if case .polls(let polling) = client { polling } else { nil }
  }

  /// The app asks for what is missing, woken or by itself.
  public var fetches: Bool {
    if case .fetches = client { true } else { polling != nil }
  }

  /// The provider hears of what has arrived.
  public var acknowledges: Bool {
    if case .acknowledges = client { true } else { false }
  }
}

extension Strategy {
  /// The app's extension has something to do: it looks at positions, acknowledges, unpacks earlier
  /// messages or filters heartbeats.
  public var needsExtension: Bool {
    switch client {
    case .showsIt, .fetches, .polls:
      provider.digest != nil || provider.heartbeat?.filtering ?? false
    case .acknowledges, .recoversGaps: true
    }
  }
}

extension Strategy {
  /// At some time the client asks for what it misses.
  public var recovers: Bool {
    stages.contains { if case .recoversGaps = $0.client { true } else { false } }
  }
}

extension Strategy {
  /// Pushes carry a collapse id, so that a repeat of something shown replaces it.
  var collapsesCopies: Bool {
    let retries = provider.retry?.collapse ?? false
    if case .recoversGaps(let recovery) = client { return recovery.collapse || retries }
    return retries
  }
}
