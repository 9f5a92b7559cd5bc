import Models
import Scenarios

/// Units of which each is simulated once: where a sweep changes nothing for a strategy, one unit
/// stands for the same replication at several design points.
struct SharedUnits {
  /// One of each kind, ascending.
  let simulated: [Unit]
  /// The units with the same result, by the one that is simulated, itself among them.
  private let members: [Unit: [Unit]]

  /// - Parameter units: The units of one round.
  init(_ units: [Unit], _ experiment: Experiment) {
    var members: [Unit: [Unit]] = [:]
    var first: [Unit: Unit] = [:]
    for unit in units.sorted() {
      let kind = experiment.firstUnit(unit)
      let one = first[kind] ?? unit
      first[kind] = one
      members[one, default: []].append(unit)
    }
    self.members = members
    simulated = members.keys.sorted()
  }

  func all(_ unit: Unit) -> [Unit] { members[unit] ?? [unit] }
}

extension Experiment {
  /// Whether a strategy is simulated at a design point, not taken from an earlier one.
  func isSimulated(_ strategy: Int, at point: Int) -> Bool {
    firstUnit(Unit(point: point, strategy: strategy, replication: 0)).point == point
  }

  /// The same replication at the first design point where it is the same.
  fileprivate func firstUnit(_ unit: Unit) -> Unit {
    guard unit.point < points.count else { return unit }
    let point = shared.strategies[unit.point][unit.strategy]
    return Unit(point: point, strategy: unit.strategy, replication: unit.replication)
  }

  /// The first design point with the same world.
  func world(ofPoint point: Int) -> Int { point < points.count ? shared.worlds[point] : point }

  /// The world of a unit as it is simulated: it counts what all design points with it need.
  func world(of unit: Unit) -> World {
    let scenario = simulated[unit.point].scenario
    var world = scenario.world(for: unit.strategy)
    if unit.point < points.count { world.surplus = shared.plans[unit.point] }
    return world
  }
}

extension Tally {
  /// The counts of one of the design points, out of those for all of them.
  ///
  /// - Parameters:
  ///   - own: The plan of the design point.
  ///   - plan: The plan of the simulation.
  func counting(_ own: SurplusPlan?, of plan: SurplusPlan?) -> Tally {
    guard let plan, plan !== own else { return self }
    return ofSurplus((own?.numbers ?? []).map { plan.place(of: $0) })
  }
}
