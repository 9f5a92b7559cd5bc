import DeliverySim
package import Files

/// A sweep over points that are drawn: the factors, each with its law.
package struct SweepSample: Sendable {
  package let factors: [SampledFactor]
  /// That of the scenario.
  package let design: SampleDesign
}

/// A number of the scenario, and what it may be.
package struct SampledFactor: Sendable {
  package let name: String
  package let path: String
  /// Where the path is written.
  let location: SourceLocation
  /// In the unit of the path's value.
  let law: Distribution
  /// As it was written.
  package let lawNode: ConfigNode
  let unit: InputParameter.Unit
  /// Values are rounded.
  let isWhole: Bool
  /// The number is a share.
  let isShare: Bool
  /// What it is, for people; nil: its name says it.
  let label: String?
  /// What its plain numbers count.
  let counted: String?
}

extension SweepSample {
  /// The sweep over all points of a design: all factors move together.
  ///
  /// - Parameter points: By point, then factor.
  func sweep(over points: [[Double]]) -> Sweep {
    let factors = factors.enumerated().map { place, factor in
      factor.swept(over: points.map { $0[place] })
    }
    return Sweep(factors: factors, axes: [0..<factors.count], sample: self)
  }
}

extension SampledFactor {
  /// - Parameter probabilities: By point.
  fileprivate func swept(over probabilities: [Double]) -> SweepFactor {
    let numbers = probabilities.map { law.quantile(exceededBy: min(1.0.nextDown, 1 - $0)) }.map {
      isWhole ? $0.rounded() : $0
    }
    let values = numbers.map { number in
      var node = unit.node(number)
      node.location = lawNode.location
      return node
    }
    return SweepFactor(
      name: name, path: path, location: location, values: values,
      cells: zip(values, numbers).map { SweepFactor.Cell($0) ?? .number($1) },
      texts: numbers.map(text), label: label, unit: counted)
  }

  /// In tables and sentences.
  var title: String { label ?? name }

  /// The text as people write it.
  func text(_ number: Double) -> String {
    switch unit {
    case .seconds: HumanText.span(number)
    case .perSecond: "\(HumanText.digits(number * 86_400, 4))/d"
    case .number: isShare ? HumanText.percent(number) : HumanText.digits(number, 4)
    }
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
    // What was drawn was not mistyped.
    return Diagnostic(
      at: location, path: "\(path) (factor \(factor.name))", problem, allowed: allowed)
  }
}
