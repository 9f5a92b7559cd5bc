package import Models
import Statistics
package import Vocabulary

/// The controls of a scenario's strategies.
package struct Controls: Sendable {
  /// The controls, by strategy.
  private let ofStrategies: [[Control]]
  /// The counts that they are made of; nil: there are none.
  package let plan: SurplusPlan?

  static let none = Controls(ofStrategies: [], plan: nil)

  private init(ofStrategies: [[Control]], plan: SurplusPlan?) {
    (self.ofStrategies, self.plan) = (ofStrategies, plan)
  }

  /// The number of replications with which each strategy has its controls, and each difference
  /// those of both.
  package var replicationsNeeded: Int {
    let most = min(ofStrategies.map(\.count).max() ?? 0, Control.countMax)
    return most == 0 ? 0 : 2 * most + 1 + ControlVariates.freedomMin
  }

  /// - Parameter replications: The most there may be: with too few nothing need be counted.
  init(_ strategies: [Strategy], in world: World, replications: Int) {
    let controls = strategies.map { Control.controls(of: $0, in: world) }
    guard ControlVariates.areUsable(1, replications: replications) else {
      self.init(ofStrategies: controls, plan: nil)
      return
    }
    let numbers = controls.joined().flatMap(\.numbers)
    let unique: [Surplus] = numbers.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    self.init(ofStrategies: controls, plan: unique.isEmpty ? nil : SurplusPlan(unique))
  }

  /// The controls of a strategy, by its place.
  package subscript(strategy: Int) -> [Control] {
    ofStrategies.indices.contains(strategy) ? ofStrategies[strategy] : []
  }
}
