import Files
package import Models

extension Experiment {
  /// An experiment with one design point that no file describes: a world made in code.
  ///
  /// - Parameters:
  ///   - world: Its own strategy is not used.
  ///   - strategies: At least one, with the names that they have in what is told; the first one is
  ///     the baseline.
  ///   - replications: At least 1.
  package convenience init(
    _ world: World, strategies: [(name: String, strategy: Strategy)], replications: Int
  ) {
    precondition(!strategies.isEmpty, "an experiment has a strategy")
    let scenario = Scenario(
      name: "world", title: nil, frame: world,
      replications: Replications(min: replications, max: replications, until: nil),
      confidence: 0.95, baseline: strategies[0].name,
      strategies: strategies.map { Scenario.NamedStrategy(name: $0.name, strategy: $0.strategy) },
      expectations: [])
    self.init(
      file: "", folder: ".", base: scenario, sweep: Sweep(factors: [], axes: []),
      points: [DesignPoint(index: 0, cells: [], texts: [], scenario: scenario)],
      written: .map([]), resolved: .map([]), inputs: [], allowsOutside: false)
  }
}
