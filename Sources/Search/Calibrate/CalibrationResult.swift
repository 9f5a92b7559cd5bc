package import Answers
import Files
import Scenarios
import Statistics
import Vocabulary

extension Calibration {
  /// A calibration has found this.
  package struct Result: Sendable {
    package let unknowns: [CalibrationUnknown]
    package let targets: [CalibrationTarget]
    /// The place on the unknowns' scales.
    let place: [Double]
    /// By unknown; it is of no use for those in an open direction.
    let covariance: [[Double]]
    /// The standard error of each unknown, with what open directions leave of it.
    let spread: [Double]
    /// By unknown whose interval was searched, not taken from the slopes: its ends.
    var ends: [Int: Profile.Ends] = [:]
    /// The same over other shapes of the laws; nil: none were tried.
    package var shapes: ShapeAverage?
    /// Combinations of unknowns about which the figures say nothing.
    package let open: [[Double]]
    /// The model produces these figures there, by target.
    package let moments: [Double]
    /// The standard errors of the distances, by target.
    package let errors: [Double]
    /// It tests whether the model can produce the figures; nil: there are no more figures than
    /// unknowns can follow.
    package let test: (statistic: Double, freedom: Int, pValue: Double)?
    /// A metric that would tell open directions apart; nil: none is open, or none would.
    package let advice: String?
    /// The search has come to its end.
    package let hasConverged: Bool
    package let confidence: Double
  }
}

extension Calibration.Result {
  /// Whether the figures say next to nothing of an unknown.
  package func isOpen(_ unknown: Int) -> Bool { spread[unknown] > Calibration.errorMax }

  /// The model cannot produce the figures.
  package var isRejected: Bool { test.map { $0.pValue < 0.05 } ?? false }

  /// 1 where the model is rejected, 3 where something is left open or the search went on.
  package var exitCode: Int32 {
    if isRejected, hasConverged { return ExitCode.failed }
    return open.isEmpty && hasConverged ? ExitCode.ok : ExitCode.inconclusive
  }

  /// The value and its interval in the scenario's unit; an open end is as far as numbers go; nil
  /// where the value is open.
  package func estimate(_ unknown: Int) -> (value: Double, low: Double, high: Double)? {
    guard !isOpen(unknown) else { return nil }
    let number = { unknowns[unknown].scale.number(unknowns[unknown].clamped($0)) }
    let value = number(place[unknown])
    let (low, high) = (
      interval(unknown).low ?? 0,
      interval(unknown).high ?? (unknowns[unknown].scale == .logit ? 1 : .infinity)
    )
    return unknowns[unknown].isWhole
      ? (value.rounded(), low.rounded(), high.rounded()) : (value, low, high)
  }

  /// The ends of an unknown's interval, in the scenario's unit; nil: the figures leave it open.
  package func interval(_ unknown: Int) -> (low: Double?, high: Double?) {
    let number = { place in
      let number = unknowns[unknown].scale.number(unknowns[unknown].clamped(place))
      return unknowns[unknown].isWhole ? number.rounded() : number
    }
    let ends = scaled(unknown)
    return (ends.low.map(number), ends.high.map(number))
  }
}

extension Calibration.Result {
  /// - Parameter scenario: Its name.
  package func answer(of scenario: String) -> Answer {
    var answer = Answer(
      .calibration, scenario: scenario, Answer.Question(confidence: confidence))
    answer.ending =
      !hasConverged ? .notConverged : isRejected ? .rejected : open.isEmpty ? .found : .open
    answer.unknowns = unknowns.indices.map(record)
    if hasConverged, !isRejected {
      answer.openings = open.map { direction in
        zip(unknowns, direction).filter { abs($0.1) > Self.least }.map {
          Answer.Move(path: $0.path, by: $1)
        }
      }
      answer.observeToo = advice
    }
    answer.figures = targets.indices.map { place in
      let target = targets[place]
      let metric = Metric.observable.first { $0.name == target.metric }
      let produced = metric?.cut(moments[place]) ?? moments[place]
      let distance = (target.value - produced) / errors[place]
      return Answer.Figure(
        metric: target.metric, strategy: target.strategy, group: target.group,
        observed: target.value, standardError: target.standardError,
        produced: produced, distance: distance,
        lacksLatency: metric?.isDelay == true && abs(produced) < 1e-9 && distance > Self.far)
    }
    answer.test = test.map {
      Answer.Test(statistic: $0.statistic, freedom: $0.freedom, pValue: $0.pValue)
    }
    answer.exitCode = exitCode
    add(to: &answer)
    return answer
  }

  /// A figure so many standard errors off is not met.
  private static let far = 5.0

  /// A smaller part of a direction is rounding.
  package static let least = 1e-6

  private func record(_ place: Int) -> Answer.Unknown {
    let unknown = unknowns[place]
    let found = hasConverged ? estimate(place) : nil
    let ends: (low: Double?, high: Double?) = hasConverged ? interval(place) : (nil, nil)
    return Answer.Unknown(
      path: unknown.path, unit: unknown.unit, start: unknown.varied.value,
      value: found?.value, ciLow: ends.low, ciHigh: ends.high,
      shapeShare: hasConverged && !isRejected ? shapes?.spread(ofUnknown: place).share : nil)
  }
}
