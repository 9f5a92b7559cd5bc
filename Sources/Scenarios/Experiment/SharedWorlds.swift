package import Models

/// Design points whose worlds are the same: they are simulated together, on one set of draws, and a
/// strategy that nothing of a sweep concerns only at the first of them.
package struct SharedWorlds {
  /// The first design point with the same world, by design point.
  package private(set) var worlds: [Int] = []
  /// The first design point where the same is simulated, by design point, then strategy.
  package private(set) var strategies: [[Int]] = []
  /// The counts for the controls of all design points that have its world, by design point.
  package private(set) var plans: [SurplusPlan?]

  init(_ points: [Experiment.DesignPoint]) {
    plans = points.map(\.scenario.frame.surplus)
    // The design points, by world.
    var members: [String: [Int]] = [:]
    for point in points {
      let earlier = point.worldSHA256.flatMap { members[$0] } ?? []
      worlds.append(earlier.first ?? point.index)
      strategies.append(
        point.scenario.strategies.indices.map { place in
          let same = earlier.first {
            points[$0].scenario.hasSameStrategy(as: point.scenario, at: place)
          }
          return same ?? point.index
        })
      if let world = point.worldSHA256 { members[world, default: []].append(point.index) }
    }
    for group in members.values where group.count > 1 {
      let plan = SurplusPlan.all(group.compactMap { plans[$0] })
      for point in group { plans[point] = plan }
    }
  }
}

extension Scenario {
  fileprivate func hasSameStrategy(as other: Scenario, at place: Int) -> Bool {
    strategies[place].strategy == other.strategies[place].strategy
  }
}

extension SurplusPlan {
  /// Counts what any of them counts.
  fileprivate static func all(_ plans: [SurplusPlan]) -> SurplusPlan? {
    let numbers = plans.flatMap(\.numbers)
    let unique: [Surplus] = numbers.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    return unique.isEmpty ? nil : SurplusPlan(unique)
  }
}
