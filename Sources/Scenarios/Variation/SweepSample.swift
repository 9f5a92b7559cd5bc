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
  package var title: String { label ?? name }

  /// The text as people write it.
  func text(_ number: Double) -> String {
    switch unit {
    case .seconds: HumanText.span(number)
    case .perSecond: "\(HumanText.digits(number * 86_400, 4))/d"
    case .number: isShare ? HumanText.percent(number) : HumanText.digits(number, 4)
    }
  }
}
