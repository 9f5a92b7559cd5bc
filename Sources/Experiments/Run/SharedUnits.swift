import Models

/// Units of which each is simulated once: where a sweep changes nothing for a strategy, one unit
/// stands for the same replication at several design points.
struct SharedUnits {
  /// One of each kind, ascending.
  let simulated: [Unit]
  /// By the unit that is simulated: those with the same result, itself among them.
  private let members: [Unit: [Unit]]

  /// - Parameter units: Of one round.
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

/// Design points whose worlds are the same: a strategy that nothing of a sweep concerns is
/// simulated at the first of them.
struct SharedWorlds {
  /// The first ones count what the others need for their controls, too.
  private(set) var points: [Experiment.DesignPoint]
  /// By design point, then strategy.
  private(set) var firstPoints: [[Int]] = []

  init(_ points: [Experiment.DesignPoint]) {
    self.points = points
    // By world and place of the strategy: where its variants are simulated.
    var variants: [String: [Int]] = [:]
    for point in points {
      let strategies = point.scenario.strategies
      firstPoints.append(strategies.map { _ in point.index })
      guard let world = point.worldSHA256 else { continue }
      for place in strategies.indices {
        let earlier = variants["\(place) \(world)"] ?? []
        let same = earlier.first {
          points[$0].scenario.strategies[place].strategy == strategies[place].strategy
        }
        guard let same else {
          variants["\(place) \(world)"] = earlier + [point.index]
          continue
        }
        firstPoints[point.index][place] = same
        self.points[same].scenario = self.points[same].scenario.counting(as: point.scenario)
      }
    }
  }
}

extension Experiment {
  /// Whether a strategy is simulated at a design point, not taken from an earlier one.
  func isSimulated(_ strategy: Int, at point: Int) -> Bool {
    point >= firstPoints.count || firstPoints[point][strategy] == point
  }

  /// The same replication at the first design point where it is the same.
  fileprivate func firstUnit(_ unit: Unit) -> Unit {
    guard unit.point < firstPoints.count else { return unit }
    let point = firstPoints[unit.point][unit.strategy]
    return Unit(point: point, strategy: unit.strategy, replication: unit.replication)
  }
}

extension Tally {
  /// What another scenario of the same world counts of this.
  func counting(_ other: World, of world: World) -> Tally {
    guard let plan = world.surplus, plan !== other.surplus else { return self }
    return ofSurplus((other.surplus?.numbers ?? []).map { plan.place(of: $0) })
  }
}
