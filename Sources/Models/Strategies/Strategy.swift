import DeliverySim

/// A team's measures against loss: a provider policy and a client policy (model.md R8).
public struct Strategy: Sendable, Equatable {
  /// The provider's actions beyond sending each message once, and again on request.
  public struct ProviderPolicy: Sendable, Equatable {
    /// The type of pushes with messages: alerts, or pushes that wake the app; nil: no pushes are
    /// sent.
    public var pushType: PushType? = .alert
    /// Pushes carry earlier messages as well; nil: only their own.
    public var digest: Digest?
    /// Pushes that carry the queue's last position after a quiet time; nil: none.
    public var heartbeat: Heartbeat?
    /// Sends again what nobody has acknowledged; nil: never.
    public var retry: Retry?
    /// Pushes bring their messages; else only the news that there is one.
    public var sendsContent = true
    /// The priority of silent pushes: 5 or 1, since the push service refuses them with 10 (R4.6).
    public var silentPriority = PushPriority.byPower
    /// At some stage of the strategy pushes are silent: they may still wait at a later one.
    var isBesideSilentPushes = false

    /// Each message is sent once, and again on request.
    public static let sendsOnce = ProviderPolicy()
  }

  /// The app's treatment of a push.
  public enum ClientPolicy: Sendable, Equatable {
    case showsIt
    /// Shows it, and tells the provider so from the extension.
    case acknowledges
    case recoversGaps(GapRecovery)
    /// Asks the server for everything that is new, from the extension.
    case fetchesInExtension(ExtensionFetch)
    /// Fetches what is missing when a push wakes the app, and posts local notifications.
    case fetches
    /// Posts what the push that wakes the app brings, and asks for nothing (R3.15).
    case posts
    /// A client that somebody else has written.
    case foreign(ForeignStrategy)
  }

  /// It decides what the provider sends and sends again.
  public var provider: ProviderPolicy
  /// It decides what the app does with a push.
  public var client: ClientPolicy
  /// The app asks by itself too, from time to time (``with(_:)-(Polling)``); nil: it does not.
  public internal(set) var polling: Polling?
  /// The app fetches what is missing when it is opened (``fetchingOnOpening()``).
  public internal(set) var fetchesOnOpening = false
  /// The second channel (``escalating(_:)``); nil: there is none.
  public internal(set) var escalation: Escalation?
  /// While the app runs, messages come over a connection of its own (``with(_:)-(Socket)``); nil:
  /// there is none.
  public internal(set) var socket: Socket?
  /// The strategies that devices adopt later (``then(_:)``).
  public internal(set) var adoptions: [Adoption] = []

  public init(provider: ProviderPolicy, client: ClientPolicy) {
    self.provider = provider
    self.client = client
  }
}

extension Strategy.ClientPolicy {
  /// The traits of a client that the other stations need to know.
  fileprivate struct Traits {
    /// The app's extension looks at positions, or acknowledges.
    var needsExtension = false
    /// The provider hears of what has arrived.
    var acknowledges = false
    /// It asks for what it misses.
    var asks = false
    /// Pushes have positions that it looks at.
    var numbers = false
    /// Whether it leaves out messages that the app has fetched.
    var sharesCursor = false
    /// Pushes carry a collapse id, so that a repeat of something shown replaces it.
    var collapses = false
    /// The app asks for everything when a push has woken it.
    var fetches = false
    /// The app has the message of the push that has woken it.
    var posts = false
    /// Nil: it is built in.
    var foreign: ForeignStrategy?
    /// Nil: the extension looks at no gaps.
    var gaps: GapRule?
    /// The same client, which acknowledges; nil: there is none.
    var acknowledging: Strategy.ClientPolicy?
  }

  fileprivate var traits: Traits {
    switch self {
    case .showsIt: Traits(acknowledging: .acknowledges)
    case .acknowledges: Traits(needsExtension: true, acknowledges: true)
    case .recoversGaps(let recovery):
      Traits(
        needsExtension: true, asks: true, numbers: true, sharesCursor: recovery.sharedCursor,
        collapses: recovery.collapse,
        gaps: GapRule(
          repeatLimit: recovery.repeatLimit, savesInOrder: !recovery.asPrinted,
          wait: recovery.wait, window: recovery.window))
    case .fetchesInExtension(let fetch):
      Traits(
        needsExtension: true, acknowledges: fetch.acknowledges, asks: true,
        numbers: fetch.ask == .onGap, sharesCursor: true, collapses: true,
        gaps: GapRule(
          wait: fetch.wait, window: fetch.ask == .onGap ? .max : nil, fetch: fetch.ask),
        acknowledging: .fetchesInExtension(fetch.acknowledging))
    case .fetches: Traits(fetches: true)
    case .posts: Traits(posts: true)
    case .foreign(let foreign):
      Traits(
        needsExtension: true, asks: true, numbers: true, collapses: foreign.collapse,
        foreign: foreign)
    }
  }
}

extension Strategy.ClientPolicy {
  /// It asks for what it misses.
  var asks: Bool { traits.asks }

  /// Whether it leaves out messages that the app has fetched.
  var sharesCursor: Bool { traits.sharesCursor }

  /// Nil: the extension looks at no gaps.
  var gaps: GapRule? { traits.gaps }

  /// The same client, which acknowledges; nil: there is none.
  var acknowledging: Self? { traits.acknowledging }
}

extension Strategy {
  /// The app asks for what is missing, woken or by itself.
  public var fetches: Bool {
    client.traits.fetches || polling != nil || provider.heartbeat?.form == .silent
  }

  /// Somebody posts local notifications of what the user does not have.
  public var postsLocally: Bool {
    if case .fetchesInExtension = client { return true }
    return fetches || postsWhatComes || socket != nil
  }

  /// Pushes that wake the app bring their messages.
  public var postsWhatComes: Bool { client.traits.posts }

  /// The provider hears of what has arrived.
  public var acknowledges: Bool { client.traits.acknowledges }

  /// The rules that are written outside of this package; nil: there are none.
  public var foreign: ForeignStrategy? { client.traits.foreign }

  /// The app's extension has something to do: it looks at positions, acknowledges, unpacks earlier
  /// messages or filters heartbeats.
  public var needsExtension: Bool {
    client.traits.needsExtension || provider.digest != nil || provider.heartbeat?.filtering ?? false
  }

  /// At some time pushes have positions that the client looks at.
  public var numbersPushes: Bool { stages.contains { $0.client.traits.numbers } }

  /// Whether messages that the app has fetched are left out at some stage.
  public var sharesCursor: Bool { stages.contains { $0.client.sharesCursor } }

  /// At some time the provider sends alerts.
  public var sendsAlerts: Bool { stages.contains { $0.provider.pushType == .alert } }

  /// At some time the provider sends silent pushes.
  public var sendsSilently: Bool {
    stages.contains {
      $0.provider.pushType == .background || $0.provider.heartbeat?.form == .silent
    }
  }

  /// At some time the client asks for what it misses.
  public var recovers: Bool { stages.contains { $0.client.asks } }

  /// Each message is in one push at most, and nothing else shows it.
  package var pushesOnce: Bool {
    stages.allSatisfy { stage in
      !stage.client.asks && !stage.postsLocally && stage.provider.retry == nil
        && stage.provider.digest == nil
    }
  }

  /// Pushes carry a collapse id.
  package var collapsesCopies: Bool { client.traits.collapses || provider.retry?.collapse ?? false }
}
