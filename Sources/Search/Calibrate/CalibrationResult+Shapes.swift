import Answers
package import Files
import Foundation
import Statistics
import Vocabulary

extension Calibration.Result {
  // MARK: Intervals

  /// The number of standard errors that an interval reaches to each side.
  private var reach: Double { ErrorFreedom(targets).reach(confidence) }

  /// The same where errors are known.
  private var normalReach: Double { Normal.quantile((1 + confidence) / 2) }

  /// The one interval of an unknown, on its scale: as far as the figures say with its
  /// own shapes, and over the other shapes that produce them. It holds the value itself.
  func scaled(_ unknown: Int) -> Profile.Ends {
    let own = ownEnds(unknown)
    guard let shapes, shapes.isMixed, !isRejected, spread[unknown] > 0 else { return own }
    let value = place[unknown]
    let end = { (own: Double?, side: Double) -> Double? in
      guard let own else { return nil }
      let scale = abs(own - value) / (normalReach * spread[unknown])
      return shapes.quantile((1 + side * confidence) / 2) {
        ($0.place[unknown], $0.covariance[unknown][unknown] * scale * scale)
      }
    }
    return Profile.Ends(
      low: end(own.low, -1).map { min($0, value) }, high: end(own.high, 1).map { max($0, value) })
  }

  private func ownEnds(_ unknown: Int) -> Profile.Ends {
    if let ends = ends[unknown] { return ends }
    guard !isOpen(unknown) else { return Profile.Ends(low: nil, high: nil) }
    let length = reach * spread[unknown]
    return Profile.Ends(low: place[unknown] - length, high: place[unknown] + length)
  }

  // MARK: Inputs

  /// `run --inputs` reads it; nil where something is open. Draws have the intervals of the answer,
  /// and shapes of laws vary with the unknowns where the scenario has a number for them.
  package var inputs: InputEstimates? {
    guard open.isEmpty, hasConverged else { return nil }
    var parameters = unknowns.indices.map { place in
      InputParameter(
        unknowns[place].path, unknowns[place].scale, unknowns[place].unit,
        estimate: normal(place).mean)
    }
    var errors = unknowns.indices.map { normal($0).error }
    guard let shapes, shapes.isMixed, !isRejected else {
      return InputEstimates(parameters, covariance: Self.scaled(covariance, to: errors))
    }
    let moments = shapes.moments
    for law in shapes.shapeInputs where parameters.count < InputEstimates.countMax {
      let (shape, place) = (shapes.laws[law].shape, parameters.count)
      parameters.append(
        InputParameter(
          "\(shape.path).\(shape.kind).\(shape.key ?? "")", .log, .number,
          estimate: moments.means[place]))
      errors.append(moments.covariance[place][place].squareRoot())
    }
    let kept = parameters.indices.map { row in
      parameters.indices.map { moments.covariance[row][$0] }
    }
    return InputEstimates(parameters, covariance: Self.scaled(kept, to: errors))
  }

  /// The normal law whose interval an unknown has; one with an open end is as far to both sides as
  /// the slopes say.
  private func normal(_ unknown: Int) -> (mean: Double, error: Double) {
    let ends = scaled(unknown)
    if let low = ends.low, let high = ends.high, high > low {
      return ((low + high) / 2, (high - low) / (2 * reach))
    }
    return (place[unknown], covariance[unknown][unknown].squareRoot())
  }

  /// The same correlations with other errors.
  private static func scaled(_ covariance: [[Double]], to errors: [Double]) -> [[Double]] {
    let factors = errors.indices.map { errors[$0] / covariance[$0][$0].squareRoot() }
    return covariance.indices.map { row in
      covariance.indices.map { covariance[row][$0] * (factors[row] * factors[$0]) }
    }
  }

  // MARK: Answer

  /// The shapes, and what strategies do over them.
  func add(to answer: inout Answer) {
    guard let shapes else { return }
    answer.shapes =
      zip(shapes.fits, shapes.weights).map { record($0, $1, shapes.laws) }
      + shapes.failed.map { law, words in
        Answer.Shape(path: shapes.laws[law].shape.path, law: words)
      }
    guard !isRejected else { return }
    let outcomes = shapes.fits[0].outcomes
    let isWhole = zip(shapes.weights, shapes.fits).allSatisfy {
      $0 == 0 || $1.outcomes.count == outcomes.count
    }
    guard isWhole, !outcomes.isEmpty, let metric = shapes.metric else { return }
    answer.averages = outcomes.indices.map { place in
      let widening = pow(reach / normalReach, 2)
      let part = { (fit: ShapeFit) in
        fit.outcomes.isEmpty
          ? (0, 0) : (fit.outcomes[place].value, fit.outcomes[place].variance * widening)
      }
      let (over, baseline) = (shapes.spread(part), outcomes[place].baseline)
      let ends = [-1.0, 1].map { shapes.quantile((1 + $0 * confidence) / 2, part) }
      // A difference is not cut to what the metric may be.
      let cut = { (value: Double) in baseline == nil ? Metric.named(metric).cut(value) : value }
      return Answer.Average(
        strategy: outcomes[place].strategy, metric: metric, baseline: baseline,
        value: cut(over.mean), ciLow: cut(ends[0]), ciHigh: cut(ends[1]),
        shapeShare: over.share)
    }
  }

  private func record(_ fit: ShapeFit, _ weight: Double, _ laws: [TriedLaw]) -> Answer.Shape {
    var shape = Answer.Shape(path: fit.law.map { laws[$0].shape.path }, law: fit.words)
    shape.statistic = fit.statistic
    shape.pValue = fit.pValue
    shape.weight = weight > 0 ? weight : nil
    guard !laws.isEmpty, fit.law != nil || laws.count == 1 else { return shape }
    (shape.mean, shape.median) = (fit.mean, fit.median)
    shape.unit = unknowns[laws[fit.law ?? 0].unknown].unit
    return shape
  }
}
