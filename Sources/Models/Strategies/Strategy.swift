import DeliverySim

/// What a team does against loss: a provider policy and a client policy (model.md R8).
public struct Strategy: Sendable {
  /// What the provider does beyond sending each message once.
  public enum ProviderPolicy: Sendable {
    case sendsOnce
    /// Numbers pushes, keeps payloads, re-sends on request.
    case answersRequests
  }

  /// What the app does with a push.
  public enum ClientPolicy: Sendable {
    case showsIt
    case recoversGaps(GapRecovery)
  }

  public let provider: ProviderPolicy
  public let client: ClientPolicy

  public init(provider: ProviderPolicy, client: ClientPolicy) {
    self.provider = provider
    self.client = client
  }
}

extension Strategy {
  /// Pushes carry a collapse id.
  var collapses: Bool {
    switch client {
    case .showsIt: false
    case .recoversGaps(let recovery): recovery.collapse
    }
  }

  /// What is known of the repair of a message that nobody has missed yet.
  var repairAtFirst: Repair {
    switch client {
    case .showsIt: .none
    case .recoversGaps: .unnoticed
    }
  }
}

extension Device {
  // MARK: What the app does with a push

  /// A push has reached the device: the client policy decides.
  mutating func receive(_ index: Int, _ context: inout CellContext<some TraceHook>) {
    note(.arrived, pushes[index], &context)
    switch setup.pointee.strategy.client {
    case .showsIt:
      show(pushes[index].message, copy: pushes[index].copy, &context)
      release(index)
    case .recoversGaps(let recovery):
      runExtension(index, recovery, &context)
    }
  }
}
