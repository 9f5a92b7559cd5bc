import DeliverySim
package import Files

/// A sweep over points that are drawn: the factors, each with its law.
package struct SweepSample: Sendable {
  package let factors: [SampledFactor]
  /// The design of the scenario.
  package let design: SampleDesign
}

/// A number of the scenario, and what it may be.
package struct SampledFactor: Sendable {
  package let name: String
  let varied: Varied
  /// The place where the path is written.
  let location: SourceLocation
  /// The law in the unit of the path's value.
  let law: Distribution
  /// The scenario has it so.
  package let lawNode: ConfigNode
  /// People read this instead of the name; nil: the name says it.
  package let label: String?
  /// Its plain numbers count these.
  package let counts: String?
}

extension SweepSample {
  /// The sweep over all points of a design: all factors move together.
  ///
  /// - Parameter points: The points; each has a number for each factor.
  func sweep(over points: [[Double]]) -> Sweep {
    let factors = factors.enumerated().map { place, factor in
      factor.swept(over: points.map { $0[place] })
    }
    return Sweep(factors: factors, axes: [0..<factors.count], sample: self)
  }
}

extension SampledFactor {
  /// - Parameter probabilities: The probabilities by point.
  fileprivate func swept(over probabilities: [Double]) -> SweepFactor {
    let numbers = probabilities.map { law.quantile(exceededBy: min(1.0.nextDown, 1 - $0)) }.map {
      varied.isWhole ? $0.rounded() : $0
    }
    let values = numbers.map { varied.node($0, at: lawNode.location) }
    return SweepFactor(
      name: name, path: varied.path, unit: varied.unit, location: location, values: values,
      cells: zip(values, numbers).map { SweepFactor.Cell($0) ?? .number($1) },
      texts: numbers.map { varied.text($0) }, label: label, counts: counts)
  }

  /// The title in tables and sentences.
  package var title: String { label ?? name }

  package var path: String { varied.path }
  package var unit: NumberUnit { varied.unit }
}
