import Files
import Models

extension Experiment {
  /// The vectors of inputs of each design point: simulated besides them, and counted in nothing but
  /// `inputs.csv`. By design point, then vector.
  ///
  /// - Throws: ``InputError``: 65 for inputs that the scenario does not have, and vectors that it
  ///   cannot have; 64 with a precision to reach.
  static func drawnPoints(
    _ draws: InputDraws?, _ tree: ConfigNode, _ sweep: Sweep, _ points: [DesignPoint],
    _ reader: ScenarioReader
  ) throws(InputError) -> [DesignPoint] {
    guard let draws else { return [] }
    try checkIsFixed(points[0].scenario)
    var drawn: [DesignPoint] = []
    for point in points {
      let choice = zip(sweep.factors, sweep.choices(at: point.index))
      let resolved = reader.read(set(choice, in: tree, reader.sink)).resolved
      try draws.check(resolved, varied: sweep.factors.map(\.path))
      // What nobody looks at need not be counted.
      let plain = resolved.replacing("variance_control", with: .text("none"))
      for number in 0..<draws.count {
        let tree = draws.applied(to: plain, number, seed: point.scenario.frame.seed)
        guard let scenario = reader.read(tree).scenario else { break }
        drawn.append(
          DesignPoint(
            index: points.count + drawn.count, cells: point.cells, texts: point.texts,
            scenario: scenario))
      }
    }
    try reader.sink.throwIfAny()
    return drawn
  }

  /// With a precision to reach, the number of replications would depend on the vectors.
  private static func checkIsFixed(_ scenario: Scenario) throws(InputError) {
    guard !scenario.replications.isFixed else { return }
    throw InputError(
      ExitCode.usage,
      "--inputs: the scenario has replications.until or best; allowed: a fixed number of "
        + "replications, such as --replications 40")
  }

  /// What the scenario has is not what was estimated.
  var distantInputs: [String] {
    (inputDraws?.distant(from: resolved) ?? []).map {
      "\($0) is far from the estimate in --inputs: the vectors are drawn around the estimate"
    }
  }

  /// How many replications a design point, or a vector of inputs, has at most.
  func replicationsMax(atPoint point: Int) -> Int {
    let most = base.replications.max
    return point < points.count ? most : InputDraws.replications(beside: most)
  }
}
