package import Answers
package import Files
package import Results
import Scenarios
package import Statistics
package import Vocabulary

/// Each input does this to each metric.
package struct SensitivityResult: Sendable {
  /// A measure of all factors, as its column is called.
  package struct Measure: Sendable {
    package let name: String
    /// The indices, by factor.
    package let indices: [SensitivityIndex]

    init(_ name: String, _ indices: [SensitivityIndex]) {
      (self.name, self.indices) = (name, indices)
    }
  }

  /// The values of a metric, or of its difference to the baseline, and what inputs do to them.
  package struct Quantity: Sendable {
    package let strategy: String
    /// Nil: the metric of the strategy itself; else its difference to the baseline.
    package let baseline: String?
    package let metric: Metric
    /// The values, by point; nil: none, or infinite.
    package let values: [Double?]
    /// Nil where a point has no value.
    package let measures: [Measure]?
  }

  package let sensitivity: Sensitivity
  /// The points, by point, then factor; probabilities.
  package let points: [[Double]]
  /// The quantities, by strategy, then metric; the metric itself before its difference.
  package let quantities: [Quantity]
}

extension SensitivityResult {
  // MARK: Files

  /// Writes `design.csv`, `sensitivity.csv` and `answer.json`; they appear together, or not at all.
  ///
  /// - Parameter answer: The answer of the analysis, with its words.
  /// - Throws: `InputError`: 73 or 74.
  package func write(to directory: OutputDirectory, _ answer: Answer) throws(InputError) {
    try directory.write("design.csv", designTable)
    try directory.write("sensitivity.csv", indicesTable)
    try directory.write(Answer.file, answer.json())
    try directory.commit()
  }

  /// Such as `96 points, 10 replications at each`.
  package var effort: String {
    let (count, inputs) = (points.count, sensitivity.sample.factors.count)
    let points =
      switch sensitivity.method {
      case .sobol: "\(count / (inputs + 2)) base points, \(count) in all"
      case .morris: "\(count / (inputs + 1)) trajectories, \(count) points"
      }
    let replications = sensitivity.experiment.base.replications.max
    return "\(points), \(HumanText.count(replications, "replication")) at each"
  }

  /// It has no words; whoever writes for people fills them in.
  package var answer: Answer {
    let base = sensitivity.experiment.base
    let metrics = sensitivity.metrics.map(\.name)
    var answer = Answer(
      .sensitivity, scenario: base.name,
      Answer.Question(
        metric: metrics.count == 1 ? metrics[0] : nil, metrics: metrics,
        baseline: quantities.lazy.compactMap(\.baseline).first, confidence: base.confidence,
        method: sensitivity.method.rawValue))
    answer.factors = sensitivity.sample.factors.map(Answer.Factor.init)
    answer.influences = quantities.flatMap { quantity in
      let found = sensitivity.sample.factors.enumerated().map { place, factor in
        quantity.influence(of: factor, at: place, sensitivity.method)
      }
      return Answer.Influence.ranked(found)
    }
    answer.warnings = sensitivity.experiment.warnings
    return answer
  }

  /// The points, and what was found there.
  package var designTable: [UInt8] {
    let experiment = sensitivity.experiment
    let own = quantities.filter { $0.baseline == nil }
    var csv = CSVWriter(
      header: ["design_point"] + experiment.factors.map(\.name)
        + own.map { "\($0.strategy).\($0.metric.name)" })
    let areWhole = experiment.factors.map { $0.cells.allSatisfy(\.isWhole) }
    for point in experiment.points {
      csv.append(point.index)
      for (cell, isWhole) in zip(point.cells, areWhole) { csv.append(cell, isWhole: isWhole) }
      for answer in own { csv.append(answer.values[point.index]) }
      csv.endRow()
    }
    return csv.bytes
  }

  /// The measures, by quantity, then factor.
  package var indicesTable: [UInt8] {
    let measures = sensitivity.method.columns.flatMap { $0.withEnds("") }
    var csv = CSVWriter(
      header: (ResultColumns.sensitivity + measures).map(\.name) + ["confidence"])
    for answer in quantities {
      for (place, factor) in sensitivity.sample.factors.enumerated() {
        for text in [
          answer.strategy, answer.metric.name, answer.baseline ?? "", factor.name,
        ] { csv.append(text) }
        for measure in sensitivity.method.measures.indices {
          let index = answer.measures?[measure].indices[place]
          for number in [index?.value, index?.low, index?.high] { csv.append(number) }
        }
        csv.append(sensitivity.experiment.base.confidence)
        csv.endRow()
      }
    }
    return csv.bytes
  }
}

extension SensitivityResult.Quantity {
  fileprivate func influence(
    of factor: SampledFactor, at place: Int, _ method: Sensitivity.Method
  ) -> Answer.Influence {
    let found = (measures ?? []).map { measure in
      let index = measure.indices[place]
      return Answer.Influence.Measure(
        name: measure.name, value: index.value, ciLow: index.low, ciHigh: index.high)
    }
    return Answer.Influence(
      strategy: strategy, baseline: baseline, metric: metric.name, factor: factor.name,
      path: factor.path, measures: found,
      pointsWithout: values.count { $0?.isFinite != true }, rankedBy: method.size.name)
  }
}

extension Answer.Influence {
  /// Those that matter most come first.
  fileprivate static func ranked(_ all: [Self]) -> [Self] {
    let sized = all.enumerated().map { (-($1.size?.value ?? 0), $0, $1) }
      .sorted { ($0.0, $0.1) < ($1.0, $1.1) }.map(\.2)
    let least = sized.first?.size?.ciLow ?? 0
    return sized.map { influence in
      var ranked = influence
      ranked.mayBeFirst =
        influence.size.map {
          $0.value > 0 && ($0.ciHigh ?? .infinity) >= least
        } ?? false
      return ranked
    }
  }
}

extension Sensitivity.Method {
  fileprivate var columns: [Column] {
    switch self {
    case .morris: ResultColumns.morris
    case .sobol: ResultColumns.sobol
    }
  }

  /// This measure says how much an input matters.
  fileprivate var size: Column {
    switch self {
    case .morris: ResultColumns.muStar
    case .sobol: ResultColumns.total
    }
  }

  /// Their columns are called so.
  var measures: [String] { columns.map(\.name) }
}
