import DeliverySim
package import Models
import Statistics

/// One design point, read and checked: a world and the strategies that are compared in it.
///
/// It never changes and is large, so what looks at it shares it.
package final class Scenario: Sendable {
  /// A strategy with the name it has in the results.
  package struct NamedStrategy: Sendable {
    package let name: String
    package let strategy: Strategy
  }

  package let name: String
  package let title: String?
  /// The world with the first strategy; see ``world(for:)``.
  package let frame: World
  package let replications: Replications
  package let confidence: Double
  package let baseline: String
  package let strategies: [NamedStrategy]
  /// The same at all design points.
  package let expectations: [Expectation]
  /// The same at all design points; nil: nothing is to be chosen.
  package let selection: Selection?
  /// The controls that make its estimates more precise.
  package let controls: Controls
  /// Whether it is to have any.
  package let hasControls: Bool

  /// - Parameters:
  ///   - controls: Whether there are any; what they need is added to the frame.
  ///   - planned: The most replications that the run may have; nil: these.
  convenience init(
    name: String, title: String?, frame: World, replications: Replications, confidence: Double,
    baseline: String, strategies: [NamedStrategy], expectations: [Expectation], controls: Bool,
    selection: Selection? = nil, planned: Int? = nil
  ) {
    let found =
      controls
      ? Controls(
        strategies.map(\.strategy), in: frame, replications: planned ?? replications.atMost) : .none
    self.init(
      name: name, title: title, frame: frame, replications: replications, confidence: confidence,
      baseline: baseline, strategies: strategies, expectations: expectations, found,
      hasControls: controls, selection)
  }

  private init(
    name: String, title: String?, frame: World, replications: Replications, confidence: Double,
    baseline: String, strategies: [NamedStrategy], expectations: [Expectation],
    _ controls: Controls, hasControls: Bool, _ selection: Selection?
  ) {
    self.controls = controls
    self.hasControls = hasControls
    self.name = name
    self.title = title
    var frame = frame
    frame.surplus = self.controls.plan
    self.frame = frame
    self.replications = replications
    self.confidence = confidence
    self.baseline = baseline
    self.strategies = strategies
    self.expectations = expectations
    self.selection = selection
  }
}

extension Scenario {
  /// The world with one of the strategies in it.
  package func world(for strategy: Int) -> World {
    var world = frame
    world.setup.strategy = strategies[strategy].strategy
    return world
  }

  /// True when devices share no random number, and what they are is not spread evenly over them:
  /// then each device is a trial of its own.
  package var devicesAreIndependent: Bool {
    let provider = frame.setup.provider
    return frame.regions == nil && !provider.intake.changes && !provider.link.changes
      && !hasResendCapacity && !DeviceTrait.areDrawn(in: frame)
  }

  /// The same of one population alone: what its metrics depend on.
  ///
  /// - Parameter place: The place of the population in `World.setups`.
  package func ofGroup(_ place: Int) -> Scenario {
    var group = frame
    group.setup = frame.setups[place]
    group.groups = []
    return Scenario(
      name: name, title: title, frame: group, replications: replications, confidence: confidence,
      baseline: baseline, strategies: strategies, expectations: expectations, controls: false)
  }

  /// The same with another number of replications.
  func with(_ replications: Replications) -> Scenario {
    Scenario(
      name: name, title: title, frame: frame, replications: replications, confidence: confidence,
      baseline: baseline, strategies: strategies, expectations: expectations, controls,
      hasControls: hasControls, selection)
  }

  /// Re-requests may wait for each other.
  package var hasResendCapacity: Bool { frame.isDealtByShards }

  /// A trace that every replication plays as it is.
  package var isGivenTrace: Bool {
    traces.contains { !$0.samples } || absences.contains { !$0.samples }
  }

  /// The recordings of absences, by group, as far as their devices play one.
  package var absences: [AbsenceTrace] { frame.setups.compactMap { $0.network.absences } }

  /// The recordings of messages, by group, as far as their messages come from one.
  package var traces: [Trace] {
    frame.setups.compactMap { setup in
      guard case .trace(let trace) = setup.workload.arrivals else { return nil }
      return trace
    }
  }

  package var intervalRule: IntervalRule { intervalRule(nil) }

  /// - Parameter other: Another confidence than the scenario's.
  package func intervalRule(_ other: Double?) -> IntervalRule {
    IntervalRule(
      confidence: other ?? replications.spending.confidence(confidence), seed: frame.seed)
  }
}

extension Scenario {
  /// A strategy asks for what is missing.
  var recovers: Bool { strategies.contains { $0.strategy.recovers } }

  /// A strategy sends a message more than once, or the app asks for it.
  var sendsAgain: Bool {
    recovers
      || strategies.contains {
        $0.strategy.stages.contains { $0.provider.retry != nil || $0.fetches }
      }
  }

  /// The app has a connection of its own, which may be found dead.
  var hasSockets: Bool {
    strategies.contains { $0.strategy.stages.contains { $0.socket != nil } }
  }

  /// On devices with this setup something wakes the app unseen.
  func wakesUnseen(_ setup: DeviceSetup) -> Bool {
    setup.workload.kinds.kind == .mixed
      || strategies.contains { named in
        named.strategy.sendsSilently || named.strategy.stages.contains { $0.polling != nil }
      }
  }

  /// There is something for an extension to do on these devices.
  func needsExtension(_ setup: DeviceSetup) -> Bool {
    setup.serviceExtension.isSeen
      || strategies.contains { $0.strategy.stages.contains(where: \.needsExtension) }
  }
}
