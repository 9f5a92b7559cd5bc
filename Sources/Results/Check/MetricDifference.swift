import Answers
import Foundation
import Runs
import Scenarios
import Statistics
import Vocabulary

/// A metric now, in the baseline, and the interval of now minus baseline, all in its unit.
struct MetricDifference: Sendable {
  /// Nil: there is none, as the delay of notifications of which none was shown.
  let value: Double?
  let baseline: Double?
  /// The ends may be infinite; nil: no interval.
  let interval: (low: Double, high: Double)?
}

extension MetricDifference {
  /// Shares cannot differ by more than 1, whatever the interval of their difference says.
  var ofShares: MetricDifference {
    MetricDifference(
      value: value, baseline: baseline,
      interval: interval.map { (max(-1, $0.low), min(1, $0.high)) })
  }
}

extension MetricDifference {
  // MARK: From replications

  init(_ metric: Metric, _ pairs: ReplicationPairs, _ rule: IntervalRule) {
    let (sample, other) = (
      metric.sample(ReplicationSample(pairs.now)), metric.sample(ReplicationSample(pairs.before))
    )
    value = sample?.ratio
    baseline = other?.ratio
    interval = sample.flatMap { sample in
      other.flatMap {
        Self.interval(
          sample, $0, pairs, rule,
          ifZero: pairs.isSamePolicy ? .exact : metric.ifZero(trials: pairs.trials(metric)))
      }
    }
  }

  /// - Returns: nil for too few replications.
  private static func interval(
    _ sample: RatioSample, _ other: RatioSample, _ pairs: ReplicationPairs, _ rule: IntervalRule,
    ifZero: ZeroDifference
  ) -> (low: Double, high: Double)? {
    // Even one pair shows no difference when it has none.
    if pairs.isSamePolicy, sample == other { return (0, 0) }
    let difference =
      pairs.isPaired
      ? sample.difference(
        from: other, confidence: rule.confidence, ifZero: ifZero, resampling: rule.resampling)
      : sample.independentDifference(from: other, confidence: rule.confidence, ifZero: ifZero)
    guard let low = difference?.low, let high = difference?.high else { return nil }
    return (low, high)
  }
}

extension MetricDifference {
  // MARK: From estimates

  /// There is nothing to pair: a quantile is one of all replications together, and an estimate with
  /// controls is compared where the replications are no pairs.
  ///
  /// - Parameters:
  ///   - now: The estimate as `metrics.csv` has it; nil: there is none.
  ///   - isSamePolicy: See ``ReplicationPairs/isSamePolicy``.
  ///   - isSameCount: Both are of equally many replications.
  init(
    _ now: StoredEstimate?, _ before: StoredEstimate?, isSamePolicy: Bool, isSameCount: Bool
  ) {
    value = now?.value
    baseline = before?.value
    guard let now, let before else {
      interval = nil
      return
    }
    // A metric that surely never ends can get no worse.
    let isSurelyInfinite = now.ends?.low == .infinity && before.ends?.low == .infinity
    if now.value == before.value, isSamePolicy || isSurelyInfinite {
      interval = (0, 0)
    } else if isSamePolicy {
      // Other values of the same events: only the estimator can have changed.
      let change = isSameCount ? now.value - before.value : 0
      interval = (change, change)
    } else {
      interval = Self.interval(now, before)
    }
  }

  /// Each side's length is that of two independent estimates: √(a² + b²).
  ///
  /// Source: G. Y. Zou, A. Donner, "Construction of confidence limits about effect measures: a
  /// general approach", Statistics in Medicine 27 (2008) 1693-1702, equation 4.
  private static func interval(
    _ now: StoredEstimate, _ before: StoredEstimate
  ) -> (low: Double, high: Double)? {
    guard now.confidence == before.confidence, let mine = now.ends, let others = before.ends
    else { return nil }
    let difference = now.value - before.value
    guard difference.isFinite else {
      // No length is measured from infinity: what the ends allow, taken at their worst.
      let (low, high) = (mine.low - others.high, mine.high - others.low)
      return (low.isNaN ? -.infinity : low, high.isNaN ? .infinity : high)
    }
    return (
      difference - hypot(max(0, now.value - mine.low), max(0, others.high - before.value)),
      difference + hypot(max(0, mine.high - now.value), max(0, before.value - others.low))
    )
  }
}
