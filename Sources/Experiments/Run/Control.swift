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
  /// As the results call it.
  var name: String {
    if case .messages(let least) = self { return "absence_messages_\(least)" }
    return terms[0].number.name
  }

  /// It depends on the world alone.
  var isOfWorld: Bool { terms.allSatisfy(\.number.isOfWorld) }

  /// What it is the sum of.
  var terms: [(number: Surplus, weight: Double)] {
    switch self {
    case .runs(let length): [(.runs(length), 1)]
    // An absence of n ≥ m messages has n - m + 1 runs of m and n - m of m + 1.
    case .messages(let least):
      [(.runs(least), Double(least)), (.runs(least + 1), 1 - Double(least))]
    case .firstRuns(let length): [(.firstRuns(length), 1)]
    case .reachable: [(.reachable, 1)]
    case .linkLosses: [(.linkLosses, 1)]
    case .failedRequests: [(.failedRequests, 1)]
    }
  }

  /// What there is more than the mean.
  func value(of record: ReplicationRecord, _ plan: SurplusPlan) -> Double {
    terms.reduce(0) { $0 + $1.weight * record.surplus[plan.place(of: $1.number)].surplus }
  }
}

extension Control {
  /// Of what is so rare that a run may show none of it, the spread in the run says nothing: with
  /// fewer in all replications a control is left out.
  static let expectedMin = 30.0

  /// Whether so many are expected, given when messages are created: what has happened decides
  /// nothing.
  func isExpected(in records: some Sequence<ReplicationRecord>, _ plan: SurplusPlan) -> Bool {
    let place = plan.place(of: terms[0].number)
    return records.reduce(0) { $0 + $1.surplus[place].mean } >= Self.expectedMin
  }
}

// MARK: - Which ones

extension Control {
  /// A strategy has no more: each one costs a degree of freedom.
  static let countMax = 4

  /// Those that a strategy may have, the most telling ones first, by what it and its world are, never
  /// by what was seen.
  static func controls(of strategy: Strategy, in world: World) -> [Control] {
    let reachable: [Control] = world.hasUnreachable ? [.reachable] : []
    let controls = reachable + strategy.stages.flatMap { stage in
      (world.hasStationaryAbsences ? world.setups : []).flatMap { absences(stage, $0.service) }
        + chances(stage, in: world)
    }
    return controls.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
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

  private static func chances(_ stage: Strategy, in world: World) -> [Control] {
    if stage.recovers { return world.hasRequestFailures ? [.failedRequests] : [] }
    return stage.isPlain && world.hasStationaryLinkLoss ? [.linkLosses] : []
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
