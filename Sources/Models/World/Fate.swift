/// The place where an owed notification ended (model.md R0.3), by precedence.
public enum Fate: UInt8, Sendable, CaseIterable {
  case shown, summarised, synced, escalated, pending, lost
}

/// The part of the path where a copy was destroyed (R0.4), in the order of the way.
public enum Stage: String, Sendable, CaseIterable {
  case server, provider, link, service, device, `extension`
}

/// The outcome of the attempt to repair (R0.4).
public enum Repair: UInt8, Sendable, CaseIterable {
  /// The strategy has no repair.
  case none
  /// Nobody asked for it.
  case unnoticed
  case overLimit
  case failed
  case refused
  case repeatLost
}

extension Repair {
  /// The name in results.
  public var name: String {
    switch self {
    case .none: "none"
    case .unnoticed: "unnoticed"
    case .overLimit: "over-limit"
    case .failed: "failed"
    case .refused: "refused"
    case .repeatLost: "repeat-lost"
    }
  }
}

extension Fate {
  private var row: (name: String, counter: Counter) {
    switch self {
    case .shown: ("shown", Counter(.shown))
    case .summarised: ("summarised", Counter(.summarised))
    case .synced: ("synced", Counter(.synced))
    case .escalated: ("escalated", Counter(EscalationCounter.escalated))
    case .pending: ("pending", Counter(.pending))
    case .lost: ("lost", Counter(.lost))
    }
  }

  /// The name in results.
  public var name: String { row.name }

  /// It counts those that end so.
  package var counter: Counter { row.counter }

  /// Those that are worth a look or a bar: all but what was shown, the lost ones first.
  public static let unshown = [Fate.lost] + allCases.filter { $0 != .shown && $0 != .lost }
}
