import Files
import Models

extension Experiment {
  /// The vectors of inputs of each design point: simulated besides them, and counted in nothing but
  /// `inputs.csv`. They are in the order of design points, then vectors.
  ///
  /// - Throws: `InputError`: 65 for inputs that the scenario does not have, and vectors that it
  ///   cannot have; 64 with something to choose.
  static func drawnPoints(
    _ draws: InputDraws?, _ tree: ConfigNode, _ sweep: Sweep, _ points: [DesignPoint],
    _ reader: ScenarioReader
  ) throws(InputError) -> [DesignPoint] {
    guard let draws else { return [] }
    try checkChoosesNothing(points[0].scenario)
    var drawn: [DesignPoint] = []
    for point in points {
      let choice = zip(sweep.factors, sweep.choices(at: point.index))
      let resolved = reader.read(set(choice, in: tree, reader.sink)).resolved
      let inputs = try draws.inputs(in: resolved, swept: sweep.factors.map(\.path))
      // Controls that nobody looks at need not be counted.
      let plain = resolved.placing(.text("none"), at: "variance_control")
      for number in 0..<draws.count {
        let tree = try draws.applied(inputs, to: plain, number, seed: point.scenario.frame.seed)
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

  /// A choice is made by what simulating leaves open, and by nothing else.
  private static func checkChoosesNothing(_ scenario: Scenario) throws(InputError) {
    guard scenario.selection != nil else { return }
    throw InputError(
      ExitCode.usage, "--inputs: the scenario has best; allowed: no best (--set best=)")
  }

  /// The inputs whose values in the scenario are far from their estimates.
  package var distantInputs: [String] {
    (inputDraws?.distant(from: resolved) ?? []).map {
      "\($0) is far from the estimate in --inputs: the vectors are drawn around the estimate"
    }
  }

  /// The precision that the scenario asks for decides nothing in this run.
  package var leftPrecision: [String] {
    guard base.replications.isFixed, written["replications"]?["until"] != nil else { return [] }
    return [
      "\(Replications.text(base.replications.max)) each, not until a precision: all points need "
        + "the same number (--replications gives another)"
    ]
  }

  /// The largest number of replications of a design point, or of a vector of inputs.
  package func replicationsMax(atPoint point: Int) -> Int {
    let most = base.replications.max
    return point < points.count ? most : InputDraws.replications(beside: most)
  }
}

extension Experiment {
  // MARK: Sampled points

  /// The design points of a sample; the first that the scenario cannot have ends them, and is
  /// reported with the factor whose value it does not allow.
  static func sampledPoints(
    _ tree: ConfigNode, _ sweep: Sweep, _ reader: ScenarioReader
  ) -> [DesignPoint] {
    var points: [DesignPoint] = []
    for index in 0..<Int(sweep.pointCount) {
      let choice = Array(zip(sweep.factors, sweep.choices(at: index)))
      var own = reader
      own.sink = DiagnosticSink()
      let (scenario, resolved) = own.read(set(choice, in: tree, own.sink))
      guard let scenario, own.sink.reportCount == 0 else {
        for diagnostic in own.sink.diagnostics {
          reader.sink.report(diagnostic.naming(choice.map { ($0.name, $0.values[$1].location) }))
        }
        break
      }
      points.append(
        DesignPoint(
          index: index, cells: choice.map { $0.cells[$1] }, texts: choice.map { $0.texts[$1] },
          scenario: scenario, worldSHA256: worldSHA256(resolved)))
    }
    return points
  }
}

extension Diagnostic {
  /// The same with the factor that has the value.
  fileprivate func naming(_ factors: [(name: String, location: SourceLocation)]) -> Diagnostic {
    guard let factor = factors.first(where: { $0.location == location }) else { return self }
    // A value that was drawn was not mistyped.
    return Diagnostic(
      at: location, path: "\(path) (factor \(factor.name))", problem, allowed: allowed)
  }
}
