import DeliverySim

/// What a team does against loss: a provider policy and a client policy (model.md R8).
public struct Strategy: Sendable {
  /// What the provider does beyond sending each message once.
  public struct ProviderPolicy: Sendable {
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
  public enum ClientPolicy: Sendable {
    case showsIt
    /// Shows it, and tells the provider so from the extension.
    case acknowledges
    case recoversGaps(GapRecovery)
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
  /// The provider hears of what has arrived.
  public var acknowledges: Bool {
    if case .acknowledges = client { true } else { false }
  }
}

extension Strategy {
  /// At some time the client asks for what it misses.
  public var recovers: Bool {
    stages.contains { if case .recoversGaps = $0.client { true } else { false } }
  }
}

extension Device {
  // MARK: What the app does with a push

  /// A push has reached the device: the client policy decides.
  mutating func receive(_ push: Push, _ context: inout CellContext<some TraceHook>) {
    note(.arrived, push, &context)
    context.countWakeUp()
    if discardUnwanted(push, &context) { return }
    guard push.carriesMessage else { return receiveOther(push, &context) }
    if laws.pointee.users.measures { writeReceipts(for: push, &context) }
    // The first position that it brings.
    let first = position(of: push.message) - UInt32(push.items)
    var push = push
    if push.items > 0 { unpack(&push, &context) }
    if laws.pointee.numbersPushes {
      runExtension(push, carryingFrom: first, &context)
    } else {
      // A run of an earlier strategy may still wait for it.
      if client.runs.count > 0 { noteArrival(first...position(of: push.message)) }
      if laws.pointee.acknowledges { acknowledgeInAccount(push, &context) }
      showContent(push, &context)
    }
  }

  /// Shows a push as it came.
  mutating func showContent(_ push: Push, _ context: inout CellContext<some TraceHook>) {
    guard push.carriesMessage else { return showHeartbeat(push, &context) }
    show(push.message, copy: push.copy, &context)
    release(push)
  }
}
