import DeliverySim
import Models
import Statistics

/// A control variate: a number with the known mean 0 that says how much was there to lose
/// (docs/statistics.md, "Controls").
enum Control: Sendable, Hashable {
  /// Runs of so many messages inside one absence: a store with one place less loses a message for
  /// each.
  case runs(Int)
  /// Messages inside absences that hold at least so many of them: what is given up as a whole.
  case messages(Int)
  /// Runs that go on from the device's first message, before which no client can miss any.
  case firstRuns(Int)
  /// What is owed to devices that draw alerts.
  case reachable
  /// First sends that the link loses.
  case linkLosses
  /// What is asked for in vain.
  case failedRequests
}

extension Control {
  /// A strategy has at most one of each. The raw value is the name of its column in
  /// `replications.csv`.
  enum Kind: String, CaseIterable {
    case reachable = "reachable_owed"
    case runs = "absence_runs"
    case messages = "absence_messages"
    case firstRuns = "first_absence_runs"
    case failedRequests = "failed_at_stake"
    case linkLosses = "link_losses"
  }

  var kind: Kind {
    switch self {
    case .runs: .runs
    case .messages: .messages
    case .firstRuns: .firstRuns
    case .reachable: .reachable
    case .linkLosses: .linkLosses
    case .failedRequests: .failedRequests
    }
  }

  /// As tables and manifest call it: with the number of messages.
  var name: String {
    switch self {
    case .runs(let count), .messages(let count), .firstRuns(let count): "\(kind.rawValue)_\(count)"
    case .reachable, .linkLosses, .failedRequests: kind.rawValue
    }
  }

  /// It depends on the world alone.
  var isOfWorld: Bool { terms.allSatisfy(\.number.isOfWorld) }

  /// What is counted for it.
  var numbers: [Surplus] {
    if case .firstRuns(let length) = self { return [.firstRuns(length), .firstAbsences(length)] }
    return terms.map(\.number)
  }

  /// What it is the sum of.
  var terms: [(number: Surplus, weight: Int64)] {
    switch self {
    case .runs(let length): [(.runs(length), 1)]
    // An absence of n ≥ m messages has n - m + 1 runs of m and n - m of m + 1.
    case .messages(let least): [(.runs(least), Int64(least)), (.runs(least + 1), 1 - Int64(least))]
    case .firstRuns(let length): [(.firstRuns(length), 1)]
    case .reachable: [(.reachable, 1)]
    case .linkLosses: [(.linkLosses, 1)]
    case .failedRequests: [(.failedRequests, 1)]
    }
  }

  /// What was counted, and its mean.
  func count(_ record: ReplicationRecord, _ plan: SurplusPlan) -> (count: Int64, mean: Double) {
    terms.reduce((0, 0)) { sum, term in
      let found = record.surplus[plan.place(of: term.number)]
      return (
        sum.0 &+ term.weight &* Int64(truncatingIfNeeded: found.count),
        sum.1 + Double(term.weight) * found.mean
      )
    }
  }

  /// What there is more than the mean.
  func value(of record: ReplicationRecord, _ plan: SurplusPlan) -> Double {
    terms.reduce(0) {
      $0 + Double($1.weight) * record.surplus[plan.place(of: $1.number)].surplus
    }
  }
}

extension Control {
  /// Of what is so rare that a run may show hardly any of it, the spread in the run says nothing.
  /// Messages that come in one absence count once.
  private static let absencesMin = 15.0
  /// Of runs, of which an absence has several.
  private static let runsMin = 150.0

  /// Whether enough is expected in all replications, given when messages are created: what has
  /// happened decides nothing.
  func isExpected(in records: some Collection<ReplicationRecord>, _ scenario: Scenario) -> Bool {
    guard let plan = scenario.controls.plan else { return false }
    let mean = { (number: Surplus) in
      let place = plan.place(of: number)
      return records.reduce(0) { $0 + $1.surplus[place].mean }
    }
    switch self {
    case .runs(let length):
      return mean(.runs(length)) >= Self.runsMin
        && SurplusSources(scenario.frame).rarestAbsences * Double(records.count) >= Self.absencesMin
    // An absence of n ≥ m messages has one run of m more than of m + 1.
    case .messages(let least):
      return mean(.runs(least)) - mean(.runs(least + 1)) >= Self.absencesMin
    case .firstRuns(let length):
      return mean(.firstAbsences(length)) >= 4 * Self.absencesMin
    case .linkLosses: return mean(.linkLosses) >= Self.absencesMin
    // A request that fails is about several messages.
    case .failedRequests: return mean(.failedRequests) >= 4 * Self.absencesMin
    case .reachable: return true
    }
  }
}

// MARK: - Which ones

extension Control {
  /// A strategy has no more: each one costs a degree of freedom.
  static let countMax = 4

  /// Those that a strategy may have, the most telling ones first: by what it and its world are,
  /// never by what was seen.
  static func controls(of strategy: Strategy, in world: World) -> [Control] {
    let sources = SurplusSources(world)
    let reachable: [Control] = sources.hasUnreachable ? [.reachable] : []
    let controls =
      reachable
      + strategy.stages.flatMap { stage in
        (sources.hasAbsences ? world.setups : []).flatMap { absences(stage, $0.service) }
          + chances(stage, sources)
      }
    return controls.reduce(into: []) { found, control in
      if !found.contains(where: { $0.kind == control.kind }) { found.append(control) }
    }
  }

  /// How many messages come while a device is away decides what the service keeps of them.
  private static func absences(_ stage: Strategy, _ service: PushService) -> [Control] {
    guard let kept = service.keptCount, stage.provider.pushType != nil else { return [] }
    // A stored push brings its message and what it carries of earlier ones.
    let brought = kept + (kept > 0 ? stage.provider.digest?.items ?? 0 : 0)
    let overwritten = brought + 1
    let all: Control = service.kind == .fcm ? .messages(overwritten) : .runs(overwritten)
    guard case .recoversGaps(let recovery) = stage.client,
      case let least = overwritten + recovery.repeatLimit, least <= lengthMax
    else { return [all] }
    return [all, .messages(least), .firstRuns(overwritten)]
  }

  /// Nobody gets so many messages while away.
  private static let lengthMax = 10_000

  private static func chances(_ stage: Strategy, _ sources: SurplusSources) -> [Control] {
    if stage.recovers { return sources.hasRequestFailures ? [.failedRequests] : [] }
    return stage.isPlain && sources.hasLinkLoss ? [.linkLosses] : []
  }
}

extension Strategy {
  /// What is lost is never sent again.
  fileprivate var isPlain: Bool {
    provider == .sendsOnce && client == .showsIt && polling == nil && !fetchesOnOpening
  }
}

extension PushService {
  /// How many pushes it keeps for a device that is away; nil: all.
  fileprivate var keptCount: Int? {
    switch kind {
    case .apns, .fcm, .mqtt: capacityInForce
    case .wnsToast: 0
    case .webPush, .keepAll: nil
    }
  }
}
