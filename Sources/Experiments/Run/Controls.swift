import Models
import Statistics

/// The controls of a scenario's strategies.
struct Controls: Sendable {
  /// By strategy.
  private let ofStrategies: [[Control]]
  /// What they are made of; nil: there are none.
  let plan: SurplusPlan?

  static let none = Controls(ofStrategies: [], plan: nil)

  private init(ofStrategies: [[Control]], plan: SurplusPlan?) {
    (self.ofStrategies, self.plan) = (ofStrategies, plan)
  }

  /// - Parameter replications: The most there may be: with too few nothing need be counted.
  init(_ strategies: [Strategy], in world: World, replications: Int) {
    let controls = strategies.map { Control.controls(of: $0, in: world) }
    let isUsed = controls.contains {
      ControlVariates.areUsable($0.count, replications: replications)
    }
    guard isUsed else {
      self = .none
      return
    }
    let numbers = controls.joined().flatMap { $0.terms.map(\.number) }
    self.init(
      ofStrategies: controls,
      plan: SurplusPlan(numbers.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }))
  }

  /// Of a strategy, by its place.
  subscript(strategy: Int) -> [Control] {
    ofStrategies.indices.contains(strategy) ? ofStrategies[strategy] : []
  }
}
