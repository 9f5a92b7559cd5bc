import Answers
package import Files
import Models
import Runs
import Scenarios
import Statistics
import Vocabulary

/// The values found, and the difference between strategies, where a law that they rest on has
/// another shape: figures seldom tell shapes apart.
package struct OtherLaws {
  private let calibration: Calibration
  private let result: Calibration.Result

  init(of calibration: Calibration, _ result: Calibration.Result) {
    (self.calibration, self.result) = (calibration, result)
  }

  /// The sentences; ranges are over the shapes that produce the figures.
  package struct Answer: Sendable {
    package var laws: [Law] = []
    /// By strategy against the baseline, in the unit of the metric that leads.
    package var differences: [Span] = []
    package var metric = ""

    package struct Law: Sendable {
      package let path: String
      package let unit: NumberUnit
      /// Over the laws that produce the figures.
      package var means: ClosedRange<Double>
      package var medians: ClosedRange<Double>
      /// Those that produce the figures, in words, and those that do not.
      package var shapes: [String]
      package var rejected: [String] = []
    }

    package struct Span: Sendable {
      package let strategy: String
      package let baseline: String
      package var range: ClosedRange<Double>
    }
  }

  /// More would take long.
  private static let countMax = 3
  /// A shape that produces the figures is found soon: the search starts near.
  private static let stepsMax = 4
}

extension OtherLaws {
  /// Searches again, roughly, with each law in two more shapes, one at a time.
  ///
  /// - Throws: As `Runner/run(report:)`.
  func tried(_ report: (String) -> Void) async throws -> Answer {
    let unknowns = calibration.model.unknowns
    let found = calibration.model.tree(at: result.place)
    let shapes = unknowns.map { LawShape($0.path, $0.unit, in: found) }
    var answer = Answer(
      metric: try calibration.model.experiment(
        result.place, replications: calibration.size.first
      ).leadingMetric.name)
    for (place, shape) in shapes.enumerated() where answer.laws.count < Self.countMax {
      // Where another unknown is of the same law, the figures tell of its shape.
      guard let shape, shapes.count(where: { $0?.path == shape.path }) == 1,
        !unknowns.indices.contains(where: {
          $0 != place && unknowns[$0].path.hasPrefix("\(shape.path).")
        })
      else { continue }
      if answer.laws.isEmpty {
        report("other laws ...")
        try await addDifferences(calibration.model, result.place, to: &answer)
      }
      try await addLaw(shape, place, found, to: &answer)
    }
    return answer
  }

  private func addLaw(
    _ shape: LawShape, _ unknown: Int, _ found: ConfigNode, to answer: inout Answer
  ) async throws {
    let unit = calibration.model.unknowns[unknown].unit
    var law = Answer.Law(
      path: shape.path, unit: unit, means: shape.mean...shape.mean,
      medians: shape.middle * shape.mean...shape.middle * shape.mean, shapes: [shape.words])
    for other in shape.others(unit) {
      guard let there = try await fitted(other, shape, unknown, found) else {
        law.rejected.append(other.words)
        continue
      }
      law.shapes.append(other.words)
      let mean = there.model.unknowns[unknown].scale.number(there.place[unknown])
      law.means = law.means.with(mean)
      law.medians = law.medians.with(other.middle * mean)
      try await addDifferences(there.model, there.place, to: &answer)
    }
    answer.laws.append(law)
  }

  /// - Returns: nil where no values produce the figures.
  private func fitted(
    _ other: LawShape.Other, _ shape: LawShape, _ unknown: Int, _ found: ConfigNode
  ) async throws -> (model: CalibrationModel, place: [Double])? {
    let model = calibration.model
    let tree = found.placing(
      .map([(other.kind, .map(other.parameters))]), at: shape.path)
    var paths = model.unknowns.map(\.path)
    paths[unknown] = "\(shape.path).\(other.kind).mean"
    guard let unknowns = try? CalibrationUnknown.read(paths, tree, swept: []) else { return nil }
    let search = Calibration(
      model: model.with(tree: tree, unknowns: unknowns),
      size: Calibration.Size(
        first: calibration.size.first, last: calibration.size.first, steps: Self.stepsMax))
    guard let place = try await search.roughly() else { return nil }
    return (search.model, place)
  }

  /// The difference of each strategy to the baseline.
  private func addDifferences(
    _ model: CalibrationModel, _ place: [Double], to answer: inout Answer
  ) async throws {
    let experiment = try model.experiment(place, replications: calibration.size.first)
    guard experiment.base.strategies.count > 1 else { return }
    let outcome = try await Runner(experiment, threads: model.threads).run()
    let metric = Metric.named(answer.metric)
    let value = { (series: RunOutcome.Series) in
      metric.estimate(series.replications, outcome.scenario(series))?.mean
    }
    let baseline = outcome.series.first { outcome.name($0) == experiment.base.baseline }
    guard let baseline, let least = value(baseline) else { return }
    for series in outcome.series where series.strategy != baseline.strategy {
      guard let there = value(series) else { continue }
      answer.add(there - least, outcome.name(series), outcome.name(baseline))
    }
  }
}

extension ClosedRange<Double> {
  fileprivate func with(_ value: Double) -> Self {
    Swift.min(lowerBound, value)...Swift.max(upperBound, value)
  }
}

extension OtherLaws.Answer {
  fileprivate mutating func add(_ difference: Double, _ strategy: String, _ baseline: String) {
    guard let place = differences.firstIndex(where: { $0.strategy == strategy }) else {
      differences.append(
        Span(strategy: strategy, baseline: baseline, range: difference...difference))
      return
    }
    differences[place].range = differences[place].range.with(difference)
  }
}

extension Calibration {
  /// The values of a rough search; nil where they do not produce the figures, or it has not come to
  /// its end.
  func roughly() async throws -> [Double]? {
    do {
      let start = try await approached(
        surface(model.unknowns.map(\.start), size.first, step: Self.slopeSteps.lowerBound))
      let found = try await refined(start, at: next(start, start.step), size.first)
      let result = try result(found.surface, found.hasConverged)
      return result.hasConverged && !result.isRejected ? result.place : nil
    } catch is InputError {
      return nil
    }
  }
}
