import Models
package import Vocabulary

extension Control {
  /// The fewest absences for a control. The spread in a run says nothing of events so rare that it
  /// may show hardly any of them. Messages that come in one absence count once.
  private static let absencesMin = 15.0
  /// The fewest runs, of which an absence has several.
  private static let runsMin = 150.0

  /// Whether enough is expected in all replications, given when messages are created: what has
  /// happened decides nothing.
  package func isExpected(in records: some Collection<ReplicationRecord>, _ scenario: Scenario)
    -> Bool
  {
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
    case .intakeLosses: return mean(.intakeLosses) >= Self.absencesMin
    case .repeatLosses: return mean(.repeatLosses) >= Self.absencesMin
    // A request that fails is about several messages.
    case .failedRequests: return mean(.failedRequests) >= 4 * Self.absencesMin
    case .reachable: return true
    }
  }
}

// MARK: - Choice

extension Control {
  /// A strategy has no more: each one costs a degree of freedom.
  package static let countMax = 4

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
      } + rareChances(strategy, sources)
    return controls.reduce(into: []) { found, control in
      if !found.contains(where: { $0.kind == control.kind }) { found.append(control) }
    }
  }

  /// The number of messages in an absence decides which of them the service keeps.
  private static func absences(_ stage: Strategy, _ service: PushService) -> [Control] {
    guard let kept = service.capacityInForce, stage.provider.pushType != nil else { return [] }
    // A stored push brings its message and what it carries of earlier ones.
    let brought = kept + (kept > 0 ? stage.provider.digest?.items ?? 0 : 0)
    let overwritten = brought + 1
    let all: Control =
      service.kind.rules.losesAllAtOnce ? .messages(overwritten) : .runs(overwritten)
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

  /// Further chances, where nothing else can lose: elsewhere the rest is what counts.
  private static func rareChances(_ strategy: Strategy, _ sources: SurplusSources) -> [Control] {
    guard sources.loseOneByOne(with: strategy) else { return [] }
    let repeats = strategy.repeatsPushes && sources.hasLinkLoss
    return (repeats ? [.repeatLosses] : []) + (sources.hasIntakeLoss ? [.intakeLosses] : [])
  }
}

extension Strategy {
  /// Some messages are sent more than once.
  fileprivate var repeatsPushes: Bool { recovers || provider.retry != nil }

  /// Whether a lost message is never sent again.
  fileprivate var isPlain: Bool {
    provider == .sendsOnce && client == .showsIt && polling == nil && !fetchesOnOpening
  }
}
