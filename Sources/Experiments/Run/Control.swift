import DeliverySim
import Models
import Statistics

/// A control variate: a number with the known mean 0 that says how much was there to lose
/// (docs/statistics.md, "Controls").
struct Control: Sendable, Hashable {
  enum Measure: Sendable, Hashable {
    /// Runs of so many messages inside one absence: a store with fewer places loses one for each.
    case runs(Int)
    /// Messages inside absences that hold at least so many of them: what is lost or given up as a
    /// whole.
    case messages(Int)
  }

  let source: AbsenceRuns.Source
  let measure: Measure
}

extension Control {
  /// As the results call it.
  var name: String {
    switch measure {
    case .runs(let length): "\(source.name)_runs_\(length)"
    case .messages(let least): "\(source.name)_messages_\(least)"
    }
  }

  /// The runs that it is made of.
  var lengths: [Int] {
    switch measure {
    case .runs(let length): [length]
    case .messages(let least): [least, least + 1]
    }
  }

  /// What there is more than the mean.
  func value(of record: ReplicationRecord, _ runs: AbsenceRuns) -> Double {
    let surplus = { record.runs[runs.place(of: source, length: $0)].surplus }
    return switch measure {
    case .runs(let length): surplus(length)
    // An absence of n ≥ m messages has n - m + 1 runs of m and n - m of m + 1.
    case .messages(let least):
      Double(least) * surplus(least) - Double(least - 1) * surplus(least + 1)
    }
  }
}

extension AbsenceRuns.Source {
  var name: String {
    switch self {
    case .own: "own"
    case .region: "region"
    }
  }
}

// MARK: - Which ones

extension Control {
  /// A strategy has no more: each one costs a degree of freedom.
  static let countMax = 4

  /// Those of a strategy, by what it and its world are, never by what was seen.
  static func controls(of strategy: Strategy, in world: World) -> [Control] {
    let measures = unique(
      strategy.stages.flatMap { stage in
        world.setups.flatMap { Self.measures(stage, $0.service) }
      })
    let sources = world.absenceSources
    return Array(
      measures.flatMap { measure in sources.map { Control(source: $0, measure: measure) } }
        .prefix(countMax))
  }

  /// What decides about a loss: how many messages come while a device is away.
  private static func measures(_ stage: Strategy, _ service: PushService) -> [Measure] {
    guard let kept = service.keptCount, stage.provider.pushType != nil else { return [] }
    // A stored push brings its message and what it carries of earlier ones.
    let brought = kept + (kept > 0 ? stage.provider.digest?.items ?? 0 : 0)
    let all = service.kind == .fcm ? Measure.messages(brought + 1) : .runs(brought + 1)
    guard case .recoversGaps(let recovery) = stage.client,
      case let least = brought + 1 + recovery.repeatLimit, least <= lengthMax
    else { return [all] }
    return [all, .messages(least)]
  }

  /// Nobody gets so many messages while away.
  private static let lengthMax = 10_000

  private static func unique(_ measures: [Measure]) -> [Measure] {
    measures.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
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

// MARK: - Of a scenario

/// The controls of a scenario's strategies.
struct Controls: Sendable {
  /// By strategy.
  let ofStrategies: [[Control]]
  /// What they are made of; nil: there are none.
  let runs: AbsenceRuns?

  static let none = Controls(ofStrategies: [], runs: nil)

  private init(ofStrategies: [[Control]], runs: AbsenceRuns?) {
    (self.ofStrategies, self.runs) = (ofStrategies, runs)
  }

  /// - Parameter replications: The most there may be: with too few nothing need be counted.
  init(_ strategies: [Strategy], in world: World, replications: Int) {
    let controls = strategies.map { Control.controls(of: $0, in: world) }
    let usable = controls.filter {
      ControlVariates.areUsable($0.count, replications: replications)
    }
    guard !usable.isEmpty else {
      self = .none
      return
    }
    let lengths = Set(controls.joined().flatMap(\.lengths)).sorted()
    self.init(ofStrategies: controls, runs: AbsenceRuns(lengths: lengths))
  }

  /// Of a strategy, by its place.
  subscript(strategy: Int) -> [Control] {
    ofStrategies.indices.contains(strategy) ? ofStrategies[strategy] : []
  }
}
